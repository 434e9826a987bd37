/** The engine beside a board that is studied. It thinks only when it was switched on, and only about what is shown. */
import { analyse } from "../lib/live.svelte";
import type { Analysis } from "../lib/types";

export const TIMES = [3, 10, 30, 60] as const;
const MOVES = 8;
const KEPT = 200;

export class Engine {
    on = $state(false);
    /** For each position. */
    seconds = $state(10);
    analysis: Analysis | null = $state.raw(null);
    thinking = $state(false);
    /** How many others come first, while waiting for a free place. */
    ahead: number | null = $state(null);
    problem: string | null = $state(null);

    /** What was found, so that a position that was looked at once shows it at once: time and analysis by line. */
    #found = new Map<string, { seconds: number; analysis: Analysis }>();

    /** Think about the end of a line until the function that is returned is called. */
    follow(line: string): () => void {
        const before = this.#found.get(line);
        this.analysis = before?.analysis ?? null;
        this.problem = null;
        this.ahead = null;
        const { seconds } = this;
        const wanting = !before || before.seconds < seconds;
        this.thinking = wanting;
        if (!wanting) return () => undefined;
        const stop = analyse({
            line,
            seconds,
            moves: MOVES,
            owners: true,
            onanalysis: (analysis, done) => {
                this.ahead = null;
                this.analysis = analysis;
                if (!done) return;
                this.thinking = false;
                this.#found.set(line, { seconds, analysis });
                if (this.#found.size > KEPT) this.#found.delete(this.#found.keys().next().value!);
            },
            onqueued: (ahead) => (this.ahead = ahead),
            onproblem: (problem) => {
                this.problem = problem.detail;
                this.thinking = false;
            },
        });
        return () => {
            stop();
            this.thinking = false;
        };
    }

    /** Nothing is shown any more. */
    clear(): void {
        this.analysis = null;
        this.ahead = null;
        this.problem = null;
        this.thinking = false;
    }
}
