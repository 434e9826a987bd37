/**
 * One game between people at this page: what the server has told of it, and what is on its way there. It does for the
 * page of a game what a keeper does for games of one device.
 */
import { untrack } from "svelte";
import { ApiError, reasonOf } from "../lib/problems";
import { language } from "../lib/texts.svelte";
import type { Command, EventMessage, Here, OnlineGame, Problem, StoredGame } from "../lib/types";
import { changing } from "../keeper/newer.svelte";
import { line } from "./here";
import { forgetSeat, keepOver, keepSeat, keptSeat, secret, whenForgotten } from "./kept";
import type { Hearer } from "./line.svelte";
import { join } from "./requests";
import { gameOf } from "./stored";
import { heard, type Offered, type Phrase, type Players, resumed, type Table, tableOf } from "./table";

const NONCE = 16;

export class Meeting implements Hearer {
    table: Table | null = $state.raw(null);
    /** When `table` was told, in milliseconds of this page. */
    heardAt = $state(0);
    /** When was told who is here. */
    hereAt = $state(0);
    problem: Problem | null = $state.raw(null);
    /** What is on its way to the server. */
    sending: Command["what"] | null = $state(null);
    token: string | null = $state(null);
    /** A seat is being taken: until it is told with whose secret, nobody is told that it is somebody else's. */
    joining = $state(false);

    #game: StoredGame | null = null;
    #version = 0;
    #made = 0;
    #watchers = new Set<(game: StoredGame) => void>();
    #failures = new Set<(problem: Problem) => void>();
    #first: { done: () => void; failed: (error: unknown) => void }[] = [];

    #followers = 0;
    #leave: (() => void) | undefined;

    constructor(readonly id: string) {
        this.token = keptSeat(id)?.token ?? null;
    }

    get seq(): number {
        return this.table?.seq ?? 0;
    }

    /** Be told of the game until the function that is returned is called. */
    follow(): () => void {
        if (this.#followers === 0) {
            const leave = line.enter(this.id, this);
            const unhear = whenForgotten(this.id, () => this.sit(null));
            this.#leave = () => {
                unhear();
                leave();
            };
        }
        this.#followers += 1;
        return () => {
            this.#followers -= 1;
            if (this.#followers === 0) this.#leave!();
        };
    }

    /** Come again with another secret: that of a seat, or none. */
    sit(token: string | null): void {
        this.token = token;
        line.ask();
    }

    /** Take the free seat. Rejects with an ApiError. */
    async join(invitation: string | null): Promise<void> {
        // Kept before it is sent: if the answer gets lost, the same secret gets in again.
        const token = keptSeat(this.id)?.token ?? secret();
        keepSeat({ id: this.id, token });
        this.joining = true;
        try {
            const game = await changing(join(this.id, { invitation, token }));
            keepSeat({ id: this.id, token, game: gameIn(game.start) });
            this.sit(token);
        } catch (error) {
            if (error instanceof ApiError && !error.offline) {
                forgetSeat(this.id, token);
                this.joining = false;
            } else this.sit(token); // the answer may have got lost: whether the seat was taken is heard by the line
            throw error;
        }
    }

    // -- what is told -------------------------------------------------------------------------------------------------

    welcome(game: OnlineGame): void {
        this.problem = null;
        this.joining = false;
        const table = this.table === null ? tableOf(game) : resumed(this.table, game);
        if (table === null) {
            this.table = null; // events are missing: all of them are asked for
            line.ask();
            return;
        }
        this.hereAt = performance.now();
        this.#show(table);
    }

