/** The games between people in which somebody plays here, with the secrets of their seats; kept in this browser. */
import { forget, recall, remember, remembered } from "../lib/settings.svelte";

/** Each seat has a place of its own: two tabs that keep one at the same time do not undo each other's. */
const PLACE = "fieldstone.seat.";
/** Where all of them were one list before. */
const LIST = "fieldstone.people";
/** So many, if more do not go on: of games that are over the latest. Others can be watched by their address still. */
const MOST = 60;

export interface KeptSeat {
    id: string;
    /** By which one's seat is played. */
    token: string;
    /** By which the other seat can be taken, where one has invited. */
    invitation?: string;
    /** As text, such as "vacu(size=9)". */
    game?: string;
    /** One waits here for somebody to take the other seat. */
    waits?: boolean;
    /** It is known that the game is over: its seat may go when there are too many. */
    over?: boolean;
}

/** With the moment when it was kept, later than that of all others. */
type Dated = KeptSeat & { at: number };

const put = (seat: Dated): void => remember(PLACE + seat.id, seat);

/** Keep the seats of the list anew, but for those that a newer page has kept already. */
function takeOver(): void {
    const list = recall<KeptSeat[]>(LIST, []);
    for (const [place, seat] of list.reverse().entries())
        if (!recall<Dated | null>(PLACE + seat.id, null)) put({ ...seat, at: place });
    if (list.length) forget(LIST);
}

/** Those of games that go on, as far as that is known here, and then those of others; of each the latest first. */
function dated(): Dated[] {
    takeOver();
    return remembered(PLACE)
        .map((name) => recall<Dated | null>(name, null))
        .filter((seat) => seat !== null)
        .sort((one, other) => Number(one.over ?? false) - Number(other.over ?? false) || other.at - one.at);
}

export const keptSeats = (): KeptSeat[] => dated().map(({ at: _, ...seat }) => seat);

export const keptSeat = (id: string): KeptSeat | null => keptSeats().find((one) => one.id === id) ?? null;

/** Keep a seat, the latest first. */
export function keepSeat(seat: KeptSeat): void {
    const at = Math.max(Date.now(), ...dated().map((one) => one.at + 1));
    put({ ...seat, at });
    const seats = dated();
    const going = seats.filter(({ over }) => !over).length;
    for (const { id } of seats.slice(Math.max(MOST, going))) forget(PLACE + id);
}

/** Note that games are over. */
export function keepOver(ids: readonly string[]): void {
    for (const seat of dated()) if (!seat.over && ids.includes(seat.id)) put({ ...seat, over: true });
}

/** Keep a seat no more, unless it is there with another secret by now: by another tab. */
export function forgetSeat(id: string, token: string): void {
    if (keptSeat(id)?.token === token) forget(PLACE + id);
}

export const forgetSeats = (): void => dated().forEach(({ id }) => forget(PLACE + id));

/** Be told when another tab keeps a seat no more, as somebody has signed out there; until what is returned is called. */
export function whenForgotten(id: string, tell: () => void): () => void {
    const hear = ({ key, newValue }: StorageEvent): void => {
        if (key === PLACE + id && newValue === null) tell();
    };
    addEventListener("storage", hear);
    return () => removeEventListener("storage", hear);
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const LENGTH = 24; // 144 bits

/** A text that nobody can guess. */
export function secret(length: number = LENGTH): string {
    return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => LETTERS[byte & 63]).join("");
}

/** What stands after `#` in an address of a game: an invitation, or one's own seat for another device. */
export function secretsIn(hash: string): { invitation: string | null; token: string | null } {
    const [, kind, text] = /^#(join|seat)=([\w-]{22,64})$/.exec(hash) ?? [];
    return { invitation: kind === "join" ? text! : null, token: kind === "seat" ? text! : null };
}

export const addressOf = (id: string): string => `/meet/${id}`;

/** The links to give away: to who is invited, to one's own other device, and to watch. */
export function linksOf({ id, token, invitation }: KeptSeat): { join: string | null; seat: string; watch: string } {
    const watch = location.origin + addressOf(id);
    return { join: invitation ? `${watch}#join=${invitation}` : null, seat: `${watch}#seat=${token}`, watch };
}
