/** The moves of a game as lines of a list: one for each turn, so that both stones of a Vadus turn stand together. */
import type { Colour, PlayedMove, Seat } from "../lib/types";

export interface Turn {
    /** From 1. */
    number: number;
    seat: Seat;
    /** null while the setup goes on and nobody has a colour yet. */
    colour: Colour | null;
    moves: PlayedMove[];
}

const SETUP = /^(komi \d+|black|white)$/;

/** Whether a move belongs to the talk before the first stone (S1). */
export const isSetup = (move: string): boolean => SETUP.test(move);

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
            colour: isSetup(move.move) ? null : move.colour,
            moves: [move],
        });
    }
    return turns;
}
