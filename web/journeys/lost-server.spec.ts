/** The server is killed in the middle of games and started again: nothing that was played is lost. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { begin, expect, movesMade, point, press, put, test, turn } from "./helpers";
import { Server } from "./server";

const server = new Server(8462, join(mkdtempSync(join(tmpdir(), "fieldstone-journeys-")), "games.sqlite"));

// While the server is away the browser says so on its console.
test.use({
    baseURL: server.address,
    expectedErrors: /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|WebSocket/,
});
test.beforeAll(() => server.start());
test.afterAll(() => server.kill());

test("killed in mid-game and started again, the server has lost nothing", async ({ page, context }) => {
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
    await expect(page.getByText("The server does not answer.", { exact: false })).toBeVisible();
    await server.start();

    // The pages come back by themselves, the computer goes on thinking, and what was not taken can be done again.
    await expect(page.getByText("Reconnecting …")).toBeHidden();
    await expect(turn(page, "White: second stone")).toBeVisible();
    await put(page, "a2", "b1");
    await expect(turn(other, "Your turn: Black")).toBeVisible();
    await expect(movesMade(other)).toHaveCount(2);
    await expect(point(other, "e5")).toHaveAccessibleName(/^e5, black stone/);

    await page.goto("/games");
    const games = page.getByRole("main").getByRole("listitem");
    await expect(games).toHaveCount(2);
    await games.filter({ hasText: "Vadus" }).getByRole("link").click();
    await expect(page).toHaveURL(hotseat);
    await expect(turn(page, "Black: second stone")).toBeVisible();
    await press(page, "Undo");
    await expect(movesMade(page)).toHaveCount(3);
});
