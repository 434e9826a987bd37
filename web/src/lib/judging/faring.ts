/** How a person has fared against the levels of the computer: asked of the games that are kept, and never counted. */
import { listGames } from "../api";
import type { GameList, GameSummary, Seat } from "../types";

export type Level = number | "max";
export type Result = "won" | "lost" | "drawn";

/** A finished game of a person against the computer. */
export interface Fared {
    level: Level;
    result: Result;
}

const PAGE = 100;
/** Games that are asked for at most: beyond them a result says little of today's strength. */
const MOST = 1000;

/** What a kept game says of a person's strength; null where it says nothing. */
export function faredIn({ status, seats, outcome }: GameSummary): Fared | null {
    const person = ([1, 2] as Seat[]).find((seat) => seats[seat].kind === "human");
    const computer = ([1, 2] as Seat[]).find((seat) => seats[seat].kind === "computer");
    if (status !== "over" || !outcome || person === undefined || computer === undefined) return null;
    const { level } = seats[computer];
    if (level === null) return null;
    const { winnerSeat } = outcome;
    return { level, result: winnerSeat === null ? "drawn" : winnerSeat === person ? "won" : "lost" };
}

/** All of a game, the latest first, from what keeps the games. */
export async function faring(
    game: string,
    ask: (limit: number, before?: string) => Promise<GameList> = listGames,
): Promise<Fared[]> {
    const found: Fared[] = [];
    let before: string | undefined;
    for (let asked = 0; asked < MOST; asked += PAGE) {
        const { games, more } = await ask(PAGE, before);
        found.push(...games.filter((one) => one.game === game).flatMap((one) => faredIn(one) ?? []));
        before = games.at(-1)?.updated;
        if (!more || before === undefined) break;
    }
    return found;
}

/** The results against one level. */
export function against(all: readonly Fared[], level: Level): Record<Result, number> {
    const counts = { won: 0, lost: 0, drawn: 0 };
    for (const one of all) if (one.level === level) counts[one.result] += 1;
    return counts;
}

/**
 * The level to play next, of so many and "max": the first at first; then the one that was played last, or after two
 * wins in a row there one higher, after two losses one lower. Who lost at a level that is higher than any he has won at
 * goes half the way back to that, and never above one that he has lost at since his last win.
 */
export function proposed(all: readonly Fared[], levels: number): Level {
    const last = all[0];
    if (!last) return 1;
    const placeOf = ({ level }: Fared): number => (level === "max" ? levels + 1 : Math.min(level, levels));
    const place = placeOf(last);
    const won = Math.max(0, ...all.filter(({ result }) => result === "won").map(placeOf));
    if (last.result === "lost" && won < place) {
        const wins = all.findIndex(({ result }) => result === "won");
        const lost = all.slice(0, wins < 0 ? all.length : wins).filter(({ result }) => result === "lost");
        return Math.max(1, Math.min(Math.floor((won + place) / 2), ...lost.map(placeOf)));
    }
    const before = all[1];
    const twice = before !== undefined && before.level === last.level && before.result === last.result;
    const step = !twice || last.result === "drawn" ? 0 : last.result === "won" ? 1 : -1;
    const next = Math.min(levels + 1, Math.max(1, place + step));
    return next > levels ? "max" : next;
}
