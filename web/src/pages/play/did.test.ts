// @vitest-environment jsdom
import { beforeAll, expect, it } from "vitest";
import { NO_EFFECTS } from "../../lib/announce";
import { loadTexts } from "../../lib/texts.svelte";
import type { PlayedMove, StoredGame, View } from "../../lib/types";
import { didOf, lastTurnOf, whereText } from "./did";

beforeAll(() => loadTexts("en"));

const move = (ply: number, text: string, seat: 1 | 2): PlayedMove =>
    ({
        ply,
        move: text,
        seat,
        colour: "B",
        settles: text === "swap",
        turn: ply,
        effects: NO_EFFECTS,
    }) as unknown as PlayedMove;
/** A game in which the computer has swapped; its position comes in another answer than the game. */
const [opening, swap, next] = [move(0, "c3", 1), move(1, "swap", 2), move(2, "a1", 1)];
const game = (moves: PlayedMove[]): StoredGame =>
    ({
        moves,
        seats: { 1: { kind: "human", level: null, name: "" }, 2: { kind: "computer", level: 1, name: "" } },
    }) as unknown as StoredGame;
const view = (last: PlayedMove): View => ({ last: { ...last }, colours: { 1: "W", 2: "B" } }) as unknown as View;

it("tells once that the computer has swapped, until one has moved again", () => {
    expect(didOf(game([opening, swap]), view(swap), 2, ["swap"], 1)).toEqual({
        text: "The computer swaps: you play White now",
        news: true,
    });
    const after = didOf(game([opening, swap, next]), view(next), 3, ["a1"], 1);
    expect(after.text).toMatch(/^The computer swaps: you play White now\. .*a1/);
    expect(after.news).toBe(true);
});
it("says nothing of it later, nor of nobody's colours", () => {
    const late = game([opening, swap, next, move(3, "b2", 2)]);
    expect(didOf(late, view(late.moves[3]!), 4, ["b2"], 1).news).toBe(false);
    expect(didOf(game([opening, swap]), view(swap), 2, ["swap"], null).text).not.toContain("you play");
});
it("is empty before the first move", () => {
    expect(didOf(game([]), { last: null } as View, 0, [], 1)).toEqual({ text: "", news: false });
});

it("knows the moves of the last turn, with the one that is on its way", () => {
    const turned = (one: PlayedMove, turn: number): PlayedMove => ({ ...one, turn });
    const [first, second, third] = [move(0, "c3", 1), turned(move(1, "b2", 2), 1), turned(move(2, "d4", 2), 1)];
    expect(lastTurnOf(game([first, second, third]), view(third), 3)).toEqual(["b2", "d4"]);
    expect(lastTurnOf(game([first, second]), view(third), 2)).toEqual(["b2", "d4"]);
    expect(lastTurnOf(game([]), view(first), 0)).toEqual(["c3"]);
    expect(lastTurnOf(game([first]), { last: null } as unknown as View, 0)).toEqual([]);
});

it("says where one looks", () => {
    const played = game([opening, swap]);
    expect([whereText(played, 0, ""), whereText(played, 1, "Black c3")]).toEqual(["Start", "After move 1: Black c3"]);
});
