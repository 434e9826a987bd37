/** Whatever an address or a file says, there is a clear refusal or a position, and never a crash. */
import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import fixture from "../../fixtures/keeper.json";
import { draws, seed, spoiled, spoiledJson } from "../../lib/garbage.testing";
import { ApiError } from "../../lib/problems";
import type { NewGame } from "../../lib/types";
import type { Channel } from "./channel";
import { restored, saved } from "./everything";
import { Files } from "./files";
import { Games } from "./games";
import { limits, newReferee, speech } from "./referee.testing";
import { Refused } from "./refusals";
import { Store } from "./store";
import type { Referee } from "./transitions";

const TRIES = 1500;
const FILES = 250;
const WHOLE = [
    "vacu(size=5,komi=3) moves c3,b2,button,d4,pass",
    "kaomi(size=5) ...../...../B.B.W/...W./..... B",
    "iago moves e5,d4",
    "vadus(size=4) moves d4,c3,c4",
    "squared(size=4,setup=auction) moves komi 4,white",
    fixture.records.good.tree.written,
    ...Object.values(fixture.records.sgf).map(({ sgf }) => sgf),
    ...Object.values(fixture.records.sgf).map(({ text }) => text),
];

let referee: Referee;
let files: Files;
beforeAll(async () => {
    referee = await newReferee();
    files = new Files(
        referee,
        async () => limits,
        async () => speech,
    );
});
afterEach(() => vi.unstubAllGlobals());

/** Expect a reason that people can be told. */
function expectClear(reason: unknown, text: string): void {
    const clear = reason instanceof ApiError || reason instanceof Refused;
    expect(clear, `${JSON.stringify(text)}: ${(reason as Error)?.stack}`).toBe(true);
    if (reason instanceof Refused) expect(reason.said(speech.sentences).message).not.toBe("");
}

test(`addresses and files of garbage, seed ${seed}`, { timeout: 120_000 }, async () => {
    const draw = draws();
    let read = 0;
    for (let count = 0; count < TRIES; count += 1) {
        const text = spoiled(WHOLE[draw(WHOLE.length)]!, draw);
        const asked = [referee.view(text), referee.movesOf(text), files.imported(text)];
        for (const one of await Promise.allSettled(asked)) {
            if (one.status === "fulfilled") read += 1;
            else expectClear(one.reason, text);
        }
    }
    // Some of it is still a game, or nothing but the first letter would be tried.
    expect(read).toBeGreaterThan(TRIES / 20);
});

/** A browser of its own, where nothing is kept yet. */
function browser(): { store: Store; games: Games } {
    vi.stubGlobal("indexedDB", new IDBFactory());
    const store = new Store();
    const channel = { tell: () => undefined, began: async () => 0 } as unknown as Channel;
    const times = { now: () => 1000, wall: () => 1.8e12 };
    return { store, games: new Games(store, channel, referee, async () => speech, times) };
}

/** A file with a game that has a clock, one against the computer, one that is over, an imported one, and notes. */
async function everything(): Promise<string> {
    const { store, games } = browser();
    const human = { kind: "human" } as const;
    const people: NewGame = { game: "vacu", options: { size: 3 }, seats: { 1: human, 2: human } };
    const fast = await games.begin({ ...people, clock: { kind: "increment", main: 1e6, increment: 0 } });
    await games.play(fast.id, "b2", 0, false);
    await games.begin({ ...people, game: "iago", options: {}, seats: { 1: human, 2: { kind: "computer", level: 3 } } });
    const over = await games.begin({ ...people, game: "squared" });
    await games.resign(over.id, 1);
    await games.keep(() => files.imported(fixture.records.good.tree.written));
    const review = { line: "vacu", looks: [], moves: [] };
    await store.keepNote("fieldstone.trees", '["one"]');
    await store.keepNote("fieldstone.reviews", JSON.stringify([review]));
    const text = await (await saved(store, new Date(0))).content.text();
    await store.close();
    return text;
}

test(`files with all games, of garbage, seed ${seed}`, { timeout: 120_000 }, async () => {
    const draw = draws();
    const whole = await everything();
    let read = 0;
    for (let count = 0; count < FILES; count += 1) {
        const text = draw(3) ? spoiledJson(whole, draw) : spoiled(whole, draw);
        const { store, games } = browser();
        const found = await restored(text, store, referee, async () => speech).catch((reason: unknown) => {
            expectClear(reason, text);
            return { games: 0, unreadable: 0 };
        });
        // All that it says was read is there: it is listed, can be opened, and saved again.
        const listed = await games.list(100);
        expect([listed.games.length, listed.unreadable], text).toEqual([found.games, []]);
        for (const { id } of listed.games) await games.get(id).catch((reason: unknown) => expectClear(reason, text));
        await saved(store, new Date(0));
        read += found.games;
        await store.close();
    }
    expect(read).toBeGreaterThan(FILES / 20);
});
