// @vitest-environment jsdom
import { beforeAll, expect, it, vi } from "vitest";
import { loadTexts } from "../../lib/texts.svelte";
import type { Account, Seek } from "../../lib/types";

vi.mock("../../online/kept", () => ({ keptSeat: (id: string) => (id === "kept" ? { id, token: "secret" } : null) }));
const { isOwn, sideText } = await import("./seeks");

beforeAll(() => loadTexts("en"));

it("tells whoever may join the side that is free, and who seeks the own one", () => {
    const sides = (seat: 1 | 2 | null, game = "vacu(size=9)") =>
        [false, true].map((mine) => sideText({ game, seat }, mine));
    expect(sides(1)).toEqual(["You play Black, first", "You play White"]);
    expect(sides(2)).toEqual(["You play White", "You play Black, first"]);
    expect(sides(null)).toEqual(["Sides at random", "Sides at random"]);
    expect(sides(1, "vacu(size=9,setup=auction)")).toEqual(["The players set komi", "The players set komi"]);
});

it("knows one's own, of this browser or of who has signed in", () => {
    const seek = (id: string, name: string | null = null) => ({ id, player: { name } }) as unknown as Seek;
    const ada = { name: "Ada" } as Account;
    expect([seek("kept"), seek("other")].map((one) => isOwn(one, null))).toEqual([true, false]);
    expect(isOwn(seek("there", "Ada"), ada)).toBe(true);
    expect(isOwn(seek("there", "Ada"), null)).toBe(false);
    expect(isOwn(seek("there"), undefined)).toBe(false);
});
