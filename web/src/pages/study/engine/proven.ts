/** An analysis with what a review has proven: the one number of a position, and of the moves that were played from it. */
import type { Look } from "../../../lib/judging/graph";
import type { Analysis, MoveInfo, Proven, RootInfo } from "../../../engine/messages";

type Found = Omit<Look, "ply">;

/** A move, and what a review has found of the position after it. */
export interface Followed {
    move: string;
    look: Found;
}

const PROOF: Record<number, Proven> = { 0: "loss", 1: "win" };
const RANK = { win: 0, draw: 1, loss: 2 } as const;

/** What is proven, for the player to move: it takes the place of what a search has found. */
function proofFor(seat: RootInfo["seat"], { chance, margin }: Found) {
    const winrate = seat === 1 ? chance : 1 - chance;
    const scoreLead = margin === null ? null : (seat === 1 ? margin : -margin) + 0;
    return { winrate, scoreLead, proven: PROOF[winrate] ?? ("draw" as const), distance: null };
}

/** The moves with what is proven of them: one that wins comes first, and those that lose last. */
function movesOf({ rootInfo, moveInfos }: Analysis, followed: readonly Followed[]): MoveInfo[] {
    const known = new Map(moveInfos.map((info) => [info.move, info]));
    for (const { move, look } of followed) {
        const found = known.get(move);
        if (!look.certain || found?.proven) continue;
        const nothing = { move, order: 0, visits: 0, pv: [move] };
        known.set(move, { ...(found ?? nothing), ...proofFor(rootInfo.seat, look) });
    }
    const rank = ({ proven }: MoveInfo): number => (proven && proven !== "draw" ? RANK[proven] : RANK.draw);
    return [...known.values()].sort((a, b) => rank(a) - rank(b)).map((info, order) => ({ ...info, order }));
}

/**
 * `reviewed` is what a review has found of the position, `followed` what it has of positions after it. What the analysis
 * has proven itself stays: it knows in how many moves.
 */
export function withProof(analysis: Analysis, reviewed: Found | undefined, followed: readonly Followed[]): Analysis {
    const { rootInfo } = analysis;
    const known = { ...analysis, moveInfos: movesOf(analysis, followed) };
    if (rootInfo.proven !== null || !reviewed?.certain) return known;
    const proof = proofFor(rootInfo.seat, reviewed);
    // Where all is lost, no move is left that is not.
    const lost = { winrate: 0, proven: "loss" as const, distance: null };
    const moveInfos = proof.proven === "loss" ? known.moveInfos.map((info) => ({ ...info, ...lost })) : known.moveInfos;
    return { ...known, moveInfos, rootInfo: { ...rootInfo, ...proof, winrateError: 0 } };
}
