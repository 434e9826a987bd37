/** What journeys of people with accounts need: passkeys, and other devices. */
import { type Browser, type BrowserContext, type CDPSession, devices, type Page } from "@playwright/test";
import { expect, press } from "../helpers";
import type { Server } from "../server";

/** Passkeys belong to a name, and not to 127.0.0.1. */
export const named = (server: Server): string => server.address.replace("127.0.0.1", "localhost");

export function phone(browser: Browser, server: Server): Promise<BrowserContext> {
    const { defaultBrowserType: _, ...pixel } = devices["Pixel 5"];
    return browser.newContext({ ...pixel, baseURL: named(server), viewport: { width: 360, height: 740 } });
}

/** Something that keeps passkeys, and a finger that is always there. */
export class Authenticator {
    private constructor(
        readonly session: CDPSession,
        readonly id: string,
    ) {}

    static async of(page: Page): Promise<Authenticator> {
        const session = await page.context().newCDPSession(page);
        await session.send("WebAuthn.enable");
        const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
            options: {
                ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true },
                ...{ isUserVerified: true, automaticPresenceSimulation: true },
            },
        });
        return new Authenticator(session, authenticatorId);
    }
    /** Carry the passkeys to another device, as a password manager does. */
    async carryTo(other: Authenticator): Promise<void> {
        const { credentials } = await this.session.send("WebAuthn.getCredentials", { authenticatorId: this.id });
        expect(credentials).toHaveLength(1);
        for (const credential of credentials)
            await other.session.send("WebAuthn.addCredential", { authenticatorId: other.id, credential });
    }
}

/** Make an account by a passkey; returns what keeps it. */
export async function signUp(page: Page, name: string): Promise<Authenticator> {
    const keeps = await Authenticator.of(page);
    await page.goto("/account");
    await page.getByLabel("Name").fill(name);
    await press(page, "Make a passkey");
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
    return keeps;
}
