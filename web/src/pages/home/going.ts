/** Which games are offered to be gone on with, and in which order. */
import type { GameSummary } from "../../lib/types";

/** Games that are not over: those that wait for a person before those that wait for a computer; else as they came. */
export function waitingFirst(games: GameSummary[]): GameSummary[] {
    const going = games.filter((one) => one.status === "playing");
    const waits = ({ onMove, seats }: GameSummary): boolean => onMove !== null && seats[onMove].kind !== "computer";
    return [...going.filter(waits), ...going.filter((one) => !waits(one))];
}
