import { describe, expect, it } from "vitest";
import type { GuideStep } from "../../lib/types";
import { isForbidden, isTaught, kindOf, knowsScores, resultOf, namedMovesOf } from "./exercise";

const step = (rows: string[] | null, moves: string[], illegal: string[] = []) =>
    ({ view: rows && { rows, points: ["a2", "b2", "a1", "b1"] }, moves, illegal }) as GuideStep;

describe("an exercise", () => {
    it("is of three kinds", () => {
        expect(kindOf(step(null, []))).toBe("read");
        expect(kindOf(step(["B.", ".."], ["a1"]))).toBe("find");
        expect(kindOf(step(["B.", ".."], [], ["pass"]))).toBe("forbidden");
    });
    it("takes the stones of a turn in any order", () => {
        const two = step(["B.", ".."], ["a1", "b1"]);
        expect(resultOf(two, ["b1"])).toBe("more");
        expect(resultOf(two, ["b1", "a1"])).toBe("done");
        expect(resultOf(two, ["b2"])).toBe("other");
        expect(resultOf(two, ["b1", "b2"])).toBe("other");
    });
    it("takes any stone on the empty board, but no word", () => {
        expect(resultOf(step(["..", ".."], ["a1"]), ["b2"])).toBe("done");
        expect(resultOf(step(["..", ".."], ["a1"]), ["button"])).toBe("other");
        expect(resultOf(step(["B.", ".."], ["a1"]), ["b2"])).toBe("other");
    });
    it("knows the forbidden move, and that a legal one is not it", () => {
        const forbidden = step(["B.", ".."], [], ["pass", "a1"]);
        expect(isForbidden(forbidden, "a1")).toBe(true);
        expect(isForbidden(forbidden, "b1")).toBe(false);
        expect(resultOf(forbidden, ["b1"])).toBe("other");
        expect(namedMovesOf(forbidden)).toEqual(["pass"]);
    });
    it("shows scores only once the first count of the guide was seen", () => {
        const steps = [false, true, false].map((count) => ({ ...step(["B.", ".."], ["a1"]), count }));
        expect([1, 2, 3].map((number) => knowsScores(steps, number, false))).toEqual([false, false, true]);
        expect(knowsScores(steps, 2, true)).toBe(true);
        expect(knowsScores(steps.slice(0, 1), 1, false)).toBe(true);
    });
    it("tells of a rule only from the step on that teaches it", () => {
        const rules = [
            { number: "I5", html: "", guide: "iago", step: 8 },
            { number: "I6", html: "", guide: "iago", step: 9 },
        ];
        const at = (step: number, game = "iago") => ({ game, step, rules });
        expect(isTaught("You must capture (I5).", at(3))).toBe(false);
        expect(isTaught("You must capture (I5).", at(8))).toBe(true);
        expect(isTaught("Only then (I5, I6).", at(8))).toBe(false);
        expect(isTaught("d5 is occupied.", at(1))).toBe(true);
        expect(isTaught("You must capture (I5).", at(1, "iago-free"))).toBe(true);
    });
});
