/** The first screen: each card starts a game wherever it is clicked, newcomers find the guides, a game that waits is first. */
import { begin, expect, put, test } from "./helpers";

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

test("a newcomer is led to the guides", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("link", { name: "New here?" }).click();
    await expect(page).toHaveURL(/\/learn$/);
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
