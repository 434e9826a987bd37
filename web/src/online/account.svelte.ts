/** One's own account: who has signed in here, and how one comes in and out. */
import { remember } from "../lib/settings.svelte";
import { language } from "../lib/texts.svelte";
import type { Account, AccountChange } from "../lib/types";
import { endAlerts, lookAtAlerts } from "./alerts.svelte";
import { awaitAlso } from "./awaited.svelte";
import { wayBack } from "./back";
import { forgetSeats, keptSeats } from "./kept";
import { makePasskey, usePasskey } from "./passkeys";
import * as people from "./people";

/** Where this browser notes that somebody has left: what other tabs show is begun anew. */
const LEFT = "fieldstone.left";
addEventListener("storage", ({ key }) => {
    if (key === LEFT && account.now) location.reload();
});

/** The server takes so many. */
const MOST = 64;

/** Null: a guest. Undefined: the server has not said yet. */
export const account: { now: Account | null | undefined } = $state({ now: undefined });

let asked: Promise<Account | null> | undefined;

/** Who has signed in; null for a guest, or where nobody answers. It is asked once. */
export function whoIs(): Promise<Account | null> {
    asked ??= lookAgain().catch(() => {
        asked = undefined;
        return null;
    });
    return asked;
}

/** Ask again. Rejects with an ApiError. */
export async function lookAgain(): Promise<Account | null> {
    account.now = await people.getAccount();
    awaitAlso(account.now?.awaited ?? []);
    return account.now;
}

// -- in and out ----------------------------------------------------------------------------------------------------------

/** The seats in which one has played as a guest in this browser. */
const games = (): { id: string; token: string }[] =>
    keptSeats()
        .slice(0, MOST)
        .map(({ id, token }) => ({ id, token }));

export async function signInByPasskey(): Promise<void> {
    const { ticket, options } = await people.passkeyToUse();
    const credential = await usePasskey(options);
    await comeIn(await people.passkeyUsed({ ticket, credential, games: games() }));
}

/** Make a passkey: for a new account of a name, or (null) for one's own. */
export async function addPasskey(name: string | null): Promise<void> {
    const { ticket, options } = await people.passkeyToMake(name);
    const credential = await makePasskey(options);
    const me = await people.passkeyMade({ ticket, credential, games: games() });
    if (name === null) account.now = me;
    else await comeIn(me);
}

export async function signInByLink(secret: string, name: string | null): Promise<void> {
    await comeIn(await people.enterByLink({ secret, name, games: games() }));
}

export const sendLink = (mail: string): Promise<void> => people.sendLink({ mail, language: language.now });

export async function signOut(everywhere: boolean): Promise<void> {
    await endAlerts().catch(() => undefined); // the server ends them too
    await people.leave(everywhere);
    forgetSeats(); // they are the account's
    remember(LEFT, Date.now());
    begin("/");
}

/** Who has alerts on this device already has them for all games of the account now. */
async function comeIn(me: Account): Promise<void> {
    asked = Promise.resolve(me);
    await lookAtAlerts().catch(() => undefined); // it is looked at again at the next visit
    begin(wayBack());
}

/** All is begun anew as who one is now: what was told before is gone, and the line is opened by that name. */
const begin = (address: string | null): void => location.assign(address ?? "/account");

// -- what is changed -----------------------------------------------------------------------------------------------------

export async function change(wanted: Pick<AccountChange, "name" | "alerts">): Promise<void> {
    account.now = await people.changeAccount({ ...wanted, language: language.now });
}

export async function removePasskey(id: string): Promise<void> {
    await people.removePasskey(id);
    await lookAgain();
}

/** Play somebody no more, or again. */
export async function setBlocked(name: string, blocked: boolean): Promise<void> {
    await (blocked ? people.block(name) : people.unblock(name));
    await lookAgain();
}

/** The same with the other player of a game, who may be a guest. */
export async function setBlockedAt(id: string, token: string | null, blocked: boolean): Promise<void> {
    await (blocked ? people.blockAt : people.unblockAt)(id, token);
    await lookAgain();
}

/** Play again with somebody whom the account lists. */
export async function unblock(id: string): Promise<void> {
    await people.unblockListed(id);
    await lookAgain();
}

export async function deleteAccount(name: string): Promise<void> {
    await people.deleteAccount(name);
    await endAlerts().catch(() => undefined); // the server has ended them
    forgetSeats();
    remember(LEFT, Date.now());
    account.now = null;
}
