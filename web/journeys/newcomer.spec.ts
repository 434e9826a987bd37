/** Somebody on a phone who has never seen the game: learns it, plays it to its end, and sees why and what was better. */
import type { Guide } from "../src/lib/types";
import { expect, expectAccessible, expectFits, hideGames, perform, test, textsOf } from "./helpers";
import { finger, GAMES, playOn } from "./players";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

test("a newcomer learns Kaomi, plays it to its end, and sees what was better", async ({ page, request }) => {
    const texts = textsOf("en");
    const guide: Guide = await (await request.get("/api/guides/kaomi?lang=en")).json();
    await hideGames(page);
    await page.goto("/");
    await page.getByRole("link", { name: "New here? Learn Kaomi in two minutes" }).tap();
    await page.getByRole("button", { name: texts["guide.begin"]! }).tap();
    for (const step of guide.steps) {
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(step.title);
        await perform(page, step, texts);
        await page.getByRole("button", { name: texts["guide.next"]! }).tap();
    }
    // The end of the guide is the beginning of a game, whose form needs nothing more.
    await page.getByRole("link", { name: "Play the computer" }).tap();
    await page.getByRole("button", { name: "Start game" }).tap();
    const [, , player] = GAMES.find(([game]) => game === "kaomi")!;
    await playOn(page, player, finger);
    // Who has won, and why; what decides lies on the board.
    await expect(page.locator(".why")).not.toBeEmpty();
    await expect(page.locator(".board .deciding").first()).toBeAttached(); // the path of one stone has no size
    await expectAccessible(page);
    await expectFits(page, 320);
    await page.setViewportSize({ width: 360, height: 740 });
    // One press for the review; what was better is told and shown without another question.
    await page.getByRole("link", { name: "Review" }).tap();
    // It may take two minutes, and never stops saying how far it has come.
    await expect(page.getByRole("progressbar")).toBeVisible();
    const howFar = (): Promise<string | null> =>
        page.evaluate(() => {
            const bar = document.querySelector("progress");
            return bar && `${bar.labels[0]?.textContent} ${bar.value}`;
        });
    for (let last = await howFar(); last !== null; last = await howFar()) await expect.poll(howFar).not.toBe(last);
    await expect(page.getByText(/^Reviewed \(/)).toBeVisible();
    await page.locator(".worst li button, ol li button").first().tap();
    await expect(page.getByText(/^Best: /)).toBeInViewport();
    await expectAccessible(page);
});
