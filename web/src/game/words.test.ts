import { beforeAll, describe, expect, it } from "vitest";
import games from "../fixtures/games.json";
import { loadTexts } from "../lib/texts.svelte";
import type { StoredGame } from "../lib/types";
import { colourOf, duty, headline, playerName, reasonText } from "./words";

const { playing, lostByTime } = games as unknown as Record<"playing" | "lostByTime", StoredGame>;

beforeAll(() => loadTexts("en"));

describe("playerName", () => {
    it("prefers the name that was given", () => expect(playerName(playing.seats, 1)).toBe("Ada"));
    it("tells a computer's level", () => expect(playerName(playing.seats, 2)).toBe("Computer, level 4"));
    it("calls the one person you, and two people by their numbers", () => {
        const human = { kind: "human" as const, level: null, name: "", number: 1 as const };
        expect(playerName({ ...playing.seats, 1: human }, 1)).toBe("You");
        const second = { ...human, number: 2 as const };
        expect(playerName({ 1: human, 2: second }, 2)).toBe("Player 2");
        // After a rematch they sit the other way round.
        expect(playerName({ 1: second, 2: human }, 1)).toBe("Player 2");
    });
});

describe("headline", () => {
    it("says whose turn it is", () => expect(headline(playing)).toBe("Your turn: Black"));
    it("says that the computer thinks", () => {
        const view = { ...playing.view, toMove: "W" as const, seat: 2 as const };
        expect(headline({ ...playing, view })).toBe("The computer is thinking …");
    });
    it("asks for the second stone", () => {
        expect(headline({ ...playing, view: { ...playing.view, turnOpen: true } })).toBe(
            "Your second stone: Black",
        );
    });
    it("says who has won", () => expect(headline(lostByTime)).toMatch(/wins?$/));
});

describe("duty", () => {
    const obliged = { ...playing.view, obliged: "capture" as const };
    it("is told to a person who has it", () => {
        expect(duty({ ...playing, view: obliged })).toBe("You must capture");
        expect(duty({ ...playing, view: { ...obliged, obliged: "pass" } })).toBe("You can only pass");
    });
    it("is not told otherwise", () => {
        expect(duty(playing)).toBe("");
        expect(duty({ ...playing, view: { ...obliged, seat: 2 } })).toBe("");
        expect(duty({ ...lostByTime, view: obliged })).toBe("");
    });
});

describe("colourOf", () => {
    it("is nobody's while the setup goes on", () => {
        expect(colourOf({ ...playing.view, setup: "komi" }, 1)).toBeNull();
        expect(colourOf({ ...playing.view, seats: { B: 2, W: 1 } }, 1)).toBe("W");
    });
});

describe("reasonText", () => {
    it.each([
        ["Black wins. The board is full.", "The board is full."],
        ["黒の勝ちです。盤が埋まりました。", "盤が埋まりました。"],
        ["White wins. Black resigned.", "Black resigned."],
    ])("does not repeat the headline: %s", (sentence, left) => expect(reasonText(sentence)).toBe(left));
});
