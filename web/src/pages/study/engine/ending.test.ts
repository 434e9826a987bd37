// @vitest-environment jsdom
import { expect, it } from "vitest";
import { endText } from "./ending";
import { scoreOf } from "../../../fixtures/facts.testing";

it.each([
    ["vacu", { stones: 30.25, territory: 12 }, "30.3\u00a0+\u00a012.0"],
    ["kaomi", { biggest: 7.5 }, "7.5"],
    ["squared", { squares: 221.04 }, "221.0"],
    ["iago", { inner: 14.2, outer: 9.1, score: 128, captives: 3 }, "14.2\u00a0×\u00a09.1"],
    ["iago-free", { inner: 14.2, outer: 9.1, score: 128, captives: 3 }, "14.2\u00a0×\u00a09.1"],
])("says what the score of %s will be made of", (game, black, shown) => {
    const white = Object.fromEntries(Object.keys(black).map((name) => [name, 0]));
    const text = endText(scoreOf(game), { B: black, W: white });
    expect(text).toMatch(/^Average end of quick games from here/);
    expect(text).toContain(`Black ${shown}, White 0.0`);
});
it("says nothing where nothing is known", () => {
    expect(endText(scoreOf("vadus"), null)).toBe("");
    expect(endText(scoreOf("iago"), null)).toBe("");
});
