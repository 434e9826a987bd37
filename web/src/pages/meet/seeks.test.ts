// @vitest-environment jsdom
import { beforeAll, expect, it, vi } from "vitest";
import { loadTexts } from "../../lib/texts.svelte";
import type { Account, Seek } from "../../lib/types";

vi.mock("../../online/kept", () => ({ keptSeat: (id: string) => (id === "kept" ? { id, token: "secret" } : null) }));
const { ofOthers, sideText } = await import("./seeks");

beforeAll(() => loadTexts("en"));

it("tells whoever may join the side that is free, and who seeks the own one", () => {
    const sides = (seat: 1 | 2 | null, game = "vacu(size=9)") =>
        [false, true].map((mine) => sideText({ game, seat }, mine));
    expect(sides(1)).toEqual(["You play Black, first", "You play White"]);
    expect(sides(2)).toEqual(["You play White", "You play Black, first"]);
    expect(sides(null)).toEqual(["Sides at random", "Sides at random"]);
    expect(sides(1, "vacu(size=9,setup=auction)")).toEqual(["The players set komi", "The players set komi"]);
});

it("lists what others seek, the same game first", () => {
    const seek = (id: string, game: string, name: string | null = null) =>
        ({ id, game, player: { name } }) as unknown as Seek;
    const told = [
        seek("kept", "vacu"),
        seek("b", "kaomi(size=7)"),
        seek("c", "vacu(size=9)"),
        seek("d", "vacu", "Ada"),
    ];
    const ids = (name?: string) =>
        ofOthers(told, "vacu(size=7)", name === undefined ? null : ({ name } as Account)).map(({ id }) => id);
    expect(ids()).toEqual(["c", "d", "b"]);
    expect(ids("Ada")).toEqual(["c", "b"]);
});
