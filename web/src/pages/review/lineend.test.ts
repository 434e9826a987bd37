import { describe, expect, it } from "vitest";
import { NO_EFFECTS } from "../../lib/announce";
import type { Colour, Effects, PlayedMove, View } from "../../lib/types";
import { lineEnd } from "./lineend";

const made = (effects: Partial<Effects>): PlayedMove =>
    ({ settles: false, effects: { ...NO_EFFECTS, ...effects } }) as unknown as PlayedMove;
const group = (colour: Colour, points: string[], more: object = {}) => ({ colour, points, ...more });
const square = (rows: string[], count: object = {}, outcome: object | null = null): View => {
    const points = rows.flatMap((row, y) => [...row].map((_, x) => `${"abcde"[x]}${rows.length - y}`));
    const score = { kind: "groups" };
    return { rows, points, shape: "square", board: { cells: true }, score, count, outcome } as unknown as View;
};

describe("the picture of where a line ends", () => {
    it("shows what joined both edges where nothing is counted (C1), without a number", () => {
        const groups = [group("B", ["b3", "b2", "b1"], { deciding: true }), group("W", ["a1", "a2"])];
        const end = (outcome: object | null): View => ({
            ...square([".B.", "WB.", "WB."], { groups }, outcome),
            score: { kind: "none" } as View["score"],
        });
        expect(lineEnd([], end({ winner: "B" }), true)).toMatchObject({ numbers: {}, lit: new Set([1, 4, 7]) });
        expect(lineEnd([], end(null), true)).toMatchObject({ numbers: {}, lit: null });
    });
    it("numbers the stones of the line that are still there, but no captives", () => {
        const end = square(["Bw.", ".W.", "..B"]);
        const line = [
            made({ placed: ["a3"] }),
            made({ placed: ["b3"] }),
            made({ placed: ["c3"] }),
            made({ placed: ["b2"], removed: ["c3"] }),
        ];
        expect(lineEnd(line, end, false)).toMatchObject({ numbers: { 0: "1", 4: "4" }, lit: null });
    });
    it("is none where stones were pushed, and no groups speak", () => {
        const pushed = made({ placed: ["a1"], pushed: [{ from: "a2", to: "a3", wraps: false }] });
        expect(lineEnd([pushed], square(["B..", "...", "..."]), false)).toBeNull();
    });
    it("lights all groups that no other cancels with their sizes, as the large board does", () => {
        const black = group("B", ["a3", "a4", "a5"], { deciding: true });
        const pair = [group("W", ["e1"], { cancelledBy: 4 }), group("B", ["c1"], { cancelledBy: 3 })];
        const groups = [black, group("W", ["e5"]), group("W", ["e3"]), ...pair];
        const rows = ["B...W", "B....", "B...W", ".....", "..B.W"];
        for (const outcome of [undefined, { winner: "B" }] as const) {
            const lit = lineEnd([], square(rows, { groups }, outcome), true)!;
            expect(lit.lit).toEqual(new Set([10, 5, 0, 4, 14]));
            expect(lit.numbers).toEqual({ 5: "3", 4: "1", 14: "1" });
        }
    });
    it("lights all groups where the squares of all count, and tells those of the large ones", () => {
        const groups = [group("B", ["a3", "a4", "a5"], { value: 9 }), group("W", ["e5"], { value: 1 })];
        const rows = ["B...W", "B....", "B....", ".....", "....."];
        const end = lineEnd([], square(rows, { groups, squares: { B: 9, W: 1 } }), true)!;
        expect(end.lit).toEqual(new Set([10, 5, 0, 4]));
        expect(end.numbers).toEqual({ 5: "9" });
    });
});
