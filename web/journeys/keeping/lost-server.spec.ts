/** The server is killed in the middle of games and started again: nothing that was played is lost. */
import type { Route } from "@playwright/test";
import { STATIC, whyNot } from "../editions";
import { begin, expect, expectAt, movesMade, point, press, put, test as base, turn } from "../helpers";
import { freePort, Server } from "../server";

const test = base.extend<{ server: Server }>({
    server: async ({ browserName: _ }, use, info) => {
        const server = new Server(await freePort(), info.outputPath("games.sqlite"));
        await server.start();
        await use(server);
        await server.kill();
    },
    baseURL: ({ server }, use) => use(server.address),
    // While the server is away the browser says so on its console.
    // What is being loaded when the server is killed fails in one of these ways.
    expectedErrors:
        /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|CONTENT_LENGTH_MISMATCH|INTERNET_DISCONNECTED)|WebSocket/,
});

// A whole file is skipped before its server is started; a single journey only afterwards.
test.skip(STATIC, whyNot("lost-server.spec.ts", ""));

test("killed in mid-game and started again, the server has lost nothing", async ({ page, context, server }) => {
    await page.goto("/games");
    await expect(page.getByText("No games yet.")).toBeVisible();

    const hotseat = await begin(page, "vadus", { size: 3 });
    await put(page, "c3", "a1");
    const other = await context.newPage();
    await begin(other, "vacu", { opponent: "The computer", size: "9×9", level: "max" });
    await put(other, "e5");
    await expect(turn(other, "The computer is thinking …")).toBeVisible();

    await server.kill();
    await expect(page.getByText("Reconnecting …")).toBeVisible();
    await point(page, "a2").click();
    await expect(page.getByText("The server is not responding.", { exact: false })).toBeVisible();
    await server.start();

    // The pages come back by themselves, the computer goes on thinking, and what was not taken can be done again.
    await expect(page.getByText("Reconnecting …")).toBeHidden();
    await expect(page.getByText("The server is not responding.", { exact: false })).toBeHidden();
    await expect(turn(page, "White: second of two stones")).toBeVisible();
    await put(page, "a2", "b1");
    await expect(turn(other, "Your turn: Black")).toBeVisible();
    await expect(movesMade(other)).toHaveCount(2);
    await expect(point(other, "e5")).toHaveAccessibleName(/^e5, black stone/);

    await page.goto("/games");
    const games = page.getByRole("main").getByRole("listitem");
    await expect(games).toHaveCount(2);
    await games.filter({ hasText: "Vadus" }).getByRole("link").click();
    await expectAt(page, hotseat);
    await expect(turn(page, "Black: second of two stones")).toBeVisible();
    await press(page, "Undo");
    await expect(movesMade(page)).toHaveCount(3);
});

test("without a network the page says so, and that the move was not sent", async ({ page, context }) => {
    await begin(page, "vadus", { size: 3 });
    await put(page, "c3");
    await context.setOffline(true);
    await point(page, "a1").click();
    await expect(
        page.getByText("There is no network connection, so this was not sent", { exact: false }),
    ).toBeVisible();
    await expect(point(page, "a1")).toHaveAccessibleName(/empty/);
    await context.setOffline(false);
    await put(page, "a1");
});

test("an analysis needs no server", async ({ page, server }) => {
    await page.goto("/analyse?line=kaomi(size=7,pie=false) moves d4");
    await page.getByRole("switch").first().click();
    const row = page.getByRole("table").getByRole("row").nth(1);
    await expect(row).toBeVisible();
    await server.kill();
    const status = page.getByRole("region", { name: "Engine" }).getByRole("status");
    await expect(status).toHaveText("Done", { timeout: 30_000 });
    await point(page, "a1").click();
    await expect(status).toHaveText("Thinking …");
    await expect(row).toBeVisible();
});

test("a page that is older than the server offers to load itself again, and loses nothing", async ({
    page,
    server,
}) => {
    await begin(page, "kaomi", { size: 4 });
    await put(page, "b2");
    await server.kill();
    await expect(page.getByText("Reconnecting …")).toBeVisible();
    // What a newer server would say: a document whose script has another name.
    const newer = (route: Route) => route.fulfill({ contentType: "text/html", body: "<script src='/assets/2.js'>" });
    await page.route(server.address, newer);
    await server.start();
    await expect(page.getByText("Fieldstone has been updated.")).toBeVisible();
    await put(page, "c3");
    await page.unroute(server.address, newer);
    await press(page, "Reload");
    await expect(movesMade(page)).toHaveCount(2);
    await expect(page.getByText("Fieldstone has been updated.")).toBeHidden();
});

test("a server that comes back as it was offers nothing", async ({ page, server }) => {
    await begin(page, "kaomi", { size: 4 });
    await put(page, "c3");
    await server.kill();
    await expect(page.getByText("Reconnecting …")).toBeVisible();
    const looked = page.waitForResponse(`${server.address}/`);
    await server.start();
    await (await looked).finished();
    await put(page, "b2");
    await expect(page.getByText("Fieldstone has been updated.")).toBeHidden();
});
