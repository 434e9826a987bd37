/** What is known of the positions along a line of moves: what the graph beside the tree shows. */
import { byPlayer, chanceOfFirst } from "../../../lib/judging/chances";
import { CLAIMED } from "../../../lib/ends";
import type { Look } from "../../../lib/judging/graph";
import type { Reviewed } from "../../review/kept";
import { colourName } from "../../../lib/positions/moves";
import { say } from "../../../lib/texts.svelte";
import { continuation, pathTo, type Tree } from "../../../lib/positions/tree";
import type { Analysis } from "../../../engine/messages";
import type { Outcome, Seat, View } from "../../../lib/types";

/** What an engine has found of a position in some seconds, without the ply, which the line tells. */
export type Value = Omit<Look, "ply"> & { visits: number; seconds: number };

export const valueOf = (analysis: Analysis, seconds: number): Value => {
    const { seat, scoreLead, visits, proven, winrateError: error } = analysis.rootInfo;
    const margin = scoreLead === null || seat === 1 ? scoreLead : -scoreLead;
    return { chance: chanceOfFirst(analysis), margin, visits, seconds, error, certain: proven !== null };
};

/** Of two values of a position the one to keep: the later one, unless it knows less. */
export function surer(before: Value | undefined, later: Value): Value {
    if (!before || later.certain) return later;
    return before.certain || before.visits > later.visits ? before : later;
}

/** A search is longer than a review's, which looks again where it is not sure, if it takes so many times as long. */
const LONGER = 4;

/** The one value of a position that is told: that of its review, unless a search knows it better. */
export function oneOf(found: Value | undefined, reviewed: Reviewed | undefined): Omit<Look, "ply"> | undefined {
    if (!found || !reviewed) return found ?? reviewed;
    if (found.certain || reviewed.certain) return found.certain ? found : reviewed;
    return found.seconds > LONGER * reviewed.seconds ? found : reviewed;
}

/** Whether a game ended while its position went on: by somebody, and not by the rules. */
export const wasLeft = ({ termination }: Outcome): boolean => CLAIMED.includes(termination);

/** What a finished game is worth to player 1; of the view at its end also by how much, where a lead tells it. */
export function endOf({ winnerSeat }: Outcome, view?: View): Omit<Look, "ply"> {
    const chance = winnerSeat === null ? 0.5 : winnerSeat === 1 ? 1 : 0;
    return { chance, margin: view ? marginOf(view) : null, certain: true };
}

/** The lead of player 1 in a count: in points, or as the biggest group that is left, negative of the other one's. */
function marginOf({ scores, score: { unit }, colours }: View): number | null {
    const [own, theirs] = ([1, 2] as const).map((seat) => scores[colours[seat] ?? "B"]);
    if (typeof own === "number" && typeof theirs === "number") return own - theirs;
    if (unit !== "group" || !Array.isArray(own) || !Array.isArray(theirs)) return null;
    const [most, other] = [own, theirs].map((sizes) => Math.max(0, ...sizes)) as [number, number];
    return most > other ? most : -other;
}

/** The lines of the positions from the root through one of them and on along the preferred moves. */
export const linesThrough = (tree: Tree, line: string): string[] =>
    [...pathTo(tree, line), ...continuation(tree, line)].map((node) => node.line);

/** Where a line leaves a game whose positions are given: after which ply, and how many moves it has made since. */
export function asideOf(tree: Tree, line: string, plies: ReadonlyMap<string, number>): { ply: number; moves: number } {
    const path = pathTo(tree, line);
    const last = path.findLastIndex((node) => plies.has(node.line));
    return { ply: plies.get(path[last]?.line ?? "") ?? 0, moves: path.length - 1 - last };
}

/** What is known along lines; the others are left out. */
export const looksAlong = (lines: readonly string[], known: (line: string) => Omit<Look, "ply"> | undefined): Look[] =>
    lines.flatMap((line, ply) => {
        const found = known(line);
        return found ? [{ ...found, ply }] : [];
    });

/**
 * What the graph calls a player: by the name that is given, or by the colour where that is the same all game long.
 * Where colours may be exchanged, the one that is held now stands beside it.
 */
export function nameOf(seat: Seat, view: View, given: string | null): string {
    const held = byPlayer(view) ? null : view.colours[seat];
    const colour = held && colourName(held);
    if (given === null && view.exchange === "never" && colour) return colour;
    const name = given ?? say("analysis.player", { seat });
    return colour ? say("common.with", { what: name, more: colour }) : name;
}
