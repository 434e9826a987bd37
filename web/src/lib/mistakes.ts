/** What a review found, sorted for people; and whether another try was as good. */
import type { By } from "./graph";
import type { BestMove, ReviewedMove, Seat } from "./types";

/** How much of the winning chance a move lost, in whole percent as it is shown (docs/json.md). */
export type Grade = "blunder" | "mistake" | "slip";
export const GRADES: readonly { grade: Grade; least: number; sign: string }[] = [
    { grade: "blunder", least: 20, sign: "??" },
    { grade: "mistake", least: 10, sign: "?" },
    { grade: "slip", least: 5, sign: "?!" },
];
/** The loss of a move in whole percent: moves that read the same are graded the same. */
export const percentLost = (move: ReviewedMove): number => Math.round(move.winrateLoss * 100);
const rungOf = (move: ReviewedMove) => GRADES.find(({ least }) => percentLost(move) >= least);
export const gradeOf = (move: ReviewedMove): Grade | null => rungOf(move)?.grade ?? null;
/** The sign of a grade as in chess notation: "??". */
export const signOf = (move: ReviewedMove): string | null => rungOf(move)?.sign ?? null;

/** The best move by chance or by points. */
export const bestBy = (move: ReviewedMove, by: By): BestMove =>
    (by === "points" ? move.byPoints : null) ?? move.byChance;

/** What a move lost, by chance or by points. */
export const lossOf = (move: ReviewedMove, by: By): number =>
    by === "chance" ? move.winrateLoss : (move.scoreLoss ?? 0);

/** A loss smaller than this may be chance, so it is not listed. */
const LEAST: Record<By, number> = { chance: 0.03, points: 0.75 };

export const whose = (moves: readonly ReviewedMove[], seat: Seat | null): ReviewedMove[] =>
    moves.filter((move) => seat === null || move.seat === seat);

/** The moves that lost something, the worst first; `seat` null is for both players. */
export function worst(moves: readonly ReviewedMove[], by: By, seat: Seat | null, most = 20): ReviewedMove[] {
    return whose(moves, seat)
        .filter((move) => !move.forced && bestBy(move, by).best !== move.move && lossOf(move, by) >= LEAST[by])
        .sort((a, b) => lossOf(b, by) - lossOf(a, by) || a.ply - b.ply)
        .slice(0, most);
}

export interface Summary {
    seat: Seat;
    /** Moves that were a choice. */
    choices: number;
    /** Those where no better chance was found. */
    best: number;
    /** Averages over the choices. */
    chanceLoss: number;
    pointsLoss: number | null;
    grades: Record<Grade, number>;
}

const mean = (numbers: number[]): number =>
    numbers.length ? numbers.reduce((sum, one) => sum + one, 0) / numbers.length : 0;

/** How a player did. */
export function summary(moves: readonly ReviewedMove[], seat: Seat): Summary {
    const choices = whose(moves, seat).filter((move) => !move.forced);
    const points = choices.map((move) => move.scoreLoss).filter((loss) => loss !== null);
    const graded = choices.map(gradeOf);
    const count = (grade: Grade): number => graded.filter((one) => one === grade).length;
    return {
        seat,
        choices: choices.length,
        best: choices.filter((move) => move.byChance.best === move.move).length,
        chanceLoss: mean(choices.map((move) => move.winrateLoss)),
        pointsLoss: points.length ? mean(points) : null,
        grades: { blunder: count("blunder"), mistake: count("mistake"), slip: count("slip") },
    };
}

/** The next or the previous of the worst moves in the order of the game, from a ply on; null at the end. */
export function jump(listed: readonly ReviewedMove[], ply: number, step: 1 | -1): ReviewedMove | null {
    const inOrder = [...listed].sort((a, b) => a.ply - b.ply);
    if (step > 0) return inOrder.find((move) => move.ply > ply) ?? null;
    return inOrder.filter((move) => move.ply < ply).at(-1) ?? null;
}

export type Verdict = "best" | "good" | "closer" | "same" | "worse";

/** Within this much of the best move a try counts as just as good: searches differ by as much. */
const AS_GOOD = 0.03;
/** A stated error holds nine of ten values: it is so many standard errors wide. */
const STANDARD_ERRORS = 1.645;

/** What the position after a move is worth to the player who made it; `error` is the stated error of the chance. */
export interface Worth {
    chance: number;
    error: number;
    margin: number | null;
}

/** A verdict without a search: the best move, or the move from the game again. */
export function known(mistake: ReviewedMove, by: By, tried: string): Verdict | null {
    if (tried === bestBy(mistake, by).best) return "best";
    return tried === mistake.move ? "same" : null;
}

/**
 * Whether another try was as good as the best move. Both were searched now; what chance alone may explain is not held
 * against the try. By points it must not lose more of the chance either.
 */
export function judge(mistake: ReviewedMove, by: By, tried: Worth, best: Worth): Verdict {
    const loss = best.chance - tried.chance;
    const even = loss <= Math.max(AS_GOOD, Math.hypot(tried.error, best.error) / STANDARD_ERRORS);
    if (by === "chance" || tried.margin === null || best.margin === null) {
        if (even) return "good";
        return loss <= mistake.winrateLoss / 2 ? "closer" : "worse";
    }
    const points = best.margin - tried.margin;
    if (even && points < LEAST.points) return "good";
    return even && points <= (mistake.scoreLoss ?? 0) / 2 ? "closer" : "worse";
}
/** Whether a verdict ends the exercise. */
export const solved = (verdict: Verdict): boolean => verdict === "best" || verdict === "good";
