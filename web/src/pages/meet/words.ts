/** A game between people in words: whose turn it is, how it ended, and who is there. */
import { colourName } from "../../lib/positions/moves";
import { say } from "../../lib/texts.svelte";
import type { GameFacts, Seat, StoredGame } from "../../lib/types";
import { personName } from "../../online/names";
import { challengeIn, type Table } from "../../online/table";
import { CALLED_OFF } from "../play/words";
import { kindOf } from "../study/start/start";

type CalledOff = (typeof CALLED_OFF)[number];

/** The game of a text such as "vacu(size=9)". */
export const factOf = (all: GameFacts[], text: string): GameFacts | undefined =>
    all.find(({ name }) => name === text.split("(", 1)[0]);

/** The same in a few words: its name, its size, its komi, which may be none where others have one. */
export function titleOf(all: GameFacts[], text: string): string {
    const fact = factOf(all, text);
    if (!fact) return "";
    const none = "komi" in fact.options && !text.includes("setup=auction") && !/\bkomi=[1-9]/.test(text);
    const kind = kindOf(all, text, fact.shape);
    return none ? `${kind}\u00a0· ${say("game.komi", { komi: 0 })}` : kind;
}

/** How a game was called off before it had really begun, which nobody has won; null for all others. */
export function calledOff({ end }: Table): CalledOff | null {
    return CALLED_OFF.find((how) => how === end?.how) ?? null;
}

/** The same in words. */
export function calledOffText(table: Table, off: CalledOff): string {
    const challenge = challengeIn(table);
    if (off === "aborted" || (off !== "declined" && !challenge)) return say(`meet.over.${off}`);
    return say(`challenge.over.${off}`, { name: challenge ? personName(challenge.to) : "" });
}

/** Whom a game waits for that nobody has joined. */
export function waitingText(table: Table): string {
    const challenge = challengeIn(table);
    if (challenge) return say("challenge.waiting", { name: personName(challenge.to) });
    return say(table.sought ? "meet.seek.waiting" : "meet.invite.waiting");
}

/** The headline for a player; undefined where it is that of any game. */
export function headlineOf(table: Table, game: StoredGame): string | undefined {
    const off = calledOff(table);
    if (off) return calledOffText(table, off);
    if (table.phase === "joined") return say("meet.gathering");
    if (table.phase === "paused") return say("meet.paused");
    if (table.seat === null) return undefined;
    if (game.outcome) return wonBy(table.seat, game.outcome.winnerSeat);
    const { view } = game;
    const mine = view.seat === table.seat;
    if (view.setup) return say(mine ? `game.setup.${view.setup}-you` : `meet.setup.${view.setup}`);
    const colour = colourName(view.toMove!);
    if (!mine) return say("meet.turn.theirs", { colour });
    if (view.legal.points.length === 0) return say("game.turn.yours", { colour });
    if (view.turnOpen) return say("game.turn.yours-second", { colour });
    if ((view.stonesLeft ?? 1) > 1) return say("game.turn.yours-first", { colour });
    return say("game.turn.yours", { colour });
}

function wonBy(own: Seat, winner: Seat | null): string {
    if (winner === null) return say("game.over.draw");
    return say(winner === own ? "game.over.you-won" : "meet.over.lost");
}
