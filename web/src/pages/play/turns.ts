/** The moves of a game as lines of a list: one for each turn, so that both stones of a Vadus turn stand together. */
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
