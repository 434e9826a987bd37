/**
 * What may happen to a kept game, as functions that return what it becomes; the twin of
 * `fieldstone/server/sessions/transitions.py`. A referee, the engine of the page, says what is legal.
 */
import { join, parts } from "../../lib/positions/line";
import type { PlayedMove, Seat, View } from "../../lib/types";
import * as clocks from "./clocks";
import { Refused } from "./refusals";
import type { StoredSeat, Stored } from "./stored";

export const RESIGNATION = "resignation";
export const TIME = "time";

/** Who knows the rules. All reject with an ApiError. */
export interface Referee {
    view(line: string): Promise<View>;
    viewAfter(line: string, move: string): Promise<View>;
    movesOf(line: string): Promise<PlayedMove[]>;
}

export const otherSeat = (seat: Seat): Seat => (seat === 1 ? 2 : 1);

/** A game with all that follows from its last position and its result. */
export function described(stored: Stored, view: View): Stored {
    const { outcome } = view;
    const result = outcome && {
        winner: outcome.winner,
        winnerSeat: outcome.winnerSeat,
        termination: outcome.termination,
    };
    const ended = result ?? stored.result;
    return {
        ...stored,
        line: view.line,
        result: ended,
        onMove: ended ? null : view.seat,
        name: view.game,
        game: view.gameText,
        rows: view.rows,
        shape: view.shape,
        board: view.board,
        plies: view.ply,
    };
}

/** A game that has not been kept yet, at a position. */
export function begun(view: View, seats: Record<Seat, StoredSeat>, rules: clocks.Rules | null): Stored {
    const nothing = { id: "", created: 0, updated: 0, revision: 0, clock: null, result: null };
    return described({ ...nothing, imported: false, handed: [], seats, rules } as unknown as Stored, view);
}

/**
 * A seat whose computer has a level that the game has not, of so many; undefined where both can play on, or it is over:
 * then it says who has played it, and any level can stand there.
 */
export function seatWithoutLevel({ result, seats }: Stored, levels: number): Seat | undefined {
    if (result) return undefined;
    const has = (level: StoredSeat["level"]): boolean =>
        level === null || level === "max" || (Number.isInteger(level) && level >= 1 && level <= levels);
    return ([1, 2] as const).find((seat) => !has(seats[seat].level));
}

/** A game that begins or goes on, if its computers can play it; `within` is where it stands. Throws Refused. */
export function playable(stored: Stored, levels: number, within?: string): Stored {
    const seat = seatWithoutLevel(stored, levels);
    if (seat === undefined) return stored;
    const value = stored.seats[seat].level ?? "";
    const where = [within, `seats.${seat}.level`].filter(Boolean).join(".");
    throw new Refused(422, "level", { where, game: stored.name, highest: levels, value });
}

/** Whether the computer makes the moves of both players from here on. */
const isFinishing = ({ handed }: Stored): boolean => handed.at(-1)?.[1] === null;

/** Whether the computer makes the moves of a seat: it sits there, or finishes the game for whoever does. */
export const isComputers = (stored: Stored, seat: Seat): boolean =>
    isFinishing(stored) || stored.seats[seat].kind === "computer";

/** A game after a move or a whole turn of a person, or of the computer. Throws Refused. */
export async function moved(
    stored: Stored,
    move: string,
    ply: number,
    now: number,
    byComputer: boolean,
    referee: Referee,
): Promise<Stored> {
    if (stored.result) throw new Refused(409, "over");
    if (ply !== stored.plies) throw new Refused(409, "stale", { ply, plies: stored.plies });
    if (isComputers(stored, stored.onMove!) !== byComputer)
        throw new Refused(409, byComputer ? "not-the-computers-turn" : "not-your-turn");
    const view = await referee.viewAfter(stored.line, move);
    const { rules } = stored;
    let { clock } = stored;
    if (rules && clock) {
        if (view.outcome) clock = clocks.stopped(rules, clock, now);
        else if (!view.turnOpen) clock = clocks.pressed(rules, clock, now, view.seat!);
    }
    return described({ ...stored, clock }, view);
}

