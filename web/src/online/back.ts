/** Where somebody has come from who signs in: there it goes afterwards, in whichever tab the link of a mail opens. */
import { go } from "../lib/router.svelte";
import { forget, recall, remember } from "../lib/settings.svelte";

const PLACE = "fieldstone.back";
const LASTING = 3_600_000;

/** Sign in, and come back to an address of the page; its secret is sent nowhere. */
export function signInFrom(address: string = here()): void {
    rememberBack(address);
    go("/account");
}

export const rememberBack = (address: string = here()): void => remember(PLACE, { address, at: Date.now() });

/** The address to which somebody wants to come back, once; null where there is none. */
export function wayBack(): string | null {
    const { address, at } = recall(PLACE, { address: "", at: 0 });
    forget(PLACE);
    const fresh = Date.now() - at < LASTING;
    return fresh && /^\/(?![/\\])/.test(address) && !address.startsWith("/account") ? address : null;
}

const here = (): string => location.pathname + location.search + location.hash;
