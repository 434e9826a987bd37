/** A hint: the engine looks at the position for a moment, only because it was asked to. */
import type { Mark } from "../../board/model";
import { analyse } from "../../lib/engine";
import { moveText } from "../../lib/moves";
import { say } from "../../lib/texts.svelte";
import type { Analysis } from "../../engine/messages";
import type { View } from "../../lib/types";
import { topMarks } from "../study/board/marks";

const SECONDS = 2;
const MOVES = 3;

export class Hint {
    /** The line that is hinted at; null if there is no hint. */
    line: string | null = $state(null);
    thinking = $state(false);
    marks: Mark[] = $state.raw([]);
    text = $state("");
    #stop: () => void = () => undefined;

    ask(view: View): void {
        this.end();
        this.line = view.line;
        this.thinking = true;
        this.text = say("game.hint.thinking");
        this.#stop = analyse({
            line: view.line,
            seconds: SECONDS,
            moves: MOVES,
            onanalysis: (analysis, done) => this.#show(analysis, view, done),
            onproblem: (problem) => {
                this.text = problem.detail;
                this.thinking = false;
            },
        });
    }

    #show(analysis: Analysis, view: View, done: boolean): void {
        this.thinking = !done;
        // Chances only: how long each move was looked at is for the analysis board.
        this.marks = topMarks(analysis, view)
            .slice(0, MOVES)
            .map(({ sub: _visits, ...mark }) => mark);
        const moves = analysis.moveInfos.slice(0, MOVES).map((info) => moveText(info.move));
        if (done) this.text = say("game.hint.found", { moves: moves.join(say("game.comma")) });
    }

    /** Take the hint away and stop the engine. */
    end(): void {
        this.#stop();
        this.line = null;
        this.thinking = false;
        this.marks = [];
        this.text = "";
    }
}
