/** The games between people in which somebody plays here, with the secrets of their seats; kept in this browser. */
import { forget, recall, remember } from "../lib/settings.svelte";

const PLACE = "fieldstone.people";
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

/** Those of games that go on, as far as that is known here, and then those of others; of each the latest first. */
export const keptSeats = (): KeptSeat[] => recall<KeptSeat[]>(PLACE, []);

export const keptSeat = (id: string): KeptSeat | null => keptSeats().find((one) => one.id === id) ?? null;

const endedLast = (seats: KeptSeat[]): KeptSeat[] => [
    ...seats.filter(({ over }) => !over),
    ...seats.filter(({ over }) => over),
];

/** Keep a seat, the latest first. */
export function keepSeat(seat: KeptSeat): void {
    const seats = endedLast([seat, ...keptSeats().filter((one) => one.id !== seat.id)]);
    const going = seats.filter(({ over }) => !over).length;
    remember(PLACE, seats.slice(0, Math.max(MOST, going)));
}

/** Note that games are over. */
export function keepOver(ids: readonly string[]): void {
    const seats = keptSeats();
    const news = seats.filter(({ id, over }) => !over && ids.includes(id));
    if (news.length)
        remember(PLACE, endedLast(seats.map((one) => (news.includes(one) ? { ...one, over: true } : one))));
}

/** Keep a seat no more, unless it is there with another secret by now: by another tab. */
export function forgetSeat(id: string, token: string): void {
    remember(
        PLACE,
        keptSeats().filter((one) => one.id !== id || one.token !== token),
    );
}

export const forgetSeats = (): void => forget(PLACE);

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
