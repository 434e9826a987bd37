/** The rest of a game that is decided: when the computer is offered to play it for both. */
import { numbers } from "../../../engine/interface";
import type { Analysis } from "../../../engine/messages";
import type { View } from "../../../lib/types";

/** Until so much of the board is covered, nothing is looked for. */
const COVERED = 1 / 3;
/** How long a position is looked at: with less the error is too large to tell. */
export const SECONDS = 1.5;

/** Whether a position is worth a look. */
export function isLate({ rows, points, setup }: View): boolean {
    const covered = rows.join("").replaceAll(".", "").length;
    return setup === null && covered >= COVERED * points.length;
}

/** Whether one of them, with all the error of it, has at least such a chance. */
function isDecided({ rootInfo }: Analysis, least: number): boolean {
    const { winrate, winrateError } = rootInfo;
    return Math.max(winrate, 1 - winrate) - winrateError >= least;
}

export class Finishing {
    /** How many moves had been made when it was decided; null: it is open. */
    #since: number | null = $state(null);
    /** What was offered is not wanted. */
    declined = $state(false);

    /** Take what has been found of a position. */
    hear(analysis: Analysis, { ply }: View): void {
        if (analysis.isDuringSearch) return;
        const least = this.#since === null ? numbers.SETTLED : numbers.STILL_SETTLED;
        const decided = analysis.rootInfo.proven !== null || isDecided(analysis, least);
        this.#since = decided ? (this.#since ?? ply) : null;
    }

    /** Whether all is decided after so many moves. */
    decidedAt(ply: number): boolean {
        return this.#since !== null && ply >= this.#since;
    }
}
