import { describe, expect, it } from "vitest";
import type { ClockRules, ClockState } from "../../lib/types";
import { clockText, faceOf } from "./clock";

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
