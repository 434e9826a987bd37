/** Reviews that were made, kept in this browser so that none has to be made twice. */
import type { Look } from "../lib/graph";
import { recall, remember } from "../lib/settings.svelte";
import type { ReviewedMove } from "../lib/types";

const PLACE = "fieldstone.reviews";
const MOST = 12;

export interface Kept {
    /** The line that was reviewed: a game that went on has another one. */
    line: string;
    seconds: number;
    looks: Look[];
    moves: ReviewedMove[];
}

export const keptReview = (line: string): Kept | null =>
    recall<Kept[]>(PLACE, []).find((one) => one.line === line) ?? null;

/** Keep a review, the last one first; the oldest ones go. */
export function keepReview(made: Kept): void {
    const others = recall<Kept[]>(PLACE, []).filter((one) => one.line !== made.line);
    remember(PLACE, [made, ...others].slice(0, MOST));
}
