/** Reviews that were made, kept in this browser so that none has to be made twice. */
import type { Look } from "../../lib/graph";
import { after, parts } from "../../lib/line";
import { GRADES, percentLost, whose } from "../../lib/mistakes";
import { recall, remember } from "../../lib/settings.svelte";
import type { PlayerSummary, ReviewedMove } from "../../engine/review";
import type { Seat } from "../../lib/types";

const PLACE = "fieldstone.reviews";
const MOST = 12;

export interface Kept {
    /** The line that was reviewed: a game that went on has another one. */
    line: string;
    seconds: number;
    looks: Look[];
    moves: ReviewedMove[];
    players: PlayerSummary[];
}

/** A review of version 0.1, which knew nothing of errors, and had each move judged by its chance alone. */
type Old = Omit<Kept, "moves" | "players"> & { moves: Omit<ReviewedMove, keyof typeof NEW>[] };
const NEW = {
    winrateError: 0,
    winrateLossError: 0,
    scoreLossError: null,
    judgedBy: "chance",
    verdict: null,
    weight: 0,
};

/** Whether a kept review knows the best moves by points: one that an older page has kept does not. */
const isWhole = ({ moves }: Kept | Old): boolean => moves.every((move) => "byPoints" in move);

export function keptReview(line: string): Kept | null {
    const found = recall<(Kept | Old)[]>(PLACE, []).find((one) => one.line === line && isWhole(one));
    if (!found) return null;
    return "players" in found ? found : renewed(found);
}

/** A review of version 0.1 as it was shown there. */
function renewed(old: Old): Kept {
    const moves = old.moves.map((one): ReviewedMove => {
        const move = { ...NEW, ...one } as ReviewedMove;
        const grade = GRADES.find(({ least }) => percentLost(move) >= least);
        return { ...move, verdict: grade?.grade ?? null, weight: (5 * percentLost(move)) / 100 };
    });
    return { ...old, moves, players: [summary(moves, 1), summary(moves, 2)] };
}

const mean = (all: number[]): number => (all.length ? all.reduce((sum, one) => sum + one, 0) / all.length : 0);

function summary(moves: readonly ReviewedMove[], seat: Seat): PlayerSummary {
    const choices = whose(moves, seat).filter((move) => !move.forced);
    const points = choices.map((move) => move.scoreLoss).filter((loss) => loss !== null);
    const count = (verdict: string): number => choices.filter((move) => move.verdict === verdict).length;
    return {
        seat,
        moves: choices.length,
        best: choices.filter((move) => move.byChance.best === move.move).length,
        winrateLoss: mean(choices.map((move) => move.winrateLoss)),
        scoreLoss: points.length ? mean(points) : null,
        blunders: count("blunder"),
        mistakes: count("mistake"),
        slips: count("slip"),
    };
}

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
