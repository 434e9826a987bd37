/** What a review found, sorted for people. */
import { after } from "../positions/line";
import type { By, Look } from "./graph";
import { numbers } from "../../engine/interface";
import type { BestMove, ReviewedMove, Seat, Verdict } from "../types";

/** What a move is called by what it gave away, with the least of it in whole percent (docs/json.md). */
export type Grade = Verdict;
export const GRADES: readonly { grade: Grade; least: number; sign: string }[] = [
    { grade: "blunder", least: 100 * numbers.BLUNDER, sign: "??" },
    { grade: "mistake", least: 100 * numbers.MISTAKE, sign: "?" },
    { grade: "slip", least: 100 * numbers.SLIP, sign: "?!" },
];
/** The sign of a verdict as in chess notation: "??". */
export const signOf = (move: ReviewedMove): string | null =>
    GRADES.find(({ grade }) => grade === move.verdict)?.sign ?? null;

/** Whether a move lost points, as far as that is known. */
const lostPoints = (move: ReviewedMove): boolean =>
    (move.byPoints ?? move.byChance).best !== move.move && (move.scoreLoss ?? 0) >= numbers.LEAST_POINTS;

/**
 * What the loss of a move is told in: in a decided game points, whatever was asked for. The win rate of what is unclear,
 * and of a mistake that lost no points, or nobody knows how many.
 */
export function toldBy(move: ReviewedMove, by: By): By {
    if (move.judgedBy === "points") return "points";
    const known = by === "points" && !isUnclear(move) && (!move.verdict || lostPoints(move));
    return known ? "points" : "chance";
}

/** The best move by chance or by points. */
export const bestBy = (move: ReviewedMove, by: By): BestMove =>
    (toldBy(move, by) === "points" ? move.byPoints : null) ?? move.byChance;

/** How far a mean may be from that of many more such numbers, nine times in ten; null where one number says nothing. */
export function errorOfMean(values: readonly number[]): number | null {
    const count = values.length;
    if (count < 2) return null;
    const mean = values.reduce((sum, one) => sum + one, 0) / count;
    const variance = values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (count - 1);
    return numbers.STANDARD_ERRORS * Math.sqrt(variance / count);
}

/**
 * How well somebody has played, from 0 to 100; null where no move had a choice. The mean over the moves: one that lost
 * nothing counts 100, one that lost 10% of the win rate 64, one that lost 50% 9 (the curve of lichess).
 */
export function accuracy(moves: readonly ReviewedMove[]): number | null {
    const each = moves.flatMap(({ forced, winrateLoss }) =>
        forced ? [] : [Math.min(100, Math.max(0, 103.1668 * Math.exp(-4.354 * winrateLoss) - 3.1669))],
    );
    return each.length ? each.reduce((sum, one) => sum + one, 0) / each.length : null;
}

export const whose = (moves: readonly ReviewedMove[], seat: Seat | null): ReviewedMove[] =>
    moves.filter((move) => seat === null || move.seat === seat);

const apart = (move: ReviewedMove, by: By): number => Number(toldBy(move, by) !== by);

/** How bad a move is in a list: by what it is judged by, or by points alone. */
const badness = (move: ReviewedMove, by: By): number =>
    by === "points" && toldBy(move, by) === "points" ? (move.scoreLoss ?? 0) : move.weight;

/**
 * The moves with a verdict, the worst first: a loss within its error is none. `seat` null is for both players. Those that
 * are not told in what was asked for come after the others: points cannot be compared with percent.
 */
export function worst(moves: readonly ReviewedMove[], by: By, seat: Seat | null): ReviewedMove[] {
    const isLoss = (move: ReviewedMove): boolean =>
        by === "points" && toldBy(move, by) === "points" ? lostPoints(move) : bestBy(move, by).best !== move.move;
    return whose(moves, seat)
        .filter((move) => move.verdict && isLoss(move))
        .sort((a, b) => apart(a, by) - apart(b, by) || badness(b, by) - badness(a, by) || a.ply - b.ply);
}

/** Whether a move would be a mistake if its loss were certain, but the error of that is as large. */
export const isUnclear = (move: ReviewedMove): boolean =>
    !move.verdict &&
    move.judgedBy === "chance" &&
    move.byChance.best !== move.move &&
    move.winrateLoss >= numbers.MISTAKE &&
    move.winrateLoss <= move.winrateLossError;

/** Such moves, the largest loss first. */
export function unclear(moves: readonly ReviewedMove[], seat: Seat | null): ReviewedMove[] {
    return whose(moves, seat)
        .filter(isUnclear)
        .sort((a, b) => b.winrateLoss - a.winrateLoss || a.ply - b.ply);
}

/** The next or the previous of the worst moves in the order of the game, from a ply on; null at the end. */
export function jump(listed: readonly ReviewedMove[], ply: number, step: 1 | -1): ReviewedMove | null {
    const inOrder = [...listed].sort((a, b) => a.ply - b.ply);
    if (step > 0) return inOrder.find((move) => move.ply > ply) ?? null;
    return inOrder.filter((move) => move.ply < ply).at(-1) ?? null;
}

/** What was found of the positions after the best moves that were not played, by their lines. */
export function looksBeside(
    moves: readonly ReviewedMove[],
    looks: readonly Look[],
    lineAt: (ply: number) => string,
): Map<string, Omit<Look, "ply">> {
    const found = new Map<string, Omit<Look, "ply">>();
    for (const { ply, seat, byChance, byPoints } of moves) {
        const before = lineAt(ply - 1);
        const look = looks.find((one) => one.ply === ply - 1);
        const certain = look?.certain === true;
        // Where all is lost every move loses, the best one by points too.
        const lost = certain && look.chance === (seat === 1 ? 0 : 1);
        for (const [one, proven] of [
            [byPoints, lost],
            [byChance, certain],
        ] as const) {
            if (!one) continue;
            const { winrate, scoreLead } = one;
            const margin = scoreLead === null || seat === 1 ? scoreLead : -scoreLead;
            found.set(after(before, one.best), { chance: seat === 1 ? winrate : 1 - winrate, margin, certain: proven });
        }
    }
    return found;
}
