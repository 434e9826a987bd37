// @vitest-environment jsdom
import { beforeAll, describe, expect, it } from "vitest";
import { views } from "../../board/views.testing";
import games from "../../fixtures/games.json";
import { loadTexts } from "../../lib/texts.svelte";
import type { PlayedMove, Seat, StoredGame, View } from "../../lib/types";
import {
    breakable,
    buttonOf,
    duty,
    endText,
    handedText,
    headline,
    mayKnow,
    namesFor,
    noScore,
    playerName,
    reasonText,
    roomFor,
    told,
    turnOf,
    unbroken,
    unitOf,
} from "./words";

const { playing, lostByTime } = games as unknown as Record<"playing" | "lostByTime", StoredGame>;

beforeAll(() => loadTexts("en"));

describe("playerName", () => {
    it("prefers the name that was given", () => expect(playerName(playing.seats, 1)).toBe("Ada"));
    it("tells a computer's level", () => expect(playerName(playing.seats, 2)).toBe("Computer (level 4)"));
    it("calls the one person you, and two people by their numbers", () => {
        const human = { kind: "human" as const, level: null, name: "", number: 1 as const };
        expect(playerName({ ...playing.seats, 1: human }, 1)).toBe("You");
        const second = { ...human, number: 2 as const };
        expect(playerName({ 1: human, 2: second }, 2)).toBe("Player 2");
        // After a rematch they sit the other way round.
        expect(playerName({ 1: second, 2: human }, 1)).toBe("Player 2");
    });
});

describe("namesFor", () => {
    const human = { kind: "human" as const, level: null, name: "Ben", number: 1 as const };
    it("speaks to the one person in a game, and names both to anybody else", () => {
        const people = { 1: { ...human, name: "You" }, 2: human };
        expect(([1, 2] as const).map(namesFor(people, 1))).toEqual([null, "your opponent"]);
        expect(([1, 2] as const).map(namesFor(playing.seats, 1))).toEqual([null, "the computer"]);
        expect(([1, 2] as const).map(namesFor({ 1: human, 2: { ...human, name: "" } }, null))).toEqual([
            "Ben",
            "Player 1",
        ]);
    });
});

describe("endText", () => {
    const ended = (termination: string): string =>
        endText(
            { outcome: { winner: null, winnerSeat: null, termination, sentence: "A draw." }, seats: playing.seats },
            1,
        );
    it("is what the game says of its end", () => expect(ended("agreement")).toBe("A draw."));
    it("tells a player in the words of the headline who has won, and why", () => {
        const outcome = (winnerSeat: Seat) => ({ ...lostByTime.outcome!, winnerSeat });
        const says = (seats: StoredGame["seats"], winner: Seat, own: Seat | null) =>
            endText({ outcome: outcome(winner), seats }, own);
        const { seats } = playing;
        expect(says(seats, 1, 1)).toBe("You win. The computer ran out of time.");
        expect(says(seats, 2, 1)).toBe("The computer wins. You ran out of time.");
        const people = { 1: seats[1], 2: { ...seats[1], name: "Ben" } };
        expect(says(people, 1, 1)).toBe("You win. Ben ran out of time.");
        expect(says(people, 1, 2)).toBe("Your opponent wins. You ran out of time.");
        expect(says(people, 1, null)).toBe("White wins. Black ran out of time.");
    });
    it("tells why a win could be claimed, and leaves what the board has decided as it is", () => {
        const { seats } = playing;
        const people = { 1: seats[1], 2: { ...seats[1], name: "Opponent" } }; // as a guest is called
        const ends = (termination: string, sentence: string, own: Seat | null) =>
            endText({ outcome: { winner: "B", winnerSeat: 1, termination, sentence }, seats: people }, own);
        const left = "Black wins. White forfeited the game.";
        expect(ends("forfeit", left, 1)).toBe("You win. Your opponent was away for too long, so you claimed the win.");
        expect(ends("forfeit", left, 2)).toBe(
            "Your opponent wins. You were away for too long, so your opponent claimed the win.",
        );
        expect(ends("forfeit", left, null)).toBe(left);
        const outcome = { winner: "B" as const, winnerSeat: 1 as const, termination: "forfeit", sentence: left };
        expect(endText({ outcome, seats }, 1)).toBe("You win. White forfeited the game."); // a program, by a crash
        expect(ends("score", "Black wins by 3.", 1)).toBe("You win.");
        expect(ends("elimination", "Black wins. White has no stones.", 1)).toBe("You win. White has no stones.");
    });
    it.each([
        ["aborted", "The game was called off"],
        ["withdrawn", "The invitation was withdrawn"],
        ["declined", "The game was called off"],
    ])("calls no game a draw that was %s", (termination, text) => expect(ended(termination)).toBe(text));
});

