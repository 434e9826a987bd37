// @vitest-environment jsdom
import { beforeAll, expect, it, vi } from "vitest";

vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: false })));
vi.mock("../../lib/positions/positions", () => ({
    viewOf: (line: string) => Promise.resolve({ line }),
    viewAfter: () => Promise.reject(new Error("not asked")),
}));
vi.mock("../../lib/engine", () => ({
    makeReady: () => undefined,
    whyNot: (_line: string, point: string) => Promise.resolve(`${point} is taken.`),
}));
import games from "../../fixtures/games.json";
import { loadTexts } from "../../lib/texts.svelte";
import { aloud } from "../../lib/toasts.svelte";
import type { StoredGame } from "../../lib/types";
import { type GameKeeper, Session } from "./session.svelte";

beforeAll(() => loadTexts("en"));

it("says a refusal beside the position it is of, and beside an earlier one that it is one", async () => {
    const session = new Session("abcDEF123456", {} as GameKeeper);
    session.take(games.playing as unknown as StoredGame);
    await session.explain("c3");
    expect(session.note).toEqual({ text: "c3 is taken.", kind: "wrong" });
    expect(aloud.text).toBe(""); // a note that changes is heard
    await session.explain("c3");
    expect(aloud.text).toBe("c3 is taken.");
    session.tellClosed();
    expect(session.note!.text).toBe("c3 is taken.");
    await session.lookAt(1);
    expect([session.at, session.note]).toEqual([1, null]);
    session.tellClosed();
    expect(session.note).toEqual({ text: "You are looking at an earlier position.", kind: "wrong" });
    await session.explain("pass");
    expect(session.note!.text).toBe("You are looking at an earlier position.");
    await session.lookAt(Infinity);
    expect([session.at, session.note]).toEqual([null, null]);
});

it("says to both who play at two devices why nothing can be played now, each time", () => {
    const game = games.playing as unknown as StoredGame;
    const opponent = game.view.seat === 1 ? 2 : 1;
    for (const [seat, waits, text] of [
        [opponent, false, "It is your opponent’s turn."],
        [opponent, true, "No move can be made now."],
        [null, false, "You are watching"],
    ] as const) {
        aloud.text = "";
        const session = new Session("abcDEF123456", {} as GameKeeper, { seat, waits });
        session.take(game);
        session.tellClosed();
        expect([session.note, aloud.text]).toEqual([{ text, kind: "plain" }, ""]);
        session.tellClosed();
        expect(aloud.text).toBe(text);
    }
    const mine = new Session("abcDEF123456", {} as GameKeeper, { seat: game.view.seat!, waits: false });
    mine.take(game);
    mine.tellClosed();
    expect(mine.note).toBeNull();
});

it("says what comes first to who touches the board before that", () => {
    const before = games.playing as unknown as StoredGame;
    for (const [setup, text] of [
        ["komi", "First set komi. Then stones are placed."],
        ["side", "First choose a side. Then stones are placed."],
    ] as const) {
        const session = new Session("abcDEF123456", {} as GameKeeper, { seat: before.view.seat!, waits: false });
        session.take({ ...before, view: { ...before.view, setup } });
        session.tellClosed();
        expect(session.note).toEqual({ text, kind: "plain" });
    }
});

it("tells nothing of an answer that comes after the person has left", async () => {
    const before = games.playing as unknown as StoredGame;
    const after: StoredGame = { ...before, moves: [], updated: `${before.updated}9` };
    for (const leaves of [false, true]) {
        aloud.text = "";
        let answer: (game: StoredGame) => void = () => undefined;
        const keeper = { watch: () => () => undefined, undo: () => new Promise((resolve) => (answer = resolve)) };
        const session = new Session("abcDEF123456", keeper as unknown as GameKeeper);
        const leave = session.follow();
        session.take(before);
        const done = session.undo();
        if (leaves) leave();
        answer(after);
        await done;
        expect([session.game, aloud.text !== ""]).toEqual(leaves ? [before, false] : [after, true]);
    }
});

