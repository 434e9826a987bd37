/** What happened between two views, for the animation: from the server's words, and from the stones for the rest. */
import type { View } from "../lib/types";

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
 * The changes from one view to the next of the same game, none after a jump, an undo or a change of games.
 *
 * `face` is what the stone showed before.
 */
export function changesBetween(before: View, after: View): Change[] {
    const played = after.ply - before.ply;
    if (before.gameText !== after.gameText || played < 1 || played > MOVES_SHOWN || !after.last) return [];
    const old = before.rows.join("");
    const now = after.rows.join("");
    const face = new Map(before.points.map((point, place) => [point, old[place]!]));
    const changes: Change[] = [];
    const told = new Set<string>();
    // After several moves at once the pushes of the last one start from stones that were never drawn.
    if (played === 1) {
        for (const { from, to, wraps } of after.last.effects.pushed) {
            changes.push({ kind: "slide", point: to, from, wraps, face: face.get(from) ?? "." });
            told.add(to).add(from);
        }
        for (const point of after.last.effects.placed) {
            // A stone can be gone with the move that placed it (V5).
            const stays = now[after.points.indexOf(point)] !== ".";
            changes.push(stays ? { kind: "set", point } : { kind: "lift", point, face: after.last.colour });
            told.add(point);
        }
    }
    before.points.forEach((point, place) => {
        const [was, is] = [old[place]!, now[place]!];
        if (was === is || told.has(point)) return;
        if (was === ".") changes.push({ kind: "set", point });
        else if (is === ".") changes.push({ kind: "lift", point, face: was });
        else changes.push({ kind: "turn", point, face: was });
    });
    return changes;
}
