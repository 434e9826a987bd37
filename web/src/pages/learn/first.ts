/** What a newcomer learns and plays first. */
import { emptyRows } from "../../board/geometry";
import type { GameFacts } from "../../lib/types";

/** The smallest board that is usual; null for a game of one size. */
export const smallest = ({ usualSizes }: Pick<GameFacts, "usualSizes">): number | null => usualSizes[0] ?? null;

/** Places of the smallest board. */
function places(game: GameFacts): number {
    const size = game.fixedSize ?? smallest(game);
    return size === null ? Infinity : emptyRows(game.board, game.shape, size).join("").length;
}

/** The game that is soonest at its end: the one of the smallest board, which is no variant of another. */
export function firstGame(games: readonly GameFacts[]): GameFacts | undefined {
    return games.filter(({ base }) => base === null).sort((a, b) => places(a) - places(b))[0];
}
