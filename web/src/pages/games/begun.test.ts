/** A game that was only opened has no place in the list; nothing that somebody made is left out. */
import { expect, test } from "vitest";
import type { GameSummary } from "../../lib/types";
import { isBegun } from "./begun";

const seat = (kind: "human" | "computer", name = "") => ({ kind, name, level: null, number: 1 });
const opened = {
    gameText: "vacu(size=3,komi=0,setup=fixed)",
    plies: 0,
    status: "playing",
    seats: { 1: seat("human"), 2: seat("computer") },
    rows: ["...", "...", "..."],
    handed: [],
    imported: false,
} as unknown as GameSummary;
const second = { ...opened, seats: { 1: seat("computer"), 2: seat("human") } } as GameSummary;
const one = ["...", ".B.", "..."];

test("a game in which no person has moved", () => {
    expect(isBegun(opened)).toBe(false);
    expect(isBegun({ ...opened, seats: { 1: seat("human"), 2: seat("human") } } as GameSummary)).toBe(false);
    expect(isBegun(second)).toBe(false);
    // The computer has begun.
    expect(isBegun({ ...second, plies: 1, rows: one })).toBe(false);
});

test("a move, also without a stone", () => {
    expect(isBegun({ ...opened, plies: 1, rows: one })).toBe(true);
    expect(isBegun({ ...opened, plies: 1 })).toBe(true);
    expect(isBegun({ ...second, plies: 2, rows: one })).toBe(true);
});

test("a komi that is to be named, or was", () => {
    const auction = { ...second, gameText: "vacu(size=3,komi=0,setup=auction)" };
    expect([isBegun(auction), isBegun({ ...auction, plies: 1 })]).toEqual([true, true]);
});

test("a position that was set up, a file, a name, an end, moves left to the computer", () => {
    expect(isBegun({ ...opened, rows: one })).toBe(true);
    expect(isBegun({ ...opened, imported: true })).toBe(true);
    expect(isBegun({ ...opened, seats: { 1: seat("human", "Ada"), 2: seat("computer") } } as GameSummary)).toBe(true);
    expect(isBegun({ ...opened, status: "over" })).toBe(true);
    expect(isBegun({ ...opened, handed: [{ after: 0, until: null }] })).toBe(true);
});
