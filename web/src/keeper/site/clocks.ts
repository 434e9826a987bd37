/**
 * Clocks as pure functions: Fischer's increment and byo-yomi; the twin of `fieldstone/server/clocks.py`. All times are
 * seconds. The first move of a game costs nothing: a clock runs from then on.
 */
import type { ClockRules, NewGame, Seat } from "../../lib/types";

/** How much time there is: `main` at the beginning, then `increment` after each turn, or `periods` of `period`. */
export interface Rules {
    main: number;
    increment: number;
    periods: number;
    period: number;
}

/** Both clocks as they were at `since`, when the one that runs was started. */
export interface Clock {
    left: Record<Seat, number>;
    periods: Record<Seat, number>;
    running: Seat | null;
    since: number;
}

/** The rules that somebody has asked for. */
export function rulesOf(asked: NewGame["clock"]): Rules | null {
    if (!asked) return null;
    if (asked.kind === "increment") return { main: asked.main, increment: asked.increment, periods: 0, period: 0 };
    return { main: asked.main, increment: 0, periods: asked.periods, period: asked.period };
}

/** The rules as they are told. */
export function toldRules({ main, increment, periods, period }: Rules): ClockRules {
    return periods ? { kind: "byoyomi", main, periods, period } : { kind: "increment", main, increment };
}

/** Clocks that have not been started. */
export const newClock = ({ main, periods }: Rules, now: number): Clock => ({
    left: { 1: main, 2: main },
    periods: { 1: periods, 2: periods },
    running: null,
    since: now,
});

/** When the flag of the running clock falls; null if none runs. */
export function flagTime(rules: Rules, { left, periods, running, since }: Clock): number | null {
    return running === null ? null : since + left[running] + periods[running] * rules.period;
}

export function hasFallen(rules: Rules, clock: Clock, now: number): boolean {
    const falls = flagTime(rules, clock);
    return falls !== null && now >= falls;
}

/** The clocks with the running one stopped, what it has used taken off. */
export function stopped(rules: Rules, clock: Clock, now: number): Clock {
    const seat = clock.running;
    if (seat === null) return { ...clock, since: now };
    const over = Math.max(0, now - clock.since) - clock.left[seat];
    const lost = over > 0 && rules.period > 0 ? Math.min(clock.periods[seat], Math.floor(over / rules.period)) : 0;
    return {
        left: { ...clock.left, [seat]: Math.max(0, -over) },
        periods: { ...clock.periods, [seat]: clock.periods[seat] - lost },
        running: null,
        since: now,
    };
}

/** The clocks after a turn: its player's is stopped and gets the increment, that of `following` runs. */
export function pressed(rules: Rules, clock: Clock, now: number, following: Seat): Clock {
    const seat = clock.running;
    const after = stopped(rules, clock, now);
    const left = seat === null ? after.left : { ...after.left, [seat]: after.left[seat] + rules.increment };
    return { ...after, left, running: following };
}

/** The clocks when a move was taken back: no increment; `following` null at the beginning of the game. */
export const switched = (rules: Rules, clock: Clock, now: number, following: Seat | null): Clock => ({
    ...stopped(rules, clock, now),
    running: following,
});

/** Whether a clock was started before any page that is open now; `began`: when the first of them began to tell time. */
export const isOfAnotherRun = (clock: Clock, now: number, began: number): boolean =>
    !(began <= clock.since && clock.since <= now);

/** The clocks with the running one started anew: while no page was open nobody could play. */
export const forgiven = (clock: Clock, now: number): Clock => ({ ...clock, since: now });
