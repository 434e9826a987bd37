/** One's own games with other people: those of the seats that this browser has, and those of the account. */
import type { OnlineStanding, StoredGame } from "../lib/types";
import { keepOver, keptSeats } from "./kept";
import { signedIn } from "./offered";
import { gamesBefore } from "./people";
import { standings } from "./requests";
import { inOrder } from "./standing";
import { gameOf } from "./stored";
import type { Table } from "./table";

/** So many are asked about at once. */
const AT_ONCE = 32;

export interface OwnTables {
    tables: Table[];
    /** From where on the account has older ones; null: there are none. */
    more: number | null;
}

/** How one's own games stand, in that order; of the account's the latest, and those down to `until`. */
export async function ownTables(until: number | null = null): Promise<OwnTables> {
    const [here, { games, more }] = await Promise.all([ofBrowser(), ofAccount(until)]);
    // What both know is told once.
    const all = new Map([...here, ...games].map((one) => [one.id, one]));
    return { tables: inOrder([...all.values()]), more };
}

async function ofBrowser(): Promise<OnlineStanding[]> {
    const seats = keptSeats().map(({ id, token }) => ({ id, token }));
    const parts: OnlineStanding[] = [];
    for (let at = 0; at < seats.length; at += AT_ONCE)
        parts.push(...(await standings({ games: seats.slice(at, at + AT_ONCE) })).games);
    // Those that are not told of are not there any more.
    const going = new Set(parts.filter(({ phase }) => phase !== "over").map(({ id }) => id));
    keepOver(seats.filter(({ id }) => !going.has(id)).map(({ id }) => id));
    return parts;
}

async function ofAccount(until: number | null): Promise<{ games: OnlineStanding[]; more: number | null }> {
    if (!(await signedIn())) return { games: [], more: null };
    let { games, more } = await gamesBefore(null);
    while (until !== null && more !== null && more >= until) {
        const older = await gamesBefore(more);
        games = [...games, ...older.games];
        more = older.more;
    }
    return { games, more };
}

/** A game as lists show it. */
export const shownOf = (table: Table): Promise<StoredGame> => gameOf(table, 0, false);
