/**
 * Games that are played in this browser: every change is kept before anybody hears of it. The twin of
 * `fieldstone/server/sessions/games.py`.
 */
import type { GameList, NewGame, Problem, Seat, StoredGame } from "../../lib/types";
import { ApiError } from "../../lib/problems";
import { parts } from "../../lib/positions/line";
import type { Channel } from "./channel";
import * as clocks from "./clocks";
import { Refused } from "./refusals";
import type { StoredSeat, Stored } from "./stored";
import { Conflict, Damaged, type Store } from "./store";
import { gameOf, levelsOf, momentOf, type Speech, summaryOf } from "./telling";
import * as transitions from "./transitions";
import type { Referee } from "./transitions";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const ID_LENGTH = 12;
const SHOWN_ID = 40;
const TRIES = 5;
const USUAL_LEVEL = 5;
const LONGEST_NAME = 40;
/** What a timer of the browser can wait for, in milliseconds. */
const LONGEST_WAIT = 2 ** 31 - 1;

type Step = (stored: Stored, now: number) => Promise<Stored>;
interface Watcher {
    changed: (game: StoredGame) => void;
    failed: (problem: Problem) => void;
}

/** What tells the time: seconds that never jump, and milliseconds since 1970. */
export interface Times {
    now(): number;
    wall(): number;
}

function newId(): string {
    const numbers = crypto.getRandomValues(new Uint32Array(ID_LENGTH));
    return Array.from(numbers, (number) => LETTERS[number % LETTERS.length]).join("");
}

/** Who sits there; a computer plays at level 5 unless told otherwise. */
export const storedSeat = ({ kind, level, name = "" }: NewGame["seats"][Seat]): StoredSeat => ({
    kind,
    level: kind === "computer" ? (level ?? USUAL_LEVEL) : null,
    name: name.trim().slice(0, LONGEST_NAME),
    number: null,
});

export class Games {
    readonly #locks = new Map<string, Promise<unknown>>();
    readonly #watchers = new Map<string, Set<Watcher>>();
    readonly #flags = new Map<string, ReturnType<typeof setTimeout>>();

    constructor(
        private readonly store: Store,
        private readonly channel: Channel,
        private readonly referee: Referee,
        private readonly speech: () => Promise<Speech>,
        private readonly times: Times,
    ) {}

    // -- looking ----------------------------------------------------------------------------------------------------

    /** A game as it stands now. */
    get(id: string): Promise<StoredGame> {
        return this.#told(async () => this.#present(await this.look(id)));
    }

    look(id: string): Promise<Stored> {
        return this.#change(id, async (stored) => stored);
    }

