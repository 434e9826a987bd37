/** Reviews that were made, kept in this browser and with their games so that none has to be made twice. */
import { reviews } from "../../lib/api";
import type { ReviewTask } from "../../engine/messages";
import type { Look } from "../../lib/judging/graph";
import { after, parts } from "../../lib/positions/line";
import { signOf, whose } from "../../lib/judging/mistakes";
import { recall, remember } from "../../lib/settings.svelte";
import type { PlayerSummary, Review, ReviewedMove, Seat } from "../../lib/types";

const PLACE = "fieldstone.reviews";
const HALF = "fieldstone.review-half";
const MOST = 12;
const MOST_HALVES = 4;

/** A review as pages before this one kept it: none was half-finished. */
type Older = Omit<Review, "complete" | "looks"> & { looks: Look[] };
/** A review as it is stored in this browser, by this page or an older one. */
type StoredReview = Review | Older;

/** Whether a kept review knows the best moves by points and its own errors: one that an older page has kept does not. */
const isWhole = ({ moves }: StoredReview): boolean =>
    moves.every((move) => "byPoints" in move && "winrateLossError" in move);

export function keptReview(line: string): Review | null {
    const found = recall<StoredReview[]>(PLACE, []).find((one) => one.line === line && isWhole(one));
    if (!found) return null;
    return {
        complete: true,
        ...found,
        looks: found.looks.map((look) => ({ ...look, certain: look.certain ?? false, error: look.error ?? null })),
    };
}

const mean = (all: number[]): number => (all.length ? all.reduce((sum, one) => sum + one, 0) / all.length : 0);

/** How a player did in some moves of a review. */
export function summary(moves: readonly ReviewedMove[], seat: Seat): PlayerSummary {
    const choices = whose(moves, seat).filter((move) => !move.forced);
    const points = choices.map((move) => move.scoreLoss).filter((loss) => loss !== null);
    const count = (verdict: string): number => choices.filter((move) => move.verdict === verdict).length;
    return {
        seat,
        moves: choices.length,
        best: choices.filter((move) => move.byChance.best === move.move && !move.verdict).length,
        winrateLoss: mean(choices.map((move) => move.winrateLoss)),
        scoreLoss: points.length ? mean(points) : null,
        blunders: count("blunder"),
        mistakes: count("mistake"),
        slips: count("slip"),
    };
}

/** What a review knows of a position, at its pace: seconds of a search. */
export type Reviewed = Look & { seconds: number };

/** The kept reviews of games after a start, the newest first, each with the lines after so many of its moves. */
const keptAfter = (start: string): { review: StoredReview; lineAt: (ply: number) => string }[] =>
    recall<StoredReview[]>(PLACE, [])
        .filter((review) => isWhole(review) && parts(review.line).start === start)
        .map((review) => {
            const { moves } = parts(review.line);
            return { review, lineAt: (ply) => after(start, ...moves.slice(0, ply)) };
        });

/** What the kept reviews say of positions after a start, by their lines; of two that say something the newer one. */
export function keptLooks(start: string): Map<string, Reviewed> {
    const found = new Map<string, Reviewed>();
    for (const { review, lineAt } of keptAfter(start))
        for (const look of review.looks) {
            const at = lineAt(look.ply);
            if (!found.has(at)) found.set(at, { ...look, seconds: review.seconds });
        }
    return found;
}

/** What the moves of games after a start are marked with, by their lines, where a review of them is complete. */
export function keptSigns(start: string): Record<string, string> {
    const found: Record<string, string> = {};
    for (const { review, lineAt } of keptAfter(start)) {
        if ("complete" in review && !review.complete) continue;
        for (const move of review.moves) {
            const sign = signOf(move);
            if (sign) found[lineAt(move.ply)] ??= sign;
        }
    }
    return found;
}

/** Keep a review, the last one first; the oldest ones go. One that was stopped half-way replaces no whole one. */
export function keepReview(made: Review): void {
    if (!made.complete && keptReview(made.line)?.complete) return;
    const others = recall<StoredReview[]>(PLACE, []).filter((one) => one.line !== made.line);
    remember(PLACE, [made, ...others].slice(0, MOST));
}

/** What the searches of a review that was stopped have found in this browser, from which it goes on: of the last ones. */
export interface Half extends Pick<ReviewTask, "known" | "net"> {
    line: string;
    seconds: number;
    /** It was running when its page was left: nobody has stopped it. */
    going?: boolean;
}
/** An older page kept one alone. */
function halves(): Half[] {
    const kept = recall<Half[] | Half | null>(HALF, null);
    return Array.isArray(kept) ? kept : kept ? [kept] : [];
}
export const halfOf = (line: string): Half | null => halves().find((half) => half.line === line) ?? null;
export function keepHalf(line: string, half: Half | null): void {
    const others = halves().filter((one) => one.line !== line);
    remember(HALF, [...(half ? [half] : []), ...others].slice(0, MOST_HALVES));
}

/** Where a review is kept with its game, for other browsers too. */
export interface Shelf {
    get(): Promise<Review | null>;
    keep(review: Review): Promise<void>;
}

export const shelfOf = (id: string): Shelf | null =>
    reviews && { get: () => reviews!.get(id), keep: (review) => reviews!.keep(id, review) };

/**
 * The review of a line: the one on the shelf, unless only this browser has a whole one, which goes there. Both have it
 * afterwards. Where nothing can be asked, what is here is enough.
 */
export async function reviewOf(line: string, shelf: Shelf | null): Promise<Review | null> {
    const own = keptReview(line);
    try {
        const there = (await shelf?.get()) ?? null;
        if (there?.line === line && (there.complete || !own?.complete)) {
            keepReview(there);
            return there;
        }
        if (own) void keepThere(own, shelf);
    } catch {
        return own;
    }
    return own;
}

/** Keep a review here, and on the shelf if it can be reached: else it goes there when it is next looked at. */
export function keepEverywhere(made: Review, shelf: Shelf | null): void {
    keepReview(made);
    void keepThere(made, shelf);
}

const keepThere = (made: Review, shelf: Shelf | null): Promise<void> =>
    shelf?.keep(made).catch(() => undefined) ?? Promise.resolve();
