/** The position that a line leads to, drawn so that it shows why: the groups that count, or the stones of the line. */
import { leftOf, middleOf } from "../../board/counting";
import { layoutOf } from "../../board/geometry";
import type { BoardStyle, Group, PlayedMove, View } from "../../lib/types";

export interface LineEnd {
    rows: string[];
    shape: View["shape"];
    board: BoardStyle;
    /** What stands on a stone, by its place in the rows: its number in the line, or what its group is worth. */
    numbers: Record<number, string>;
    /** Places of the groups that count; null where stones are numbered. */
    lit: ReadonlySet<number> | null;
}

/** So large is a group whose square is told where all of them count. */
const LARGE = 3;

/** The groups that count, as on the large board: those that no other cancels, or all; of walls that which decides. */
function telling({ score, outcome, count: { groups = [], squares } }: View): Group[] {
    if (squares) return groups;
    if (score.kind === "none") return groups.filter(({ deciding }) => outcome && deciding);
    if (groups.some(({ connection }) => connection)) return groups.filter(({ deciding }) => outcome && deciding);
    return leftOf(groups);
}

/** Stones of a line by their points, numbered from 1 in the order they were placed, as far as they are still there. */
function numbered(made: readonly PlayedMove[]): Map<string, number> {
    const at = new Map<string, number>();
    made.forEach(({ effects, settles }, index) => {
        if (settles) return;
        for (const point of effects.removed) at.delete(point);
        for (const point of effects.placed) if (!effects.removed.includes(point)) at.set(point, index + 1);
    });
    return at;
}

/**
 * `groups`: whether groups speak for what is to be told. Where stones are pushed their numbers would tell nothing: null.
 * Captives bear marks of their own, and no number.
 */
export function lineEnd(made: readonly PlayedMove[], end: View, groups: boolean): LineEnd | null {
    const { rows, shape, board } = end;
    const faces = rows.join("");
    const place = new Map(end.points.map((point, index) => [point, index]));
    const lit = groups ? telling(end) : [];
    const numbers: Record<number, string> = {};
    if (lit.length) {
        const layout = layoutOf(board, shape, end.points, false);
        for (const { points, value } of end.score.kind === "none" ? [] : lit)
            if (value === undefined || points.length >= LARGE)
                numbers[place.get(middleName(points, layout))!] = String(value ?? points.length);
        return {
            rows,
            shape,
            board,
            numbers,
            lit: new Set(lit.flatMap(({ points }) => points.map((one) => place.get(one)!))),
        };
    }
    if (made.some(({ effects }) => effects.pushed.length)) return null;
    for (const [point, number] of numbered(made)) {
        const index = place.get(point)!;
        if ("BW".includes(faces[index]!)) numbers[index] = String(number);
    }
    return { rows, shape, board, numbers, lit: null };
}

function middleName(points: string[], layout: ReturnType<typeof layoutOf>): string {
    const spot = middleOf(points, layout);
    return points.find((point) => layout.at[layout.index.get(point)!] === spot)!;
}