describe("unbroken", () => {
    it("keeps a product and whose it is together", () =>
        expect(unbroken("Score: Black 7 × 1 = 7, White 9 × 11 = 99.")).toBe(
            "Score: Black\u00a07\u00a0×\u00a01\u00a0=\u00a07, White\u00a09\u00a0×\u00a011\u00a0=\u00a099.",
        ));
});

describe("noScore", () => {
    const of = (view: unknown) => noScore(view as View, "B");
    it("says in words why there is none", () => {
        expect(of(views.vacu.finished)).toBeNull();
        expect(of({ ...views.vacu.middle, scoreTells: false })).toBe("game.score.early");
        expect(of(views.kaomi.empty)).toBe("game.score.none");
        expect(of(views.vacu.empty)).toBe("game.score.none");
        expect(of({ ...views.vacu.empty, outcome: views.vacu.finished.outcome })).toBeNull(); // komi decides
        expect(of(views.iago.empty)).toBe("game.score.nothing");
        expect(of(views.iago.finished)).toBeNull();
        const ended = { ...views.iago.finished.outcome, winner: null };
        for (const termination of ["declined", "withdrawn", "aborted", "resignation"]) {
            const outcome = { ...ended, termination };
            expect(of({ ...views.iago.empty, outcome })).toBe("game.score.bare");
            expect(of({ ...views.vacu.empty, outcome })).toBe("game.score.gone");
            expect(of({ ...views.iago.finished, outcome })).toBeNull();
        }
        expect(of({ ...views.kaomi.finished, scores: { B: [], W: [] } })).toBe("game.score.cancelled");
        const lone = { ...views.kaomi.finished, scores: { B: [], W: [3] }, count: { lines: [], groups: [] } };
        expect(of(lone)).toBe("game.score.gone");
    });
});

describe("unitOf", () => {
    it("does not let the size of one group look like how many there are", () => {
        const { score } = views.kaomi.finished;
        const of = (sizes: number[]) => unitOf({ score, scores: { B: sizes, W: [] } }, "B");
        expect(of([11])).toBe("group");
        expect(of([4, 3, 3])).toBe("groups");
        expect(unitOf(views.iago.finished, "W")).toBe("product");
        expect(unitOf(views.vacu.finished, "W")).toBe("points");
    });
});

describe("mayKnow", () => {
    it("wants a person who plays the computer, or two on one device", () => {
        const [computer, human] = [playing.seats[2], { ...playing.seats[2], kind: "human" as const }];
        expect(mayKnow(playing)).toBe(true);
        expect(mayKnow({ ...playing, seats: { 1: human, 2: human } })).toBe(true);
        expect(mayKnow({ ...playing, seats: { 1: computer, 2: computer } })).toBe(false);
    });
});

