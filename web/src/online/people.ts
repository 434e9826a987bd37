/** Accounts and other people by plain requests. */
import { request } from "../keeper/server";
import type {
    Account,
    AccountChange,
    Blocking,
    MailLinkTold,
    MailLinkWanted,
    MailSignIn,
    OwnGames,
    PasskeyAnswer,
    PasskeyOptions,
    Profile,
} from "../lib/types";

export const getAccount = (): Promise<Account | null> => request("GET", "/account");
export const changeAccount = (change: AccountChange): Promise<Account> => request("PATCH", "/account", change);
export const deleteAccount = (name: string): Promise<void> => request("DELETE", "/account", { name });
export const leave = (everywhere: boolean): Promise<void> => request("POST", "/account/sign-out", { everywhere });
export const gamesBefore = (before: number | null): Promise<OwnGames> =>
    request("GET", before === null ? "/account/games" : `/account/games?before=${before}`);

export const sendLink = (wanted: MailLinkWanted): Promise<void> => request("POST", "/account/mail", wanted);
export const linkOf = (secret: string): Promise<MailLinkTold> => request("POST", "/account/mail/link", { secret });
export const enterByLink = (answer: MailSignIn): Promise<Account> => request("POST", "/account/mail/sign-in", answer);

export const passkeyToMake = (name: string | null): Promise<PasskeyOptions> =>
    request("POST", "/account/passkey/options", { name });
export const passkeyMade = (answer: PasskeyAnswer): Promise<Account> => request("POST", "/account/passkey", answer);
export const passkeyToUse = (): Promise<PasskeyOptions> => request("POST", "/account/passkey/sign-in/options");
export const passkeyUsed = (answer: PasskeyAnswer): Promise<Account> =>
    request("POST", "/account/passkey/sign-in", answer);
export const removePasskey = (id: string): Promise<void> =>
    request("DELETE", `/account/passkeys/${encodeURIComponent(id)}`);

const game = (id: string): string => `/online/games/${encodeURIComponent(id)}`;
const by = (token: string | null): Record<string, string> => (token ? { "X-Seat-Token": token } : {});
const place = (name: string): string => `/people/${encodeURIComponent(name)}`;
export const profileOf = (name: string): Promise<Profile> => request("GET", place(name));
export const block = (name: string): Promise<void> => request("PUT", `${place(name)}/block`);
export const unblock = (name: string): Promise<void> => request("DELETE", `${place(name)}/block`);
/** Play again with somebody whom the account lists. */
export const unblockListed = (id: string): Promise<void> =>
    request("DELETE", `/account/blocked/${encodeURIComponent(id)}`);
/** Play the other player of a game no more, who may be a guest. */
export const blockAt = (id: string, token: string | null): Promise<void> =>
    request("POST", `${game(id)}/block`, undefined, undefined, by(token));
/** Whether one does not play with them. */
export const blocksAt = (id: string, token: string | null): Promise<Blocking> =>
    request("GET", `${game(id)}/block`, undefined, undefined, by(token));
export const unblockAt = (id: string, token: string | null): Promise<void> =>
    request("DELETE", `${game(id)}/block`, undefined, undefined, by(token));

/** What a player tells the organiser of the other one. */
export interface Report {
    reason: "engine" | "left" | "name" | "other";
    text: string;
}
/** Tell the organiser of the other player of a game. */
export const report = (id: string, token: string | null, told: Report): Promise<void> =>
    request("POST", `${game(id)}/report`, told, undefined, by(token));
