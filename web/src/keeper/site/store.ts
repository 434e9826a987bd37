/**
 * Games, their records and notes in IndexedDB. Each change is one transaction: it is there wholly, or not at all. What
 * the browser does not take, because there is no room or it keeps nothing, stays here as long as the page is open.
 */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Trouble } from "../trouble.svelte";
import { storedGame, type Stored } from "./stored";

interface Shelves extends DBSchema {
    games: { key: string; value: Stored; indexes: { updated: number } };
    records: { key: string; value: string };
    notes: { key: string; value: string };
}
type Database = IDBPDatabase<Shelves>;

export interface Latest {
    games: Stored[];
    /** Whether there are older ones. */
    more: boolean;
    /** Ids of damaged ones. */
    unreadable: string[];
}

/** All that is kept. */
export interface Contents {
    games: Stored[];
    records: Record<string, string>;
    notes: Record<string, string>;
}

/** Somebody else, another tab, has changed the game since it was read. */
export class Conflict extends Error {}

/** A game that is kept, but damaged. */
export class Damaged extends Error {}

const NAME = "fieldstone";
const VERSION = 1;

const isFull = (error: unknown): boolean => error instanceof DOMException && error.name === "QuotaExceededError";

export class Store {
    #database: Promise<Database | null> | null = null;
    /** What could not be written: games with the records that belong to them. */
    readonly #own = new Map<string, { stored: Stored; record: string | undefined }>();
    #asked = false;

    /** `told`: what is wrong with the storage, whenever that changes. */
    constructor(private readonly told: (trouble: Trouble) => void = () => undefined) {}

