/** A line that is expected, as a picture: the position that it leads to, with numbers on the stones that it set. */
import type { Mark } from "../../../board/model";
import { after } from "../../../lib/positions/line";
import { movesOf, viewOf } from "../../../lib/positions/positions";
import type { PlayedMove } from "../../../lib/types";

export interface Picture {
    rows: string[];
    marks: Mark[];
}

/**
 * Which of the moves set the stone that stands on a point after all of them, counted from 1. Stones that were pushed
 * since keep their number, those that were taken off have none.
 */
export function numbered(moves: readonly PlayedMove[]): Map<string, number> {
    let found = new Map<string, number>();
    moves.forEach(({ effects }, index) => {
        const from = new Set(effects.pushed.map((push) => push.from));
        const moved = new Map([...found].filter(([point]) => !from.has(point)));
        for (const push of effects.pushed) {
            const number = found.get(push.from);
            if (number !== undefined) moved.set(push.to, number);
        }
        for (const point of effects.placed) moved.set(point, index + 1);
        for (const point of effects.removed) moved.delete(point);
        found = moved;
    });
    return found;
}

/** The position after moves from the end of a line; the server says where the stones stand then. */
export async function pictureOf(line: string, moves: readonly string[]): Promise<Picture> {
    const whole = after(line, ...moves);
    const [end, made] = await Promise.all([viewOf(whole), movesOf(whole)]);
    const stones = end.rows.join("");
    const face = (point: string): string => stones[end.points.indexOf(point)]!;
    const marks = [...numbered(made.slice(-moves.length))]
        // A captive shows its owner's sign, which a number would cover.
        .filter(([point]) => /[BW]/.test(face(point)))
        .map(([point, number]): Mark => ({ point, kind: "text", text: String(number) }));
    return { rows: end.rows, marks };
}
