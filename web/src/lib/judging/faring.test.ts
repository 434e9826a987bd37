import { describe, expect, test, vi } from "vitest";
import { against, type Fared, faredIn, faring, proposed } from "./faring";
import type { GameList, GameSummary } from "../types";

vi.mock("../api", () => ({ listGames: () => Promise.reject(new Error("not asked here")) }));

/** A kept game, the person on seat 1. */
const game = (winnerSeat: 1 | 2 | null, level: number | "max" = 3, more: Partial<GameSummary> = {}): GameSummary =>
    ({
        game: "kaomi",
        status: "over",
        updated: `${level} ${winnerSeat}`,
        seats: { 1: { kind: "human", level: null }, 2: { kind: "computer", level } },
        outcome: { winner: null, winnerSeat, termination: "board-full", sentence: "" },
        ...more,
    }) as GameSummary;

describe("what a game says", () => {
    test("won, lost, drawn", () => {
        expect(faredIn(game(1))).toEqual({ level: 3, result: "won" });
        expect(faredIn(game(2, "max"))).toEqual({ level: "max", result: "lost" });
        expect(faredIn(game(null))).toEqual({ level: 3, result: "drawn" });
    });
    test("nothing while it goes on, or without a computer, or without a person", () => {
        const { seats } = game(1);
        expect(faredIn(game(1, 3, { status: "playing", outcome: null }))).toBeNull();
        expect(faredIn(game(1, 3, { seats: { 1: seats[1], 2: seats[1] } }))).toBeNull();
        expect(faredIn(game(1, 3, { seats: { 1: seats[2], 2: seats[2] } }))).toBeNull();
    });
});

test("all pages are asked for, and other games left out", async () => {
    const pages: GameList[] = [
        { games: [game(1), game(2, 3, { game: "vacu" })], more: true, unreadable: [] },
        { games: [game(2, 4)], more: false, unreadable: [] },
    ];
    const ask = vi.fn(() => Promise.resolve(pages[ask.mock.calls.length - 1]!));
    expect(await faring("kaomi", ask)).toEqual([
        { level: 3, result: "won" },
        { level: 4, result: "lost" },
    ]);
    expect(ask.mock.calls).toEqual([
        [100, undefined],
        [100, "3 2"],
    ]);
});

test("results are told by level", () => {
    const all: Fared[] = [
        { level: 3, result: "won" },
        { level: 4, result: "lost" },
        { level: 3, result: "lost" },
    ];
    expect(against(all, 3)).toEqual({ won: 1, lost: 1, drawn: 0 });
    expect(against(all, "max")).toEqual({ won: 0, lost: 0, drawn: 0 });
});

const fared = (...all: [level: number | "max", result: Fared["result"]][]): Fared[] =>
    all.map(([level, result]) => ({ level, result }));

test.each([
    [fared(), 1],
    [fared([3, "won"]), 3],
    [fared([3, "won"], [3, "won"]), 4],
    [fared([3, "won"], [2, "won"]), 3],
    [fared([3, "won"], [3, "lost"]), 3],
    [fared([3, "drawn"], [3, "drawn"]), 3],
    [fared([3, "lost"], [3, "lost"], [3, "won"]), 2],
    [fared([3, "lost"], [3, "won"], [3, "lost"]), 3],
    [fared([1, "lost"], [1, "lost"]), 1],
    [fared([5, "lost"], [1, "won"]), 3],
    [fared([8, "lost"], [5, "lost"], [1, "won"]), 4],
    [fared([2, "lost"], [1, "won"]), 1],
    [fared([2, "lost"]), 1],
    [fared([10, "won"], [10, "won"]), "max"],
    [fared(["max", "won"], ["max", "won"]), "max"],
    [fared(["max", "lost"], ["max", "lost"], ["max", "won"]), 10],
    [fared(["max", "lost"], [10, "won"]), 10],
    // Nothing above what was lost since the last win.
    [fared([10, "lost"], [1, "lost"]), 1],
    [fared([10, "lost"], [4, "lost"], [2, "won"]), 4],
    [fared([10, "lost"], [2, "won"], [4, "lost"]), 6],
] as const)("%j: level %s is proposed", (all, level) => expect(proposed(all, 10)).toBe(level));

test.each([
    [fared([10, "won"], [10, "won"]), 11],
    [fared([12, "won"], [12, "won"]), "max"],
    [fared(["max", "lost"], ["max", "lost"], ["max", "won"]), 12],
    [fared([12, "lost"], [9, "won"]), 10],
] as const)("%j: level %s of twelve is proposed", (all, level) => expect(proposed(all, 12)).toBe(level));
