/** A hint: the engine looks at the position for a moment, only because it was asked to. */
import type { Mark } from "../../../board/model";
import { reasonOf } from "../../../lib/api";
import { analyse } from "../../../lib/engine";
import { Network } from "../../../lib/network.svelte";
import { say } from "../../../lib/texts.svelte";
import type { Analysis } from "../../../engine/messages";
import type { View } from "../../../lib/types";
import { marksOf } from "../../study/board/marks";
import { ALL_MOVES, type Look } from "./chances.svelte";
import type { Known } from "./known";

const SECONDS = 2;
const MOVES = 3;
/** Reasons and their words, which nobody needs who does not ask. */
const words = () => Promise.all([import("./known"), import("./why")]);

/** Where the turn goes on after the best move, both of its stones are marked, by their numbers. */
function withBoth(marks: Mark[], { moveInfos: [best] }: Analysis, known: Known | null): Mark[] {
    const second = best?.pv[1];
    if (!known?.after.turnOpen || second === undefined || !known.view.points.includes(second)) return marks;
    const others = marks.filter(({ point }) => ![best!.move, second].includes(point));
    const stones = [best!.move, second].map((point, place) => ({ point, text: String(place + 1) }));
    return [...others, ...stones.map((one) => ({ ...one, kind: "best" as const, strength: 1 }))];
}

export class Hint {
    /** The line that is hinted at; null if there is no hint. */
    line: string | null = $state(null);
    thinking = $state(false);
    marks: Mark[] = $state.raw([]);
    /** The move that is hinted at, when it has been found. */
    move: string | null = $state(null);
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
        this.move = best ?? null;
        this.onfound({ analysis, view });
        this.#explain(analysis, view).catch((error) => {
            if (this.line === view.line) this.#said = () => reasonOf(error);
        });
    }

    /** Say the move and its reasons, which the rules tell. */
    async #explain(analysis: Analysis, view: View): Promise<void> {
        const [{ lookedAt }, { hintText, isAsGood }] = await words();
        const others = analysis.moveInfos
            .slice(1, MOVES)
            .filter((info) => isAsGood(analysis.moveInfos[0]!, info))
            .map((info) => info.move);
        const known = await lookedAt(analysis, view).catch(() => null); // the move is worth saying without them
        if (this.line !== view.line) return;
        const more = others.filter((move) => view.points.includes(move));
        const good = more.map((point) => ({ point, kind: "good" as const, strength: 0.5 }));
        this.marks = withBoth([...this.marks, ...good], analysis, known);
        this.#said = () => hintText(analysis, others, known);
    }

    /** Take the hint away and stop the engine. */
    end(): void {
        this.#stop();
        this.line = null;
        this.thinking = false;
        this.marks = [];
        this.move = null;
        this.#said = () => "";
    }
}
