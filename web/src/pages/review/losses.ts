/** What a move lost, in words: with the numbers of the two moves that are compared, never against them. */
import type { By } from "../../lib/judging/graph";
import { type Counted, countedText, isTie, shownLead } from "../../lib/judging/leads";
import { bestBy, isUnclear, toldBy } from "../../lib/judging/mistakes";
import { percentText } from "../../lib/percent";
import { say } from "../../lib/texts.svelte";
import type { ReviewedMove } from "../../lib/types";
import type { Compared, Value } from "./compared";

/** What a chance counts as where another one is taken from it: "<1%" is next to nothing. */
const counted = ({ percent, finer }: Value): number => (finer < 1 ? 0 : finer > 99 ? 100 : percent);
/** A loss of the chance in whole percent: only what is certain is 100. */
const wholeLoss = (loss: number, certain: boolean): number =>
    loss === 1 && certain ? 100 : Math.min(99, Math.round(100 * loss));

/** Whether two whole percents do not differ by the loss as it reads: then one decimal is told of all three. */
export const isUneven = ({ by, best, played }: Compared, { winrateLoss }: ReviewedMove): boolean =>
    by === "chance" &&
    winrateLoss < 1 &&
    Math.min(99, counted(best) - counted(played)) !== wholeLoss(winrateLoss, true);

/** A chance, with one decimal where whole percents are uneven: the same wherever it is told in words. */
export function chanceText({ percent, finer, certain }: Value, fine: boolean): string {
    if (fine) return percentText(finer);
    if (certain || (finer >= 1 && finer <= 99)) return percentText(percent);
    return (finer < 1 ? "<" : ">") + percentText(percent);
}

export interface LossText {
    /** With what it is counted in. */
    loss: string;
    /** How far the truth may be from it: "" where that is nothing, or reads as nothing. */
    error: string;
    /** The loss without what it is counted in. */
    number: string;
    /** All of it. */
    exact: string;
}
function told(number: string, error: string, loss = number): LossText {
    return { loss, error, number, exact: error ? `${loss} ${error}` : loss };
}

/** Whether a move lost nothing but the tie that the centre would have decided for its player: that is no point (I10). */
const isTieLost = (move: ReviewedMove, by: By, score: Counted): boolean => {
    const isTied = (lead: number | null): boolean => isTie(score, lead ?? 0, move.proven !== null);
    return isTied(move.scoreLead) && isTied(bestBy(move, by).scoreLead);
};

const tenths = (lead: number): number => Math.round(10 * lead) / 10;

/** The points that a move lost: by so much the leads differ as they read beside it. */
function lostPoints(move: ReviewedMove, by: By, score: Counted): number {
    const [best, played] = [bestBy(move, by).scoreLead, move.scoreLead];
    if (best === null || played === null) return move.scoreLoss ?? 0;
    return shownLead(score, best) - shownLead(score, played);
}

/**
 * What a move lost. In a decided game points are told, of what is unclear the win rate, whatever losses are shown as.
 * `fine`: the two values that are told with one decimal; the loss is their difference then.
 */
export function lossText(move: ReviewedMove, by: By, score: Counted, fine: Compared | null = null): LossText {
    if (toldBy(move, by) === "points" && !isUnclear(move) && !isTieLost(move, by, score)) {
        const error = move.scoreLossError ?? 0;
        // Two searches that found the same points prove nothing where the result itself is open.
        const guessed = error < 0.05 && move.proven === null && move.winrateLossError >= 0.01;
        const points = (guessed ? "~" : "") + countedText(score, -lostPoints(move, by, score));
        const loss = score.unit ? say(`review.loss.${score.unit}`, { points }) : points;
        return told(points, error < 0.05 ? "" : `± ${error.toFixed(1)}`, loss);
    }
    const { winrateLoss: loss, winrateLossError: error } = move;
    // What is larger than its error must not read as if it were not: with as many decimals as that takes.
    const at = (digits: number, chance: number): number => Number((100 * chance).toFixed(digits));
    const least = isUnclear(move) ? 0 : [0, 1, 2].find((digits) => at(digits, loss) !== at(digits, error));
    const digits = Math.max(least ?? 2, fine ? 1 : 0);
    const lost = fine
        ? tenths(fine.best.finer - fine.played.finer)
        : digits
          ? at(digits, loss)
          : wholeLoss(loss, error === 0);
    const unsure = at(digits, error);
    return told(`−${percentText(lost)}`, Math.round(100 * error) < 1 ? "" : `± ${unsure}`);
}
