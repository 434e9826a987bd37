/** A hint: the engine looks at the position for a moment, only because it was asked to. */
import type { Mark } from "../../../board/model";
import { reasonOf } from "../../../lib/api";
import { analyse } from "../../../lib/engine";
import { Network } from "../../../lib/network.svelte";
import { viewAfter } from "../../../lib/positions/positions";
import { say } from "../../../lib/texts.svelte";
import type { Analysis } from "../../../engine/messages";
import type { View } from "../../../lib/types";
import { marksOf } from "../../study/board/marks";
import { ALL_MOVES, type Look } from "./chances.svelte";
import type { Known } from "./why";

const SECONDS = 2;
const MOVES = 3;
/** With how many other moves a threat is compared. */
const OTHERS = 3;
/** The words of reasons, which nobody needs who does not ask. */
const words = () => import("./why");

/** The positions after the best move, and after the reply that is expected. */
async function lookedAt(analysis: Analysis, view: View): Promise<Known | null> {
    const best = analysis.moveInfos[0];
    if (!best) return null;
    const after = await viewAfter(view.line, best.move);
    const [, move, next] = best.pv;
    if (after.turnOpen || after.outcome || move === undefined || next === undefined)
        return { view, after, reply: null };
    const then = await viewAfter(after.line, move);
    if (then.seat !== view.seat) return { view, after, reply: null };
    return { view, after, reply: { move, view: then, without: await withoutIt(analysis, view, move) } };
}

/** What a reply leaves to take where other moves were made than the best: the reply alone makes no threat of that. */
async function withoutIt({ moveInfos: [best, ...more] }: Analysis, view: View, reply: string): Promise<View[]> {
    const passes = view.legal.namedMoves.filter((move) => move === "pass");
    const others = [...passes, ...more.map(({ move }) => move)].filter((move) => move !== reply && move !== best?.move);
    const found = others.slice(0, OTHERS).map(async (move) => {
        const after = await viewAfter(view.line, move);
        return after.outcome || after.seat === view.seat ? null : viewAfter(after.line, reply);
    });
    const views = await Promise.all(found.map((one) => one.catch(() => null))); // not every reply is legal then
    return views.filter((one): one is View => one !== null && one.seat === view.seat);
}

/** Where the turn goes on after the best move, its second stone is marked as well, by its number. */
function withSecond(marks: Mark[], { moveInfos: [best] }: Analysis, known: Known | null): Mark[] {
    const second = best?.pv[1];
    if (!known?.after.turnOpen || second === undefined || !known.view.points.includes(second)) return marks;
    const others = marks.filter(({ point }) => point !== second);
    return [...others, { point: second, kind: "best", text: "2", strength: 1 }];
}

export class Hint {
    /** The line that is hinted at; null if there is no hint. */
    line: string | null = $state(null);
    thinking = $state(false);
    marks: Mark[] = $state.raw([]);
    /** What is said, made anew where the language changes. */
    #said: () => string = $state.raw(() => "");
    readonly #network = new Network();
    #stop: () => void = () => undefined;

    /** `onfound` is told what was found, so that it is the same wherever it is shown. */
    constructor(private readonly onfound: (look: Look) => void = () => undefined) {}

    get text(): string {
        return this.#said();
    }

    ask(view: View): void {
        this.end();
        this.line = view.line;
        this.thinking = true;
        this.#said = () => this.#network.text ?? say("game.hint.thinking");
        words().catch(() => undefined); // it comes meanwhile; what goes wrong is said when it is needed
        this.#stop = analyse({
            line: view.line,
            seconds: SECONDS,
            moves: ALL_MOVES,
            onanalysis: (analysis, done) => this.#show(analysis, view, done),
            onnetwork: (part) => this.#network.hear(part),
            onproblem: (problem) => {
                this.#said = () => problem.detail;
                this.thinking = false;
            },
        });
    }

    #show(analysis: Analysis, view: View, done: boolean): void {
        this.thinking = !done;
        // One chance, that of the position: how long each move was looked at is for the analysis board.
        const best = analysis.moveInfos[0]?.move;
        this.marks = marksOf(analysis, view)
            .filter(({ point }) => point === best && view.points.includes(point))
            .map(({ sub: _visits, ...mark }) => mark);
        if (!done) return;
        this.onfound({ analysis, view });
        this.#explain(analysis, view).catch((error) => {
            if (this.line === view.line) this.#said = () => reasonOf(error);
        });
    }

    /** Say the move and its reasons, which the rules tell. */
    async #explain(analysis: Analysis, view: View): Promise<void> {
        const { hintText, isAsGood } = await words();
        const others = analysis.moveInfos
            .slice(1, MOVES)
            .filter((info) => isAsGood(analysis.moveInfos[0]!, info))
            .map((info) => info.move);
        const known = await lookedAt(analysis, view).catch(() => null); // the move is worth saying without them
        if (this.line !== view.line) return;
        const more = others.filter((move) => view.points.includes(move));
        const good = more.map((point) => ({ point, kind: "good" as const, strength: 0.5 }));
        this.marks = withSecond([...this.marks, ...good], analysis, known);
        this.#said = () => hintText(analysis, others, known);
    }

    /** Take the hint away and stop the engine. */
    end(): void {
        this.#stop();
        this.line = null;
        this.thinking = false;
        this.marks = [];
        this.#said = () => "";
    }
}
