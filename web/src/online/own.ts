/** One's own games with other people, as this browser knows them by their seats. */
import type { OnlineStanding, StoredGame } from "../lib/types";
import { keptSeats } from "./kept";
import { standings } from "./requests";
import { inOrder } from "./standing";
import { gameOf } from "./stored";
import type { Table } from "./table";

/** So many are asked about at once. */
const AT_ONCE = 32;

/** How all of one's own games stand, in that order. */
export async function ownTables(): Promise<Table[]> {
    const seats = keptSeats().map(({ id, token }) => ({ id, token }));
    const parts: OnlineStanding[] = [];
    for (let at = 0; at < seats.length; at += AT_ONCE)
        parts.push(...(await standings({ games: seats.slice(at, at + AT_ONCE) })).games);
    return inOrder(parts);
}

/** A game as lists show it. */
export const shownOf = (table: Table): Promise<StoredGame> => gameOf(table, 0, false);