/**
 * The ply to which an undo goes back: the last decision of a person; null where there is none. To leave the rest to the
 * computer is one, too. A resignation alone is taken back. What was lost by time stays lost: the flag would fall again.
 */
export function undoTarget(stored: Stored, moves: readonly PlayedMove[]): number | null {
    const { result, plies, seats, handed } = stored;
    if (result?.termination === TIME) return null;
    if (result?.termination === RESIGNATION) return plies;
    const [after, until] = handed.at(-1) ?? [null, -1];
    if (until === null) return after;
    const last = moves.findLastIndex(({ seat }, ply) => ply + 1 === until || seats[seat].kind === "human");
    if (last + 1 === until) return after;
    return last < 0 ? null : last;
}

/** A game back at the last decision of a person; `ply` is what is known of it where that is asked. Throws Refused. */
export async function takenBack(stored: Stored, ply: number, now: number, referee: Referee): Promise<Stored> {
    const target = undoTarget(stored, await referee.movesOf(stored.line));
    if (target === null) throw new Refused(409, "no-undo");
    // A computer's reply that nobody has seen yet does not matter.
    if (ply < Math.min(target + 1, stored.plies) || ply > stored.plies)
        throw new Refused(409, "stale", { ply, plies: stored.plies });
    const { start, moves } = parts(stored.line);
    const view = await referee.view(join(start, moves.slice(0, target)));
    const { rules } = stored;
    const clock = rules && stored.clock && clocks.switched(rules, stored.clock, now, target ? view.seat : null);
    const handed = stored.handed.filter(([after]) => after < target);
    return described({ ...stored, clock, result: null, handed }, view);
}

/** A game that the computer plays to its end for both players; `ply` is what is known where that is asked. */
export async function handedOver(stored: Stored, ply: number): Promise<Stored> {
    if (stored.result) throw new Refused(409, "over");
    if (isFinishing(stored)) return stored;
    if (ply !== stored.plies) throw new Refused(409, "stale", { ply, plies: stored.plies });
    return { ...stored, handed: [...stored.handed, [ply, null]] };
}

/** A game that persons play on themselves; one that is over stays as it has become. */
export async function takenOver(stored: Stored): Promise<Stored> {
    if (!isFinishing(stored) || stored.result) return stored;
    const { handed, plies } = stored;
    const after = handed.at(-1)![0];
    return { ...stored, handed: [...handed.slice(0, -1), ...(after < plies ? [[after, plies] as const] : [])] };
}

/** A game that a player has given up. Throws Refused when it is over or the seat is a computer's. */
export async function resigned(stored: Stored, seat: Seat, now: number, referee: Referee): Promise<Stored> {
    if (stored.result) throw new Refused(409, "over");
    if (stored.seats[seat].kind !== "human") throw new Refused(409, "computer-resigns");
    return ended(stored, otherSeat(seat), RESIGNATION, now, referee);
}

/** A game that has ended otherwise than by its rules; no winner: drawn. */
export async function ended(
    stored: Stored,
    winnerSeat: Seat | null,
    termination: string,
    now: number,
    referee: Referee,
): Promise<Stored> {
    const view = await referee.view(stored.line);
    const winner = winnerSeat === null ? null : view.seats.B === winnerSeat ? "B" : "W";
    const clock = stored.rules && stored.clock && clocks.stopped(stored.rules, stored.clock, now);
    return described({ ...stored, clock, result: { winner, winnerSeat, termination } }, view);
}

/** A game as its clock has it by now: lost when the flag has fallen. Time without any page is not counted. */
export async function settled(stored: Stored, now: number, began: number, referee: Referee): Promise<Stored> {
    const { clock, rules } = stored;
    if (!rules || !clock || clock.running === null || stored.result) return stored;
    if (clocks.isOfAnotherRun(clock, now, began)) return { ...stored, clock: clocks.forgiven(clock, now) };
    if (!clocks.hasFallen(rules, clock, now)) return stored;
    return ended(stored, otherSeat(clock.running), TIME, now, referee);
}
