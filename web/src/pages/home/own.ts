/** One's own games with other people, for lists; loaded where somebody has such games. */
import { faceOf, longText } from "../play/clock";
import { say } from "../../lib/texts.svelte";
import type { StoredGame } from "../../lib/types";
import { ownTables, shownOf } from "../../online/own";
import { offeredTo } from "../../online/standing";
import type { Table } from "../../online/table";
import { headlineOf, waitingText } from "../meet/words";
import type { Own } from "./going";

/** In whole minutes: a list does not count down. */
function roughly(seconds: number): string {
    const minutes = Math.ceil(seconds / 60);
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
    if (hours >= 24) return longText(seconds);
    return hours ? say("game.clock.hours", { hours, minutes: rest }) : say("game.clock.minutes", { minutes });
}

/** How the game stands, and where a turn lasts days how much of them is left. */
function turnIn(table: Table, game: StoredGame): string {
    if (table.phase === "open") return waitingText(table);
    const turn = headlineOf(table, game)!;
    const { clock, clockRules } = game;
    if (table.phase !== "playing" || table.rules.kind !== "days" || !clock?.running || !clockRules) return turn;
    const { seconds } = faceOf(clockRules, clock, clock.running, table.now / 1000 - clock.now);
    return say("home.turn.left", { turn, time: roughly(seconds) });
}

/** A game with what a list says of it. */
export async function ownGame(table: Table): Promise<Own> {
    const game = await shownOf(table);
    const offered = offeredTo(table);
    const offer = offered ? say(`meet.offer.${offered}.got`) : "";
    return { table, game, turn: turnIn(table, game), offer };
}

/** Some of those that are not over, or that the other one would like to play again; first those that wait for oneself. */
export async function ownGoing(most: number): Promise<Own[]> {
    const { tables } = await ownTables();
    const going = tables.filter((table) => table.phase !== "over" || offeredTo(table));
    return Promise.all(going.slice(0, most).map(ownGame));
}
