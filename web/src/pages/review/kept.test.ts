// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: false })));
import type { Review, ReviewedMove } from "../../lib/types";
import { keepEverywhere, keepReview, keptLooks, keptSigns, keptReview, reviewOf, type Shelf } from "./kept";

const made = (line: string, seconds = 1, complete = true): Review => ({
    line,
    seconds,
    complete,
    looks: [],
    moves: [],
    players: [],
});

describe("kept reviews", () => {
    beforeEach(() => localStorage.clear());
    it("are found by their line, the newest one", () => {
        keepReview(made("vacu moves a1"));
        keepReview(made("vacu moves a1", 5));
        expect(keptReview("vacu moves a1")!.seconds).toBe(5);
        expect(keptReview("vacu moves a2")).toBeNull();
    });
    it("say what they found of each position, the newest one first", () => {
        const look = (ply: number, chance: number) => ({ ply, chance, margin: null, certain: false, error: 0.1 });
        keepReview({ ...made("vacu moves a1,b1"), looks: [look(0, 0.5), look(1, 0.6), look(2, 0.7)] });
        keepReview({ ...made("vacu moves a1,c1"), looks: [look(0, 0.4), look(2, 0.2)] });
        keepReview({ ...made("iago moves a1"), looks: [look(0, 0.1)] });
        expect([...keptLooks("vacu")].map(([line, { chance }]) => [line, chance])).toEqual([
            ["vacu", 0.4],
            ["vacu moves a1,c1", 0.2],
            ["vacu moves a1", 0.6],
            ["vacu moves a1,b1", 0.7],
        ]);
        expect(keptLooks("vacu moves a1").size).toBe(0);
    });
    it("say with what the moves are marked, once they are whole", () => {
        const move = (ply: number, verdict: string | null) =>
            ({ ply, verdict, seat: 1, byPoints: null, winrateLossError: 0 }) as ReviewedMove;
        keepReview({ ...made("vacu moves a1,c1", 1, false), moves: [move(1, "blunder"), move(2, "blunder")] });
        expect(keptSigns("vacu")).toEqual({});
        keepReview({ ...made("vacu moves a1,b1"), moves: [move(1, null), move(2, "mistake")] });
        expect(keptSigns("vacu")).toEqual({ "vacu moves a1,b1": "?" });
        expect(keptSigns("vacu moves a1")).toEqual({});
    });
    it("are made again where an older page has kept them without the best moves by points", () => {
        const old = [{ ply: 1, move: "a1", best: "a1" }] as unknown as ReviewedMove[];
        keepReview({
            ...made("vacu moves a1"),
            looks: [{ ply: 0, chance: 0.5, margin: null, certain: false, error: null }],
            moves: old,
        });
        expect(keptReview("vacu moves a1")).toBeNull();
        expect(keptLooks("vacu").size).toBe(0);
    });
    it("are made again where version 0.1 has kept them, which knew no errors", () => {
        const move = { ply: 1, move: "a1", seat: 1, forced: false, winrateLoss: 0.214, scoreLoss: 3 };
        const best = { best: "b1", better: ["b1"], winrate: 0.5, scoreLead: 1 };
        const moves = [{ ...move, byChance: best, byPoints: best }];
        const old = { line: "vacu moves a1", seconds: 1, looks: [], moves };
        localStorage.setItem("fieldstone.reviews", JSON.stringify([old]));
        expect(keptReview("vacu moves a1")).toBeNull();
    });
    it("give way to no half-finished one", () => {
        keepReview(made("vacu moves a1", 1, false));
        keepReview(made("vacu moves a1", 3));
        keepReview(made("vacu moves a1", 5, false));
        expect(keptReview("vacu moves a1")).toMatchObject({ seconds: 3, complete: true });
    });
    it("do not grow for ever", () => {
        for (let number = 0; number < 20; number++) keepReview(made(`vacu moves a${number}`));
        expect(keptReview("vacu moves a0")).toBeNull();
        expect(keptReview("vacu moves a19")).not.toBeNull();
    });
});

describe("reviews that are kept with their games", () => {
    const LINE = "vacu moves a1";
    let there: Review | null;
    const shelf: Shelf = {
        get: vi.fn(async () => there),
        keep: vi.fn(async (review) => void (there = review)),
    };
    beforeEach(() => {
        localStorage.clear();
        vi.clearAllMocks();
        there = null;
    });
    it("are there for a browser that has made none, and stay with it", async () => {
        there = made(LINE, 3);
        expect(await reviewOf(LINE, shelf)).toEqual(there);
        expect(keptReview(LINE)).toEqual(there);
        expect(shelf.keep).not.toHaveBeenCalled();
    });
    it("of other moves are none", async () => {
        there = made("vacu moves a1,b1", 3);
        expect(await reviewOf(LINE, shelf)).toBeNull();
    });
    it("come from the browser that made them, where it could not send them before", async () => {
        keepReview(made(LINE, 3));
        expect(await reviewOf(LINE, shelf)).toEqual(made(LINE, 3));
        await vi.waitFor(() => expect(there).toEqual(made(LINE, 3)));
    });
    it("are not hidden by a half-finished one, on either side", async () => {
        there = made(LINE, 3, false);
        keepReview(made(LINE, 1));
        expect(await reviewOf(LINE, shelf)).toEqual(made(LINE, 1));
        await vi.waitFor(() => expect(there).toEqual(made(LINE, 1)));
        localStorage.clear();
        keepReview(made(LINE, 3, false));
        expect(await reviewOf(LINE, shelf)).toEqual(made(LINE, 1));
    });
    it("are shown from here while the server is away, and nothing fails", async () => {
        const away: Shelf = {
            get: () => Promise.reject(new Error("away")),
            keep: () => Promise.reject(new Error("away")),
        };
        keepEverywhere(made(LINE), away);
        expect(await reviewOf(LINE, away)).toEqual(made(LINE));
    });
});
