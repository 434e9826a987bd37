/** "Show me why": lines that play on the board by themselves, a move at a time, and can be paused and stepped through. */
import { after } from "../../lib/positions/line";
import type { Study } from "../study/study.svelte";

/** Milliseconds for which each position is seen, the one in which a line begins, and the one in which it ends. */
const STEP = 900;
const BEGIN = 900;
const END = 2500;

/** `most`: how many of the moves play by themselves; the others are there to be stepped to. */
export type NamedLine = readonly [name: string, moves: readonly string[], most?: number];

export interface Shown {
    line: string;
    /** How many of its moves are on the board. */
    moves: number;
    paused: boolean;
}
interface Place {
    /** Counted from 0. */
    line: number;
    moves: number;
}

export class Showing {
    #start = "";
    #lines: readonly NamedLine[] = [];
    /** The lines that are in the tree. */
    #grown = new Set<number>();
    #place: Place | null = $state.raw(null);
    #paused = $state(false);
    /** Whether the board is on its way to the place. */
    #walking = $state(false);
    #turn = 0;

    /** What is shown; null: nothing is, or somebody has walked elsewhere. */
    readonly now: Shown | null = $derived.by(() => {
        const [place, paused] = [this.#place, this.#paused];
        if (!place || (!this.#walking && this.study.now !== this.#at(place))) return null;
        return { line: this.#lines[place.line]![0], moves: place.moves, paused };
    });
    /** Whether there is a move before what is shown, and one after it. */
    readonly able = $derived({
        back: this.#place !== null && this.#beside(this.#place, -1) !== null,
        on: this.#place !== null && this.#beside(this.#place, 1) !== null,
    });

    /** Whether a line ends by itself with what is shown. */
    readonly ends = $derived(
        this.#place !== null &&
            this.#place.moves > 0 &&
            (this.#place.moves === this.#endOf({ line: this.#place.line, moves: 0 }) ||
                this.#place.moves === this.#lines[this.#place.line]![1].length),
    );

    constructor(private readonly study: Pick<Study, "now" | "goTo" | "follow">) {}

    /**
     * Play lines one after the other from a position, each as far as it plays by itself, and come back to it. Whoever
     * walks elsewhere ends it.
     */
    async play(start: string, lines: readonly NamedLine[]): Promise<void> {
        this.#start = start;
        this.#lines = lines;
        this.#grown.clear();
        await this.#run({ line: 0, moves: 0 });
    }

    pause(): void {
        this.#turn += 1;
        this.#paused = true;
    }

    /** Go on from what is shown; after the end, from the beginning. */
    async resume(): Promise<void> {
        if (this.#place) await this.#run(this.#following(this.#place) ?? { line: 0, moves: 0 });
    }

    /** A move on or back, from one line into the other; it is paused then. */
    async step(by: 1 | -1): Promise<void> {
        const place = this.#place && this.#beside(this.#place, by);
        this.pause();
        if (place) await this.#show(place);
    }

    /** What is on the board stays there. */
    stop(): void {
        this.#turn += 1;
        this.#place = null;
        this.#paused = false;
        this.#walking = false;
    }

    async #run(from: Place): Promise<void> {
        const turn = ++this.#turn;
        this.#paused = false;
        for (let place: Place | null = from; place; place = this.#following(place)) {
            await this.#show(place);
            if (turn !== this.#turn) return;
            const seen = place.moves === 0 ? BEGIN : place.moves < this.#endOf(place) ? STEP : END;
            await new Promise((resolve) => setTimeout(resolve, seen));
            if (turn !== this.#turn) return;
            if (this.study.now !== this.#at(place)) return this.stop();
        }
        this.stop();
        await this.study.goTo(this.#start);
    }

    async #show(place: Place): Promise<void> {
        this.#place = place;
        this.#walking = true;
        if (place.moves && !this.#grown.has(place.line)) {
            this.#grown.add(place.line);
            await this.study.follow(this.#start, this.#lines[place.line]![1]);
        }
        if (this.#place === place) await this.study.goTo(this.#at(place));
        if (this.#place === place) this.#walking = false;
    }

    #at({ line, moves }: Place): string {
        return after(this.#start, ...this.#lines[line]![1].slice(0, moves));
    }

    /** After how many moves a line ends by itself. */
    #endOf({ line, moves }: Place): number {
        const [, { length }, most = length] = this.#lines[line]!;
        return moves > most ? length : Math.min(most, length);
    }

    /** What plays after a place; null after the end. */
    #following(place: Place): Place | null {
        if (place.moves < this.#endOf(place)) return { ...place, moves: place.moves + 1 };
        return place.line + 1 < this.#lines.length ? { line: place.line + 1, moves: 0 } : null;
    }

    /** What is a step away from a place. */
    #beside({ line, moves }: Place, by: 1 | -1): Place | null {
        const to = moves + by;
        if (to >= 0 && to <= this.#lines[line]![1].length) return { line, moves: to };
        const other = this.#lines[line + by];
        if (!other) return null;
        return { line: line + by, moves: by > 0 ? 0 : this.#endOf({ line: line + by, moves: 0 }) };
    }
}
