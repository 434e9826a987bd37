/** What journeys of people who play each other need: a server of their own, and a friend with a phone. */
import { type Browser, devices, type Page } from "@playwright/test";
import { expect, listen, point, test as base } from "../helpers";
import { freePort, Server } from "../server";

export const test = base.extend<{ server: Server; friend: Page }>({
    server: async ({ browserName: _ }, use, info) => {
        const server = new Server(await freePort(), info.outputPath("games.sqlite"), true);
        await server.start();
        await use(server);
        await server.kill();
    },
    baseURL: ({ server }, use) => use(server.address),
    // A phone, with nothing of the other browser's.
    friend: async ({ browser, server }, use) => {
        const page = await another(browser, server);
        await use(page);
        await page.context().close();
    },
    // While the server is away the browser says so on its console.
    expectedErrors: /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE)|WebSocket|409/,
});

export async function another(browser: Browser, server: Server): Promise<Page> {
    const { defaultBrowserType: _, ...phone } = devices["Pixel 5"];
    const context = await browser.newContext({
        ...phone,
        baseURL: server.address,
        viewport: { width: 360, height: 740 },
    });
    await context.addInitScript(listen);
    return context.newPage();
}

/** A touch shows what a move does, a second one makes it. */
export async function tap(page: Page, name: string): Promise<void> {
    await point(page, name).tap();
    await point(page, name).tap();
}

/** Make an invitation, and return its link. */
export async function invite(page: Page, game = "vacu", choose?: () => Promise<void>): Promise<string> {
    await page.goto(`/new/${game}?opponent=link`);
    await choose?.();
    await page.getByRole("button", { name: "Create link" }).click();
    await expect(page.getByText("Waiting for your friend …", { exact: true })).toBeVisible();
    return page.getByLabel("Link for your friend").inputValue();
}