    refused(problem: Problem): void {
        this.problem = problem;
        this.joining = false;
        for (const failed of this.#failures) failed(problem);
        for (const { failed } of this.#first.splice(0)) failed(new ApiError(problem));
    }

    event(event: EventMessage): void {
        if (!this.table) return;
        const table = heard(this.table, event);
        if (table === null) line.ask();
        else if (table !== this.table) this.#show(table);
    }

    here(here: Here): void {
        if (!this.table) return;
        this.table = { ...this.table, here };
        this.hereAt = performance.now();
    }

    players(players: Players): void {
        if (!this.table) return;
        this.table = { ...this.table, players };
        void this.#make();
    }

    #show(table: Table): void {
        this.table = table;
        this.heardAt = performance.now();
        void this.#make();
    }

    /** Make the game of what is known; the latest one counts. Returns why there is none. */
    async #make(): Promise<unknown> {
        const version = ++this.#version;
        try {
            // Clocks have run since it was told.
            const now = this.table!.now + Math.round(performance.now() - this.heardAt);
            const game = await gameOf({ ...this.table!, now }, version, this.sending === "move" && !this.isWaiting);
            if (version < this.#made) return null;
            this.#made = version;
            this.#game = game;
            if (game.outcome || this.table!.phase === "over") keepOver([this.id]);
            for (const changed of this.#watchers) changed(game);
            for (const { done } of this.#first.splice(0)) done();
        } catch (error) {
            for (const { failed } of this.#first.splice(0)) failed(error);
            console.error(reasonOf(error));
            return error;
        }
        return null;
    }

    // -- as a keeper --------------------------------------------------------------------------------------------------

    /** The game as it stands, in the language of the page. */
    async getGame(): Promise<StoredGame> {
        void language.now;
        if (!this.table) await new Promise<void>((done, failed) => this.#first.push({ done, failed }));
        else {
            const why = await this.#make();
            if (why !== null) throw why;
        }
        return this.#game!;
    }

    watch(_: string, changed: (game: StoredGame) => void, failed: (problem: Problem) => void): () => void {
        this.#watchers.add(changed);
        this.#failures.add(failed);
        if (this.#game) changed(this.#game);
        return () => {
            this.#watchers.delete(changed);
            this.#failures.delete(failed);
        };
    }

    play(_: string, move: string): Promise<StoredGame> {
        return this.#act({ what: "move", move, used: Math.round(performance.now() - this.heardAt) });
    }

    resign(): Promise<StoredGame> {
        return this.#act({ what: "resign" });
    }

    /** A takeback has to be agreed to. */
    undo(): Promise<StoredGame> {
        return this.offer("takeback");
    }

    offer(offer: Offered): Promise<StoredGame> {
        return this.#act({ what: "offer", offer });
    }

    accept(offer: Offered): Promise<StoredGame> {
        return this.#act({ what: "accept", offer });
    }

    decline(offer: Offered): Promise<StoredGame> {
        return this.#act({ what: "decline", offer });
    }

    abort(): Promise<StoredGame> {
        return this.#act({ what: "abort" });
    }

    /** The clocks run again, whoever has asked first: to ask twice is no mistake. */
    resume(): Promise<StoredGame> {
        this.#resuming ??= this.#resume().finally(() => (this.#resuming = null));
        return this.#resuming;
    }
    #resuming: Promise<StoredGame> | null = null;
    async #resume(): Promise<StoredGame> {
        try {
            if (this.table?.phase === "paused") return await this.#act({ what: "resume" });
        } catch (error) {
            if (this.table?.phase === "paused") throw error;
        }
        return this.#game!;
    }

    /** Give the other player time. */
    giveTime(): Promise<StoredGame> {
        return this.#act({ what: "more-time" });
    }

    say(phrase: Phrase): Promise<StoredGame> {
        return this.#act({ what: "say", phrase });
    }

    claim(): Promise<StoredGame> {
        return this.#act({ what: "claim" });
    }

    /** While the line was lost one's clock has come to its end: the server has ended the game. */
    flagged = $state(false);

    /** A move waits for a line that is lost: the clock of the server runs on. */
    get isWaiting(): boolean {
        return this.sending === "move" && line.state !== "open";
    }

    /** While a move is on its way no clock runs, as its travel is given back; it does while the line is lost. */
    #standWhileItTravels(): () => void {
        return $effect.root(() => {
            $effect(() => {
                void line.state;
                untrack(() => void this.#make());
            });
        });
    }

    /** Do something; resolves with the game after it. Rejects with an ApiError. */
    async #act(command: Omit<Command, "nonce" | "seq">): Promise<StoredGame> {
        this.sending = command.what;
        const stop = command.what === "move" ? this.#standWhileItTravels() : () => undefined;
        try {
            await changing(line.act(this.id, { ...command, nonce: secret(NONCE), seq: this.seq }));
        } finally {
            this.sending = null;
            stop();
        }
        await this.#make();
        return this.#game!;
    }
}

/** The game and its options, with which a position begins. */
export const gameIn = (position: string): string => position.split(" ", 1)[0]!;
