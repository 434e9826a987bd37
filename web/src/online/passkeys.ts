/** Passkeys of this browser: one is made, or used, as the server asks for it in JSON. */
import { bytesOf, textOf } from "./base64url";
import { say } from "../lib/texts.svelte";

type Json = Record<string, unknown>;
/** What of it is not always there yet. */
type Reading = Partial<
    Pick<typeof PublicKeyCredential, "parseCreationOptionsFromJSON" | "parseRequestOptionsFromJSON">
>;

/**
 * `insecure`: only at a safe address with a name are there any. `numbers`: this computer has such a name too. `missing`:
 * the browser has none.
 */
export type PasskeysState = "there" | "insecure" | "numbers" | "missing";

/** This page at the address of this computer that has a name. */
export const namedAddress = (): string => `${location.protocol}//localhost:${location.port}${location.pathname}`;

export function passkeysHere(): PasskeysState {
    if (/^127[\d.]+$|^\[::1\]$/.test(location.hostname)) return "numbers";
    const numbers = /^[\d.]+$|^\[/.test(location.hostname); // passkeys belong to a name
    if (!globalThis.isSecureContext || numbers) return "insecure";
    return "PublicKeyCredential" in globalThis ? "there" : "missing";
}

/** Have the browser make a passkey. Rejects with a sentence for people. */
export async function makePasskey(options: Json): Promise<Json> {
    return toldOf(await asked(() => navigator.credentials.create({ publicKey: creationOf(options) })));
}

/** Have the browser's user choose a passkey and sign with it. Rejects with a sentence for people. */
export async function usePasskey(options: Json): Promise<Json> {
    return toldOf(await asked(() => navigator.credentials.get({ publicKey: requestOf(options) })));
}

async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
    let answer: Credential | null;
    try {
        answer = await ask();
    } catch (error) {
        const { name } = error as DOMException;
        if (name === "InvalidStateError") throw new Error(say("account.passkey.known"), { cause: error });
        if (name === "NotAllowedError" || name === "AbortError") answer = null;
        else throw error;
    }
    if (!answer) throw new Error(say("account.passkey.called-off"));
    return answer as PublicKeyCredential;
}

// -- JSON, where the browser does not read and write it itself ------------------------------------------------------------

type Described = { id: string };
const described = (all: unknown): PublicKeyCredentialDescriptor[] =>
    ((all ?? []) as Described[]).map((one) => ({ ...one, id: bytesOf(one.id) }) as never);

export function creationOf(options: Json): PublicKeyCredentialCreationOptions {
    const { parseCreationOptionsFromJSON: read } = PublicKeyCredential as Reading;
    if (read) return PublicKeyCredential.parseCreationOptionsFromJSON(options as never);
    const user = options.user as Described;
    return {
        ...options,
        challenge: bytesOf(options.challenge as string),
        user: { ...user, id: bytesOf(user.id) },
        excludeCredentials: described(options.excludeCredentials),
    } as unknown as PublicKeyCredentialCreationOptions;
}

export function requestOf(options: Json): PublicKeyCredentialRequestOptions {
    const { parseRequestOptionsFromJSON: read } = PublicKeyCredential as Reading;
    if (read) return PublicKeyCredential.parseRequestOptionsFromJSON(options as never);
    return {
        ...options,
        challenge: bytesOf(options.challenge as string),
        allowCredentials: described(options.allowCredentials),
    };
}

/** A credential as JSON. Programs that keep passkeys for a browser do not all write it themselves. */
export function toldOf(made: PublicKeyCredential): Json {
    if (typeof made.toJSON === "function") return made.toJSON() as unknown as Json;
    const { id, rawId, type, response, authenticatorAttachment } = made;
    const told: Json = {};
    for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
        const bytes = (response as unknown as Record<string, ArrayBuffer | null | undefined>)[name];
        if (bytes) told[name] = textOf(bytes);
    }
    const transports = (response as AuthenticatorAttestationResponse).getTransports?.();
    if (transports) told.transports = transports;
    const extensions = made.getClientExtensionResults() as unknown;
    return {
        id,
        rawId: textOf(rawId),
        type,
        authenticatorAttachment,
        response: told,
        clientExtensionResults: extensions,
    };
}
