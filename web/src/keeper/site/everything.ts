/**
 * All that this browser keeps as one file, and such a file read back. What is read is looked through before anything is
 * written, and then written at once: all of it, or nothing.
 */
import { ApiError, problem } from "../../lib/problems";
import { say } from "../../lib/texts.svelte";
import type { File, Restored } from "../keeper";
import { Refused, Unreadable } from "./refusals";
import { parsed } from "./records";
import { shortened } from "./shape";
import { isLevel, storedGame, type Stored } from "./stored";
import type { Contents, Store } from "./store";
import { levelsOf, type Speech } from "./telling";
import { described, playable, type Referee } from "./transitions";

const FORMAT = "fieldstone-everything";
const VERSION = 1;
/** Notes that are lists, the latest first, which are joined: what tells their parts apart; null: it is none of them. */
const LISTS: Record<string, (one: unknown) => string | null> = {
    "fieldstone.trees": (name) => (typeof name === "string" ? name : null),
    "fieldstone.reviews": (review) => (isReview(review) ? review.line : null),
};
const NAMED = /^fieldstone\.\S/;
const LONGEST = 256 * 1024 * 1024;
const NO_ROOM = 507;

/** All that is kept, as a file. */
export async function saved(store: Store, now: Date): Promise<File> {
    const { games, records, notes } = await store.contents();
    const data = { format: FORMAT, version: VERSION, saved: now.toISOString(), games, records, notes };
    const content = new Blob([`${JSON.stringify(data)}\n`], { type: "application/json" });
    return { name: `fieldstone-${now.toISOString().slice(0, 10)}.json`, content };
}

/**
 * Read such a file back. Throws Unreadable where it is none, Refused where a computer has a level that its game has not,
 * and an ApiError where there is no room for it.
 */
export async function restored(
    text: string,
    store: Store,
    referee: Referee,
    speech: () => Promise<Speech>,
): Promise<Restored> {
    const data = read(text);
    const here = await store.contents();
    const known = new Map(here.games.map((one) => [one.id, one]));
    const games = new Map<string, Stored>();
    const records: Record<string, string> = {};
    let unreadable = 0;
    for (const [place, one] of data.games.entries()) {
        const stored = await sound(one, `games[${place}]`, referee, speech);
        if (!stored) {
            unreadable += 1;
            continue;
        }
        const { id, updated } = stored;
        const there = known.get(id);
        // It has gone on here, or the file has it twice.
        if ([there, games.get(id)].some((other) => other && other.updated >= updated)) continue;
        // One more than what is here: a tab that has it open is told that somebody was quicker.
        const revision = there ? Math.max(there.revision, stored.revision) + 1 : stored.revision;
        games.set(id, { ...stored, revision });
        const record = data.records[id];
        if (stored.imported && typeof record === "string") records[id] = record;
    }
    const found: Contents = { games: [...games.values()], records, notes: joined(data.notes, here.notes) };
    if (!(await store.addAll(found))) throw problem(NO_ROOM, say("everything.failed"));
    return { games: games.size, unreadable };
}

interface Data {
    games: unknown[];
    records: Record<string, unknown>;
    notes: Record<string, unknown>;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === "object" && value !== null && !Array.isArray(value);

function read(text: string): Data {
    if (text.length > LONGEST) throw new Unreadable("record.too-large", { limit: LONGEST });
    const data = parsed(text, LONGEST);
    if (!isObject(data) || data.format !== FORMAT) throw new Unreadable("record.no-record", { format: FORMAT });
    if (data.version !== VERSION) {
        const version = shortened(JSON.stringify(data.version) ?? "?");
        throw new Unreadable("record.version", { version, known: VERSION });
    }
    const { games, records, notes } = data;
    if (!Array.isArray(games) || !isObject(records) || !isObject(notes))
        throw new Unreadable("record.lacks", { where: FORMAT, allowed: "games, records, notes" });
    return { games, records, notes };
}

/**
 * A game whose line has been played again, so that what lists show of it is true; null where that cannot be done. Throws
 * Refused where its computer could not play on.
 */
async function sound(
    value: unknown,
    where: string,
    referee: Referee,
    speech: () => Promise<Speech>,
): Promise<Stored | null> {
    const whole = storedGame(value);
    const stored = whole ?? storedGame(withoutLevels(value));
    if (!stored) return null;
    let now: Stored;
    try {
        now = described(stored, await referee.view(stored.line));
    } catch (error) {
        if (error instanceof ApiError && error.status === 422) return null;
        throw error;
    }
    const highest = levelsOf(now, await speech());
    if (whole) return playable(now, highest, where);
    const [seat, { level }] = Object.entries((value as Stored).seats).find(([, one]) => isStrange(one))!;
    const said = shortened(String(level));
    throw new Refused(422, "level", { where: `${where}.seats.${seat}.level`, game: now.name, highest, value: said });
}

/** A computer whose level is a number or a word, but none of any game. */
const isStrange = (seat: unknown): boolean =>
    isObject(seat) &&
    seat.kind === "computer" &&
    ["number", "string"].includes(typeof seat.level) &&
    !isLevel(seat.level);

/** The same game with nothing said of such levels. */
function withoutLevels(value: unknown): unknown {
    if (!isObject(value) || !isObject(value.seats)) return null;
    const seats = Object.entries(value.seats).map(([seat, one]) => [
        seat,
        isStrange(one) ? { ...(one as object), level: null } : one,
    ]);
    return { ...value, seats: Object.fromEntries(seats) };
}

const isReview = (value: unknown): value is { line: string } =>
    isObject(value) && typeof value.line === "string" && [value.looks, value.moves].every(Array.isArray);

/** The notes of a file; lists with what is here already behind them. */
function joined(notes: Record<string, unknown>, here: Record<string, string>): Record<string, string> {
    const found: Record<string, string> = {};
    for (const [name, text] of Object.entries(notes)) {
        if (typeof text !== "string" || !NAMED.test(name)) continue;
        const key = LISTS[name];
        found[name] = key ? JSON.stringify(joinedLists(listIn(text), listIn(here[name] ?? "[]"), key)) : text;
    }
    return found;
}

/** A list in a text; empty where there is none. */
function listIn(text: string): unknown[] {
    try {
        const found: unknown = JSON.parse(text);
        return Array.isArray(found) ? found : [];
    } catch {
        return [];
    }
}

function joinedLists(given: unknown[], known: unknown[], key: (one: unknown) => string | null): unknown[] {
    const sound = given.filter((one) => key(one) !== null);
    const keys = new Set(sound.map(key));
    return [...sound, ...known.filter((one) => !keys.has(key(one)))];
}
