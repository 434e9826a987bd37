import { describe, expect, it } from "vitest";
import type { ReviewedMove } from "../../lib/types";
import { compare, markText } from "./compared";

const best = { best: "a3", better: [], winrate: 1, scoreLead: 5.7 };
const move = {
    ply: 13,
    winrate: 0,
    scoreLead: 1.9,
    proven: "loss",
    judgedBy: "chance",
    byChance: best,
    byPoints: best,
} as unknown as ReviewedMove;
const looks = (certain: boolean) => [{ ply: 12, chance: 1, margin: 5.7, certain }];

describe("two moves that are compared", () => {
    it("read 0 and 100 only where that is proven", () => {
        expect(compare(move, "chance", looks(true))).toMatchObject({ best: { percent: 100 }, played: { percent: 0 } });
        const open = { ...move, proven: null };
        expect(compare(open, "chance", looks(false))).toMatchObject({ best: { percent: 99 }, played: { percent: 1 } });
        // The best move by points is another one, of which nothing is proven.
        const dear = { ...move, byPoints: { ...best, best: "b3", winrate: 0.999 } };
        expect(compare(dear, "points", looks(true)).best.percent).toBe(99);
    });
    it("tell no lead that contradicts the chance, and then both the chance", () => {
        const lost = compare(move, "points", looks(true));
        expect(lost).toEqual({ by: "chance", best: { percent: 100, lead: 5.7 }, played: { percent: 0, lead: null } });
        expect([markText(lost.best, lost.by), markText(lost.played, lost.by)]).toEqual(["100", "0"]);
        const behind = compare({ ...move, scoreLead: -1.9 }, "points", looks(true));
        expect([markText(behind.best, behind.by), markText(behind.played, behind.by)]).toEqual(["+5.7", "−1.9"]);
    });
    it("tell no leads by which the worse move would be the better one", () => {
        const last = { best: "d7", better: [], winrate: 0.28, scoreLead: -16.9 };
        const pass = { ...move, winrate: 0, scoreLead: -10.5, byChance: last, byPoints: last };
        const told = { by: "chance", best: { percent: 28, lead: null }, played: { percent: 0, lead: null } };
        expect(compare(pass, "chance", looks(false))).toEqual(told);
        expect(compare({ ...pass, scoreLead: -20 }, "chance", looks(false)).best.lead).toBe(-16.9);
    });
});
