import { describe, expect, it } from "vitest";
import { NO_EFFECTS } from "../../lib/announce";
import type { Effects, PlayedMove } from "../../lib/types";
import { byTurns, didText, turnAt } from "./turns";

const game = (...turns: string[][]): PlayedMove[] =>
    turns
        .flatMap((moves, turn) => moves.map((move) => ({ move, turn })))
        .map(({ move, turn }, ply) => ({
            ply,
            move,
            turn,
            seat: turn % 2 ? 2 : 1,
            settles: /^(komi|black|white|swap)/.test(move),
            colour: turn % 2 ? "W" : "B",
            effects: NO_EFFECTS,
        }));

describe("byTurns", () => {
    it("puts both stones of a turn on one line", () => {
        const turns = byTurns(game(["e5"], ["c3", "d4"], ["a1"]));
        expect(turns.map((turn) => turn.moves.map((move) => move.move))).toEqual([["e5"], ["c3", "d4"], ["a1"]]);
        expect(turns.map((turn) => turn.number)).toEqual([1, 2, 3]);
        expect(turns.map((turn) => turn.colour)).toEqual(["B", "W", "B"]);
    });
    it("gives the moves of the setup no colour", () => {
        const turns = byTurns(game(["komi 7"], ["black"], ["c3"]));
        expect(turns.map((turn) => turn.colour)).toEqual([null, null, "B"]);
        expect(turns.map((turn) => turn.seat)).toEqual([1, 2, 1]);
    });
    it("gives an exchange of the colours none either", () => {
        const turns = byTurns(game(["c3"], ["swap"], ["d4"]));
        expect(turns.map((turn) => turn.colour)).toEqual(["B", null, "B"]);
    });
    it("has no line before the first move", () => expect(byTurns([])).toEqual([]));
});

it("counts turns where moves are walked through", () => {
    const turns = byTurns(game(["e5"], ["c3", "d4"], ["a1"]));
    expect([0, 1, 2, 3, 4].map((ply) => turnAt(turns, ply))).toEqual([0, 1, 2, 2, 3]);
});

it("says in short what a move did", () => {
    const [move] = game(["e5"]);
    const did = (effects: Partial<Effects>) => didText({ ...move!, effects: { ...NO_EFFECTS, ...effects } });
    expect(did({})).toBe("");
    expect(didText({})).toBe("");
    expect(did({ placed: ["e5"], removed: ["a1", "b1"] })).toBe("×2");
    expect(did({ placed: ["e5"], removed: ["a1", "e5"], flipped: ["c1"] })).toBe("−2 ×1");
    expect(did({ captured: ["a1"], released: ["b1", "c1"] })).toBe("×1 +2");
    expect(did({ pushed: [{ from: "a1", to: "b1", wraps: false }] })).toBe("→1");
});
