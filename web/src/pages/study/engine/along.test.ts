// @vitest-environment jsdom
import { beforeAll, describe, expect, it } from "vitest";
import kaomi from "../../../fixtures/views-kaomi.json";
import setup from "../../../fixtures/views-setup.json";
import vacu from "../../../fixtures/views-vacu.json";
import { loadTexts } from "../../../lib/texts.svelte";
import { grow, plant } from "../../../lib/positions/tree";
import type { Analysis } from "../../../engine/messages";
import type { Outcome, View } from "../../../lib/types";
import { asideOf, endOf, linesThrough, looksAlong, nameOf, oneOf, surer, valueOf, wasLeft, type Value } from "./along";

const analysis = (seat: 1 | 2, winrate: number, scoreLead: number | null, proven: string | null = null) =>
    ({ rootInfo: { seat, winrate, winrateError: 0.1, scoreLead, visits: 10, proven } }) as Analysis;
const value = (visits: number, certain = false, seconds = 1): Value => ({
    ...{ chance: 0.5, margin: null, visits, certain, seconds },
});

beforeAll(() => loadTexts("en"));

describe("what the graph knows", () => {
    it("is told for player 1", () => {
        expect(valueOf(analysis(1, 0.25, -2), 3)).toEqual({
            chance: 0.25,
            margin: -2,
            visits: 10,
            seconds: 3,
            error: 0.1,
            certain: false,
        });
        expect(valueOf(analysis(2, 0.25, -2, "loss"), 3)).toMatchObject({
            chance: 0.75,
            margin: 2,
            certain: true,
        });
        expect(valueOf(analysis(2, 0.5, null), 3).margin).toBeNull();
        expect([1, 2, null].map((winnerSeat) => endOf({ winnerSeat } as Outcome).chance)).toEqual([1, 0, 0.5]);
    });
    it("knows of an end that the position does not have", () => {
        const ended = (termination: string) => wasLeft({ termination } as Outcome);
        expect(["resignation", "time", "agreement"].map(ended)).toEqual([true, true, true]);
        expect(["passes", "full"].map(ended)).toEqual([false, false]);
    });
    it("is not forgotten for less", () => {
        const [few, many, proven] = [value(5), value(50), value(2, true)];
        expect(surer(undefined, few)).toBe(few);
        expect(surer(few, many)).toBe(many);
        expect(surer(many, few)).toBe(many);
        expect(surer(many, proven)).toBe(proven);
        expect(surer(proven, many)).toBe(proven);
    });
    it("is that of the review, unless a search has taken much longer or has proven it", () => {
        const reviewed = { ply: 3, chance: 0.4, margin: null, certain: false, seconds: 1 };
        const proven = { ...reviewed, certain: true };
        const [short, long, sure] = [value(50, false, 3), value(500, false, 10), value(5, true, 0.1)];
        expect(oneOf(undefined, undefined)).toBeUndefined();
        expect(oneOf(short, undefined)).toBe(short);
        expect(oneOf(undefined, reviewed)).toBe(reviewed);
        expect(oneOf(short, reviewed)).toBe(reviewed);
        expect(oneOf(long, reviewed)).toBe(long);
        expect(oneOf(long, proven)).toBe(proven);
        expect(oneOf(sure, reviewed)).toBe(sure);
    });
    it("goes along the line that is walked, with gaps", () => {
        const made = { colour: "B", seat: 1, settles: false, turn: 0 } as const;
        let tree = plant("vacu");
        for (const [line, move] of [
            ["vacu", "a1"],
            ["vacu moves a1", "b1"],
            ["vacu moves a1,b1", "c1"],
            ["vacu moves a1", "d1"],
        ] as const)
            tree = grow(tree, line, { ...made, move }).tree;
        const main = ["vacu", "vacu moves a1", "vacu moves a1,b1", "vacu moves a1,b1,c1"];
        expect(linesThrough(tree, "vacu moves a1")).toEqual(main);
        expect(linesThrough(tree, "vacu moves a1,d1")).toEqual(["vacu", "vacu moves a1", "vacu moves a1,d1"]);

        const values = new Map([
            ["vacu", { chance: 0.5, margin: 0 }],
            ["vacu moves a1,b1", { chance: 0.75, margin: 3 }],
            ["vacu moves a1,d1", { chance: 1, margin: 9 }],
        ]);
        expect(looksAlong(main, (line) => values.get(line))).toEqual([
            { ply: 0, chance: 0.5, margin: 0 },
            { ply: 2, chance: 0.75, margin: 3 },
        ]);
        expect(looksAlong(main, () => undefined)).toEqual([]);

        const plies = new Map(main.map((line, ply) => [line, ply]));
        expect(asideOf(tree, "vacu moves a1,b1", plies)).toEqual({ ply: 2, moves: 0 });
        const { tree: grown, line } = grow(tree, "vacu moves a1,d1", { ...made, move: "e1" });
        expect(asideOf(grown, line, plies)).toEqual({ ply: 1, moves: 2 });
    });
    it("names the players so that they are told apart all game long", () => {
        const fixed = vacu.empty as unknown as View;
        expect([nameOf(1, fixed, null), nameOf(2, fixed, null)]).toEqual(["Black", "White"]);
        expect(nameOf(1, fixed, "Ana")).toBe("Ana (Black)");
        const { empty, swap, swapped, komi } = { ...kaomi, ...setup } as unknown as Record<string, View>;
        expect(nameOf(1, empty!, null)).toBe("Player 1 (Black)");
        expect(nameOf(1, swapped!, null)).toBe("Player 1 (White)");
        for (const open of [swap!, komi!]) {
            expect(nameOf(1, open, "Bo")).toBe("Bo");
            expect(nameOf(2, open, null)).toBe("Player 2");
        }
    });
});
