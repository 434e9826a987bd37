import { describe, expect, it } from "vitest";
import { recordOf } from "./record";

type Game = Parameters<typeof recordOf>[0];
const view = { game: "vacu", options: { size: 5, komi: 3 }, line: "vacu(size=5,komi=3) moves c3,d3" };
const game = (termination: string | null): Game =>
    ({ view, outcome: termination && { winner: "W", winnerSeat: 2, termination, sentence: "" } }) as unknown as Game;
const players = [{ name: "Mina" }, { name: null }];
const table = { players, created: Date.UTC(2026, 10, 21, 9, 30, 0, 250) } as unknown as Parameters<typeof recordOf>[1];

describe("the record of a game between people", () => {
    it("says who played, when, what was played, and who gave up", () => {
        expect(recordOf(game("resignation"), table)).toEqual({
            ...{ format: "fieldstone-record", version: 1, game: "vacu", options: view.options },
            seats: [{ kind: "human", name: "Mina" }, { kind: "human" }],
            started: "2026-11-21T09:30:00Z",
            result: { winner: 2, reason: "resignation" },
            moves: [{ move: "c3" }, { move: "d3" }],
        });
    });
    it.each([null, "two-passes"])("leaves to the rules how it ended: %s", (termination) => {
        expect(Object.keys(recordOf(game(termination), table))).not.toContain("result");
    });
    it("begins where the game began", () => {
        const start = "vacu(size=2,komi=0) B./.. W";
        const from = { ...view, line: `${start} moves b1` };
        expect(recordOf({ ...game(null), view: from as unknown as Game["view"] }, table)).toMatchObject({ start });
    });
});
