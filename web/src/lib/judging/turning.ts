/** Where a game turned, and from when on its result was proven. */
import type { Look } from "./graph";
import { unclear, whose } from "./mistakes";
import type { ReviewedMove, Seat } from "../types";

/** Who is clearly ahead has a chance of so much; who has less than the other is as good as lost. */
const AHEAD = 0.65;
const OPEN = 0.4;

interface Turning {
    loser: Seat;
    move: ReviewedMove | null;
    sure: boolean;
    behind: boolean;
    lost: boolean;
    ahead: boolean;
    open: boolean;
}

/**
 * The move that lost the game: of the mistakes that a loser made since he was clearly ahead for the last time, or from
 * the beginning, the worst one in a game that was open; where there is none, the one that may have been one (`sure`
 * false). `lost`: after it the loser was behind to the end. `move` null: he made none, and lost bit by bit, or was `behind` from the first position on, or `ahead` to the
 * end, and has resigned, or had no time left: `winner` is who won all the same. `open`: so ended a game that nobody had
 * lost yet. null where nobody is ahead in the end, and until all positions of a game of so many moves have been looked at.
 */
export function turningPoint(
    moves: readonly ReviewedMove[],
    looks: readonly Look[],
    plies: number,
    winner: Seat | null,
): Turning | null {
    const last = looks.find(({ ply }) => ply === plies)?.chance ?? 0.5;
    if (last === 0.5 || looks.length <= plies) return null;
    const loser: Seat = last > 0.5 ? 2 : 1;
    const none = { move: null, sure: true, behind: false, lost: false, ahead: false, open: false };
    if (Math.min(last, 1 - last) >= OPEN) return winner && { ...none, loser: winner === 1 ? 2 : 1, open: true };
    if (loser === winner) return { ...none, loser: loser === 1 ? 2 : 1, ahead: true };
    const chances = new Map(looks.map(({ ply, chance }) => [ply, loser === 1 ? chance : 1 - chance]));
    const since = Math.max(0, ...looks.map(({ ply }) => ply).filter((ply) => chances.get(ply)! >= AHEAD));
    const open = whose(moves, loser).filter(({ ply }) => ply > since && chances.get(ply - 1)! >= OPEN);
    const mistakes = open.filter(
        ({ verdict, judgedBy }) => judgedBy === "chance" && (verdict === "blunder" || verdict === "mistake"),
    );
    const sure = mistakes.length > 0;
    const [move = null] = sure
        ? mistakes.sort((a, b) => b.winrateLoss - a.winrateLoss || a.ply - b.ply)
        : unclear(open, null);
    const after = [...chances].flatMap(([ply, chance]) => (move && ply >= move.ply ? [chance] : []));
    const lost = move !== null && Math.max(...after) < OPEN;
    return { ...none, loser, move, sure, lost, behind: Math.max(...chances.values()) < OPEN };
}

/**
 * After how many plies the result was proven for good, and whose win it was, null for a draw. null where nothing was
 * proven before the last of so many plies.
 */
export function decidedFrom(looks: readonly Look[], plies: number): { ply: number; winner: Seat | null } | null {
    const last = looks.find(({ ply }) => ply === plies);
    if (!last?.certain) return null;
    const open = looks.filter(({ certain, chance }) => !certain || chance !== last.chance).map(({ ply }) => ply);
    const ply = Math.max(-1, ...open) + 1;
    if (ply >= plies) return null;
    return { ply, winner: last.chance === 0.5 ? null : last.chance > 0.5 ? 1 : 2 };
}
