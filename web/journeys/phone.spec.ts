/** On a phone: a touch shows what a move does, a second one makes it; the actions lie at the thumb. */
import { begin, board, expect, expectAccessible, movesMade, point, press, test, turn } from "./helpers";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

test("a touch has to be confirmed, by a button or a second touch, and can be called off", async ({
    page,
}) => {
    await begin(page, "vacu", { size: "9×9" });
    await point(page, "e5").tap();
    await expect(page.getByRole("button", { name: "Play e5" })).toBeVisible();
    await expect(movesMade(page)).toHaveCount(0);
    await page.getByRole("button", { name: "Cancel" }).tap();
    await expect(page.getByRole("button", { name: "Play e5" })).toBeHidden();
    await point(page, "e5").tap();
    await page.getByRole("button", { name: "Play e5" }).tap();
    await expect(turn(page, "White to play")).toBeVisible();
    // Another touch chooses another point, the same touch again plays it.
    await point(page, "c3").tap();
    await point(page, "c7").tap();
    await point(page, "c7").tap();
    await expect(movesMade(page)).toHaveText(["e5", "c7"]);
    await expectAccessible(page);
});

test("the confirmation can be switched off", async ({ page }) => {
    await begin(page, "kaomi", { size: "5×5" });
    await press(page, "Settings");
    await page.getByRole("switch", { name: "A touch shows the move, a second one plays it" }).tap();
    await press(page, "Settings");
    await point(page, "c3").tap();
    await expect(movesMade(page)).toHaveText(["c3"]);
});

test("the board is as wide as the screen, and the actions are always in reach", async ({ page }) => {
    await begin(page, "vadus", { size: "Side of 9" });
    const box = (await page.locator("svg", { has: board(page) }).boundingBox())!;
    expect(box.width).toBeGreaterThan(330);
    await expect(page.getByRole("button", { name: "Undo" })).toBeInViewport();
    await expect(turn(page, "Black to play")).toBeInViewport();
    await press(page, "More");
    await page.getByRole("button", { name: "Resign" }).tap();
    await page.getByRole("button", { name: "Resign" }).tap();
    await expect(turn(page, "White wins")).toBeVisible();
    await expect(page.getByRole("button", { name: "Rematch" })).toBeInViewport();
});
