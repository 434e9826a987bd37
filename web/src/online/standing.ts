/** How one's own games with other people stand, and in which order they are shown. */
import type { OnlineStanding } from "../lib/types";
import type { Offered, Table } from "./table";

/** What the server has told of a game: who is there and what was said are told only to who is at it. */
export function tableOf({ moves, ...told }: OnlineStanding): Table {
    const here = { seats: [false, false] as [boolean, boolean], away: [null, null] as [null, null], watchers: 0 };
    const nothing = { seq: 0, declined: [], refused: null, said: null, next: null, drawable: false, public: false };
    return { ...told, ...nothing, here, moves: moves ? moves.split(",") : [] };
}

/** Whether somebody's own turn is next. */
export const waitsForMe = ({ phase, clock, seat }: Table): boolean => phase === "playing" && clock.running === seat;

/** What the other player offers, and waits for one's answer to; undefined: nothing. */
export function offeredTo({ offers, seat }: Table): Offered | undefined {
    const all = Object.keys(offers) as Offered[];
    return all.find((what) => offers[what] !== seat);
}

/** Those that wait for oneself, to move or to answer, then those that go on, then those that are over; of each the latest first. */
export function inOrder(told: OnlineStanding[]): Table[] {
    const rank = (table: Table): number => (waitsForMe(table) || offeredTo(table) ? 0 : table.phase === "over" ? 2 : 1);
    return [...told]
        .sort((one, other) => other.updated - one.updated)
        .map(tableOf)
        .sort((one, other) => rank(one) - rank(other));
}
