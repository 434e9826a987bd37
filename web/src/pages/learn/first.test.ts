/** What a newcomer begins with. */
import { expect, it } from "vitest";
import facts from "../../fixtures/facts.json";
import type { GameFacts } from "../../lib/types";
import { firstGame, smallest } from "./first";

const games = facts as unknown as GameFacts[];

it("the first game is the one of the smallest usual board, and no variant", () => {
    expect(firstGame(games)?.name).toBe("kaomi");
    expect(firstGame(games.filter(({ name }) => name !== "kaomi"))?.name).toBe("iago");
    expect(firstGame([])).toBeUndefined();
});

it("the smallest of the usual sizes; none where there is one board only", () => {
    expect(games.map((game) => smallest(game))).toEqual(
        games.map(({ usualSizes }) => (usualSizes.length ? Math.min(...usualSizes) : null)),
    );
});
