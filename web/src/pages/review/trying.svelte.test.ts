import { beforeEach, describe, expect, it, vi } from "vitest";
import { after } from "../../lib/positions/line";
import type { AnalysisRequest } from "../../lib/engine";
import type { Analysis } from "../../engine/messages";
import type { ReviewedMove, View } from "../../lib/types";

const { chances, margins, errors, stopped, asked } = vi.hoisted(() => ({
    chances: {} as Record<string, number>,
    margins: {} as Record<string, number>,
    /** By how long was searched. */
    errors: {} as Record<number, number>,
    stopped: [] as string[],
    asked: [] as string[],
}));
vi.mock("../../lib/positions/positions", () => ({
    viewAfter: async (line: string, move: string) =>
        ({
            line: after(line, move),
            outcome: move === "win" ? { winnerSeat: 1 } : null,
            scores: { B: 14, W: 11 },
            colours: { 1: "B", 2: "W" },
        }) as View,
}));
vi.mock("../../lib/engine", () => ({
    analyse: ({ line, seconds, onanalysis }: AnalysisRequest) => {
        asked.push(line);
        const chance = chances[line];
        const scoreLead = -(margins[line] ?? 0);
        const rootInfo = { seat: 2, winrate: 1 - (chance ?? 0), winrateError: errors[seconds!] ?? 0.01, scoreLead };
        const moveInfos = [{ pv: ["e5", "e4"] }];
        if (chance !== undefined) queueMicrotask(() => onanalysis({ rootInfo, moveInfos } as Analysis, true));
        return () => stopped.push(line);
    },
}));
vi.mock("./telling", () => ({
    reasonsOf: async (_: string, best: { moves: string[] }, tried: { moves: string[]; chance: number }) => ({
        better: { words: [best.moves.join(" ")] },
        played: { words: [`${tried.moves.join(" ")} at ${tried.chance.toFixed(1)}, not ${best.moves.join(" ")}`] },
    }),
}));
vi.mock("../../lib/api", () => ({ reasonOf: (error: Error) => error.message }));
import { Trying } from "./trying.svelte";

const start = { line: "vacu(size=5)", outcome: null } as View;
const mistake = {
    ply: 1,
    seat: 1,
    move: "a1",
    winrate: 0.4,
    winrateLoss: 0.3,
    scoreLoss: 12,
    byChance: { best: "c3", better: ["c3", "a3"] },
    byPoints: { best: "d4", better: ["d4", "b4"] },
    answer: ["e1"],
} as ReviewedMove;

describe("trying again", () => {
    let trying: Trying;
    beforeEach(() => {
        asked.length = stopped.length = 0;
        delete errors[2];
        delete errors[8];
        Object.assign(chances, { "vacu(size=5) moves c3": 0.7, "vacu(size=5) moves d4": 0.69 });
        Object.assign(chances, { "vacu(size=5) moves b2": 0.3 });
        Object.assign(margins, { "vacu(size=5) moves d4": 10, "vacu(size=5) moves b2": 6 });
        trying = new Trying(mistake, "chance", start);
    });
    it("seeks the best move by points where points are the measure", async () => {
        trying = new Trying(mistake, "points", start);
        await trying.play("c3");
        expect(trying.verdict).toBe("worse"); // it wins as often, and no points
        trying.again();
        chances["vacu(size=5) moves b2"] = 0.7;
        await trying.play("b2");
        expect(trying.verdict).toBe("closer");
        trying.again();
        await trying.play("win");
        expect(trying.verdict).toBe("worse"); // 3 points ahead at the end
        trying.again();
        await trying.play("d4");
        expect(trying.verdict).toBe("best");
    });
    it("asks no engine about the best move or the move from the game", async () => {
        await trying.play("a1");
        expect(trying.verdict).toBe("same");
        trying.again();
        await trying.play("c3");
        expect(trying.verdict).toBe("best");
        expect(trying.over).toBe(true);
        expect(asked).toEqual([]);
    });
    it("says what a move that is no better leads to, until it is taken back", async () => {
        await trying.play("b2");
        await vi.waitFor(() => expect(trying.reason).toEqual(["b2 e5 e4 at 0.3, not c3 e5 e4"]));
        trying.again();
        expect(trying.reason).toEqual([]);
        await trying.play("a1"); // that of the game
        await vi.waitFor(() => expect(trying.reason).toEqual(["a1 e1 at 0.4, not c3 a3"]));
        trying.again();
        await trying.play("c3");
        await new Promise((resolve) => setTimeout(resolve));
        expect(trying.reason).toEqual([]);
    });
    it("compares another move with the best one, which is searched once", async () => {
        await trying.play("b2");
        expect(trying.verdict).toBe("worse");
        expect(trying.over).toBe(false);
        trying.again();
        expect(trying.view).toBe(start);
        await trying.play("d4");
        expect(trying.verdict).toBe("good");
        expect(asked.filter((line) => line.endsWith("c3"))).toHaveLength(1);
    });
    it("searches for longer where the error hides what is lost, and says so where it still does", async () => {
        chances["vacu(size=5) moves b2"] = 0.68;
        errors[2] = 0.12;
        await trying.play("b2");
        expect(trying.verdict).toBe("good");
        expect(asked.filter((line) => line.endsWith("b2"))).toHaveLength(2);
        errors[8] = 0.08;
        trying.again();
        await trying.play("b2");
        // The best move has been searched by both already, with the small error.
        expect(asked.filter((line) => line.endsWith("c3"))).toHaveLength(2);
        expect(trying.verdict).toBe("good");
        trying = new Trying(mistake, "chance", start);
        await trying.play("b2");
        expect([trying.verdict, trying.over, trying.reason]).toEqual(["open", false, []]);
        expect(trying.lost!.error).toBeCloseTo(Math.hypot(0.08, 0.08));
    });
    it("says what a try gives away, and how it goes on", async () => {
        await trying.play("b2");
        expect(trying.lost!.chance).toBeCloseTo(0.4);
        expect(trying.lost!.error).toBeCloseTo(Math.hypot(0.01, 0.01));
        expect(trying.lost!.points).toBe(-6);
        expect(trying.reply).toEqual(["e5", "e4"]);
        trying.again();
        expect([trying.lost, trying.reply]).toEqual([null, []]);
        await trying.play("a1");
        expect([trying.lost, trying.reply]).toEqual([null, ["e1"]]);
        trying.again();
        await trying.play("c3");
        expect(trying.reply).toEqual(["a3"]);
    });
    it("can be tried once more when it was good", async () => {
        await trying.play("d4");
        expect([trying.verdict, trying.over]).toEqual(["good", true]);
        trying.again();
        expect([trying.over, trying.view]).toEqual([false, start]);
        await trying.play("b2");
        expect(trying.verdict).toBe("worse");
    });
    it("takes one try at a time", async () => {
        await trying.play("b2");
        await trying.play("d4");
        expect(trying.tried).toBe("b2");
    });
    it("counts a game that is over without a search", async () => {
        await trying.play("win");
        expect(trying.verdict).toBe("good");
        expect(asked).toEqual(["vacu(size=5) moves c3"]);
    });
    it("shows the answer when given up, and stops searching", async () => {
        delete chances["vacu(size=5) moves b2"];
        void trying.play("b2");
        await vi.waitFor(() => expect(asked).toContain("vacu(size=5) moves b2"));
        trying.giveUp();
        expect(trying.reply).toEqual(["a3"]);
        expect(stopped).toContain("vacu(size=5) moves b2");
        expect(trying.over).toBe(true);
        expect(trying.verdict).toBeNull();
    });
});
