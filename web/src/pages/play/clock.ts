/** Clocks as they are shown: what is left now, from what the server wrote some time ago. */
import { say } from "../../lib/texts.svelte";
import type { ClockRules, ClockState, Seat, StoredGame } from "../../lib/types";

export interface Face {
    /** Seconds to count down: of the main time, or of the period that has begun. */
    seconds: number;
    /** Byo-yomi periods that are left, the one that has begun among them; null without byo-yomi. */
    periods: number | null;
    /** The main time is used up. */
    overtime: boolean;
    /** Little is left: less than ten seconds of the last that there is. */
    low: boolean;
}

const LOW = 10;

/**
 * What the clock of a seat shows.
 *
 * `elapsed`: seconds since `clock.now` by the clock of this machine, so that the two machines' clocks need not agree.
 */
export function faceOf(rules: ClockRules, clock: ClockState, seat: Seat, elapsed: number): Face {
    const used = clock.running === seat ? Math.max(0, clock.now - clock.since + elapsed) : 0;
    const rest = clock.left[seat] - used;
    if (rules.kind === "increment") {
        const seconds = Math.max(0, rest);
        return { seconds, periods: null, overtime: false, low: seconds < LOW };
    }
    const periods = clock.periods[seat];
    if (rest > 0) return { seconds: rest, periods, overtime: false, low: false };
    const begun = Math.min(periods, Math.floor(-rest / rules.period));
    const left = periods - begun;
    const seconds = left === 0 ? 0 : rules.period - (-rest - begun * rules.period);
    return { seconds, periods: left, overtime: true, low: left <= 1 && seconds < LOW };
}

/** "12:05", "1:02:05"; below ten seconds with tenths, "9.4". */
export function clockText(seconds: number): string {
    if (seconds < 10) return (Math.floor(seconds * 10) / 10).toFixed(1);
    const whole = Math.floor(seconds);
    const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
    const two = (value: number) => String(value).padStart(2, "0");
    return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

const DAY = 86_400;

/** The same, and from a day on in days and hours. */
export const longText = (seconds: number): string =>
    seconds < DAY
        ? clockText(seconds)
        : say("game.clock.days", { days: Math.floor(seconds / DAY), hours: Math.floor((seconds % DAY) / 3600) });

/** The part of the main time, of the increment and of a period that a program uses for a move. */
const PARTS = { main: 1 / 30, increment: 0.7, period: 0.4, most: 0.5 };
const LEAST = 0.001;

/**
 * For how many seconds the computer may think about its move; null without a clock. Whole periods of byo-yomi are not
 * used up. `elapsed`: seconds since `clock.now` by the clock of this machine.
 */
export function timeForMove(
    { clockRules, clock }: Pick<StoredGame, "clockRules" | "clock">,
    seat: Seat,
    elapsed: number,
): number | null {
    if (!clockRules || !clock) return null;
    const used = clock.running === seat ? Math.max(0, clock.now - clock.since + elapsed) : 0;
    const left = Math.max(0, clock.left[seat] - used);
    const increment = clockRules.kind === "increment" ? clockRules.increment : 0;
    const last = clockRules.kind === "byoyomi" && clock.periods[seat] ? clockRules.period : 0;
    const wanted = PARTS.main * left + PARTS.increment * increment + PARTS.period * last;
    return Math.max(LEAST, Math.min(wanted, PARTS.most * (left + last)));
}
