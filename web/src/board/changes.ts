/** What happened between two views, for the animation: from the server's words, and from the stones for the rest. */
import type { PlayedMove, View } from "../lib/types";

export type Change =
    /** A stone was set down. */
    | { kind: "set"; point: string }
    /** A stone came from another point; `wraps`: over the edge. */
    | { kind: "slide"; point: string; from: string; wraps: boolean; face: string }
    /** A stone shows another face. */
    | { kind: "turn"; point: string; face: string }
    /** A stone was taken off the board. */
    | { kind: "lift"; point: string; face: string };

/** So many moves at once are still shown as what happened (a turn of two stones and its answer); more is a jump. */
const MOVES_SHOWN = 4;

/** Whether two views show the same moment of the same game. */
export function isSame(one: View, other: View): boolean {
    return one.gameText === other.gameText && one.ply === other.ply && one.rows.join() === other.rows.join();
}

/**
 * The changes from one view to the next of the same game, forwards or one move back; none after a jump or a change of
 * games.
 *
 * `face` is what the stone showed before.
 */
export function changesBetween(before: View, after: View): Change[] {
    const played = after.ply - before.ply;
    if (before.gameText !== after.gameText || played < -1 || played === 0 || played > MOVES_SHOWN) return [];
    const made = played > 0 ? after.last : before.last;
    if (!made) return [];
    const changes = played === 1 ? forwards(before, after, made) : played === -1 ? backwards(before, made) : [];
    const told = new Set(changes.flatMap((change) => ("from" in change ? [change.point, change.from] : change.point)));
    const old = before.rows.join("");
    const now = after.rows.join("");
    before.points.forEach((point, place) => {
        const [was, is] = [old[place]!, now[place]!];
        if (was === is || told.has(point)) return;
        if (was === ".") changes.push({ kind: "set", point });
        else if (is === ".") changes.push({ kind: "lift", point, face: was });
        else changes.push({ kind: "turn", point, face: was });
    });
    return changes;
}

const facesOf = ({ points, rows }: View): Map<string, string> => {
    const faces = rows.join("");
    return new Map(points.map((point, place) => [point, faces[place]!]));
};

/** What a move says that it did. Of several moves at once only the last is known, and pushes from nowhere. */
function forwards(before: View, after: View, { effects, colour }: PlayedMove): Change[] {
    const [old, now] = [facesOf(before), facesOf(after)];
    return [
        ...effects.pushed.map(({ from, to, wraps }): Change => {
            return { kind: "slide", point: to, from, wraps, face: old.get(from) ?? "." };
        }),
        ...effects.placed.map((point): Change => {
            // A stone can be gone with the move that placed it (V5).
            const stays = now.get(point) !== ".";
            return stays ? { kind: "set", point } : { kind: "lift", point, face: colour };
        }),
    ];
}

/** The pushes of a move the other way round. */
function backwards(before: View, { effects }: PlayedMove): Change[] {
    const old = facesOf(before);
    return effects.pushed.map(({ from, to, wraps }) => {
        return { kind: "slide", point: from, from: to, wraps, face: old.get(to) ?? "." };
    });
}
