/** The win rate while one plays: a short look at each position in which a person is to move, and at nothing else. */
import { analyse } from "../../../lib/engine";
import type { Analysis } from "../../../engine/messages";
import type { View } from "../../../lib/types";

/** So little costs a phone no battery to speak of, and is over before most moves are made. */
export const SECONDS = 1;
/** Milliseconds that a position has to stay: what is played at once is not looked at. */
const PAUSE = 250;

/** More moves than any board has: how many of them keep a result is counted. */
export const ALL_MOVES = 1000;

export interface Look {
    analysis: Analysis;
    /** The position that it is of. */
    view: View;
}

export class Chances {
    /** What was found last; it stays until there is something newer. */
    look: Look | null = $state.raw(null);

    /** Look at a position until the function that is returned is called. */
    follow(view: View, seconds: number): () => void {
        let stop = (): void => undefined;
        const timer = setTimeout(() => {
            stop = analyse({
                line: view.line,
                seconds,
                moves: ALL_MOVES,
                onanalysis: (analysis) => (this.look = { analysis, view }),
                // A bar that is not there is no reason to disturb a game.
                onproblem: () => undefined,
            });
        }, PAUSE);
        return () => {
            clearTimeout(timer);
            stop();
        };
    }
}
