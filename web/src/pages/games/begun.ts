/** Which games are worth a place in a list. */
import type { GameSummary, Seat } from "../../lib/types";

const SEATS: Seat[] = [1, 2];

/**
 * Whether somebody has made something of a game: a move, a komi to be named, a player's name, a position to begin from,
 * a file that was read. One that was only opened is none, though the computer may have set its first stone.
 */
export function isBegun({ gameText, plies, status, seats, rows, handed, imported }: GameSummary): boolean {
    const stones = rows.join("").replaceAll(".", "").length;
    const opening = seats[1].kind === "computer" ? 1 : 0;
    const made = imported || handed.length > 0 || SEATS.some((seat) => seats[seat].name !== "");
    const auction = gameText.includes("setup=auction");
    return status === "over" || made || auction || plies > opening || stones !== plies;
}
