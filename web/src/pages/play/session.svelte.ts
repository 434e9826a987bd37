/** A game as its page shows it: what the server last said, which moment is looked at, and what can be done. */
import { describeMove, describeUndo } from "../../lib/announce";
import * as api from "../../lib/api";
import { ApiError, reasonOf } from "../../lib/api";
import { join, parts } from "../../lib/line";
import { watch } from "../../lib/live.svelte";
import { viewOf } from "../../lib/positions";
import { settings } from "../../lib/settings.svelte";
import { say } from "../../lib/texts.svelte";
import { announce } from "../../lib/toasts.svelte";
import type { Problem, Seat, StoredGame, View } from "../../lib/types";
import { soundOf } from "./sound";
import { numberedName } from "./words";

export interface Note {
    text: string;
    kind: "plain" | "wrong";
}

export class Session {
    game: StoredGame | null = $state.raw(null);
    /** When `game` came, in milliseconds of this page: clocks are counted on from here. */
    heard = $state(0);
    /** Why there is no game to show. */
    problem: Problem | null = $state.raw(null);
    /** A calm line by the board: why a click did nothing, or what has happened. */
    note: Note | null = $state.raw(null);
    busy = $state(false);
    /** The moves before the position that is looked at; null: the game as it stands. */
    at: number | null = $state(null);
    past: View | null = $state.raw(null);

    /** The game before what is being asked for, and the answer to it. */
    #before: StoredGame | null = null;
    #answer: Promise<void> = Promise.resolve();

    readonly view: View | null = $derived(this.at === null ? (this.game?.view ?? null) : this.past);
    readonly ply: number = $derived(this.at ?? this.game?.moves.length ?? 0);
    readonly over: boolean = $derived(this.game?.status === "over");
    /** The one seat of a person; null when two people (or none) play. */
    readonly mySeat: Seat | null = $derived(this.#mySeat());
    readonly againstComputer: boolean = $derived(
        this.game !== null && (["1", "2"] as const).some((seat) => this.game!.seats[seat].kind === "computer"),
    );
    readonly myTurn: boolean = $derived.by(() => {
        const seat = this.game?.view.seat;
        return !this.over && seat != null && this.game!.seats[seat].kind === "human";
    });
    readonly canPlay: boolean = $derived(this.at === null && this.myTurn);

    constructor(readonly id: string) {}

    #mySeat(): Seat | null {
        if (!this.game) return null;
        const { seats } = this.game;
        if (seats[1].kind === seats[2].kind) return null;
        return seats[1].kind === "human" ? 1 : 2;
    }

    /** Be told of changes until the function that is returned is called. */
    follow(): () => void {
        return watch(
            this.id,
            (game) => this.take(game),
            (problem) => {
                if (problem.status === 404) this.problem = problem;
            },
        );
    }

    async load(): Promise<void> {
        try {
            this.take(await api.getGame(this.id), true);
        } catch (error) {
            this.#fail(error);
        }
    }

    /** Show a newer state; what comes late is not shown. `again`: the same state in another language. */
    take(game: StoredGame, again = false): void {
        const before = this.game;
        if (before && (game.updated < before.updated || (!again && game.updated === before.updated))) return;
        this.game = game;
        this.heard = performance.now();
        this.problem = null;
        if (!before || game.updated === before.updated) return;
        this.note = null;
        this.#tell(before, game);
        if (this.at !== null && this.at >= game.moves.length) this.at = null;
    }

    /** Say aloud what has changed. */
    #tell(before: StoredGame, game: StoredGame): void {
        const { last } = game.view;
        const names = (seat: Seat): string => numberedName(game.seats, seat);
        if (game.moves.length > before.moves.length && last) {
            announce(describeMove(last, game.view, names));
            if (settings.sound) soundOf(last);
        } else if (game.moves.length < before.moves.length || (before.outcome && !game.outcome)) {
            announce(describeUndo(before.moves.slice(game.moves.length), game.view, names));
        } else if (game.outcome && !before.outcome) {
            announce(game.outcome.sentence);
        }
    }

    play(move: string): Promise<void> {
        return this.#change(() => api.play(this.id, move, this.game!.moves.length));
    }

    undo(): Promise<void> {
        this.at = null;
        return this.#change(() => api.undo(this.id, this.game!.moves.length));
    }

    resign(seat: Seat): Promise<void> {
        return this.#change(() => api.resign(this.id, seat));
    }

    /** One thing after the other. The socket can show what was done before its answer is here: then the next waits. */
    async #change(work: () => Promise<StoredGame>): Promise<void> {
        while (this.busy) {
            if (this.game === this.#before) return;
            await this.#answer;
        }
        if (!this.game) return;
        this.#before = this.game;
        this.#answer = this.#ask(work);
        await this.#answer;
    }

    async #ask(work: () => Promise<StoredGame>): Promise<void> {
        this.busy = true;
        this.note = null;
        try {
            this.take(await work());
        } catch (error) {
            if (error instanceof ApiError && error.status === 409) {
                await this.load();
                this.note = { text: say("game.stale"), kind: "plain" };
            } else {
                this.#fail(error);
            }
        } finally {
            this.busy = false;
        }
    }

    #fail(error: unknown): void {
        if (!this.game && error instanceof ApiError) this.problem = error.problem;
        else this.note = { text: reasonOf(error), kind: "wrong" };
    }

    /** Say why a move cannot be made: of a point, of what was typed instead of one, or of a word such as "pass". */
    async explain(point: string): Promise<void> {
        const { view } = this;
        if (!view || this.at !== null) return;
        if (!this.canPlay) {
            this.note = { text: say(this.over ? "game.is-over" : "game.turn.thinking"), kind: "plain" };
            return;
        }
        try {
            const reason = await api.whyNot(view.line, point);
            if (reason && this.view === view) this.note = { text: reason, kind: "wrong" };
        } catch (error) {
            this.#fail(error);
        }
    }

    /** Look at the position after so many moves; the last one is the game itself. */
    async lookAt(ply: number): Promise<void> {
        const { game } = this;
        if (!game) return;
        const wanted = Math.min(Math.max(0, ply), game.moves.length);
        if (wanted === game.moves.length) {
            this.at = null;
            return;
        }
        const { start } = parts(game.view.line);
        const moves = game.moves.slice(0, wanted).map((one) => one.move);
        try {
            const view = await viewOf(join(start, moves));
            // The game itself can have changed under a walk through it.
            if (this.game !== game && this.game?.moves[wanted - 1]?.move !== moves.at(-1)) return;
            this.past = view;
            this.at = wanted;
        } catch (error) {
            this.#fail(error);
        }
    }
}