describe("turnOf", () => {
    const human = { kind: "human" as const, level: null, name: "", number: 1 as const };
    const two = { 1: human, 2: { ...human, number: 2 as const } };
    it("speaks of the one person, of the computer, or of one of two people", () => {
        const seats = { ...playing.seats, 1: human };
        expect(turnOf({ ...playing, seats, onMove: 1 })).toBe("Your turn");
        expect(turnOf({ ...playing, seats, onMove: 2 })).toBe("The computer’s turn: open to continue");
        expect(turnOf({ ...playing, seats: two, onMove: 2 })).toBe("Player 2 to move");
    });
    it("tells of a game that the computer finishes", () => {
        const left = { ...playing, seats: two, onMove: 1 as const, handed: [{ after: 3, until: null }] };
        expect(turnOf(left)).toBe("The computer is finishing the game …");
        expect(headline(left)).toBe("The computer is finishing the game …");
        expect(turnOf({ ...left, handed: [{ after: 1, until: 3 }] })).toBe("Player 1 to move");
    });
    it("is empty when the game is over", () => expect(turnOf({ ...playing, onMove: null })).toBe(""));
});

describe("handedText", () => {
    const moves = [0, 1, 1, 2, 2, 3].map((turn, ply) => ({ ply, turn, seat: 1, move: "a1" }));
    const of = (...handed: { after: number; until: number | null }[]) =>
        handedText({ ...playing, moves, handed } as unknown as StoredGame);
    it("counts turns, as the list of moves does", () => {
        expect(of()).toBe("");
        expect(of({ after: 3, until: null })).toBe("From turn 3 on the computer played both sides.");
        expect(of({ after: 1, until: 4 })).toBe("The computer played both sides from turn 2 to turn 3.");
        expect(of({ after: 6, until: null })).toBe(""); // it has not moved yet
    });
    it("tells of a single turn without from and to", () => {
        expect(of({ after: 1, until: 3 })).toBe("The computer played turn 2.");
        const over = { ...playing, moves, outcome: lostByTime.outcome, handed: [{ after: 5, until: null }] };
        expect(handedText(over as unknown as StoredGame)).toBe("The computer played turn 4.");
    });
});

describe("headline", () => {
    it("says whose turn it is", () => expect(headline(playing)).toBe("Your turn: Black"));
    it("says that the computer thinks", () => {
        const view = { ...playing.view, toMove: "W" as const, seat: 2 as const };
        expect(headline({ ...playing, view })).toBe("The computer is thinking …");
    });
    it("counts the stones of a turn of two", () => {
        const at = (view: Partial<typeof playing.view>) => headline({ ...playing, view: { ...playing.view, ...view } });
        expect(at({ stonesLeft: 2 })).toBe("Your turn: Black, first of two stones");
        expect(at({ stonesLeft: 1, turnOpen: true })).toBe("Your turn: Black, second of two stones");
        expect(at({ stonesLeft: 1 })).toBe("Your turn: Black");
    });
    it("says of an earlier position who was to move in that", () => {
        const past = { ...playing.view, toMove: "W" as const };
        expect(headline(lostByTime, past)).toBe("White was to move here");
        expect(headline(playing, { ...past, toMove: null })).toBe("You are looking at an earlier position.");
        expect(headline(playing, { ...past, setup: "side" })).toBe("You are looking at an earlier position.");
    });
    it("says who has won", () => expect(headline(lostByTime)).toMatch(/wins?$/));
});

describe("duty", () => {
    const obliged = { ...playing.view, obliged: "capture", duty: "You must capture" };
    it("is told to a person who has it", () => {
        expect(duty({ ...playing, view: obliged })).toBe("You must capture");
    });
    it("is not told otherwise", () => {
        expect(duty(playing)).toBe("");
        expect(duty({ ...playing, view: { ...obliged, seat: 2 } })).toBe("");
        expect(duty({ ...lostByTime, view: obliged })).toBe("");
    });
});

describe("the button of a move that sets no stone", () => {
    const legal = { points: [], namedMoves: ["pass"], komi: null };
    it("says beforehand that a pass ends the game", () => {
        expect(buttonOf("pass", { passes: 0, legal }).wide).toBe("Pass");
        expect(buttonOf("pass", { passes: 1, legal }).wide).toBe("Pass: ends the game");
        expect(buttonOf("pass", { passes: 1, legal: { ...legal, namedMoves: [] } }).wide).toBe("Pass");
    });
    it("calls the button the same on every screen, and says what it is", () => {
        const { wide, narrow, title } = buttonOf("button", { passes: 0, legal });
        expect([wide, narrow]).toEqual(["Take the button (½)", "Take the button (½)"]);
        expect(title).toContain("½ point");
    });
});

