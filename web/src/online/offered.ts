/** What this page's server offers: not all have games between people, and files alone bring nobody together. */
import { STATIC } from "../lib/edition";
import type { Offering } from "../lib/types";

const NOTHING: Offering = { online: false, alerts: null };
let known: Promise<Offering> | undefined;

export const offered = async (): Promise<boolean> => (await offering()).online;

/** By which a browser subscribes to alerts; null where there are none. */
export const alertsKey = async (): Promise<string | null> => (await offering()).alerts;

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
