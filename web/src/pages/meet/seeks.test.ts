// @vitest-environment jsdom
import { beforeAll, expect, it } from "vitest";
import { loadTexts } from "../../lib/texts.svelte";
import { sideText } from "./seeks";

beforeAll(() => loadTexts("en"));

it("tells whoever may join the side that is free, and who seeks the own one", () => {
    const sides = (seat: 1 | 2 | null, game = "vacu(size=9)") =>
        [false, true].map((mine) => sideText({ game, seat }, mine));
    expect(sides(1)).toEqual(["You play Black, first", "You play White"]);
    expect(sides(2)).toEqual(["You play White", "You play Black, first"]);
    expect(sides(null)).toEqual(["Sides at random", "Sides at random"]);
    expect(sides(1, "vacu(size=9,setup=auction)")).toEqual(["The players set komi", "The players set komi"]);
});
