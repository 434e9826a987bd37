/** Which games are offered to be gone on with, and in which order. */
import type { GameSummary, StoredGame } from "../../lib/types";
import type { Table } from "../../online/table";
import { isFinishing } from "../play/words";

/** One's own game with another person: what was told of it, how it stands in words, and what the other one offers. */
export interface Own {
    table: Table;
    game: StoredGame;
    turn: string;
    offer: string;
}

/** Games that are not over: those that wait for a person before those that wait for a computer; else as they came. */
export function waitingFirst(games: GameSummary[]): GameSummary[] {
    const going = games.filter((one) => one.status === "playing");
    const waits = (game: GameSummary): boolean =>
        game.onMove !== null && game.seats[game.onMove].kind !== "computer" && !isFinishing(game);
    return [...going.filter(waits), ...going.filter((one) => !waits(one))];
}
