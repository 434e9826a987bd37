/** What the reasons of a hint are taken from: the positions that it leads to, and some that it does not. */
import type { Analysis } from "../../../engine/messages";
import { viewAfter } from "../../../lib/positions/positions";
import type { View } from "../../../lib/types";

/** With how many other moves a threat is compared. */
const OTHERS = 3;

/** A reply, and the position before the move that the player goes on with; also that after the same reply to others. */
interface Reply {
    move: string;
    view: View;
    without: readonly View[];
}

/** What is known of a hint beside the analysis. */
export interface Known {
    /** The position that the hint is for. */
    view: View;
    /** After the move. */
    after: View;
    /** After the whole turn, which a second stone may belong to. */
    turn: View;
    /** What is expected then. */
    reply: Reply | null;
}

/** The positions after the best move, and after the reply that is expected. */
export async function lookedAt(analysis: Analysis, view: View): Promise<Known | null> {
    const best = analysis.moveInfos[0];
    if (!best) return null;
    const after = await viewAfter(view.line, best.move);
    const [, move, next] = best.pv;
    const turn = after.turnOpen && move !== undefined ? await viewAfter(after.line, move) : after;
    const known = { view, after, turn, reply: null };
    if (after.turnOpen || after.outcome || move === undefined || next === undefined) return known;
    const then = await viewAfter(after.line, move);
    if (then.seat !== view.seat) return known;
    return { ...known, reply: { move, view: then, without: await withoutIt(analysis, view, move) } };
}

/** What a reply leaves to take where other moves were made than the best: the reply alone makes no threat of that. */
async function withoutIt({ moveInfos: [best, ...more] }: Analysis, view: View, reply: string): Promise<View[]> {
    const passes = view.legal.namedMoves.filter((move) => move === "pass");
    const others = [...passes, ...more.map(({ move }) => move)].filter((move) => move !== reply && move !== best?.move);
    const found = others.slice(0, OTHERS).map(async (move) => {
        const after = await viewAfter(view.line, move);
        return after.outcome || after.seat === view.seat ? null : viewAfter(after.line, reply);
    });
    const views = await Promise.all(found.map((one) => one.catch(() => null))); // not every reply is legal then
    return views.filter((one): one is View => one !== null && one.seat === view.seat);
}
