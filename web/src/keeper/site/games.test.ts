import "fake-indexeddb/auto";
import { IDBFactory, IDBObjectStore } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { NewGame, StoredGame } from "../../lib/types";
import type { Trouble } from "../trouble.svelte";
import type { Channel, News } from "./channel";
import { restored, saved } from "./everything";
import { Files } from "./files";
import { Games } from "./games";
import { Notes } from "./notes";
import { limits, newReferee, speech } from "./referee.testing";
import { Refused } from "./refusals";
import { Store } from "./store";

const NOON = 1_800_000_000;
const PEOPLE: NewGame = { game: "vacu", options: { size: 3 }, seats: { 1: { kind: "human" }, 2: { kind: "human" } } };
const FAST: NewGame = { ...PEOPLE, clock: { kind: "increment", main: 10, increment: 0 } };

/** One tab: what it keeps with, and what it has told the others. */
interface Tab {
    store: Store;
    games: Games;
    notes: Notes;
    files: Files;
    told: News[];
    troubles: Trouble[];
}

const spoken = async () => speech;
let time = NOON;
let tabs: Tab[] = [];

async function open(began = time): Promise<Tab> {
    const told: News[] = [];
    const troubles: Trouble[] = [];
    const tab = {} as Tab;
    const channel = {
        tell: (news: News) => {
            told.push(news);
            for (const other of tabs) if (other !== tab && "game" in news) void other.games.changed(news.game);
        },
        began: async () => began,
    } as unknown as Channel;
    const referee = await newReferee();
    const store = new Store((trouble) => troubles.push(trouble));
    const games = new Games(store, channel, referee, spoken, { now: () => time, wall: () => time * 1000 });
    const files = new Files(referee, async () => limits, spoken);
    const notes = new Notes(store, channel);
    tabs.push(Object.assign(tab, { store, games, files, notes, told, troubles }));
    return tab;
}

/** The browser takes nothing any more. */
function fill(): void {
    const error = new DOMException("there is no room", "QuotaExceededError");
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
        throw error;
    });
}

beforeEach(() => {
    vi.stubGlobal("indexedDB", new IDBFactory());
    time = NOON;
    tabs = [];
});
afterEach(async () => {
    vi.restoreAllMocks();
    await Promise.all(tabs.map(({ store }) => store.close()));
    vi.unstubAllGlobals();
});

