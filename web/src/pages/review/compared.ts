/** What the best move and the one that was played are worth: the same numbers on the board, under it and beside it. */
import { brief, leadBeside, percent } from "../../lib/judging/chances";
import type { By, Look } from "../../lib/judging/graph";
import { bestBy, toldBy } from "../../lib/judging/mistakes";
import type { ReviewedMove } from "../../lib/types";

export interface Value {
    percent: number;
    /** null where there are no points, or they would contradict the chance. */
    lead: number | null;
}
export interface Compared {
    /** What both can be told in. */
    by: By;
    best: Value;
    played: Value;
}

const valueOf = (chance: number, lead: number | null, certain: boolean): Value => ({
    percent: percent(chance, certain),
    lead: leadBeside(chance, lead),
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
export const markText = ({ percent, lead }: Value, by: By): string =>
    by === "points" && lead !== null ? brief(lead) : String(percent);