it("says the end of a game to the one person in it as the headline does", () => {
    const before = games.playing as unknown as StoredGame;
    const { outcome, status } = games.lostByTime as unknown as StoredGame;
    const view = { ...before.view, outcome };
    const [first, ...others] = before.moves;
    const end = { ...before, view, outcome, status, updated: `${before.updated}9` };
    for (const known of [before, { ...before, moves: [first!, ...others.slice(0, -1)] }]) {
        aloud.text = "";
        const session = new Session("abcDEF123456", {} as GameKeeper);
        session.take(known);
        session.take(end);
        expect(aloud.text).toContain("The computer wins. You ran out of time.");
        expect(aloud.text).not.toContain("White wins");
    }
});

it("says with the turn what must be done, to whoever is to move here", () => {
    const before = games.playing as unknown as StoredGame;
    const view = { ...before.view, obliged: "capture", duty: "You must capture" };
    const [first, ...others] = before.moves;
    const known = { ...before, moves: [first!, ...others.slice(0, -1)] };
    const after = { ...before, view, updated: `${before.updated}9` } as StoredGame;
    const opponent = { seat: view.seat === 1 ? 2 : 1, waits: false } as const;
    for (const [meeting, says] of [
        [null, true],
        [opponent, false],
    ] as const) {
        aloud.text = "";
        const session = new Session("abcDEF123456", {} as GameKeeper, meeting);
        session.take(known);
        session.take(after);
        expect([aloud.text.includes("to move"), aloud.text.endsWith("; You must capture")]).toEqual([true, says]);
    }
    const session = new Session("abcDEF123456", {} as GameKeeper);
    session.take({ ...before, moves: [...before.moves, first!] });
    session.take(after);
    expect(aloud.text).toMatch(/^Undone: .*; You must capture$/);
});

it("lets only players settle komi and sides, and nobody after the end", () => {
    const game = games.playing as unknown as StoredGame;
    const during = { ...game, view: { ...game.view, setup: "komi" } } as StoredGame;
    const settles = (shown: StoredGame, seat?: 1 | 2 | null): boolean => {
        const session = new Session(
            "abcDEF123456",
            {} as GameKeeper,
            seat === undefined ? null : { seat, waits: false },
        );
        session.take(shown);
        return session.settling;
    };
    expect([undefined, 1, 2, null].map((seat) => settles(during, seat as 1 | 2 | null))).toEqual([
        true,
        true,
        true,
        false,
    ]);
    expect([settles(game), settles({ ...during, status: "over" }, 1)]).toEqual([false, false]);
});

it("says to a player who is to choose a side that it is he, and no name of his with a wrong verb", () => {
    const game = games.playing as unknown as StoredGame;
    const human = { kind: "human", level: null, number: 1 } as const;
    const seats = { 1: { ...human, name: "You" }, 2: { ...human, name: "Opponent" } };
    const last = { ...game.moves[0]!, move: "komi 8", seat: 2, settles: true };
    const view = { ...game.view, setup: "side", seat: 1, last };
    const before = { ...game, moves: [], seats } as unknown as StoredGame;
    const after = { ...before, moves: [last], view, updated: `${game.updated}9` } as unknown as StoredGame;
    for (const [seat, text] of [
        [1, "Your opponent sets komi to 8; you choose a side"],
        [2, "You set komi to 8; your opponent chooses a side"],
    ] as const) {
        const session = new Session("abcDEF123456", {} as GameKeeper, { seat, waits: false });
        session.take(before);
        session.take(after);
        expect(aloud.text).toBe(text);
    }
});

it("says of a game that was called off what its headline says", () => {
    const before = games.playing as unknown as StoredGame;
    const outcome = { winner: null, winnerSeat: null, termination: "declined", sentence: "A draw." };
    const meeting = { seat: 1, waits: false, calledOff: "Bob has declined" } as const;
    const session = new Session("abcDEF123456", {} as GameKeeper, meeting);
    session.take(before);
    session.take({ ...before, outcome, status: "over", updated: `${before.updated}9` } as StoredGame);
    expect(aloud.text).toBe("Bob has declined");
});
