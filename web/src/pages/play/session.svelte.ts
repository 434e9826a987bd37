/** A game as its page shows it: what the server last said, which moment is looked at, and what can be done. */
import { describeMove, describeUndo } from "../../lib/announce";
import type { Keeper } from "../../keeper/keeper";
import * as api from "../../lib/api";
import { ApiError, reasonOf } from "../../lib/api";
import { makeReady, whyNot } from "../../lib/engine";
import { join, parts } from "../../lib/positions/line";
import { viewAfter, viewOf } from "../../lib/positions/positions";
import { percentText } from "../../lib/percent";
import { settings } from "../../lib/settings.svelte";
import { say } from "../../lib/texts.svelte";
import { announce, toast } from "../../lib/toasts.svelte";
import type { Problem, Seat, StoredGame, View } from "../../lib/types";
import { feltOf, vibrate } from "../../lib/vibration";
import { soundOf, soundOfEnd } from "./sound";
import { duty, endText, isCalledOff, isFinishing, loneSeat, namesFor, told } from "./words";

export interface Note {
    text: string;
    kind: "plain" | "wrong";
    /** It is about a server that does not answer, and goes when that does. */
    offline?: boolean;
}

/** What keeps the game: that of all games of this device, or a meeting of two people. */
export type GameKeeper = Pick<Keeper, "getGame" | "watch" | "play" | "undo" | "resign">;

/** The seat of whoever is at this device, in a game between people at two. */
export interface MeetingSeat {
    /** Null for who only watches. */
    readonly seat: Seat | null;
    /** Nobody may move now: the game has not begun, or it is paused. */
    readonly waits: boolean;
    /** The headline of a game that was called off; null for other games. */
    readonly calledOff?: string | null;
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
    /** The position after a move that the server has not confirmed yet. */
    ahead: View | null = $state.raw(null);

    /** The game before what is being asked for, and the answer to it: whether it was done. */
    #before: StoredGame | null = null;
    #answer: Promise<boolean> = Promise.resolve(true);
    #lacksNetwork = false;
    /** Whether the person has gone to another page. */
    #left = false;
    #loading: Note | null = null;

    /** The position as it stands, with a move that is on its way. */
    readonly present: View | null = $derived(this.ahead ?? this.game?.view ?? null);
    readonly view: View | null = $derived(this.at === null ? this.present : this.past);
    readonly ply: number = $derived(this.at ?? this.game?.moves.length ?? 0);
    readonly over: boolean = $derived(this.game?.status === "over");
    /** The one seat of a person; null when two people (or none) play. */
    readonly mySeat: Seat | null = $derived(this.#mySeat());
    readonly againstComputer: boolean = $derived(
        this.game !== null && (["1", "2"] as const).some((seat) => this.game!.seats[seat].kind === "computer"),
    );
    /** The computer plays the game to its end for both players. */
    readonly finishing: boolean = $derived(this.game !== null && isFinishing(this.game));
    readonly myTurn: boolean = $derived.by(() => {
        if (this.finishing) return false;
        const seat = this.present?.seat;
        if (this.meetingSeat && (this.meetingSeat.waits || this.meetingSeat.seat !== seat)) return false;
        return !this.over && seat != null && this.game!.seats[seat].kind === "human";
    });
    readonly canPlay: boolean = $derived(this.at === null && this.myTurn);
    /** The word of a move that waits for its confirmation, and the position in which it was touched. */
    touched: { word: string; line: string } | null = $state.raw(null);
    /** Who plays here names komi or chooses a side, or waits for whoever does; the end of the game ends that too. */
    readonly settling: boolean = $derived.by(() => {
        const here = this.meetingSeat?.seat !== null;
        return here && this.at === null && !this.over && this.game?.view.setup != null;
    });

    constructor(
        readonly id: string,
        private readonly keeper: GameKeeper = api,
        readonly meetingSeat: MeetingSeat | null = null,
    ) {}

    #mySeat(): Seat | null {
        if (!this.game) return null;
        if (this.meetingSeat) return this.meetingSeat.seat;
        return loneSeat(this.game.seats);
    }

    /** Play a word that was pressed; one that was touched may have to be confirmed first, which `Named` asks for. */
    press(word: string, event: MouseEvent, play: () => unknown = () => this.play(word)): void {
        const touch = (event as PointerEvent).pointerType === "touch";
        if (touch && settings.confirm) this.touched = { word, line: this.game!.view.line };
        else play();
    }

