/** What this page's server offers: not all have games between people, and files alone bring nobody together. */
import { STATIC } from "../lib/edition";
import type { Account, Offering } from "../lib/types";
import { keptSeats } from "./kept";

const NOTHING: Offering = { online: false, alerts: null, passkeys: false, mail: false };
let known: Promise<Offering> | undefined;

export const offered = async (): Promise<boolean> => (await offering()).online;

/** By which a browser subscribes to alerts; null where there are none. */
export const alertsKey = async (): Promise<string | null> => (await offering()).alerts;

/** How one can sign in. */
export type Ways = Pick<Offering, "passkeys" | "mail">;

/** Whether it is known: where the server does not answer, what it does not offer is not known either. */
export async function isKnown(): Promise<boolean> {
    await offering();
    return STATIC || known !== undefined;
}

/** How one can sign in here; null where there are no accounts. */
export async function waysIn(): Promise<Ways | null> {
    const { passkeys, mail } = await offering();
    return passkeys || mail ? { passkeys, mail } : null;
}

/** Who has signed in: null for a guest, undefined where there are no accounts. */
export const signedIn = async (): Promise<Account | null | undefined> =>
    !STATIC && (await waysIn()) ? (await import("./account.svelte")).whoIs() : undefined;

/** Whether one may have games with other people: in this browser, or as who has signed in. */
export const mayHaveGames = async (): Promise<boolean> => keptSeats().length > 0 || !!(await signedIn());

function offering(): Promise<Offering> {
    if (STATIC) return Promise.resolve(NOTHING);
    known ??= import("./requests")
        .then(({ offering }) => offering())
        .catch(() => {
            known = undefined; // nobody has said: it is asked again
            return NOTHING;
        });
    return known;
}