describe("games", () => {
    it("are there again in a page that is opened later", async () => {
        const { games } = await open();
        const { id } = await games.begin(PEOPLE);
        const played = await games.play(id, "b2", 0, false);
        expect(played.moves.map(({ move }) => move)).toEqual(["b2"]);
        const later = await open();
        expect(await later.games.get(id)).toEqual(played);
        expect((await later.games.list(10)).games.map((one) => [one.id, one.plies])).toEqual([[id, 1]]);
    });

    it("begin at a line, and not at one of another game", async () => {
        const { games } = await open();
        const line = "vacu(size=3) moves b2,a1";
        expect((await games.begin({ ...PEOPLE, line })).moves).toHaveLength(2);
        await expect(games.begin({ ...PEOPLE, line: "iago" })).rejects.toThrow("the line is of iago");
        await expect(games.begin({ ...PEOPLE, options: { size: 99 } })).rejects.toThrow("size must be a whole number");
    });

    it("exchange the seats in a rematch, and are gone when they are deleted", async () => {
        const { games } = await open();
        const seats = { 1: { kind: "human", name: " Ana " }, 2: { kind: "computer" } } as const;
        const { id } = await games.begin({ ...PEOPLE, seats });
        const next = await games.rematch(id);
        expect(next.seats[1]).toEqual({ kind: "computer", level: 5, name: "", number: 2 });
        expect(next.seats[2]).toMatchObject({ kind: "human", name: "Ana", number: 1 });
        expect(next.thinking).toBe(true);
        await games.remove(id);
        await expect(games.get(id)).rejects.toMatchObject({ status: 404, message: `There is no game “${id}”.` });
        await expect(games.remove(id)).rejects.toMatchObject({ status: 404 });
    });

    it("are refused at a level that the game has not, and nothing is kept", async () => {
        const { games, files } = await open();
        const against = (game: string, level: number) =>
            games.begin({ game, seats: { 1: { kind: "human" }, 2: { kind: "computer", level } } });
        const said = "in vacu the computer has levels 1 to 10, and “max” (it was 11)";
        const refused = { status: 422, message: `seats.2.level: ${said}` };
        await expect(against("vacu", 11)).rejects.toMatchObject(refused);
        await expect(against("kaomi", 13)).rejects.toMatchObject({ status: 422 });
        const line = "vacu(size=3) moves b2";
        const record = JSON.parse((await files.imported(line)).source) as { seats: unknown[] };
        const text = JSON.stringify({ ...record, seats: [{}, { kind: "computer", level: 11 }] });
        await expect(games.keep(() => files.imported(text))).rejects.toMatchObject({
            status: 422,
            message: expect.stringContaining("seats[1].level is 11") as string,
        });
        expect((await games.list(10)).games).toEqual([]);
        expect((await against("kaomi", 12)).seats[2].level).toBe(12);
    });

    it("say who has played them when they are over, but do not go on at a level that there is not", async () => {
        const { games, files } = await open();
        const record = JSON.parse((await files.imported("vacu(size=3) moves b2")).source) as object;
        const seats = [{ kind: "human" }, { kind: "computer", level: 12 }];
        const text = JSON.stringify({ ...record, seats, result: { winner: 2, reason: "resignation" } });
        const over = await games.keep(() => files.imported(text));
        expect(over.seats[2].level).toBe(12);
        await expect(games.undo(over.id, 1)).rejects.toMatchObject({ status: 422 });
        await expect(games.rematch(over.id)).rejects.toMatchObject({ status: 422 });
        expect(await games.get(over.id)).toEqual(over);
        expect((await games.list(10)).games).toHaveLength(1);
    });

    it("are listed page by page, the last changed first; damaged ones are told of", async () => {
        const { games, store } = await open();
        const ids: string[] = [];
        for (let count = 0; count < 5; count += 1) {
            time += 1;
            ids.push((await games.begin(PEOPLE)).id);
        }
        const first = await games.list(2);
        expect([first.games.map(({ id }) => id), first.more]).toEqual([[ids[4], ids[3]], true]);
        const next = await games.list(3, first.games.at(-1)!.updated);
        expect([next.games.map(({ id }) => id), next.more]).toEqual([[ids[2], ids[1], ids[0]], false]);
        const stored = (await store.get(ids[0]!))!;
        await store.addAll({ games: [{ ...stored, line: 7 } as never], records: {}, notes: {} });
        expect((await games.list(10)).unreadable).toEqual([ids[0]]);
        await expect(games.get(ids[0]!)).rejects.toMatchObject({ status: 500 });
    });

    it("are lost when the flag falls, whoever looks", async () => {
        vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
        const { games } = await open();
        const { id } = await games.begin(FAST);
        await games.play(id, "b2", 0, false);
        const seen: StoredGame[] = [];
        const leave = games.watch(
            id,
            (game) => seen.push(game),
            () => undefined,
        );
        time += 11;
        vi.advanceTimersByTime(11_000);
        vi.useRealTimers();
        await vi.waitFor(() => expect(seen.at(-1)!.outcome?.sentence).toBe("Black wins. White ran out of time."));
        leave();
    });

    it("lose no time while no page is open", async () => {
        const { games } = await open();
        const { id } = await games.begin(FAST);
        await games.play(id, "b2", 0, false);
        time += 3600;
        const later = await open(time);
        expect((await later.games.get(id)).clock).toMatchObject({ left: { 2: 10 }, running: 2, since: time });
    });
});

