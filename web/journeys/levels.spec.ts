/** Levels: what they are like, one that is proposed, and how one has fared, asked of the games that are kept. */
import { STATIC } from "./editions";
import { begin, expect, expectAccessible, more, press, test as base, turn } from "./helpers";
import { freePort, Server } from "./server";

const test = base.extend({
    // Results are those of all games that a server keeps: here it keeps those of this journey alone.
    baseURL: async ({ baseURL }, use, info) => {
        if (STATIC) return use(baseURL);
        const server = new Server(await freePort(), info.outputPath("games.sqlite"));
        await server.start();
        await use(server.address);
        await server.kill();
    },
});

test("results come from the games that are kept, and the proposal follows them", async ({ page }) => {
    await page.goto("/new/kaomi");
    const level = page.getByRole("slider", { name: "Strength of the computer" });
    await expect(level).toHaveValue("1");
    await expect(page.getByText("Suggested for you")).toBeVisible();
    await expect(page.getByText("No finished games at this level.")).toBeVisible();
    for (const _ of [1, 2]) {
        await begin(page, "kaomi", { opponent: "The computer", level: 5, side: "Black, first" });
        await more(page, "Resign");
        await press(page, "Resign");
        await expect(turn(page, "The computer wins")).toBeVisible();
    }
    await page.goto("/new/kaomi");
    await expect(level).toHaveValue("5");
    await expect(page.getByText("At this level: 0 won, 2 lost.")).toBeVisible();
    await expectAccessible(page);
    await press(page, "Suggested: 2");
    await expect(level).toHaveValue("2");
    await expect(level).toHaveAccessibleDescription(/overlooks many of your replies/);
    await expect(page.getByText("Suggested for you")).toBeVisible();
    // Each game has results of its own.
    await page.goto("/new/squared");
    await expect(page.getByText("No finished games at this level.")).toBeVisible();
});
