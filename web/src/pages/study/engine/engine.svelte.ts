/** The engine beside a board that is studied. It thinks only when it has been switched on, and only about what is shown. */
import { SvelteMap } from "svelte/reactivity";
import { isSteady, type Stage } from "../../../lib/judging/chances";
import { analyse } from "../../../lib/engine";
import { settings } from "../../../lib/settings.svelte";
import { Network } from "../../../lib/network.svelte";
import type { Analysis } from "../../../engine/messages";
import { surer, valueOf, type Value } from "./along";

export const TIMES = [3, 10, 30, 60] as const;
const MOVES = 8;
const KEPT = 200;
/** Milliseconds at a position before it is asked about: who walks past it asks nothing. */
const PAUSE = 120;

export class Engine {
    /** As it was switched last. */
    on = $state(settings.engine);
    /** For each position. */
    seconds = $state(10);
    analysis: Analysis | null = $state.raw(null);
    /** Whether what was found has come to rest. */
    steady = $state(false);
    thinking = $state(false);
    problem: string | null = $state(null);
    readonly network = new Network();
    /** What is known of each position that was thought about, by its line. */
    readonly values = new SvelteMap<string, Value>();

    /** What was found, so that a position that was looked at once shows it at once: time and analysis by line. */
    #found = new Map<string, { seconds: number; analysis: Analysis; steady: boolean }>();

    /** Think about the end of a line until the function that is returned is called. */
    follow(line: string): () => void {
        const before = this.#found.get(line);
        this.analysis = before?.analysis ?? null;
        this.steady = before?.steady ?? false;
        this.problem = null;
        const { seconds } = this;
        const wanting = !before || before.seconds < seconds;
        this.thinking = wanting;
        if (!wanting) return () => undefined;
        let stages: Stage[] = [];
        let began = 0;
        const ask = () => {
            began = performance.now();
            return analyse({
                line,
                seconds,
                moves: MOVES,
                owners: true,
                onanalysis: (analysis, done) => {
                    this.analysis = analysis;
                    const passed = (performance.now() - began) / 1000;
                    this.values.set(line, surer(this.values.get(line), valueOf(analysis, passed)));
                    stages = withStage(stages, analysis);
                    this.steady = isSteady(stages);
                    if (!done) return;
                    this.thinking = false;
                    this.#found.set(line, { seconds, analysis, steady: this.steady });
                    if (this.#found.size > KEPT) this.#found.delete(this.#found.keys().next().value!);
                },
                onnetwork: this.network.hear,
                onproblem: (problem) => {
                    this.problem = problem.detail;
                    this.thinking = false;
                },
            });
        };
        let stop: (() => void) | null = null;
        const timer = setTimeout(() => (stop = ask()), PAUSE);
        return () => {
            clearTimeout(timer);
            stop?.();
            this.network.end();
            this.thinking = false;
        };
    }

    /** Nothing is shown any more. */
    clear(): void {
        this.analysis = null;
        this.steady = false;
        this.problem = null;
        this.thinking = false;
    }
}

/** The stages with one more; an analysis that begins anew, after a rest, begins them anew. */
function withStage(stages: Stage[], { rootInfo, moveInfos }: Analysis): Stage[] {
    const { visits, winrate } = rootInfo;
    const before = visits < (stages.at(-1)?.visits ?? 0) ? [] : stages;
    return [...before, { visits, best: moveInfos[0]?.move ?? "", winrate }];
}
