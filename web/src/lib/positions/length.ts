import { say } from "../texts.svelte";

/** Games whose turns have two stones (W2): lists that know no turns count the stones, which stay on the board. */
const BY_STONES = ["vadus"];

/** How far a game has come, in the words of a list. `rows` are those of its board, after so many moves. */
export function lengthText(game: string, rows: readonly string[], moves: number): string {
    if (!BY_STONES.includes(game)) return say("games.moves", { count: moves });
    return say("games.stones", { count: rows.join("").replace(/[^BW]/gi, "").length });
}
