/** A game between people in words: whose turn it is, how it ended, and who is there. */
import { colourName } from "../../lib/positions/moves";
import { say } from "../../lib/texts.svelte";
import type { GameFacts, StoredGame } from "../../lib/types";
import { personName } from "../../online/names";
import { challengeIn, type Offered, type Table } from "../../online/table";
import { CALLED_OFF, numberedName, other, wonBy } from "../play/words";
import { kindOf } from "../study/start/start";

type CalledOff = (typeof CALLED_OFF)[number];

/** The game of a text such as "vacu(size=9)". */
export const factOf = (all: GameFacts[], text: string): GameFacts | undefined =>
    all.find(({ name }) => name === text.split("(", 1)[0]);

/** The same in a few words: its name, its size, its komi, which may be none where others have one. */
export function titleOf(all: GameFacts[], text: string, moves: readonly string[] = []): string {
    const fact = factOf(all, text);
    if (!fact) return "";
    const none = "komi" in fact.options && !text.includes("setup=auction") && !/\bkomi=[1-9]/.test(text);
    const named = moves.find((move) => move.startsWith("komi "))?.slice(5);
    const kind = kindOf(all, text, fact.shape, named === undefined ? null : Number(named));
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

/** Why a game between these two was called off once it had begun. */
export function abortedText({ end, seat }: Table, { seats }: Pick<StoredGame, "seats">): string {
    const by = end?.by ?? null;
    if (by === null) return say("meet.over.aborted.why");
    if (seat === null) return say("meet.over.aborted.who", { name: numberedName(seats, by) });
    return say(by === seat ? "meet.over.aborted.you" : "meet.over.aborted.opponent");
}

/** What stands at an offer that is open; `away`: the other player is not at the board, but the offer waits there. */
export function offerText({ offers, seat }: Table, what: Offered, away: boolean): string {
    if (offers[what] !== seat) return say(`meet.offer.${what}.got`);
    return say(what === "rematch" && away ? "meet.offer.rematch.away" : `meet.offer.${what}.made`);
}

/** What has happened at a table but for moves and its end, as it is said aloud; "" where nothing has. */
export function newsOf(before: Table, table: Table, away: boolean): string {
    const { seat, offers, refused } = table;
    const news: string[] = [];
    if (seat !== null) {
        const made = (["takeback", "draw", "pause", "rematch"] as const).filter(
            (what) => what in offers && offers[what] !== before.offers[what],
        );
        news.push(...made.map((what) => offerText(table, what, away)));
        if (refused && refused !== before.refused && refused.seat === seat)
            news.push(say(`meet.offer.${refused.what}.declined`));
    }
    if (table.phase === "paused" && before.phase !== "paused") news.push(say("meet.paused.about"));
    if (table.phase === "playing" && before.phase === "paused") news.push(say("meet.resumed"));
    return news.join(" ");
}

/** Whom a game waits for that nobody has joined. */
export function waitingText(table: Table): string {
    const challenge = challengeIn(table);
    if (challenge) return say("challenge.waiting", { name: personName(challenge.to) });
    return say(table.sought ? "meet.seek.waiting" : "meet.invite.waiting");
}

/** The headline for a player; undefined where it is that of any game. `waits`: a move waits for a line that is lost. */
export function headlineOf(table: Table, game: StoredGame, waits = false, flagged = false): string | undefined {
    const off = calledOff(table);
    if (off) return calledOffText(table, off);
    if (table.phase === "joined") {
        const waits = table.seat !== null && !table.here.seats[other(table.seat) - 1];
        return say(waits ? "meet.gathering.opponent" : "meet.gathering");
    }
    if (table.phase === "paused") return say("meet.paused");
    if (table.seat === null) return undefined;
    if (game.outcome) return wonBy(table.seat, game.outcome.winnerSeat);
    if (flagged) return say("meet.turn.flagged");
    if (waits) return say("meet.turn.waiting");
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
