/** The engine beside a board that is studied. It thinks only when it was switched on, and only about what is shown. */
import { isSteady, type Stage } from "../lib/chances";
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
    /** Whether what was found has come to rest. */
    steady = $state(false);
    thinking = $state(false);
    /** How many others come first, while waiting for a free place. */
    ahead: number | null = $state(null);
    problem: string | null = $state(null);

    /** What was found, so that a position that was looked at once shows it at once: time and analysis by line. */
    #found = new Map<string, { seconds: number; analysis: Analysis; steady: boolean }>();

    /** Think about the end of a line until the function that is returned is called. */
    follow(line: string): () => void {
        const before = this.#found.get(line);
        this.analysis = before?.analysis ?? null;
        this.steady = before?.steady ?? false;
        this.problem = null;
        this.ahead = null;
        const { seconds } = this;
        const wanting = !before || before.seconds < seconds;
        this.thinking = wanting;
        if (!wanting) return () => undefined;
        let stages: Stage[] = [];
        const stop = analyse({
            line,
            seconds,
            moves: MOVES,
            owners: true,
            onanalysis: (analysis, done) => {
                this.ahead = null;
                this.analysis = analysis;
                stages = withStage(stages, analysis);
                this.steady = isSteady(stages);
                if (!done) return;
                this.thinking = false;
                this.#found.set(line, { seconds, analysis, steady: this.steady });
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
        this.steady = false;
        this.ahead = null;
        this.problem = null;
        this.thinking = false;
    }
}

/** The stages with one more; an analysis that begins anew, after the server was lost, begins them anew. */
function withStage(stages: Stage[], { rootInfo, moveInfos }: Analysis): Stage[] {
    const { visits, winrate } = rootInfo;
    const before = visits < (stages.at(-1)?.visits ?? 0) ? [] : stages;
    return [...before, { visits, best: moveInfos[0]?.move ?? "", winrate }];
}