    list(limit: number, before?: string): Promise<GameList> {
        return this.#told(async () => {
            const found = await this.store.latest(limit, before === undefined ? undefined : momentOf(before));
            const speech = await this.speech();
            return { ...found, games: found.games.map((stored) => summaryOf(stored, speech)) };
        });
    }

    // -- changing ---------------------------------------------------------------------------------------------------

    /** Begin a game at the start, or at the end of a line. */
    begin({ game, options = {}, seats, clock = null, line = null }: NewGame): Promise<StoredGame> {
        return this.#told(async () => {
            const values = Object.entries(options).map(([name, value]) => `${name}=${value}`);
            const text = values.length ? `${game}(${values.join(",")})` : game;
            void this.speech().catch(() => undefined); // it comes while the engine starts
            const view = await this.referee.view(line ?? text);
            const asked = line === null || !values.length ? view : await this.referee.view(text);
            if (view.game !== game || asked.gameText !== view.gameText)
                throw new Refused(422, "other-game", { game: text, line: view.gameText });
            const sitters = { 1: storedSeat(seats[1]), 2: storedSeat(seats[2]) };
            const made = await this.create(
                await this.#playable(transitions.begun(view, sitters, clocks.rulesOf(clock))),
            );
            return this.#present(made);
        });
    }

    /** Keep a new game, which gets its id and its clocks here; `record` is what it was read from. */
    async create(stored: Stored, record?: string): Promise<Stored> {
        const moment = this.times.wall() * 1000;
        const made = {
            ...stored,
            id: newId(),
            clock: stored.rules && clocks.newClock(stored.rules, this.times.now()),
            created: moment,
            updated: moment,
            revision: 0,
            imported: record !== undefined,
        };
        await this.store.add(made, record);
        return made;
    }

    /** Keep the game of a record. */
    keep(read: () => Promise<{ stored: Stored; source: string }>): Promise<StoredGame> {
        return this.#told(async () => {
            const { stored, source } = await read();
            return this.#present(await this.create(stored, source));
        });
    }

    play(id: string, move: string, ply: number, byComputer: boolean): Promise<StoredGame> {
        return this.#do(id, (stored, now) => transitions.moved(stored, move, ply, now, byComputer, this.referee));
    }

    undo(id: string, ply: number): Promise<StoredGame> {
        return this.#do(id, async (stored, now) =>
            this.#playable(await transitions.takenBack(stored, ply, now, this.referee)),
        );
    }

    finish(id: string, ply: number): Promise<StoredGame> {
        return this.#do(id, (stored) => transitions.handedOver(stored, ply));
    }

    resume(id: string): Promise<StoredGame> {
        return this.#do(id, (stored) => transitions.takenOver(stored));
    }

    resign(id: string, seat: Seat): Promise<StoredGame> {
        return this.#do(id, (stored, now) => transitions.resigned(stored, seat, now, this.referee));
    }

    /** Keep a new game of the same kind, with the seats exchanged. */
    rematch(id: string): Promise<StoredGame> {
        return this.#told(async () => {
            const old = await this.look(id);
            const from = (seat: Seat): StoredSeat => ({ ...old.seats[seat], number: old.seats[seat].number ?? seat });
            const view = await this.referee.view(parts(old.line).start);
            const made = await this.create(
                await this.#playable(transitions.begun(view, { 1: from(2), 2: from(1) }, old.rules)),
            );
            return this.#present(made);
        });
    }

    remove(id: string): Promise<void> {
        return this.#told(async () => {
            if (!(await this.store.remove(id))) throw new Refused(404, "no-game", { id: id.slice(0, SHOWN_ID) });
            this.#endFlag(id);
            this.channel.tell({ game: id });
            void this.changed(id);
        });
    }

    /** A game that begins or goes on. Throws Refused where a computer cannot play it at its level. */
    async #playable(stored: Stored): Promise<Stored> {
        return transitions.playable(stored, levelsOf(stored, await this.speech()));
    }

    // -- telling ----------------------------------------------------------------------------------------------------

    watch(id: string, changed: Watcher["changed"], failed: Watcher["failed"]): () => void {
        const watcher = { changed, failed };
        const watchers = this.#watchers.get(id) ?? new Set();
        this.#watchers.set(id, watchers.add(watcher));
        void this.#tell(id, [watcher]);
        return () => {
            watchers.delete(watcher);
            if (!watchers.size) this.#watchers.delete(id);
        };
    }

    /** Another tab has changed a game: who watches it here is told. */
    async changed(id: string): Promise<void> {
        const watchers = this.#watchers.get(id);
        if (watchers) await this.#tell(id, watchers);
    }

    /** Much has changed at once. */
    async allChanged(): Promise<void> {
        await Promise.all([...this.#watchers.keys()].map((id) => this.changed(id)));
    }

    async #tell(id: string, watchers: Iterable<Watcher>): Promise<void> {
        try {
            const game = await this.get(id);
            for (const { changed } of [...watchers]) changed(game);
        } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            for (const { failed } of [...watchers]) failed(error.problem);
        }
    }

    async #present(stored: Stored): Promise<StoredGame> {
        return gameOf(stored, await this.speech(), this.times.now(), this.referee);
    }

    /** Do something, and say what goes wrong in the language of the page. */
    async #told<T>(work: () => Promise<T>): Promise<T> {
        try {
            return await work();
        } catch (error) {
            if (error instanceof Refused) throw error.said((await this.speech()).sentences);
            throw error;
        }
    }

    // -- one change after the other -----------------------------------------------------------------------------------

    #do(id: string, step: Step): Promise<StoredGame> {
        return this.#told(async () => {
            const after = await this.#change(id, step);
            const game = await this.#present(after);
            for (const { changed } of this.#watchers.get(id) ?? []) changed(game);
            return game;
        });
    }

    /** Do a step to a game when those before it are done; another tab may be quicker. */
    async #change(id: string, step: Step): Promise<Stored> {
        const before = this.#locks.get(id) ?? Promise.resolve();
        const work = before.then(() => this.#tried(id, step));
        const done = work.catch(() => undefined);
        this.#locks.set(id, done);
        try {
            return await work;
        } finally {
            if (this.#locks.get(id) === done) this.#locks.delete(id);
        }
    }

    async #tried(id: string, step: Step): Promise<Stored> {
        for (let tries = 0; tries < TRIES; tries += 1) {
            const before = await this.#read(id);
            try {
                const settled = await this.#step(before, (stored, now) => this.#settled(stored, now));
                return await this.#step(settled, step);
            } catch (error) {
                if (!(error instanceof Conflict)) throw error;
            }
        }
        throw new Refused(503, "busy");
    }

    async #read(id: string): Promise<Stored> {
        const details = { id: id.slice(0, SHOWN_ID) };
        const stored = await this.store.get(id).catch((error: unknown) => {
            throw error instanceof Damaged ? new Refused(500, "unreadable", details) : error;
        });
        if (!stored) throw new Refused(404, "no-game", details);
        return stored;
    }

    async #settled(stored: Stored, now: number): Promise<Stored> {
        const runs = stored.clock !== null && stored.clock.running !== null;
        return runs ? transitions.settled(stored, now, await this.channel.began(), this.referee) : stored;
    }

    /** Do one step, keep what came of it, and let follow what does. */
    async #step(before: Stored, step: Step): Promise<Stored> {
        const after = await step(before, this.times.now());
        if (after === before) {
            this.#attend(before);
            return before;
        }
        const updated = Math.max(this.times.wall() * 1000, before.updated + 1);
        const stored = { ...after, revision: before.revision + 1, updated };
        await this.store.save(stored);
        this.channel.tell({ game: stored.id });
        this.#attend(stored);
        return stored;
    }

    // -- flags that fall --------------------------------------------------------------------------------------------

    #attend({ id, rules, clock }: Stored): void {
        this.#endFlag(id);
        const falls = rules && clock && clocks.flagTime(rules, clock);
        if (falls === null) return;
        const wait = Math.max(0, falls - this.times.now()) * 1000 + 10;
        const timer = setTimeout(() => void this.#fall(id), Math.min(wait, LONGEST_WAIT));
        this.#flags.set(id, timer);
    }

    async #fall(id: string): Promise<void> {
        this.#flags.delete(id);
        await this.look(id).catch(() => undefined); // it has been deleted since
        await this.changed(id);
    }

    #endFlag(id: string): void {
        clearTimeout(this.#flags.get(id));
        this.#flags.delete(id);
    }
}
