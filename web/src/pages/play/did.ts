/** What the last move did, as it stands beside the board. */
import { lineOf } from "../../lib/announce";
import { say } from "../../lib/texts.svelte";
import type { Seat, StoredGame, View } from "../../lib/types";
import { namesFor, told } from "./words";

/** Moves by which a player gets another colour. */
const EXCHANGES = ["swap", "black", "white"];

/** The moves of the turn that came last, after `ply` moves of a game: with the one that is on its way, if one is. */
export function lastTurnOf({ moves }: StoredGame, { last }: View, ply: number): string[] {
    if (!last) return [];
    const made = moves.slice(0, ply).flatMap(({ turn, move }) => (turn === last.turn ? [move] : []));
    return last.ply < ply ? made : [...made, last.move];
}

/**
 * What the last move of a position did, after `ply` moves of its game; "" where there is none. That the colours have
 * changed hands is told until one has moved again: so long it is news.
 *
 * `points` are those of its turn, `own` the seat of the one person at this device.
 */
export function didOf(
    game: StoredGame,
    view: View,
    ply: number,
    points: readonly string[],
    own: Seat | null,
): { text: string; news: boolean } {
    const { last } = view;
    const recent = game.moves.slice(Math.max(0, ply - 2), ply);
    const exchange = recent.find(({ move }) => EXCHANGES.includes(move));
    const first = exchange ? told(exchange, view, game.seats, own) : null;
    if (!last) return { text: "", news: false };
    const line = lineOf(last, namesFor(game.seats, own), points, told(last, view, game.seats, own));
    const both = first !== null && exchange!.ply !== last.ply;
    return { text: both ? say("game.did.before", { first, second: line }) : line, news: first !== null };
}

/** What is read aloud to whoever walks through a game: after which move he looks, and what that did. */
export const whereText = ({ moves }: StoredGame, ply: number, did: string): string =>
    ply === 0 ? say("analysis.start") : say("graph.at", { ply: moves[ply - 1]!.turn + 1, value: did });
