/** The moves of a game as lines of a list: one for each turn, so that both stones of a Vadus turn stand together. */
import { givesUp } from "../../lib/announce";
import type { Made } from "../../lib/positions/tree";
import type { Colour, PlayedMove, Seat } from "../../lib/types";

export interface Turn {
    /** From 1. */
    number: number;
    seat: Seat;
    /** null for a turn that settles who has which colour. */
    colour: Colour | null;
    moves: PlayedMove[];
}

export function byTurns(moves: readonly PlayedMove[]): Turn[] {
    const turns: Turn[] = [];
    let number: number | null = null;
    for (const move of moves) {
        if (move.turn === number) {
            turns.at(-1)!.moves.push(move);
            continue;
        }
        number = move.turn;
        turns.push({
            number: turns.length + 1,
            seat: move.seat,
            colour: move.settles ? null : move.colour,
            moves: [move],
        });
    }
    return turns;
}

/** The number of the turn that a move before `ply` belongs to, from 1; 0 at the start. */
export const turnAt = (turns: readonly Turn[], ply: number): number =>
    turns.findLast(({ moves }) => moves[0]!.ply < ply)?.number ?? 0;

/** What a move did to stones, as short as can be: −2 own ones given up, ×12 turned or taken, +2 set free, →3 pushed. */
export function didText({ effects }: Pick<Made, "effects">): string {
    if (!effects) return "";
    const { removed, flipped, captured, released, pushed } = effects;
    const own = givesUp(effects) ? removed.length : 0;
    const counts = [
        ["−", own],
        ["×", removed.length - own + flipped.length + captured.length],
        ["+", released.length],
        ["→", pushed.length],
    ] as const;
    return counts.flatMap(([sign, count]) => (count > 0 ? [sign + count] : [])).join(" ");
}
