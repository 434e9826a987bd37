/** What a step of a guide asks for, and whether it was done. */
import { parted } from "../../lib/positions/reasons";
import type { GuideRule, GuideStep } from "../../lib/types";

/** Nothing to do; a turn to find; a forbidden move to try. */
export type Kind = "read" | "find" | "forbidden";

export function kindOf(step: GuideStep): Kind {
    if (!step.view) return "read";
    return step.illegal.length ? "forbidden" : "find";
}

/** Done; one more stone of the same turn; something else that is allowed. */
export type Result = "done" | "more" | "other";

/** Whether a step is about a first stone, wherever it is set. */
export function isAnywhere(step: GuideStep): boolean {
    const empty = step.view?.rows.every((row) => /^\.*$/.test(row)) ?? false;
    return kindOf(step) === "find" && empty && step.moves.length === 1 && step.view!.points.includes(step.moves[0]!);
}

/**
 * What legal moves, made one after the other, are to a step. The stones of a turn may come in any order. On an empty
 * board any first stone shows what the step is about.
 */
export function resultOf(step: GuideStep, played: readonly string[]): Result {
    const wanted = new Set(step.moves);
    if (kindOf(step) !== "find") return "other";
    if (isAnywhere(step) && step.view!.points.includes(played[0]!)) return "done";
    if (!played.every((move) => wanted.has(move))) return "other";
    return played.length === wanted.size ? "done" : "more";
}

/** Whether a refused move is the one that the step forbids. */
export const isForbidden = (step: GuideStep, move: string): boolean => step.illegal.includes(move);

/**
 * Whether a reader who is at a step has met all rules that a reason cites. What a variant shares with its game is known
 * from there.
 */
export function isTaught(reason: string, at: { game: string; step: number; rules: readonly GuideRule[] }): boolean {
    const later = ({ guide, step }: GuideRule) => guide === at.game && step > at.step;
    const cited = parted(reason).rules;
    return !at.rules.some((rule) => cited.includes(rule.number) && later(rule));
}

/** What a step asks for that is not a point: its button is offered whether it is legal or not. */
export const namedMovesOf = (step: GuideStep): string[] =>
    [...step.moves, ...step.illegal].filter((move) => !step.view?.points.includes(move));

/**
 * Whether the reader of a step (from 1) knows what scores count: once the first count of the guide was seen. A guide
 * without any is that of a variant, whose reader knows it from the game.
 */
export function knowsScores(steps: readonly GuideStep[], number: number, done: boolean): boolean {
    const first = steps.findIndex(({ count }) => count) + 1;
    return number > first || (number === first && done);
}
