/** One's own games with other people, for lists; loaded where somebody has such games. */
import { say } from "../../lib/texts.svelte";
import { ownTables, shownOf } from "../../online/own";
import { offeredTo } from "../../online/standing";
import type { Table } from "../../online/table";
import { headlineOf, waitingText } from "../meet/words";
import type { Own } from "./going";

/** A game with what a list says of it. */
export async function ownGame(table: Table): Promise<Own> {
    const game = await shownOf(table);
    const offered = offeredTo(table);
    const offer = offered ? say(`meet.offer.${offered}.got`) : "";
    return { table, game, turn: table.phase === "open" ? waitingText(table) : headlineOf(table, game)!, offer };
}

/** Some of those that are not over, or that the other one would like to play again; first those that wait for oneself. */
export async function ownGoing(most: number): Promise<Own[]> {
    const { tables } = await ownTables();
    const going = tables.filter((table) => table.phase !== "over" || offeredTo(table));
    return Promise.all(going.slice(0, most).map(ownGame));
}
