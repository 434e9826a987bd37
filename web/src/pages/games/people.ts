/** What the list says of a game with somebody elsewhere: who plays what, and how it ended. */
import { opponentText } from "../../online/names";
import { say } from "../../lib/texts.svelte";
import type { Own } from "../home/going";
import { abortedText, calledOff } from "../meet/words";
import { endText, other } from "../play/words";
import { holding } from "./words";

/** Oneself and the other one, with the colours that they hold; of a seat that is free nothing. */
export function bothOf({ table, game }: Pick<Own, "table" | "game">): string {
    const { seat, players } = table;
    if (seat === null) return "";
    const there = other(seat);
    const said = [holding(game, seat, say("game.player.you"))];
    if (players[there - 1]) said.push(holding(game, there, opponentText(players, seat) || say("meet.opponent")));
    return (seat === 1 ? said : said.reverse()).join(" – ");
}

/** How it stands; of one that is over also why it ended. */
export function stateOf({ table, game, turn }: Own): string {
    const off = calledOff(table);
    // A list that does not tell who it was does not tell whether anybody was.
    if (off === "aborted") return table.end?.by ? abortedText(table, game) : say("meet.over.aborted");
    if (off) return turn;
    const { outcome, seats } = game;
    return outcome ? endText({ outcome, seats }, table.seat) : turn;
}
