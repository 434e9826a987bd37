// @vitest-environment jsdom
import { beforeAll, describe, expect, it } from "vitest";
import { loadTexts } from "../../lib/texts.svelte";
import type { Colour, Effects, PlayedMove, View } from "../../lib/types";
import { leadsTo } from "./telling";

const NOTHING = { placed: [], removed: [], flipped: [], captured: [], released: [], pushed: [], returned: [] };
const made = (colour: Colour, effects: Partial<Effects> = {}): PlayedMove =>
    ({ colour, settles: false, effects: { ...NOTHING, ...effects } }) as unknown as PlayedMove;
const view = (B: string, W: string, more: object = {}): View =>
    ({
        scoreText: { B, W },
        scoreTells: true,
        outcome: null,
        score: { kind: "groups" },
        count: { lines: [], decided: "" },
        ...more,
    }) as unknown as View;

beforeAll(() => loadTexts("en"));

describe("what a line leads to", () => {
    it("is what both have done to stones all together", () => {
        const line = [
            made("B", { captured: ["e4"] }),
            made("W", { captured: ["c3", "c4"], released: ["e4"] }),
            made("W", { captured: ["c5"] }),
        ];
        expect(leadsTo(line, view("7 × 1 = 7", "9 × 11 = 99"))).toBe(
            "After 3 moves: Black captures 1 disc; White captures 3 discs, releases 1 disc",
        );
    });
    it("says nothing of pushes, nor of a score that is counted half-way", () => {
        const pushed = made("B", { pushed: [{ from: "a1", to: "a2", wraps: false }] });
        expect(leadsTo([pushed], view("3", "2"))).toBe("");
    });
    it("tells of no stones where those do not speak for the better line", () => {
        const line = [made("B", { captured: ["e4"] })];
        expect(leadsTo(line, view("3", "2"), false)).toBe("");
        const outcome = { winner: "B" };
        expect(leadsTo(line, view("9", "0", { outcome }), false)).toBe("After 1 move: Black wins");
    });
    it("is what the biggest groups have become, or the squares of all, where these are counted", () => {
        const group = (colour: Colour, size: number): object => ({ colour, points: Array(size).fill("a1") });
        const groups = [group("W", 5), group("B", 4), group("B", 3)];
        const end = view("4", "5", { count: { lines: [], decided: "", groups } });
        expect(leadsTo([made("B")], end, true, true)).toBe(
            "After 1 move: the biggest groups left are Black 4, White 5",
        );
        expect(leadsTo([made("B")], end)).toBe("");
        const uncounted = { ...end, score: { kind: "none" } } as View;
        expect(leadsTo([made("B")], uncounted, true, true)).toBe("");
        const count = { lines: [], decided: "", groups, squares: { B: 25, W: 9 } };
        const squared = view("25", "9", { count, scores: { B: 25, W: 9 } });
        expect(leadsTo([made("B")], squared, true, true)).toBe(
            "After 1 move: sums of squares of group sizes: Black 25, White 9",
        );
        const komi = view("25", "19", { count, scores: { B: 25, W: 19 } });
        expect(leadsTo([made("B")], komi, true, true)).toBe(
            "After 1 move: the scores with komi are Black 25, White 19",
        );
        const vadus = [{ ...group("W", 5), value: 3 }];
        const walls = view("4", "5", { count: { lines: [], decided: "", groups: vadus } });
        expect(leadsTo([made("B")], walls, true, true)).toBe("");
        expect(leadsTo([made("B")], { ...end, outcome: { winner: "W" } } as View, true, true)).toBe(
            "After 1 move: White wins",
        );
    });
    it("is the end of the game where the line comes to it", () => {
        const outcome = { winner: "W" };
        expect(leadsTo([made("B"), made("W")], view("0", "9", { outcome }))).toBe("After 2 moves: White wins");
    });
});
