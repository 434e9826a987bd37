/** The static edition without a network, after one visit: every game to its end on a phone, by touch. */
import { type BrowserContext, devices, type Page } from "@playwright/test";
import { SITE } from "../editions";
import { begin, board, expect, expectAt, movesMade, pick, press, put, test } from "../helpers";
import { finger, GAMES, playOn } from "../players";

const { defaultBrowserType: _, ...phone } = devices["Pixel 5"];
test.use(phone);

/** Boards as people play on them. */
const SIZES: Record<string, string> = {
    vacu: "9×9",
    convacu: "9×9",
    kaomi: "7×7",
    squared: "7×7",
    vadus: "Size 7",
};

/** Visit the page, and cut the network when the browser has kept it. */
async function cutOff(page: Page, context: BrowserContext): Promise<void> {
    await page.goto("/");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole("link", { name: "Vacu: Play the computer" })).toBeVisible();
}

/** Have the game reviewed to its end. */
async function reviewed(page: Page): Promise<void> {
    await page.getByRole("link", { name: "Review" }).click();
    await press(page, "Stop");
    await pick(page, "Quick");
    await press(page, "Review the game");
    await expect(page.getByText(/^Reviewed/)).toBeVisible({ timeout: 120_000 });
    await expect(page.getByRole("table", { name: "Summary for both players" })).toBeVisible();
}

for (const [game, wanted, player] of GAMES)
    test(`a whole game of ${game} without a network`, async ({ page, context }) => {
        await cutOff(page, context);
        const address = await begin(page, game, { opponent: "The computer", level: 3, ...wanted, size: SIZES[game] });
        await playOn(page, player, finger);
        await expect(page.locator(".why")).not.toBeEmpty();
        const moves = await movesMade(page).allTextContents();
        await page.reload();
        await expectAt(page, address);
        await expect(movesMade(page)).toHaveText(moves);
        if (game === "vacu") await reviewed(page);
    });

test("everything else is there too: guides, analysis, the list of games", async ({ page, context }) => {
    await cutOff(page, context);
    await page.goto("/learn/iago?step=4");
    await expect(board(page)).toBeVisible();
    await page.goto("/analyse?line=kaomi(size=5,pie=false)");
    await page.getByRole("switch").first().click();
    await expect(page.getByRole("table").getByRole("row").nth(1)).toBeVisible();
    await begin(page, "convacu", { size: 4 });
    await put(page, "b2");
    await page.goto("/games");
    await expect(page.getByRole("listitem")).toHaveCount(1);
});

test("a network that a level has asked for is kept", async ({ page, context }) => {
    const play = async () => {
        await begin(page, "kaomi", { opponent: "The computer", level: "max", side: "White" });
        await expect(movesMade(page)).toHaveCount(1, { timeout: 30_000 });
    };
    await page.goto("/");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await page.reload();
    await play();
    await context.setOffline(true);
    await page.reload();
    await play();
    const kept = await page.evaluate(async () => {
        const names = await (await caches.open("networks")).keys();
        return names.map(({ url }) => url.split("/").at(-1));
    });
    expect(kept).toEqual(["kaomi.net"]);
    await expect(page.getByText("neural network")).toHaveCount(0);
});

/** Width and height of a PNG, as text: they stand behind its signature. */
function sizeOf(png: Buffer): string {
    expect(png.subarray(1, 4).toString("latin1")).toBe("PNG");
    return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

test("it can be installed: the manifest says what browsers ask for, and its icons are there", async ({ page }) => {
    await page.goto("/");
    const address = await page.locator('link[rel="manifest"]').evaluate((link: HTMLLinkElement) => link.href);
    const manifest = await (await page.request.get(address)).json();
    expect(manifest).toMatchObject({ name: "Fieldstone", short_name: "Fieldstone", display: "standalone" });
    for (const inside of [manifest.start_url, manifest.scope]) expect(new URL(inside, address).href).toBe(SITE);
    const icons: { src: string; sizes: string; type: string; purpose?: string }[] = manifest.icons;
    for (const { src, sizes, type } of icons) {
        const answer = await page.request.get(new URL(src, address).href);
        expect([src, answer.status(), answer.headers()["content-type"]]).toEqual([src, 200, type]);
        expect(sizeOf(await answer.body()), src).toBe(sizes);
    }
    const claimed = icons.map(({ sizes, purpose = "any" }) => `${sizes} ${purpose}`);
    expect(claimed).toEqual(expect.arrayContaining(["192x192 any", "512x512 any", "512x512 maskable"]));
    // The browser itself finds nothing wrong with it, but that pages of tests leave no traces.
    const browser = await page.context().newCDPSession(page);
    expect(await browser.send("Page.getAppManifest")).toMatchObject({ url: address, errors: [] });
    const { installabilityErrors } = await browser.send("Page.getInstallabilityErrors");
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(["in-incognito"]);
});
