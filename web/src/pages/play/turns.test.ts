import { describe, expect, it } from "vitest";
import type { Effects, PlayedMove } from "../../lib/types";
import { byTurns } from "./turns";

const nothing: Effects = {
    placed: [],
    removed: [],
    flipped: [],
    captured: [],
    released: [],
    pushed: [],
    returned: [],
    faces: {},
};
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
            effects: nothing,
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
