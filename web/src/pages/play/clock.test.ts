import { describe, expect, it } from "vitest";
import type { ClockRules, ClockState } from "../../lib/types";
import { clockText, faceOf, timeForMove } from "./clock";

const clock = (left: number, running: 1 | 2 | null, periods = 0): ClockState => ({
    left: { 1: left, 2: 60 },
    periods: { 1: periods, 2: periods },
    running,
    now: 1000,
    since: 990,
});
const fischer: ClockRules = { kind: "increment", main: 300, increment: 5 };
const byoyomi: ClockRules = { kind: "byoyomi", main: 60, periods: 3, period: 30 };

describe("faceOf", () => {
    it("counts down from when the clock was started, not from when it was written", () => {
        expect(faceOf(fischer, clock(100, 1), 1, 5).seconds).toBe(85);
    });
    it("leaves a clock alone that does not run", () => {
        expect(faceOf(fischer, clock(100, 2), 1, 5).seconds).toBe(100);
    });
    it("never shows less than nothing", () => {
        expect(faceOf(fischer, clock(3, 1), 1, 5)).toMatchObject({ seconds: 0, low: true });
    });
    it("begins a period when the main time is used up", () => {
        expect(faceOf(byoyomi, clock(12, 1, 3), 1, 5)).toEqual({
            seconds: 27,
            periods: 3,
            overtime: true,
            low: false,
        });
    });
    it("uses up whole periods within one turn", () => {
        expect(faceOf(byoyomi, clock(0, 1, 3), 1, 60)).toMatchObject({ seconds: 20, periods: 1, low: false });
        expect(faceOf(byoyomi, clock(0, 1, 3), 1, 75)).toMatchObject({ seconds: 5, periods: 1, low: true });
        expect(faceOf(byoyomi, clock(0, 1, 3), 1, 95)).toMatchObject({ seconds: 0, periods: 0 });
    });
    it("is not low on main time while periods are left", () => {
        expect(faceOf(byoyomi, clock(12, 1, 3), 1, 0).low).toBe(false);
    });
});

describe("clockText", () => {
    it.each([
        [3725, "1:02:05"],
        [300, "5:00"],
        [65.9, "1:05"],
        [10, "0:10"],
        [9.47, "9.4"],
        [0, "0.0"],
    ])("shows %d as %s", (seconds, text) => expect(clockText(seconds)).toBe(text));
});

describe("timeForMove", () => {
    /** The clocks after a turn of seat 1 that took so long, as the server counts them. */
    function after(rules: ClockRules, now: ClockState, used: number): ClockState {
        const over = used - now.left[1];
        const lost = over > 0 && rules.kind === "byoyomi" ? Math.floor(over / rules.period) : 0;
        const increment = rules.kind === "increment" ? rules.increment : 0;
        return {
            ...now,
            left: { 1: Math.max(0, -over) + increment, 2: 60 },
            periods: { 1: now.periods[1] - lost, 2: 3 },
        };
    }
    const began = (left: number, periods = 0): ClockState => ({ ...clock(left, 1, periods), now: 1000, since: 1000 });

    it("is not limited without a clock", () => {
        expect(timeForMove({ clockRules: null, clock: null }, 1, 0)).toBeNull();
    });
    it("takes what has been used off what is left", () => {
        expect(timeForMove({ clockRules: fischer, clock: clock(100, 1) }, 1, 0)).toBeCloseTo(90 / 30 + 3.5);
        expect(timeForMove({ clockRules: fischer, clock: clock(100, 2) }, 1, 0)).toBeCloseTo(100 / 30 + 3.5);
    });
    it.each<[string, ClockRules, ClockState]>([
        ["an increment", fischer, began(60)],
        ["byo-yomi", byoyomi, began(60, 3)],
        ["sudden death", { kind: "increment", main: 3, increment: 0 }, began(3)],
        ["one period alone", { kind: "byoyomi", main: 0, periods: 1, period: 2 }, began(0, 1)],
    ])("never loses by time: a hundred moves with %s", (_, rules, first) => {
        let now = first;
        for (let move = 0; move < 100; move += 1) {
            const seconds = timeForMove({ clockRules: rules, clock: now }, 1, 0)!;
            expect(seconds).toBeGreaterThan(0);
            now = after(rules, now, seconds + 0.002);
            expect(now.left[1] > 0 || now.periods[1] > 0).toBe(true);
        }
    });
});
