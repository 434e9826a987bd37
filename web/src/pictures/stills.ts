/** A board for each game that stands still: by it one tells a variant from the game that it comes from. */
import { emptyRows } from "../board/geometry";
import type { GameFacts } from "../lib/types";
import games from "./living.json";
import stills from "./stills.json";

export interface Still {
    rows: string[];
    /** Written on stones, by their place in the rows. */
    numbers?: Record<number, string>;
}

/** So far a game of the first screen has come where it begins: there is something to see, and room. */
export const BEGUN = 0.45;

/** The board of a game; one of another package has only an empty one. */
export function stillOf({ name, board, shape, usualSizes, fixedSize }: GameFacts): Still {
    const found = (stills as Record<string, { rows: string; numbers?: Record<number, string> }>)[name];
    if (found) return { ...found, rows: found.rows.split("/") };
    const frames = (games as Record<string, string[]>)[name];
    if (frames) return { rows: frames[Math.floor(frames.length * BEGUN)]!.split("/") };
    return { rows: emptyRows(board, shape, fixedSize ?? usualSizes[0] ?? 0) };
}
