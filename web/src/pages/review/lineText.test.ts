// @vitest-environment jsdom
import { beforeAll, expect, it } from "vitest";
import { loadTexts } from "../../lib/texts.svelte";
import type { ReviewedMove, View } from "../../lib/types";
import type { Compared } from "./compared";
import { lineText } from "./lineText";

beforeAll(() => loadTexts("en"));

const NOTHING = { placed: ["d4"], removed: [], flipped: [], captured: [], released: [], pushed: [], returned: [] };
const last = { move: "d4", colour: "W", settles: false, effects: NOTHING };
const view = (more: object = {}): View =>
    ({
        ...{ last, outcome: null, colours: { 1: "W", 2: "B" }, scoreTells: true },
        ...{ score: { kind: "groups", unit: "group" }, count: { groups: [] } },
        scores: { B: [5, 2], W: [4, 1, 1, 1, 1] },
        scoreText: { B: "5, 2", W: "4, 1 (×4)" },
        ...more,
    }) as unknown as View;
const value = (percent: number, certain: boolean) => ({ percent, finer: percent, lead: null, certain });
const compared = (certain: boolean): Compared => ({
    by: "chance",
    best: value(100, certain),
    played: value(38, false),
});
const move = { seat: 1, move: "c3", byChance: { best: "d4" } } as unknown as ReviewedMove;
const told = { words: ["After 2 moves: White wins more"], end: null, moves: 2 };
const at = (line: string, moves: number, ends: boolean, shown: View | null = view(), certain = true): string =>
    lineText({
        ...{ shown: { line, moves, paused: false }, ends, view: shown, told, move },
        ...{ compared: compared(certain), by: "chance" as const },
    });

it("says at each move of a line that its result is proven", () => {
    expect(at("better", 0, false)).toBe("Best: d4");
    expect(at("better", 1, false)).toBe("Best: White d4 · White wins by force");
    expect(at("better", 3, false)).toBe("Expected then: White d4 · White wins by force");
    expect(at("better", 1, false, view(), false)).toBe("Best: White d4");
    expect(at("better", 1, false, view({ colours: { 1: "B", 2: "W" } }))).toMatch(/ · Black wins by force$/);
    expect(at("better", 1, false, view({ outcome: { winner: "W" } }))).not.toContain("by force");
});

it("ends with what is counted, in sizes of groups, or with the win rate where nothing is", () => {
    expect(at("better", 2, true)).toBe(
        "After 2 moves: White wins more · groups left: Black 5, 2 – White 4, 1, 1, 1, … · White wins by force",
    );
    const points = { score: { kind: "points" }, scores: { B: 12, W: 8.5 }, scoreText: { B: "12", W: "8½" } };
    expect(at("played", 2, true, view(points))).toMatch(/ · score now: Black 12 – White 8½$/);
    expect(at("played", 2, true, view({ score: { kind: "none" } }))).toMatch(/ · win rate for White: 38%$/);
});
