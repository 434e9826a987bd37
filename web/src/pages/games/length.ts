/** How long a game is, for lists. */
import { say } from "../../lib/texts.svelte";
import type { GameFacts } from "../../lib/types";

/**
 * Its moves; its stones where a turn sets several, so that nobody takes them for turns, by which the game itself counts.
 * There no stone ever leaves the board (W2).
 */
export function lengthText(fact: GameFacts | undefined, rows: readonly string[], plies: number): string {
    if ((fact?.turnLength ?? 1) === 1) return say("games.moves", { count: plies });
    return say("games.stones", { count: rows.join("").replaceAll(".", "").length });
}
