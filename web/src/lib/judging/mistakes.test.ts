import { describe, expect, it } from "vitest";
import { bestBy, accuracy, errorOfMean, jump, looksBeside, signOf, toldBy, unclear, worst } from "./mistakes";
import { judge, known, solved } from "./tries";
import { decidedFrom, turningPoint } from "./turning";
import type { ReviewedMove } from "../types";

const best = (move: string) => ({ best: move, better: [], winrate: 0.5, scoreLead: 3 });

function move(ply: number, winrateLoss: number, more: Partial<ReviewedMove> = {}): ReviewedMove {
    return {
        ply,
        move: "a1",
        seat: ply % 2 ? 1 : 2,
        colour: ply % 2 ? "B" : "W",
        forced: false,
        winrate: 0.5 - winrateLoss,
        winrateError: 0.05,
        winrateLoss,
        winrateLossError: 0.05,
        scoreLead: 0,
        scoreLoss: winrateLoss * 10,
        scoreLossError: null,
        proven: null,
        judgedBy: "chance",
        verdict: winrateLoss > 0.05 ? "slip" : null,
        weight: winrateLoss / 0.2,
        byChance: best(winrateLoss ? "b2" : "a1"),
        byPoints: best(winrateLoss ? "b2" : "a1"),
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
    move(6, 0.2, { verdict: null, scoreLoss: 30, winrateLossError: 0.25 }),
    move(7, 0),
];

describe("worst moves", () => {
    it("are sorted by loss, earlier ones first among equals, without what may be chance", () => {
        expect(worst(game, "chance", null).map((one) => one.ply)).toEqual([1, 4, 2, 5]);
        // One that lost no points is told of by the win rate, after the others.
        expect(worst(game, "points", null).map((one) => one.ply)).toEqual([5, 1, 2, 4]);
        expect(worst(game, "chance", 2).map((one) => one.ply)).toEqual([4, 2]);
    });
    it("lose points where no chance is lost, to the best move by points", () => {
        const wasted = move(8, 0, { scoreLoss: 33, byPoints: best("h1"), verdict: "blunder", judgedBy: "chance" });
        expect(worst([wasted], "chance", null)).toEqual([]);
        expect(worst([wasted], "points", null)).toEqual([wasted]);
        expect(bestBy(wasted, "chance").best).toBe("a1");
        expect(bestBy(wasted, "points").best).toBe("h1");
        expect(bestBy({ ...wasted, byPoints: null }, "points").best).toBe("a1");
        const risky = move(9, 0.3, { byPoints: best("a1") });
        expect([worst([risky], "points", null), toldBy(risky, "points")]).toEqual([[risky], "chance"]);
    });
    it("have better ones, whose positions are known beside the game", () => {
        const one = { best: "b2", better: [], winrate: 1, scoreLead: 4 };
        const dear = { ...one, best: "c3", winrate: 0.9 };
        const line = (ply: number) => `kaomi moves ${"a1,a2,a3".slice(0, 3 * ply - 1)}`;
        const looks = [{ ply: 1, chance: 0, margin: null, certain: true }];
        const found = looksBeside([move(2, 0.3, { byChance: one, byPoints: dear })], looks, line);
        expect([...found]).toEqual([
            ["kaomi moves a1,c3", { chance: expect.closeTo(0.1), margin: -4, certain: false }],
            ["kaomi moves a1,b2", { chance: 0, margin: -4, certain: true }],
        ]);
    });
    it("are certain to lose where all is lost, the best one by points too", () => {
        const line = (ply: number): string => ["kaomi", "kaomi moves a1"][ply]!;
        const nothing = { best: "b2", better: [], winrate: 0, scoreLead: -4 };
        const dear = { best: "c3", better: [], winrate: 0, scoreLead: -2 };
        const found = (chance: number, certain: boolean): boolean[] =>
            [
                ...looksBeside(
                    [move(2, 0.3, { byChance: nothing, byPoints: dear })],
                    [{ ply: 1, chance, certain, margin: null }],
                    line,
                ).values(),
            ].map((look) => look.certain!);
        expect(found(1, true)).toEqual([true, true]);
        expect(found(0.9, false)).toEqual([false, false]);
    });
    it("have signs where there is a verdict", () => {
        expect(signOf(move(1, 0.3, { verdict: "blunder" }))).toBe("??");
        expect(signOf(move(1, 0.3, { verdict: null }))).toBeNull(); // it may be chance
    });
    it("are told by points in a decided game, after those of an open one", () => {
        const lost = { scoreLoss: 40, weight: 4, verdict: "blunder" } as const;
        const decided = move(9, 0.01, { judgedBy: "points", byPoints: best("h1"), ...lost });
        const dearer = move(10, 0.01, { judgedBy: "points", byPoints: best("h1"), ...lost, weight: 5 });
        const listed = worst([decided, dearer, ...game], "chance", null);
        expect(listed.map((one) => one.ply)).toEqual([1, 4, 2, 5, 10, 9]);
        expect(toldBy(decided, "chance")).toBe("points");
        expect(bestBy(decided, "chance").best).toBe("h1");
    });
    it("can be walked in the order of the game", () => {
        const listed = worst(game, "chance", null);
        expect(jump(listed, 0, 1)!.ply).toBe(1);
        expect(jump(listed, 2, 1)!.ply).toBe(4);
        expect(jump(listed, 5, 1)).toBeNull();
        expect(jump(listed, 4, -1)!.ply).toBe(2);
        expect(jump(listed, 1, -1)).toBeNull();
    });
});

describe("another try", () => {
    const mistake = move(1, 0.3);
    const worth = (chance: number, error = 0.01, margin: number | null = null) => ({ chance, error, margin });
    const sought = worth(0.5);
    it("needs no search for the best move and the move from the game", () => {
        const other = { ...mistake, byPoints: best("h1") };
        expect(["b2", "h1", "a1", "c3"].map((tried) => known(other, "chance", tried))).toEqual([
            "best",
            null,
            "same",
            null,
        ]);
        expect(["b2", "h1"].map((tried) => known(other, "points", tried))).toEqual([null, "best"]);
    });
    it("is as good when it loses no more than searches differ", () => {
        expect(judge(mistake, "chance", worth(0.48), sought)).toBe("good");
        expect(judge(mistake, "chance", worth(0.44, 0.08), sought)).toBe("near");
        // A mistake may be lost, or nothing: with so large an error nobody knows.
        expect(judge(mistake, "chance", worth(0.44, 0.115), sought)).toBe("open");
        expect(judge(mistake, "chance", worth(0.48, 0.15), sought)).toBe("open");
        expect(judge(mistake, "chance", worth(0.8), sought)).toBe("good");
    });
    it("is told apart from a smaller mistake", () => {
        expect(judge(mistake, "chance", worth(0.36), sought)).toBe("closer");
        expect(judge(mistake, "chance", worth(0.1), sought)).toBe("worse");
        // Where points are sought and none are known, as good a chance is no answer.
        expect(judge(mistake, "points", worth(0.48), sought)).toBe("untold");
        expect(judge(mistake, "points", worth(0.1), sought)).toBe("worse");
    });
    it("is measured in points, and must not lose the game for them", () => {
        const wasted = move(1, 0, { scoreLoss: 33, byPoints: best("h1") });
        const most = worth(0.99, 0.01, 81);
        const judged = (chance: number, margin: number | null) =>
            judge(wasted, "points", worth(chance, 0.01, margin), most);
        expect(judged(0.99, 80.5)).toBe("good");
        expect(judged(0.99, 70)).toBe("closer");
        expect(judged(0.99, 50)).toBe("worse");
        expect(judged(0.7, 90)).toBe("worse");
        expect(judged(0.99, null)).toBe("untold"); // nothing but points was to be lost
    });
    it("ends the exercise when it was good", () => {
        expect((["best", "good", "near", "closer", "same", "worse", "untold", "open"] as const).filter(solved)).toEqual(
            ["best", "good", "near"],
        );
    });
});

describe("accuracy", () => {
    it("is whole where nothing was lost, and falls with what was; forced moves do not count", () => {
        expect(accuracy([move(1, 0), move(3, 0)])).toBeCloseTo(100, 1);
        expect(accuracy([move(1, 0.1)])).toBeCloseTo(63.6, 1);
        expect(accuracy([move(1, 1)])).toBe(0);
        expect(accuracy([move(1, 0), move(3, 1), move(5, 1, { forced: true })])).toBeCloseTo(50, 1);
        expect(accuracy([move(1, 0, { forced: true })])).toBeNull();
    });
});

describe("errorOfMean", () => {
    it("holds the mean of many nine times in ten", () => {
        expect(errorOfMean([2, 2, 2])).toBe(0);
        expect(errorOfMean([1, 3])).toBeCloseTo(1.645, 6);
        expect(errorOfMean([1])).toBeNull();
    });
});

it("calls a large loss unclear that its error is as large as, and what is called something else not", () => {
    const unsure = { verdict: null, winrateLossError: 0.45 };
    const moves = [
        move(1, 0.3, unsure),
        move(2, 0.39, unsure),
        move(3, 0.09, unsure), // small
        move(4, 0.3), // called by its name
        move(5, 0.5, { verdict: null }), // certain, and yet without a name: in a lost position
        move(6, 0.3, { ...unsure, judgedBy: "points" }),
        move(7, 0.3, { ...unsure, byChance: best("a1") }),
    ];
    expect(unclear(moves, null).map(({ ply }) => ply)).toEqual([2, 1]);
    expect(unclear(moves, 1).map(({ ply }) => ply)).toEqual([1]);
});

describe("the turning point", () => {
    const looks = (...chances: number[]) => chances.map((chance, ply) => ({ ply, chance, margin: null }));
    const bad = (ply: number, loss: number) => move(ply, loss, { verdict: loss > 0.15 ? "blunder" : "mistake" });
    const turned = (moves: readonly ReviewedMove[], ...chances: number[]) => {
        const found = turningPoint(moves, looks(...chances), chances.length - 1, null);
        return found && [found.loser, found.move?.ply ?? null];
    };

    it("is the worst mistake since the one who lost was clearly ahead", () => {
        const moves = [bad(1, 0.4), move(2, 0), bad(3, 0.3), move(4, 0.2), bad(5, 0.12), move(6, 0)];
        expect(turned(moves, 0.9, 0.5, 0.8, 0.5, 0.52, 0.4, 0)).toEqual([1, 3]);
    });
    it("is not where the middle was crossed by a move that nobody calls a mistake", () => {
        const moves = [bad(1, 0.38), move(2, 0), move(3, 0.14, { verdict: null }), move(4, 0)];
        expect(turned(moves, 0.9, 0.52, 0.54, 0.4, 0)).toEqual([1, 1]);
        const vacu = [move(1, 0.08, { verdict: "slip" }), move(2, 0), bad(3, 0.41), move(4, 0)];
        expect(turned(vacu, 0.55, 0.47, 0.5, 0.09, 0)).toEqual([1, 3]);
    });
    it("is nothing that was done in a lost game, by the winner, or for points", () => {
        const moves = [bad(1, 0.3), bad(2, 0.2), bad(3, 0.2), move(4, 0)];
        expect(turned(moves.slice(1), 0.5, 0.2, 0.4, 0.2, 0)).toEqual([1, 3]);
        expect(turned(moves.slice(1), 0.5, 0.2, 0.3, 0.1, 0)).toEqual([1, null]);
        const points = [move(1, 0.3, { verdict: "blunder", judgedBy: "points" }), move(2, 0)];
        expect(turned(points, 0.5, 0.2, 0)).toEqual([1, null]);
    });
    it("tells whether the one who made it was behind to the end", () => {
        const of = (...chances: number[]) => turningPoint([bad(1, 0.4)], looks(...chances), chances.length - 1, null)!;
        expect([of(0.9, 0.3, 0.2).lost, of(0.9, 0.3, 0.45, 0.2).lost]).toEqual([true, false]);
        expect(turningPoint([], looks(0.5, 0.3, 0.2), 2, null)).toMatchObject({ move: null, lost: false });
    });
    it("may be a move whose loss is not certain, where no other is a mistake", () => {
        const doubtful = move(3, 0.3, { verdict: null, winrateLossError: 0.34 });
        const moves = [move(1, 0), move(2, 0), doubtful, move(4, 0)];
        expect(turned(moves, 0.5, 0.5, 0.5, 0.2, 0)).toEqual([1, 3]);
        expect(turningPoint(moves, looks(0.5, 0.5, 0.5, 0.2, 0), 4, null)!.sure).toBe(false);
        expect(turned([bad(1, 0.12), ...moves.slice(1)], 0.5, 0.5, 0.5, 0.2, 0)).toEqual([1, 1]);
    });
    it("is none where who lost was ahead to the end: he has resigned, or had no time left", () => {
        const given = turningPoint([bad(1, 0.4)], looks(0.9, 0.5, 0.7), 2, 2)!;
        expect([given.loser, given.move, given.ahead]).toEqual([1, null, true]);
        expect(turningPoint([bad(1, 0.4)], looks(0.9, 0.5, 0.3), 2, 2)!.ahead).toBe(false);
    });
    it("is none where the game was still open when somebody resigned, or had no time left", () => {
        for (const last of [0.44, 0.56])
            expect(turningPoint([bad(1, 0.21)], looks(0.65, last), 1, 2)).toMatchObject({
                loser: 1,
                move: null,
                ahead: false,
                open: true,
            });
        expect(turningPoint([bad(1, 0.21)], looks(0.65, 0.39), 1, 2)).toMatchObject({ loser: 1, open: false });
        expect(turned([bad(1, 0.21)], 0.65, 0.44)).toBeNull();
    });
    it("is none where nobody is ahead in the end, or not all is known", () => {
        expect(turned([], 0.6, 0.2, 0.5)).toBeNull();
        expect(turningPoint([], looks(0.6, 0.2).slice(1), 1, null)).toBeNull();
        expect(turningPoint([], [], 2, null)).toBeNull();
    });
});

describe("from when on a result was proven", () => {
    const look = (ply: number, chance: number, certain = true) => ({ ply, chance, margin: null, certain });

    it("is the position after which nothing changed it any more", () => {
        expect(decidedFrom([look(0, 0.6, false), look(1, 0.9, false), look(2, 1), look(3, 1)], 3)).toEqual({
            ply: 2,
            winner: 1,
        });
        expect(decidedFrom([look(0, 1), look(1, 1), look(2, 0), look(3, 0), look(4, 0)], 4)).toEqual({
            ply: 2,
            winner: 2,
        });
        expect(decidedFrom([look(0, 0.5), look(1, 0.5)], 1)).toEqual({ ply: 0, winner: null });
    });
    it("is nothing where only the end itself is certain, or not even that", () => {
        expect(decidedFrom([look(0, 0.5, false), look(1, 1)], 1)).toBeNull();
        expect(decidedFrom([look(0, 1), look(1, 0.9, false)], 1)).toBeNull();
        expect(decidedFrom([look(0, 1)], 2)).toBeNull();
    });
});
