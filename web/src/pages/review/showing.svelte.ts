/** "Show me why": lines that play on the board by themselves, a move at a time. */
import { after } from "../../lib/positions/line";
import type { Study } from "../study/study.svelte";

/** Milliseconds for which each position is seen, and the one in which a line begins or ends. */
const STEP = 900;
const REST = 1500;

export class Showing {
    /** Which line plays, and how many of its moves are on the board; null: none does. */
    now: { line: string; moves: number } | null = $state.raw(null);
    #turn = 0;

    constructor(private readonly study: Pick<Study, "now" | "goTo" | "follow">) {}

    /** Play lines, by their names, one after the other from a position; whoever walks elsewhere ends it. */
    async play(start: string, lines: readonly (readonly [name: string, moves: readonly string[]])[]): Promise<void> {
        const turn = ++this.#turn;
        for (const [line, moves] of lines) {
            await this.study.goTo(start);
            for (let made = 0; made <= moves.length; made += 1) {
                const here = after(start, ...moves.slice(0, made));
                if (made === 1) await this.study.follow(start, moves);
                else if (made > 1) await this.study.goTo(here);
                if (turn !== this.#turn) return;
                this.now = { line, moves: made };
                await new Promise((resolve) => setTimeout(resolve, made % moves.length ? STEP : REST));
                if (turn !== this.#turn) return;
                if (this.study.now !== here) return this.stop();
            }
        }
        this.stop();
    }

    /** What is on the board stays there. */
    stop(): void {
        this.#turn += 1;
        this.now = null;
    }
}
