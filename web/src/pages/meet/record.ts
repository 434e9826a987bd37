/** A game between people as a record: its line knows neither who played, nor when, nor who gave up. */
import { CLAIMED } from "../../lib/ends";
import type { GameRecord } from "../../lib/files/record";
import { parts } from "../../lib/positions/line";
import type { StoredGame } from "../../lib/types";
import type { Table } from "../../online/table";

export function recordOf(
    { view, outcome }: Pick<StoredGame, "view" | "outcome">,
    { players, created }: Pick<Table, "players" | "created">,
): GameRecord {
    const { start, moves } = parts(view.line);
    const claimed = outcome && CLAIMED.includes(outcome.termination);
    return {
        format: "fieldstone-record",
        version: 1,
        game: view.game,
        options: view.options,
        ...(start.includes(" ") ? { start } : {}),
        seats: players.map((player) => ({ kind: "human", ...(player?.name ? { name: player.name } : {}) })),
        started: new Date(created).toISOString().replace(/\.\d+/, ""),
        ...(claimed ? { result: { winner: outcome.winnerSeat, reason: outcome.termination } } : {}),
        moves: moves.map((move) => ({ move })),
    };
}
