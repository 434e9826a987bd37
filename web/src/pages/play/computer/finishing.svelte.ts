/** The rest of a game that is decided: when the computer is offered to play it for both. */
import { numbers } from "../../../engine/interface";
import type { Analysis, MoveInfo } from "../../../engine/messages";
import { colourName } from "../../../lib/positions/moves";
import { say } from "../../../lib/texts.svelte";
import type { Colour, View } from "../../../lib/types";

/** Until so much of the board is covered, nothing is looked for. */
const COVERED = 1 / 3;
/** How long a position is looked at: with less the error is too large to tell. */
export const SECONDS = 1.5;

/** What is known of the end of a game. */
interface Decided {
    /** How many moves had been made when it was decided. */
    since: number;
    /** Who wins; null: nobody does. */
    winner: Colour | null;
    proven: boolean;
}

/** Whether a position is worth a look. */
export function isLate({ rows, points, setup }: View): boolean {
    const covered = rows.join("").replaceAll(".", "").length;
    return setup === null && covered >= COVERED * points.length;
}

/** Whether one of them, with all the error of it, has at least such a chance. */
function isClear({ rootInfo }: Analysis, least: number): boolean {
    const { winrate, winrateError } = rootInfo;
    return Math.max(winrate, 1 - winrate) - winrateError >= least;
}

/** Whether at least half of the moves keep what is proven: a win that only the right move keeps is still to be found. */
function isEasy({ rootInfo: { proven }, moveInfos }: Analysis, { legal }: View): boolean {
    const keeps = (info: MoveInfo): boolean =>
        info.proven === null ? (info.winrate ?? 0) >= numbers.SETTLED : info.proven === "win" || info.proven === proven;
    return 2 * moveInfos.filter(keeps).length >= legal.points.length + legal.namedMoves.length;
}

function winnerOf({ rootInfo: { currentPlayer, proven, winrate } }: Analysis): Colour | null {
    if (proven === "draw") return null;
    const wins = proven === null ? winrate >= 0.5 : proven === "win";
    return wins === (currentPlayer === "B") ? "B" : "W";
}

export class Finishing {
    /** What has been decided; null: the game is open. */
    #decided: Decided | null = $state.raw(null);
    /** What was offered is not wanted. */
    declined = $state(false);

    /** Take what has been found of a position, all its moves among it. */
    hear(analysis: Analysis, view: View): void {
        if (analysis.isDuringSearch) return;
        const proven = analysis.rootInfo.proven !== null;
        const before = this.#decided;
        const least = before ? numbers.STILL_SETTLED : numbers.SETTLED;
        const decided = proven ? isEasy(analysis, view) : isClear(analysis, least);
        this.#decided = decided ? { since: before?.since ?? view.ply, winner: winnerOf(analysis), proven } : null;
    }

    /** Why nobody has to play on after so many moves; "": the game is open. */
    textAt(ply: number): string {
        if (!this.#decided || ply < this.#decided.since) return "";
        const { winner, proven } = this.#decided;
        if (winner === null) return say("game.finish.draw");
        return say(proven ? "game.finish.decided" : "game.finish.likely", { colour: colourName(winner) });
    }
}
