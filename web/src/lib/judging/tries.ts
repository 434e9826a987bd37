/** Whether another try was as good as the best move. */
import type { By } from "./graph";
import { numbers } from "../../engine/interface";
import { bestBy } from "./mistakes";
import type { ReviewedMove } from "../types";

export type Answer = "best" | "good" | "near" | "closer" | "same" | "worse" | "untold" | "open";

/** What the position after a move is worth to the player who made it; `error` is the stated error of the chance. */
export interface Worth {
    chance: number;
    error: number;
    margin: number | null;
}

/** What a try gives away beside the best move, with the error of that; below 0 where it has turned out to be better. */
export interface Lost {
    chance: number;
    error: number;
    /** null where there are no points. */
    points: number | null;
}
export const lost = (tried: Worth, best: Worth): Lost => ({
    chance: best.chance - tried.chance,
    error: Math.hypot(tried.error, best.error),
    points: tried.margin === null || best.margin === null ? null : best.margin - tried.margin,
});

/** A verdict without a search: the best move, or the move from the game again. */
export function known(mistake: ReviewedMove, by: By, tried: string): Answer | null {
    if (tried === bestBy(mistake, by).best) return "best";
    return tried === mistake.move ? "same" : null;
}

/**
 * Whether another try was as good as the best move. Both were searched now; what lies within their errors is not held
 * against the try, but said to be near, or open where those are wide. By points it must not lose more of the chance
 * either.
 */
export function judge(mistake: ReviewedMove, by: By, tried: Worth, best: Worth): Answer {
    const loss = best.chance - tried.chance;
    if (by === "chance" || tried.margin === null || best.margin === null) {
        // Where nothing but points is to be lost, an equal chance says nothing.
        if (by === "points" && loss <= numbers.AS_GOOD) return "untold";
        // As good is what is known to be: with an error as large as a mistake it may be none.
        const error = Math.hypot(tried.error, best.error);
        if (loss <= numbers.AS_GOOD && error < numbers.MISTAKE) return "good";
        // Both are told in whole percent: no verdict beside "−7% ± 7".
        if (loss <= numbers.AS_GOOD || Math.round(100 * loss) <= Math.round(100 * error))
            return error < numbers.MISTAKE ? "near" : "open";
        return loss <= mistake.winrateLoss / 2 ? "closer" : "worse";
    }
    const even = loss <= Math.max(numbers.AS_GOOD, Math.hypot(tried.error, best.error) / numbers.STANDARD_ERRORS);
    const points = best.margin - tried.margin;
    if (even && points < numbers.LEAST_POINTS) return "good";
    return even && points <= (mistake.scoreLoss ?? 0) / 2 ? "closer" : "worse";
}
/** Whether a longer search may know better. */
export const unsettled = (verdict: Answer): boolean => ["near", "open"].includes(verdict);
/** Whether a verdict ends the exercise. */
export const solved = (verdict: Answer): boolean => ["best", "good", "near"].includes(verdict);
