/** Reviews that were made, kept in this browser so that none has to be made twice. */
import type { Look } from "../../lib/graph";
import { after, parts } from "../../lib/line";
import { recall, remember } from "../../lib/settings.svelte";
import type { ReviewedMove } from "../../lib/types";

const PLACE = "fieldstone.reviews";
const MOST = 12;

export interface Kept {
    /** The line that was reviewed: a game that went on has another one. */
    line: string;
    seconds: number;
    looks: Look[];
    moves: ReviewedMove[];
}

/** Whether a kept review knows the best moves by points: one that an older page has kept does not. */
const isWhole = ({ moves }: Kept): boolean => moves.every((move) => "byPoints" in move);

export const keptReview = (line: string): Kept | null =>
    recall<Kept[]>(PLACE, []).find((one) => one.line === line && isWhole(one)) ?? null;

/** What the kept reviews say of positions after a start, by their lines; of two that say something the newer one. */
export function keptLooks(start: string): Map<string, Look> {
    const found = new Map<string, Look>();
    for (const { line, looks } of recall<Kept[]>(PLACE, [])) {
        const reviewed = parts(line);
        if (reviewed.start !== start) continue;
        for (const look of looks) {
            const at = after(start, ...reviewed.moves.slice(0, look.ply));
            if (!found.has(at)) found.set(at, look);
        }
    }
    return found;
}

/** Keep a review, the last one first; the oldest ones go. */
export function keepReview(made: Kept): void {
    const others = recall<Kept[]>(PLACE, []).filter((one) => one.line !== made.line);
    remember(PLACE, [made, ...others].slice(0, MOST));
}
