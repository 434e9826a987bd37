/** The first screen: each card starts a game wherever it is clicked, newcomers find the guides, a game that waits is first. */
import { begin, expect, hideGames, pick, put, stored, test } from "./helpers";

test("a click on a card's board goes to a new game against the computer; the other links keep their own ways", async ({
    page,
}) => {
    await page.goto("/");
    const card = page.getByRole("article").filter({ has: page.getByRole("heading", { name: "Kaomi" }) });
    await card.click({ position: { x: 60, y: 60 } });
    await expect(page).toHaveURL(/\/new\/kaomi\?opponent=computer$/);
    await page.goBack();
    await card.getByRole("link", { name: "Kaomi: Two players" }).click();
    await expect(page).toHaveURL(/\/new\/kaomi\?opponent=human$/);
    await page.goBack();
    await card.getByRole("link", { name: "Kaomi: Learn the rules" }).click();
    await expect(page).toHaveURL(/\/learn\/kaomi$/);
});

test("a newcomer is led to the guide of one game, and from there to the others", async ({ page }) => {
    await hideGames(page);
    await page.goto("/");
    await page.getByRole("link", { name: "New here?" }).click();
    await expect(page).toHaveURL(/\/learn\/kaomi$/);
    await page.getByRole("main").getByRole("link", { name: "Learn", exact: true }).click();
    await expect(page.getByRole("listitem").first()).toContainText("A good first game");
});

test("a game that waits stands before the cards", async ({ page }) => {
    await begin(page, "vacu", { size: 3 });
    await put(page, "b2");
    await page.goto("/");
    const waits = page.getByRole("heading", { name: "Continue a game" });
    await expect(waits).toBeVisible();
    const [first, card] = [await waits.boundingBox(), await page.getByRole("article").first().boundingBox()];
    expect(first!.y).toBeLessThan(card!.y);
});

for (const locale of ["en-GB", "ko-KR", "ja-JP"])
    test.describe(locale, () => {
        test.use({ locale, viewport: { width: 1920, height: 1080 } });
        test("on a large screen all is in sight, with games that wait too", async ({ page, request }) => {
            for (const size of [3, 4]) await stored(request, `kaomi(size=${size}) moves a1,b2`);
            await page.goto("/");
            await expect(page.locator("main section li")).not.toHaveCount(0);
            await expect(page.locator("main article")).toHaveCount(4);
            expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1080);
        });
    });

test("what was chosen for a new game is still chosen after a look at the guide", async ({ page }) => {
    await page.goto("/new/kaomi?level=1&size=5");
    const slider = page.getByRole("slider", { name: "Strength of the computer" });
    await expect(slider).toHaveValue("1");
    await slider.fill("3");
    const board = page.getByRole("group", { name: "Board", exact: true });
    const side = page.getByRole("group", { name: "You play", exact: true });
    await pick(board, "7×7");
    await pick(side, "White");
    await page.getByRole("link", { name: "Learn the rules" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(slider).toBeHidden();
    await page.goBack();
    await expect(slider).toHaveValue("3");
    await expect(board.getByRole("radio", { name: "7×7" })).toBeChecked();
    await expect(side.getByRole("radio", { name: "White" })).toBeChecked();
});