describe("two tabs", () => {
    it("tell each other, and who comes too late is refused", async () => {
        const [one, other] = [await open(), await open()];
        const { id } = await one.games.begin(PEOPLE);
        const seen: number[] = [];
        other.games.watch(
            id,
            ({ plies }) => seen.push(plies),
            () => undefined,
        );
        await one.games.play(id, "b2", 0, false);
        await vi.waitFor(() => expect(seen.at(-1)).toBe(1));
        await expect(other.games.play(id, "a1", 0, false)).rejects.toMatchObject({ status: 409 });
        const both = [one.games.play(id, "a1", 1, false), other.games.play(id, "c3", 1, false)];
        const done = await Promise.allSettled(both);
        expect(done.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
        expect((await one.games.get(id)).plies).toBe(2);
    });
});

describe("a storage that is full", () => {
    it("is told of, and the game goes on and can be taken along", async () => {
        const { games, store, troubles } = await open();
        const { id } = await games.begin(PEOPLE);
        fill();
        await games.play(id, "b2", 0, false);
        await games.play(id, "a1", 1, false);
        const new_ = await games.begin(PEOPLE);
        expect(troubles.at(-1)).toBe("full");
        expect((await games.get(id)).plies).toBe(2);
        expect((await games.list(10)).games.map((one) => one.id).sort()).toEqual([id, new_.id].sort());
        const text = await (await saved(store, new Date(0))).content.text();
        expect(JSON.parse(text).games).toHaveLength(2);
        vi.restoreAllMocks(); // there is room again
        await games.play(id, "c3", 2, false);
        await games.play(new_.id, "b2", 0, false);
        expect(troubles.at(-1)).toBe("");
        const later = await open();
        expect((await later.games.get(id)).plies).toBe(3);
    });

    it("that there is not at all lets the page play on", async () => {
        vi.stubGlobal("indexedDB", {
            open: () => {
                throw new DOMException("not here", "SecurityError");
            },
        });
        const { games, notes, troubles } = await open();
        await notes.load();
        notes.set("fieldstone.settings", "{}");
        expect(notes.get("fieldstone.settings")).toBe("{}");
        const { id } = await games.begin(PEOPLE);
        await games.play(id, "b2", 0, false);
        expect((await games.get(id)).plies).toBe(1);
        expect(troubles.at(-1)).toBe("denied");
    });
});

describe("everything in one file", () => {
    /** A file with a game, an imported one, and notes. */
    async function made(): Promise<{ text: string; id: string; tab: Tab }> {
        const tab = await open();
        const { id } = await tab.games.begin(FAST);
        await tab.games.play(id, "b2", 0, false);
        await tab.games.keep(() => tab.files.imported("kaomi(size=4) moves a1,b2"));
        await tab.notes.load();
        tab.notes.set("fieldstone.settings", '{"theme":"dark"}');
        tab.notes.set("fieldstone.trees", '["one","two"]');
        await vi.waitFor(async () => expect((await tab.store.notes()).size).toBe(2));
        return { text: await (await saved(tab.store, new Date(0))).content.text(), id, tab };
    }

    it("comes back in another browser", async () => {
        const { text, id, tab } = await made();
        const before = await tab.store.contents();
        vi.stubGlobal("indexedDB", new IDBFactory());
        const { store } = await open();
        expect(await restored(text, store, await newReferee(), spoken)).toEqual({ games: 2, unreadable: 0 });
        expect(await store.contents()).toEqual(before);
        // A second time there is nothing to do.
        expect(await restored(text, store, await newReferee(), spoken)).toEqual({ games: 0, unreadable: 0 });
        expect((await store.get(id))!.plies).toBe(1);
    });

    it("takes the place of older games, and of no newer one; lists are joined", async () => {
        const { text, id, tab } = await made();
        time += 1;
        await tab.games.play(id, "a1", 1, false);
        await tab.store.keepNote("fieldstone.trees", '["two","three"]');
        const newer = await (await saved(tab.store, new Date(0))).content.text();
        expect((await restored(text, tab.store, await newReferee(), spoken)).games).toBe(0);
        expect((await tab.games.get(id)).plies).toBe(2);
        expect(await tab.store.note("fieldstone.trees")).toBe('["one","two","three"]');
        vi.stubGlobal("indexedDB", new IDBFactory());
        const { store, games } = await open();
        await restored(text, store, await newReferee(), spoken);
        expect((await restored(newer, store, await newReferee(), spoken)).games).toBe(1);
        expect((await games.get(id)).plies).toBe(2);
    });

    it("is refused where there is no room for it, and nothing has changed", async () => {
        const { text } = await made();
        vi.stubGlobal("indexedDB", new IDBFactory());
        const { store } = await open();
        await store.contents();
        fill();
        await expect(restored(text, store, await newReferee(), spoken)).rejects.toMatchObject({ status: 507 });
        vi.restoreAllMocks();
        expect(await store.contents()).toEqual({ games: [], records: {}, notes: {} });
    });

    it("is refused whole where a computer has a level that its game has not: which one, and what could be", async () => {
        const { text } = await made();
        vi.stubGlobal("indexedDB", new IDBFactory());
        const { store } = await open();
        const referee = await newReferee();
        const data = JSON.parse(text);
        const place = data.games.findIndex(({ name }: { name: string }) => name === "vacu");
        expect(place).toBeGreaterThanOrEqual(0);
        const seats = data.games[place].seats;
        for (const level of [11, 12, 99, 0, 2.5, "hard"]) {
            data.games[place].seats = { ...seats, 2: { ...seats[2], kind: "computer", level } };
            const refused = await restored(JSON.stringify(data), store, referee, spoken).catch(
                (error: unknown) => error,
            );
            expect(refused, String(level)).toBeInstanceOf(Refused);
            expect((refused as Refused).said(speech.sentences).problem.detail).toBe(
                `games[${place}].seats.2.level: in vacu the computer has levels 1 to 10, and “max” (it was ${level})`,
            );
        }
        expect((await store.contents()).games).toEqual([]);
        data.games[place].seats = { ...seats, 2: { ...seats[2], kind: "computer", level: "max" } };
        expect((await restored(JSON.stringify(data), store, referee, spoken)).games).toBe(2);
    });

    it("is refused whole where it is strange, and what cannot be played is left out", async () => {
        const { text } = await made();
        const data = JSON.parse(text);
        vi.stubGlobal("indexedDB", new IDBFactory());
        const { store } = await open();
        const referee = await newReferee();
        for (const strange of ["", "{", "[]", "{}", text.slice(0, -20), JSON.stringify({ ...data, version: 9 })])
            await expect(restored(strange, store, referee, spoken), strange.slice(0, 40)).rejects.toThrow();
        expect((await store.contents()).games).toEqual([]);
        data.games.push({ ...data.games[0], id: "other1", line: "vacu(size=3) moves z9" }, null, { id: "../x" });
        data.games[0].rows = ["<b>"];
        expect(await restored(JSON.stringify(data), store, referee, spoken)).toEqual({ games: 2, unreadable: 3 });
        // What a list shows of a game is what its moves lead to, whatever the file says.
        for (const { rows } of (await store.contents()).games) expect(rows.join("")).toMatch(/^[.BW]+$/);
    });

    it("takes the newer one of a game that a file has twice", async () => {
        const { text, id } = await made();
        const data = JSON.parse(text);
        const newer = data.games.find((one: { id: string }) => one.id === id);
        data.games.push({ ...newer, updated: newer.updated - 1, line: "vacu(size=3)" });
        vi.stubGlobal("indexedDB", new IDBFactory());
        const { store } = await open();
        expect(await restored(JSON.stringify(data), store, await newReferee(), spoken)).toEqual({
            games: 2,
            unreadable: 0,
        });
        expect((await store.get(id))!.plies).toBe(1);
        vi.stubGlobal("indexedDB", new IDBFactory());
        const other = await open();
        data.games.reverse();
        await restored(JSON.stringify(data), other.store, await newReferee(), spoken);
        expect((await other.store.get(id))!.plies).toBe(1);
    });

    it.each(["__proto__", "constructor", "whatever"])("lists a game that is said to have ended by %s", async (name) => {
        const { text } = await made();
        const data = JSON.parse(text);
        for (const one of data.games) one.result = { winner: "B", winnerSeat: 1, termination: name };
        vi.stubGlobal("indexedDB", new IDBFactory());
        const { store, games } = await open();
        await restored(JSON.stringify(data), store, await newReferee(), spoken);
        const listed = (await games.list(10)).games;
        expect(listed.map(({ outcome }) => outcome!.sentence)).toEqual(["Black wins.", "Black wins."]);
    });
});
