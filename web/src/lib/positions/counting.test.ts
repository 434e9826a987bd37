import { describe, expect, it } from "vitest";
import { countingOf } from "./counting";

describe("the moves of a game are counted as its list does", () => {
    it("one for each turn", () => {
        const counting = countingOf([0, 1, 2]);
        expect([0, 1, 3].map((ply) => counting.at(ply))).toEqual([
            { turn: 0, stone: null },
            { turn: 1, stone: null },
            { turn: 3, stone: null },
        ]);
        expect(counting.ends).toEqual([1, 2, 3]);
    });
    it("the two stones of a Vadus turn as one, the first turn and an open one with a stone alone", () => {
        const counting = countingOf([0, 1, 1, 2, 2, 3]);
        expect([1, 2, 3, 4, 5, 6].map((ply) => counting.at(ply))).toEqual([
            { turn: 1, stone: null },
            { turn: 2, stone: 1 },
            { turn: 2, stone: 2 },
            { turn: 3, stone: 1 },
            { turn: 3, stone: 2 },
            { turn: 4, stone: null },
        ]);
        expect(counting.ends).toEqual([1, 3, 5, 6]);
    });
    it("of a game without moves", () => {
        expect(countingOf([]).at(0)).toEqual({ turn: 0, stone: null });
    });
});
