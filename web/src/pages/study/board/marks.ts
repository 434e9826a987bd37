/** What an analysis draws on the board: the top moves. */
import type { Mark } from "../../../board/model";
import { percent, saysNothing, short } from "../../../lib/judging/chances";
import { numbers } from "../../../engine/interface";
import type { Analysis, MoveInfo } from "../../../engine/messages";
import type { View } from "../../../lib/types";

const SHOWN = 5;

/** The best move, the ones as good, the others. */
const kindOf = ({ order, winrate }: MoveInfo, best: number): Mark["kind"] =>
    order === 0 ? "best" : best - winrate! < numbers.AS_GOOD ? "good" : "move";

/** Marks of the top moves: chance in percent, visits below it. Moves that were hardly looked at are left out. */
export function topMarks(analysis: Analysis, view: View): Mark[] {
    const points = new Set(view.points);
    const infos = analysis.moveInfos.filter((info) => points.has(info.move) && info.winrate !== null);
    const most = Math.max(1, ...infos.map((info) => info.visits));
    const best = analysis.moveInfos[0]?.winrate ?? 0;
    return infos.slice(0, SHOWN).map((info) => ({
        point: info.move,
        kind: kindOf(info, best),
        text: String(percent(info.winrate!, info.proven !== null)),
        ...(info.visits ? { sub: short(info.visits) } : {}), // what is proven needs no search
        strength: Math.sqrt(info.visits / most),
    }));
}

/** The same of the moves that are words, as a swap: their buttons show it. */
export function wordMarks(analysis: Analysis, view: View): Mark[] {
    const points = new Set(view.points);
    const best = analysis.moveInfos[0]?.winrate ?? 0;
    return analysis.moveInfos
        .filter((info) => !points.has(info.move) && info.winrate !== null)
        .slice(0, SHOWN)
        .map((info) => ({
            point: info.move,
            kind: kindOf(info, best),
            text: String(percent(info.winrate!, info.proven !== null)),
        }));
}

/**
 * Marks of all moves, points and words. Where so little is known that a number would read as if more were, none is told
 * of what is not proven.
 */
export function marksOf(analysis: Analysis, view: View): Mark[] {
    const { proven, winrateError } = analysis.rootInfo;
    const open = proven === null && saysNothing(winrateError);
    const marks = [...topMarks(analysis, view), ...wordMarks(analysis, view)];
    return marks.map((mark) => (open && !["0", "100"].includes(mark.text!) ? { ...mark, text: "–" } : mark));
}
