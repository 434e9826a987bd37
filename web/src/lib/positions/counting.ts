/** Moves counted as their lists do: by turns, of which one may have two stones (Vadus). */

export interface Numbered {
    /** From 1. */
    turn: number;
    /** Which stone of its turn, from 1; null where the turn has no other. */
    stone: number | null;
}

export interface Counting {
    /** What the move that leads to a ply is called; 0 for the start. */
    at: (ply: number) => Numbered;
    /** The ply at which each turn ends. */
    ends: readonly number[];
}

/** `turns` are those that the moves belong to, one after the other: moves of one turn have the same number. */
export function countingOf(turns: readonly number[]): Counting {
    const begins = turns.flatMap((turn, index) => (index && turns[index - 1] === turn ? [] : [index + 1]));
    const ends = begins.map((_, index) => (begins[index + 1] ?? turns.length + 1) - 1);
    return {
        ends,
        at(ply) {
            const index = begins.findLastIndex((begin) => begin <= ply);
            if (index < 0) return { turn: 0, stone: null };
            const [begin, end] = [begins[index]!, ends[index]!];
            return { turn: index + 1, stone: end > begin ? ply - begin + 1 : null };
        },
    };
}