describe("roomFor", () => {
    it("sets long lists of groups smaller, and sooner beside a clock", () => {
        expect(roomFor(["1 × 1 = 1"], false)).toBe("short");
        expect(roomFor(["28½"], true)).toBe("short");
        expect(roomFor(["1 × 1 = 1"], true)).toBe("middle");
        expect(roomFor(["10 × 12 = 120"], true)).toBe("long");
        expect(roomFor(["2, 1, 0, −1 (×5), −5, −14"], false)).toBe("long");
        expect(roomFor(["2, 1, 0, −1 (×5), −5, −14"], true)).toBe("longest");
    });
    it("sets both scores as the longer one needs", () => {
        expect(roomFor(["1", "2, 1, 0, −1 (×5)"], false)).toBe("long");
    });
    it("knows that commas of Japanese are wide", () => {
        expect(roomFor(["−2, −4, −4, −9"], false)).toBe("short");
        expect(roomFor(["−2、−4、−4、−9"], false)).toBe("short");
        expect(roomFor(["−2、−4、−4、−92"], false)).toBe("long");
    });
    it("is broken between groups and before a result", () => {
        expect(breakable("1、−1 (×4)、−2")).toBe("1、\u200b−1\u00a0(×4)、\u200b−2");
        expect(breakable("10 × 12 = 120")).toBe("10\u00a0×\u00a012 =\u00a0120");
    });
});

describe("reasonText", () => {
    it.each([
        ["Black wins. The board is full.", "The board is full."],
        ["黒の勝ちです。盤が埋まりました。", "盤が埋まりました。"],
        ["White wins. Black resigned.", "Black resigned."],
    ])("does not repeat the headline: %s", (sentence, left) => expect(reasonText(sentence)).toBe(left));
});

describe("what a move that sets no stone is told as", () => {
    const made = (move: string, seat: Seat) => ({ move, seat, settles: true }) as PlayedMove;
    const view = { ...playing.view, colours: { 1: "W", 2: "B" } as const };

    it("says who swaps, and what you play now", () => {
        expect(told(made("swap", 2), view, playing.seats, 1)).toBe("The computer swaps: you play White now");
        expect(told(made("swap", 1), view, playing.seats, 1)).toBe("You swap: you play White now");
        expect(told(made("komi 7", 2), view, playing.seats, 1)).toBe("The computer sets komi to 7");
        expect(told(made("pass", 2), view, playing.seats, 1)).toBe("The computer passes");
    });
    it("leaves stones, and games of two people, to the usual words", () => {
        expect(told(made("e5", 1), view, playing.seats, 1)).toBeNull();
        const people = { 1: playing.seats[1], 2: playing.seats[1] };
        expect(told(made("swap", 1), view, people, null)).toBeNull();
        expect(told(made("swap", 1), view, people, 1)).toBe("You swap: you play White now");
        expect(told(made("swap", 2), view, people, 1)).toBe("Your opponent swaps: you play White now");
        expect(told(made("black", 1), view, people, 1)).toBe("You choose Black: your opponent plays White now");
        expect(told(made("pass", 2), view, people, 1)).toBe("Your opponent passes");
    });
});

it("does not tell of two stones where one can only pass", () => {
    const seats = { ...playing.seats, 1: { ...playing.seats[1], name: "" } };
    const view = { ...playing.view, seat: 1, toMove: "B", stonesLeft: 2, turnOpen: false } as View;
    const head = (points: string[]) =>
        headline({ ...playing, seats, view: { ...view, legal: { ...view.legal, points } } });
    expect(head(["a1"])).toBe("Your turn: Black, first of two stones");
    expect(head([])).toBe("Your turn: Black");
});