    /** The database; null where the browser has none for this page. */
    #open(): Promise<Database | null> {
        this.#database ??= this.#opened();
        return this.#database;
    }

    async #opened(): Promise<Database | null> {
        try {
            return await openDB<Shelves>(NAME, VERSION, {
                upgrade(database) {
                    database.createObjectStore("games", { keyPath: "id" }).createIndex("updated", "updated");
                    database.createObjectStore("records");
                    database.createObjectStore("notes");
                },
                // A newer page wants to change the database: it must not wait for this one.
                blocking: () => void this.close(),
                terminated: () => (this.#database = null),
            });
        } catch {
            this.told("denied");
            return null;
        }
    }

    async close(): Promise<void> {
        const database = await this.#database;
        this.#database = null;
        database?.close();
    }

    /** Read something; `instead` where nothing can be read. */
    async #read<T>(instead: T, work: (database: Database) => Promise<T>): Promise<T> {
        const database = await this.#open();
        if (!database) return instead;
        try {
            return await work(database);
        } catch {
            this.told("denied");
            return instead;
        }
    }

    /** Write something; returns whether it is on the disk. A Conflict goes on to who has asked. */
    async #write(work: (database: Database) => Promise<void>): Promise<boolean> {
        try {
            const database = await this.#open();
            if (!database) return false;
            await work(database);
        } catch (error) {
            if (error instanceof Conflict) throw error;
            this.told(isFull(error) ? "full" : "denied");
            return false;
        }
        if (!this.#own.size) this.told("");
        return true;
    }

    /** Ask the browser not to throw the games away when it needs room. */
    #askToStay(): void {
        if (this.#asked) return;
        this.#asked = true;
        void globalThis.navigator?.storage?.persist?.().catch(() => undefined);
    }

    /** A game, undefined where there is none of this id. Throws Damaged. */
    async get(id: string): Promise<Stored | undefined> {
        const own = this.#own.get(id);
        if (own) return own.stored;
        const found = await this.#read<unknown>(undefined, (database) => database.get("games", id));
        if (found === undefined) return undefined;
        const stored = storedGame(found);
        if (!stored) throw new Damaged(id);
        return stored;
    }

    /** The record that a game was read from. */
    async record(id: string): Promise<string | undefined> {
        return this.#own.get(id)?.record ?? (await this.#read(undefined, (database) => database.get("records", id)));
    }

    /** Keep a new game, and the record that it was read from. */
    add(stored: Stored, record?: string): Promise<void> {
        this.#askToStay();
        return this.#put(stored, record, null);
    }

    /** Keep a changed game, whose revision is one more than when it was read. Throws Conflict. */
    save(stored: Stored): Promise<void> {
        return this.#put(stored, this.#own.get(stored.id)?.record, stored.revision - 1);
    }

    async #put(stored: Stored, record: string | undefined, before: number | null): Promise<void> {
        const { id } = stored;
        const own = this.#own.get(id);
        if (own && own.stored.revision !== before) throw new Conflict(id);
        const done = await this.#write(async (database) => {
            const change = database.transaction(["games", "records"], "readwrite");
            const finished = change.done.catch((error: unknown) => error);
            const games = change.objectStore("games");
            const known = own ? null : await games.get(id);
            if (!own && before !== null && known?.revision !== before) {
                change.abort();
                await finished;
                throw new Conflict(id);
            }
            const requests = [games.put(stored)];
            if (record !== undefined) requests.push(change.objectStore("records").put(record, id));
            Promise.all(requests).catch(() => undefined); // why is told by the end of the transaction
            change.commit();
            const error = await finished;
            if (error) throw error;
        });
        if (!done) this.#own.set(id, { stored, record });
        else if (own && this.#own.delete(id) && !this.#own.size) this.told("");
    }

    /** Delete a game; returns whether there was one. */
    async remove(id: string): Promise<boolean> {
        let there = this.#own.delete(id);
        await this.#write(async (database) => {
            const change = database.transaction(["games", "records"], "readwrite");
            there ||= (await change.objectStore("games").getKey(id)) !== undefined;
            await Promise.all([change.objectStore("games").delete(id), change.objectStore("records").delete(id)]);
            await change.done;
        });
        return there;
    }

    /** The games changed last; only those changed before a moment, if one is given. */
    async latest(limit: number, before = Number.POSITIVE_INFINITY): Promise<Latest> {
        const own = [...this.#own.values()].map(({ stored }) => stored).filter(({ updated }) => updated < before);
        const games: Stored[] = [];
        const unreadable: string[] = [];
        await this.#read(undefined, async (database) => {
            const range = before === Number.POSITIVE_INFINITY ? null : IDBKeyRange.upperBound(before, true);
            let cursor = await database.transaction("games").store.index("updated").openCursor(range, "prev");
            for (; cursor && games.length <= limit; cursor = await cursor.continue()) {
                const stored = storedGame(cursor.value);
                if (!stored) unreadable.push(String(cursor.primaryKey));
                else if (!this.#own.has(stored.id)) games.push(stored);
            }
            return undefined;
        });
        const found = [...own, ...games].sort((one, other) => other.updated - one.updated);
        return { games: found.slice(0, limit), more: found.length > limit, unreadable };
    }

    // -- notes ------------------------------------------------------------------------------------------------------

    async notes(): Promise<Map<string, string>> {
        return this.#read(new Map(), async (database) => {
            const { store } = database.transaction("notes");
            const [names, texts] = await Promise.all([store.getAllKeys(), store.getAll()]);
            return new Map(names.map((name, place) => [name, texts[place]!]));
        });
    }

    async note(name: string): Promise<string | null> {
        return this.#read(null, async (database) => (await database.get("notes", name)) ?? null);
    }

    /** Keep a text under a name; null: none any more. Returns whether it is on the disk. */
    keepNote(name: string, text: string | null): Promise<boolean> {
        return this.#write(async (database) => {
            const change = database.transaction("notes", "readwrite");
            const finished = change.done.catch((error: unknown) => error);
            const request = text === null ? change.store.delete(name) : change.store.put(text, name);
            request.catch(() => undefined); // why is told by the end of the transaction
            // Not when the request is answered: a page that is left at once has been heard.
            change.commit();
            const error = await finished;
            if (error) throw error;
        });
    }

    // -- everything -------------------------------------------------------------------------------------------------

    /** All that is kept; what is damaged is left out. */
    async contents(): Promise<Contents> {
        const { games } = await this.latest(Number.MAX_SAFE_INTEGER);
        const records: Record<string, string> = {};
        for (const { id, imported } of games) {
            const record = imported ? await this.record(id) : undefined;
            if (record !== undefined) records[id] = record;
        }
        return { games, records, notes: Object.fromEntries(await this.notes()) };
    }

    /** Keep much at once: all of it, or nothing. Returns whether it is on the disk. */
    async addAll({ games, records, notes }: Contents): Promise<boolean> {
        const done = await this.#write(async (database) => {
            const change = database.transaction(["games", "records", "notes"], "readwrite");
            const finished = change.done.catch((error: unknown) => error);
            const requests: Promise<unknown>[] = [];
            for (const game of games) requests.push(change.objectStore("games").put(game));
            for (const [id, text] of Object.entries(records))
                requests.push(change.objectStore("records").put(text, id));
            for (const [name, text] of Object.entries(notes))
                requests.push(change.objectStore("notes").put(text, name));
            await Promise.all(requests).catch(() => undefined); // why is told by the end of the transaction
            const error = await finished;
            if (error) throw error;
        });
        if (done) for (const { id } of games) this.#own.delete(id);
        return done;
    }
}
