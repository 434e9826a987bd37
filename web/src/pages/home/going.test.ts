import { expect, test } from "vitest";
import type { GameSummary } from "../../lib/types";
import { waitingFirst } from "./going";

function game(id: string, onMove: 1 | 2 | null): GameSummary {
    const seats = { 1: { kind: "human" }, 2: { kind: "computer" } };
    return { id, onMove, seats, status: onMove === null ? "over" : "playing", handed: [] } as unknown as GameSummary;
}

test("games that wait for a person come first, finished ones not at all, and the order is kept otherwise", () => {
    const games = [game("a", 2), game("b", 1), game("c", null), game("d", 2), game("e", 1)];
    games.push({ ...game("f", 1), handed: [{ after: 3, until: null }] }); // the computer plays it to its end
    expect(waitingFirst(games).map((one) => one.id)).toEqual(["b", "e", "a", "d", "f"]);
});
