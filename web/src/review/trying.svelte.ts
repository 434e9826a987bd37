/** "Try again": a position before a mistake, with the answer hidden until a move was tried. */
import { reasonOf } from "../lib/api";
import { chanceAfter } from "../lib/chances";
import { analyse } from "../lib/live.svelte";
import { judge, solved, type Verdict } from "../lib/mistakes";
import { viewAfter } from "../lib/positions";
import type { Analysis, ReviewedMove, Seat, View } from "../lib/types";

/** Both moves are searched for so long, so that they can be compared. */
const SECONDS = 2;

interface Chance {
    chance: number;
    error: number;
}

export class Trying {
    /** The position before the mistake. */
    readonly line: string;
    view: View | null = $state.raw(null);
    tried: string | null = $state(null);
    checking = $state(false);
    verdict: Verdict | null = $state(null);
    given = $state(false);
    problem: string | null = $state(null);
    readonly over = $derived(this.given || (this.verdict !== null && solved(this.verdict)));
    #best: Promise<Chance> | null = null;
    #stops = new Set<() => void>();
    #start: View;

    constructor(
        readonly mistake: ReviewedMove,
        start: View,
    ) {
        this.line = start.line;
        this.#start = start;
        this.view = start;
    }

    /** Play a move, and find out whether it is as good as the best one. */
    async play(move: string): Promise<void> {
        if (this.checking || this.over || this.tried !== null) return;
        this.problem = null;
        this.tried = move;
        this.checking = true;
        try {
            const next = await viewAfter(this.line, move);
            if (this.given) return; // given up meanwhile
            this.view = next;
            const { best, move: played } = this.mistake;
            if (move === best || move === played) {
                this.verdict = judge(this.mistake, move, { tried: 0, best: 0, error: 0 });
            } else {
                const [tried, wanted] = await Promise.all([this.#chance(next), this.#bestChance()]);
                const error = Math.hypot(tried.error, wanted.error);
                this.verdict = judge(this.mistake, move, { tried: tried.chance, best: wanted.chance, error });
            }
        } catch (error) {
            this.problem = reasonOf(error);
            this.again();
        } finally {
            this.checking = false;
        }
    }

    /** Take the try back. */
    again(): void {
        this.view = this.#start;
        this.tried = null;
        this.verdict = null;
    }

    /** Show the answer. */
    giveUp(): void {
        this.stop();
        this.again();
        this.given = true;
    }

    /** Stop all searches. */
    stop(): void {
        for (const stop of this.#stops) stop();
        this.#stops.clear();
        this.checking = false;
    }

    #bestChance(): Promise<Chance> {
        this.#best ??= viewAfter(this.line, this.mistake.best).then((view) => this.#chance(view));
        this.#best.catch(() => (this.#best = null));
        return this.#best;
    }

    /** The chance of the player whose mistake it was in the position after a move. */
    #chance(view: View): Promise<Chance> {
        const { seat } = this.mistake;
        if (view.outcome) return Promise.resolve({ chance: ended(view, seat), error: 0 });
        return new Promise((resolve, reject) => {
            const stop = analyse({
                line: view.line,
                seconds: SECONDS,
                moves: 1,
                onanalysis: (analysis: Analysis, done) => {
                    if (!done) return;
                    this.#stops.delete(stop);
                    resolve({ chance: chanceAfter(seat, analysis), error: analysis.rootInfo.winrateError });
                },
                onproblem: (problem) => reject(new Error(problem.detail)),
            });
            this.#stops.add(stop);
        });
    }
}

/** What a finished game is worth to a seat. */
function ended(view: View, seat: Seat): number {
    const { winnerSeat } = view.outcome!;
    if (winnerSeat === null) return 0.5;
    return winnerSeat === seat ? 1 : 0;
}
