import { describe, expect, it } from "vitest";
import { gradeOf, judge, jump, solved, summary, worst } from "./mistakes";
import type { ReviewedMove } from "./types";

function move(ply: number, winrateLoss: number, more: Partial<ReviewedMove> = {}): ReviewedMove {
    return {
        ply,
        move: "a1",
        seat: ply % 2 ? 1 : 2,
        colour: ply % 2 ? "B" : "W",
        forced: false,
        winrate: 0.5 - winrateLoss,
        bestWinrate: 0.5,
        winrateLoss,
        scoreLead: 0,
        bestScoreLead: winrateLoss * 10,
        scoreLoss: winrateLoss * 10,
        proven: null,
        best: winrateLoss ? "b2" : "a1",
        better: [],
        answer: [],
        ...more,
    };
}
const game = [
    move(1, 0.3),
    move(2, 0.12),
    move(3, 0, { forced: true }),
    move(4, 0.3, { scoreLoss: 0 }),
    move(5, 0.06, { scoreLoss: 20 }),
    move(6, 0.01),
    move(7, 0),
];

describe("worst moves", () => {
    it("are sorted by loss, earlier ones first among equals, without what may be chance", () => {
        expect(worst(game, "chance", null).map((one) => one.ply)).toEqual([1, 4, 2, 5]);
        expect(worst(game, "points", null).map((one) => one.ply)).toEqual([5, 1, 2]);
        expect(worst(game, "chance", 2).map((one) => one.ply)).toEqual([4, 2]);
        expect(worst(game, "chance", null, 2).map((one) => one.ply)).toEqual([1, 4]);
    });
    it("have grades", () => {
        expect(game.map(gradeOf)).toEqual(["blunder", "mistake", null, "blunder", "slip", null, null]);
    });
    it("can be walked in the order of the game", () => {
        const listed = worst(game, "chance", null);
        expect(jump(listed, 0, 1)!.ply).toBe(1);
        expect(jump(listed, 2, 1)!.ply).toBe(4);
        expect(jump(listed, 5, 1)).toBeNull();
        expect(jump(listed, 4, -1)!.ply).toBe(2);
        expect(jump(listed, 1, -1)).toBeNull();
    });
    it("are summed up for each player", () => {
        expect(summary(game, 1)).toEqual({
            seat: 1,
            choices: 3,
            best: 1,
            chanceLoss: 0.12,
            pointsLoss: (3 + 20) / 3,
            grades: { blunder: 1, mistake: 0, slip: 1 },
        });
        expect(summary([], 2).chanceLoss).toBe(0);
        expect(summary([move(1, 0.1, { scoreLoss: null })], 1).pointsLoss).toBeNull();
    });
});

describe("another try", () => {
    const mistake = move(1, 0.3);
    const chances = (tried: number, best = 0.5, error = 0.01) => ({ tried, best, error });
    it("is as good when it loses no more than searches differ", () => {
        expect(judge(mistake, "b2", chances(0))).toBe("best");
        expect(judge(mistake, "c3", chances(0.48))).toBe("good");
        expect(judge(mistake, "c3", chances(0.44, 0.5, 0.07))).toBe("good");
        expect(judge(mistake, "c3", chances(0.8))).toBe("good");
    });
    it("is told apart from a smaller mistake and from the same one", () => {
        expect(judge(mistake, "c3", chances(0.36))).toBe("closer");
        expect(judge(mistake, "c3", chances(0.1))).toBe("worse");
        expect(judge(mistake, "a1", chances(0.5))).toBe("same");
    });
    it("ends the exercise when it was good", () => {
        expect((["best", "good", "closer", "same", "worse"] as const).map(solved)).toEqual([
            true,
            true,
            false,
            false,
            false,
        ]);
    });
});
