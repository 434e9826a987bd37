// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { say } from "../lib/texts.svelte";
import { bytesOf, textOf } from "./base64url";
import { creationOf, makePasskey, namedAddress, passkeysHere, requestOf, toldOf, usePasskey } from "./passkeys";

const bytes = (...all: number[]): ArrayBuffer => Uint8Array.from(all).buffer;

/** A browser that knows passkeys, but not their JSON. */
function browser(credentials: Partial<CredentialsContainer> = {}, reading: object = {}): void {
    vi.stubGlobal("PublicKeyCredential", reading);
    vi.stubGlobal("navigator", { credentials });
}
afterEach(() => vi.unstubAllGlobals());

describe("base64url", () => {
    it.each([
        ["", []],
        ["_-8", [255, 239]],
        ["AAEC", [0, 1, 2]],
        ["-_--", [251, 255, 190]],
    ])("%s", (text, all) => {
        expect([...bytesOf(text)]).toEqual(all);
        expect(textOf(bytes(...all))).toBe(text);
    });
});

describe("what the server asks for", () => {
    const options = {
        challenge: "AAEC",
        rp: { id: "localhost", name: "Fieldstone" },
        user: { id: "_-8", name: "Mina", displayName: "Mina" },
        excludeCredentials: [{ id: "AAEC", type: "public-key" }],
    };
    it("is read here where the browser does not read it", () => {
        browser();
        const made = creationOf(options);
        expect(made.rp).toEqual(options.rp);
        expect(made.challenge).toEqual(Uint8Array.of(0, 1, 2));
        expect(made.user).toEqual({ ...options.user, id: Uint8Array.of(255, 239) });
        expect(made.excludeCredentials).toEqual([{ id: Uint8Array.of(0, 1, 2), type: "public-key" }]);
        const wanted = requestOf({ challenge: "AAEC", rpId: "localhost" });
        expect(wanted).toEqual({ challenge: Uint8Array.of(0, 1, 2), rpId: "localhost", allowCredentials: [] });
    });
    it("is read by a browser that does", () => {
        const parseCreationOptionsFromJSON = vi.fn(() => "made");
        const parseRequestOptionsFromJSON = vi.fn(() => "wanted");
        browser({}, { parseCreationOptionsFromJSON, parseRequestOptionsFromJSON });
        expect(creationOf(options)).toBe("made");
        expect(requestOf(options)).toBe("wanted");
        expect(parseCreationOptionsFromJSON).toHaveBeenCalledWith(options);
    });
});

describe("what the browser answers", () => {
    const answer = {
        ...{ id: "AAEC", rawId: bytes(0, 1, 2), type: "public-key", authenticatorAttachment: "platform" },
        response: {
            clientDataJSON: bytes(1),
            signature: bytes(255, 239),
            userHandle: null,
            getTransports: () => ["usb"],
        },
        getClientExtensionResults: () => ({}),
    } as unknown as PublicKeyCredential;
    it("is told as JSON, by itself where it can", () => {
        expect(toldOf(answer)).toEqual({
            ...{ id: "AAEC", rawId: "AAEC", type: "public-key", authenticatorAttachment: "platform" },
            response: { clientDataJSON: "AQ", signature: "_-8", transports: ["usb"] },
            clientExtensionResults: {},
        });
        expect(toldOf({ ...answer, toJSON: () => ({ id: "own" }) } as never)).toEqual({ id: "own" });
    });
    it("is a sentence where nobody has chosen a passkey, or the device has one already", async () => {
        const failing = (name: string) => () => Promise.reject(new DOMException("", name));
        browser({ create: failing("NotAllowedError"), get: () => Promise.resolve(null) });
        const options = { challenge: "AAEC", user: { id: "AAEC" } };
        await expect(makePasskey(options)).rejects.toThrow(say("account.passkey.called-off"));
        await expect(usePasskey(options)).rejects.toThrow(say("account.passkey.called-off"));
        browser({ create: failing("InvalidStateError"), get: failing("SecurityError") });
        await expect(makePasskey(options)).rejects.toThrow(say("account.passkey.known"));
        await expect(usePasskey(options)).rejects.toMatchObject({ name: "SecurityError" });
    });
});

describe("passkeys", () => {
    it.each([
        ["localhost", true, "there"],
        ["games.example.org", true, "there"],
        ["games.example.org", false, "insecure"],
        ["192.168.1.7", false, "insecure"],
        ["192.168.1.7", true, "insecure"],
        ["127.0.0.1", true, "numbers"],
        ["[::1]", true, "numbers"],
    ])("at %s, safe: %s", (hostname, safe, state) => {
        browser();
        vi.stubGlobal("location", { hostname });
        vi.stubGlobal("isSecureContext", safe);
        expect(passkeysHere()).toBe(state);
    });
    it("are there at another address of this computer, with the same port", () => {
        vi.stubGlobal("location", new URL("http://127.0.0.1:8713/account"));
        expect(namedAddress()).toBe("http://localhost:8713/account");
    });
    it("are missing where the browser has none", () => {
        vi.stubGlobal("isSecureContext", true);
        expect(passkeysHere()).toBe("missing");
    });
});
