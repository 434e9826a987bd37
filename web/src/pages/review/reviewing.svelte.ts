/** A review as it grows: asked for, stopped, finished, kept. */
import type { Look } from "../../lib/graph";
import { review } from "../../lib/live.svelte";
import type { ReviewedMove } from "../../lib/types";
import { keepReview, keptReview } from "./kept";

export const PACES = [0.3, 1, 3] as const;

export class Reviewing {
    looks: Look[] = $state.raw([]);
    moves: ReviewedMove[] = $state.raw([]);
    seconds = $state<number>(PACES[1]);
    running = $state(false);
    finished = $state(false);
    /** Whether it was asked for on this visit: what it fills in keeps its place from then on. */
    begun = $state(false);
    done = $state(0);
    of = $state(0);
    ahead: number | null = $state(null);
    /** Whether what the engine needs is being compiled, which happens once. */
    preparing = $state(false);
    problem: string | null = $state(null);
    #stop: (() => void) | null = null;

    constructor(
        readonly line: string,
        readonly plies: number,
    ) {
        this.of = plies + 1;
        const kept = keptReview(line);
        if (!kept) return;
        this.looks = kept.looks;
        this.moves = kept.moves;
        this.seconds = kept.seconds;
        this.finished = true;
    }

    /** Ask for the review from the beginning. */
    start(): void {
        this.stop();
        this.looks = [];
        this.moves = [];
        this.finished = false;
        this.problem = null;
        this.running = true;
        this.begun = true;
        this.preparing = false;
        this.done = 0;
        const { line, seconds } = this;
        this.#stop = review({
            line,
            seconds,
            by: "chance",
            onlook: ({ done, of, look, move }) => {
                this.ahead = null;
                this.preparing = false;
                this.done = done;
                this.of = of;
                this.looks = [...this.looks, look];
                if (move) this.moves = [...this.moves, move];
            },
            onreview: (moves) => {
                this.moves = moves;
                this.running = false;
                this.finished = true;
                keepReview({ line, seconds, looks: this.looks, moves });
            },
            onqueued: (ahead) => {
                this.preparing = false;
                this.ahead = ahead;
            },
            onpreparing: () => (this.preparing = true),
            onproblem: (problem) => {
                this.problem = problem.detail;
                this.running = false;
            },
        });
    }

    /** Stop; what was found stays. */
    stop(): void {
        this.#stop?.();
        this.#stop = null;
        this.running = false;
        this.ahead = null;
    }
}
