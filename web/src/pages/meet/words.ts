/** A game between people in words: whose turn it is, how it ended, and who is there. */
import { colourName } from "../../lib/positions/moves";
import { say } from "../../lib/texts.svelte";
import type { GameFacts, Seat, StoredGame } from "../../lib/types";
import type { Table } from "../../online/table";
import { kindOf } from "../study/start/start";

/** The game of a text such as "vacu(size=9)". */
export const factOf = (all: GameFacts[], text: string): GameFacts | undefined =>
    all.find(({ name }) => name === text.split("(", 1)[0]);

/** The same in a few words: its name, its size, its komi. */
export function titleOf(all: GameFacts[], text: string): string {
    const fact = factOf(all, text);
    return fact ? kindOf(all, text, fact.shape) : "";
}

/** How a game was called off before it had really begun, which nobody has won; null for all others. */
export function calledOff({ end }: Table): "aborted" | "withdrawn" | "expired" | null {
    return end?.how === "aborted" || end?.how === "withdrawn" || end?.how === "expired" ? end.how : null;
}

/** The headline for a player; undefined where it is that of any game. */
export function headlineOf(table: Table, game: StoredGame): string | undefined {
    const off = calledOff(table);
    if (off) return say(`meet.over.${off}`);
    if (table.phase === "joined") return say("meet.gathering");
    if (table.phase === "paused") return say("meet.paused");
    if (table.seat === null) return undefined;
    if (game.outcome) return wonBy(table.seat, game.outcome.winnerSeat);
    const { view } = game;
    const mine = view.seat === table.seat;
    if (view.setup) return say(mine ? `game.setup.${view.setup}-you` : `meet.setup.${view.setup}`);
    const colour = colourName(view.toMove!);
    if (!mine) return say("meet.turn.theirs", { colour });
    if (view.turnOpen) return say("game.turn.yours-second", { colour });
    if ((view.stonesLeft ?? 1) > 1) return say("game.turn.yours-first", { colour });
    return say("game.turn.yours", { colour });
}

function wonBy(own: Seat, winner: Seat | null): string {
    if (winner === null) return say("game.over.draw");
    return say(winner === own ? "game.over.you-won" : "meet.over.lost");
}