    /** A reason why another move cannot be made goes when one that can is chosen. */
    forgive(): void {
        if (this.note?.kind === "wrong" && !this.note.offline) this.note = null;
    }

    /** Who plays somebody elsewhere may look at something else meanwhile. */
    get #calls(): boolean {
        return this.meetingSeat !== null && this.meetingSeat.seat !== null;
    }

    /** Be told of changes until the function that is returned is called: then the person has gone to another page. */
    follow(): () => void {
        this.#left = false;
        const stop = this.keeper.watch(
            this.id,
            (game) => {
                if (this.note?.offline) this.note = null;
                this.take(game);
            },
            (problem) => {
                if (problem.status === 404) this.problem = problem;
            },
        );
        return () => {
            this.#left = true;
            stop();
        };
    }

    async load(): Promise<void> {
        try {
            this.take(await this.keeper.getGame(this.id), true);
        } catch (error) {
            this.fail(error);
        }
    }

    /**
     * Show a newer state; what comes late is not shown, and what comes after the person has left is neither shown nor
     * told on the page that he is on. `again`: the same state in another language.
     */
    take(game: StoredGame, again = false): void {
        if (this.#left) return;
        const before = this.game;
        if (before && (game.updated < before.updated || (!again && game.updated === before.updated))) return;
        this.game = game;
        // An offer of the other player, for example, leaves a move that is on its way where it is.
        if (before?.view.line !== game.view.line || game.outcome) this.ahead = null;
        this.heard = performance.now();
        this.problem = null;
        if (!before) this.#makeReady(game);
        if (!before || game.updated === before.updated) return;
        this.note = null;
        this.#tell(before, game);
        if (this.at !== null && this.at >= game.moves.length) this.at = null;
    }

    /** Have the rules of the game at hand before the first move; without a server that is too late. */
    #makeReady(game: StoredGame): void {
        viewOf(game.view.line).catch(() => undefined);
        for (const seat of [1, 2] as const) {
            if (game.seats[seat].kind === "computer") makeReady(game.view.line, seat);
        }
    }

    /** Show how much of its network the computer has, 0 to 1; that it plays without is said once. */
    tellNetwork(part: number | "missing"): void {
        if (part === "missing" && !this.#lacksNetwork) {
            this.#lacksNetwork = true;
            toast(say("game.network.missing"));
        }
        if (part !== "missing" && part < 1) {
            const text = say("game.network.loading", { part: percentText(Math.round(100 * part)) });
            this.note = this.#loading = { text, kind: "plain" };
        } else if (this.note !== null && this.note === this.#loading) this.note = null;
    }

    /** Say aloud what has changed; of moves that come one upon the other only that they come. */
    #tell(before: StoredGame, game: StoredGame): void {
        const view = this.#inWords(game);
        const { last } = view;
        const names = namesFor(game.seats, this.mySeat);
        if (isFinishing(game) && !isFinishing(before)) announce(say("game.finish.going"));
        if (game.moves.length > before.moves.length && last) {
            if (!isFinishing(game))
                this.#announceTurn(
                    describeMove(last, view, names, [last.move], told(last, view, game.seats, this.mySeat)),
                );
            if (settings.sound) soundOf(last, this.#calls);
            if (this.meetingSeat?.seat !== null) vibrate(feltOf(last, this.mySeat)); // who only watches feels nothing
        } else if (game.moves.length < before.moves.length || (before.outcome && !game.outcome)) {
            this.#announceTurn(describeUndo(before.moves.slice(game.moves.length), view, names));
        } else if (game.outcome && !before.outcome) {
            announce(this.#endText(game));
        }
        if (settings.sound && game.outcome && !before.outcome && !isCalledOff(game.outcome)) soundOfEnd(this.#calls);
    }

    /** Say what has happened, and to whoever is to move what he must do. */
    #announceTurn(text: string): void {
        const must = this.myTurn ? duty(this.game!) : "";
        announce(must ? [text, must].join(say("board.said.join")) : text);
    }

    #endText({ outcome, seats }: StoredGame): string {
        if (!outcome) return "";
        return this.meetingSeat?.calledOff ?? endText({ outcome, seats }, this.mySeat);
    }

    /** The position as it stands, whose end is told to the one person at this device. */
    #inWords(game: StoredGame): View {
        const { outcome } = game.view;
        return outcome ? { ...game.view, outcome: { ...outcome, sentence: this.#endText(game) } } : game.view;
    }

    /** Play a move: it is on the board at once, and stays there when the server has it. */
    play(move: string): Promise<void> {
        return this.change((game) => {
            void this.#foresee(game, move);
            return this.keeper.play(this.id, move, game.moves.length);
        });
    }

    undo(): Promise<void> {
        this.at = null;
        return this.change((game) => this.keeper.undo(this.id, game.moves.length));
    }

    resign(seat: Seat): Promise<void> {
        return this.change(() => this.keeper.resign(this.id, seat));
    }

    /** Show what a move leads to; the rules know it here. */
    async #foresee(game: StoredGame, move: string): Promise<void> {
        try {
            const view = await viewAfter(game.view.line, move);
            if (this.busy && this.game === game) this.ahead = view;
        } catch {
            // The server says what is wrong with it.
        }
    }

    /**
     * Change the game, one thing after the other. The socket can show what was done before its answer is here, and the
     * board what is on its way: what is asked for then waits, and is done only if that was.
     */
    async change(work: (game: StoredGame) => Promise<StoredGame>): Promise<void> {
        while (this.busy) {
            if (this.game === this.#before && this.ahead === null) return;
            if (!(await this.#answer)) return;
        }
        if (!this.game) return;
        this.#before = this.game;
        this.#answer = this.#ask(work, this.game);
        await this.#answer;
    }

    async #ask(work: (game: StoredGame) => Promise<StoredGame>, game: StoredGame): Promise<boolean> {
        this.busy = true;
        this.note = null;
        try {
            this.take(await work(game));
            return true;
        } catch (error) {
            this.ahead = null;
            if (error instanceof ApiError && error.status === 409) {
                await this.load();
                this.note = { text: this.meetingSeat ? error.message : say("game.stale"), kind: "plain" };
            } else {
                this.fail(error);
            }
            return false;
        } finally {
            this.busy = false;
            this.ahead = null;
        }
    }

    /** Say what has gone wrong. */
    fail(error: unknown): void {
        if (!this.game && error instanceof ApiError) this.problem = error.problem;
        else this.note = { text: reasonOf(error), kind: "wrong", offline: error instanceof ApiError && error.offline };
    }

    /** Say why a move cannot be made: of a point, of what was typed instead of one, or of a word such as "pass". */
    async explain(point: string): Promise<void> {
        const { view } = this;
        if (!view) return;
        if (!this.canPlay) return this.#tellClosed();
        try {
            const reason = await whyNot(view.line, point);
            if (!reason || this.view !== view) return;
            this.#answerBy(reason, "wrong");
        } catch (error) {
            this.fail(error);
        }
    }

    /** Say why nothing can be chosen on the board; at the end of a game it is only looked at. */
    tellClosed(): void {
        const setup = this.canPlay && this.present?.setup;
        if (setup) this.#answerBy(say(`game.setup.first-${setup}`), "plain");
        else if (this.at !== null || (!this.canPlay && !this.over)) this.#tellClosed();
    }

    #tellClosed(): void {
        if (this.at === null) return this.#answerBy(this.#whyClosed(), "plain");
        const text = say("game.walk.past");
        this.note = { text, kind: "wrong" };
        announce(text); // it stood there before, so nothing that changes reads it aloud
    }

    #whyClosed(): string {
        if (this.over) return say("game.is-over");
        if (!this.meetingSeat) return say("game.turn.thinking");
        if (this.meetingSeat.seat === null) return say("meet.line.watching");
        return say(this.meetingSeat.waits ? "meet.not-now" : "meet.not-your-turn");
    }

    /** Show an answer, and have it read; what stands there already does not change, and would be silent. */
    #answerBy(text: string, kind: Note["kind"]): void {
        if (this.note?.text === text) announce(text);
        this.note = { text, kind };
    }

    /** Look at the position after so many moves; the last one is the game itself. */
    async lookAt(ply: number): Promise<void> {
        const { game } = this;
        if (!game) return;
        const wanted = Math.min(Math.max(0, ply), game.moves.length);
        // What was said of another position does not stay beside this one.
        if (wanted !== this.ply && !this.note?.offline && this.note !== this.#loading) this.note = null;
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
            this.fail(error);
        }
    }
}
