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
    session.tellPast();
    expect(session.note!.text).toBe("c3 is taken.");
    await session.lookAt(1);
    expect([session.at, session.note]).toEqual([1, null]);
    session.tellPast();
    expect(session.note).toEqual({ text: "You are looking at an earlier position.", kind: "wrong" });
    await session.explain("pass");
    expect(session.note!.text).toBe("You are looking at an earlier position.");
    await session.lookAt(Infinity);
    expect([session.at, session.note]).toEqual([null, null]);
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
