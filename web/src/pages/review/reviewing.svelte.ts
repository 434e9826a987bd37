/** A review as it grows: asked for, stopped, finished, kept. */
import { review } from "../../lib/engine";
import type { Look } from "../../lib/graph";
import type { PlayerSummary, ReviewData, ReviewedMove } from "../../engine/review";
import { keepReview, keptReview } from "./kept";

export const PACES = [0.3, 1, 3] as const;

export class Reviewing {
    looks: Look[] = $state.raw([]);
    moves: ReviewedMove[] = $state.raw([]);
    players: PlayerSummary[] = $state.raw([]);
    seconds = $state<number>(PACES[1]);
    running = $state(false);
    finished = $state(false);
    /** Whether it was asked for on this visit: what it fills in keeps its place from then on. */
    begun = $state(false);
    done = $state(0);
    /** Whether all positions have been looked at, and verdicts that hang on it are looked at once more. */
    again = $state(false);
    problem: string | null = $state(null);
    #stop: (() => void) | null = null;

    constructor(
        readonly line: string,
        readonly plies: number,
    ) {
        const kept = keptReview(line);
        if (!kept) return;
        this.looks = kept.looks;
        this.moves = kept.moves;
        this.players = kept.players;
        this.seconds = kept.seconds;
        this.finished = true;
    }

    /** Ask for the review from the beginning. */
    start(): void {
        this.stop();
        this.looks = [];
        this.moves = [];
        this.players = [];
        this.finished = false;
        this.problem = null;
        this.running = true;
        this.begun = true;
        this.done = 0;
        this.again = false;
        const { line, seconds } = this;
        this.#stop = review({
            line,
            seconds,
            onreview: (found, again, done) => {
                this.looks = looksOf(found);
                this.moves = found.moves;
                this.players = found.players;
                this.done = found.moves.length;
                this.again = again;
                if (!done) return;
                this.running = false;
                this.finished = true;
                keepReview({ line, seconds, looks: this.looks, moves: this.moves, players: this.players });
            },
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
    }
}

/** What is known of the positions, for the graph: from some position on all of them. */
function looksOf({ winrates, winrateErrors, scoreLeads }: ReviewData): Look[] {
    return winrates.flatMap((chance, ply) =>
        chance === null ? [] : [{ ply, chance, margin: scoreLeads[ply] ?? null, certain: winrateErrors[ply] === 0 }],
    );
}
