/** A review as it grows: asked for, stopped, finished, kept. */
import { review } from "../../lib/engine";
import { type Half, halfOf, keepHalf } from "./kept";
import { Network } from "../../lib/network.svelte";
import type { ReviewData } from "../../engine/search/review";
import type { PlayerSummary, Review, ReviewedMove, ReviewedPosition } from "../../lib/types";

export const PACES = [0.3, 1, 3] as const;
const KEEP_EVERY = 5_000; // milliseconds

/** What tells whether another page makes the same review; nothing does where the address is not a safe one. */
type Locks = Pick<LockManager, "query" | "request"> | undefined;

export class Reviewing {
    looks: ReviewedPosition[] = $state.raw([]);
    moves: ReviewedMove[] = $state.raw([]);
    players: PlayerSummary[] = $state.raw([]);
    /** Seconds a position, of the review that is asked for next. */
    seconds = $state<number>(PACES[1]);
    /** The same of the review that is shown. */
    made = $state<number>(PACES[1]);
    running = $state(false);
    finished = $state(false);
    /** Whether it was asked for on this visit: what it fills in keeps its place from then on. */
    begun = $state(false);
    /** Positions that have been looked at. */
    readonly done = $derived(this.looks.length);
    /**
     * How much of what closer looks may take has been taken, 0 to 1; null before all positions have been looked at.
     */
    again: number | null = $state(null);
    problem: string | null = $state(null);
    readonly network = new Network();
    #stop: (() => void) | null = null;
    /** Other pages may go on with it by themselves. */
    #free: (() => void) | null = null;

    /** What a review that was stopped has found; another one goes on from there if its searches are as long. */
    #half = $state.raw<Half | null>(null);
    readonly goesOn = $derived(!this.finished && this.done > 0 && this.#half?.seconds === this.seconds);
    /** When what has been found is kept for the next time: a browser may be gone before it is asked to. */
    #due = 0;

    /** `kept`: the review that there is already; `keep` keeps another one. */
    constructor(
        readonly line: string,
        readonly plies: number,
        private kept: Review | null,
        private readonly keep: (made: Review) => void,
        private readonly locks: Locks = navigator.locks as Locks,
    ) {
        this.#half = halfOf(line);
        if (kept) this.#show(kept);
    }

    /** Positions of the game, one more than its moves. */
    get positions(): number {
        return this.plies + 1;
    }
    /** How far it has come in looking at all of them or, after that, in closer looks: 0 to 1. */
    get part(): number {
        return this.again ?? this.done / this.positions;
    }

    #show({ looks, moves, players, seconds, complete }: Review): void {
        this.looks = looks;
        this.moves = moves;
        this.players = players;
        this.seconds = this.made = seconds;
        this.finished = complete;
    }

    /** Ask for the review, from the beginning or from where one was stopped. */
    start(): void {
        this.stop();
        this.#hold();
        const { line, seconds } = this;
        if (!this.goesOn) {
            this.looks = [];
            this.moves = [];
            this.players = [];
            this.#half = { line, seconds, known: [], net: false };
        }
        const half = this.#half!;
        this.made = seconds;
        this.finished = false;
        this.problem = null;
        this.running = true;
        this.begun = true;
        this.again = null;
        this.#stop = review({
            line,
            seconds,
            found: half,
            onreview: (found, again, done) => {
                this.looks = looksOf(found);
                this.moves = found.moves;
                this.players = found.players;
                this.again = again;
                if (!done) {
                    if (Date.now() >= this.#due) this.#keepFound(true);
                    return;
                }
                this.#free?.();
                this.running = false;
                this.finished = true;
                this.#keep();
            },
            onnetwork: this.network.hear,
            onproblem: (problem) => {
                this.problem = problem.detail;
                this.#free?.();
                this.running = false;
            },
        });
    }

    /**
     * Go on with what was running when its page was left, unless another page is at it; from the beginning where another
     * browser has made what there is, and nobody has stopped it here.
     */
    async resume(): Promise<void> {
        const elsewhere = this.#half === null && this.kept?.complete === false;
        if (!this.#half?.going && !elsewhere) return;
        const held = (await this.locks?.query())?.held ?? [];
        if (this.running || held.some(({ name }) => name === this.#name)) return;
        // Another one was being made beside the whole one that is shown.
        if (this.finished && this.#half) [this.seconds, this.finished] = [this.#half.seconds, false];
        if (this.goesOn || elsewhere) this.start();
    }

    /** The page is left: it goes on when one comes back. */
    leave(): void {
        this.stop(true);
    }

    /**
     * Stop; what was found stays, unless there is a whole review from before. `going`: not because somebody wants it
     * to stop.
     */
    stop(going = false): void {
        this.#free?.();
        this.#stop?.();
        this.#stop = null;
        this.network.end();
        if (!this.running) return;
        this.running = false;
        this.#keepFound(going);
        if (this.kept?.complete) this.#show(this.kept);
    }

    /** What has been found so far; a whole review from before stays the one that is shown. */
    #keepFound(going: boolean): void {
        if (!this.kept?.complete) {
            if (this.moves.length) this.#keep(going);
            return;
        }
        this.#due = Date.now() + KEEP_EVERY;
        if (!going) this.#half = null;
        this.#keepHalf(going);
    }
    #keepHalf(going: boolean): void {
        const { line, made: seconds } = this;
        if (this.#half) this.#half.going = going;
        keepHalf(line, this.#half && { line, seconds, known: this.#half.known, net: this.#half.net, going });
    }

    get #name(): string {
        return `fieldstone review ${this.line}`;
    }
    #hold(): void {
        const freed = new Promise<void>((free) => (this.#free = free));
        void this.locks?.request(this.#name, { ifAvailable: true }, () => freed);
    }

    #keep(going = false): void {
        const { line, made: seconds, finished: complete, looks, moves, players } = this;
        this.#due = Date.now() + KEEP_EVERY;
        this.kept = { line, seconds, complete, looks, moves, players };
        this.keep(this.kept);
        if (complete) this.#half = null;
        this.#keepHalf(going);
    }
}

const lookOf = (ply: number, chance: number, margin: number | null, error: number | null): ReviewedPosition => ({
    ...{ ply, chance, margin, error },
    certain: error === 0,
});

/** What is known of the positions, for the graph: from some position on all of them. */
function looksOf({ winrates, winrateErrors, scoreLeads }: ReviewData): ReviewedPosition[] {
    return winrates.flatMap((chance, ply) =>
        chance === null ? [] : [lookOf(ply, chance, scoreLeads[ply] ?? null, winrateErrors[ply] ?? null)],
    );
}
