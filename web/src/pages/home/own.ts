/** One's own games with other people, for lists; loaded where somebody has such games. */
import { ownTables, shownOf } from "../../online/own";
import type { Table } from "../../online/table";
import { headlineOf, waitingText } from "../meet/words";
import type { Own } from "./going";

/** A game with what a list says of it. */
export async function ownGame(table: Table): Promise<Own> {
    const game = await shownOf(table);
    return { table, game, turn: table.phase === "open" ? waitingText(table) : headlineOf(table, game)! };
}

/** Some of those that are not over, first those that wait for oneself. */
export async function ownGoing(most: number): Promise<Own[]> {
    const going = (await ownTables()).tables.filter(({ phase }) => phase !== "over").slice(0, most);
    return Promise.all(going.map(ownGame));
}
