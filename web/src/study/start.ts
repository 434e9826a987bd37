/** Games to begin with, as text. */
import type { GameFacts } from "../lib/types";

/** The usual sizes of a game, with the text of its start; one without a size where there is nothing to choose. */
export function sizesOf(game: GameFacts): { size: number | null; text: string }[] {
    if (!game.usualSizes.length) return [{ size: null, text: game.name }];
    return game.usualSizes.map((size) => ({ size, text: `${game.name}(size=${size})` }));
}
