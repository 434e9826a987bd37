/** What the best move and the one that was played are worth: the same numbers on the board, under it and beside it. */
import { leadBeside, percent } from "../../lib/judging/chances";
import type { By, Look } from "../../lib/judging/graph";
import { type Counted, countedBrief } from "../../lib/judging/leads";
import { bestBy, toldBy } from "../../lib/judging/mistakes";
import type { ReviewedMove } from "../../lib/types";

export interface Value {
    /** As it reads: whole, and 0 or 100 only where that is certain. */
    percent: number;
    /** The same with one decimal. */
    finer: number;
    /** null where there are no points, or they would contradict the chance. */
    lead: number | null;
    /** Whether it is proven, or the game is over. */
    certain: boolean;
}
export interface Compared {
    /** What both can be told in. */
    by: By;
    best: Value;
    played: Value;
}

const valueOf = (chance: number, lead: number | null, certain: boolean): Value => ({
    percent: percent(chance, certain),
    finer: certain ? 100 * chance : Math.min(99.9, Math.max(0.1, Math.round(1000 * chance) / 10)),
    lead: leadBeside(chance, lead),
    certain,
});

/** Compare the best move with the one that was played. `looks` know which positions are proven. */
export function compare(move: ReviewedMove, by: By, looks: readonly Look[]): Compared {
    const better = bestBy(move, by);
    const proven = looks.some((look) => look.ply === move.ply - 1 && look.certain);
    const best = valueOf(better.winrate, better.scoreLead, proven && (better.winrate === 0 || better.winrate === 1));
    const played = valueOf(move.winrate, move.scoreLead, move.proven !== null);
    const points = toldBy(move, by) === "points" && best.lead !== null && played.lead !== null;
    if (points) return { by: "points", best, played };
    // A last chance may cost points: those would say that the worse move is the better one.
    const contrary = best.lead !== null && played.lead !== null && best.lead < played.lead;
    const without = (value: Value): Value => (contrary ? { ...value, lead: null } : value);
    return { by: "chance", best: without(best), played: without(played) };
}

/** What stands on a mark: points, or the chance without its sign. */
export function markText({ percent, finer, lead, certain }: Value, by: By, score: Counted): string {
    if (by === "points" && lead !== null) return countedBrief(score, lead, certain);
    return (certain || (finer >= 1 && finer <= 99) ? "" : finer < 1 ? "<" : ">") + String(percent);
}
