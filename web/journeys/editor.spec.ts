/** The position editor: stones are set and taken, the server says what can be played, the address carries it all. */
import { expect, movesMade, pick, point, press, put, test, turn } from "./helpers";

test("a position is set up, checked, shared and played", async ({ page, context }) => {
    await page.goto("/edit");
    await page.getByRole("link", { name: "Convacu, 9×9" }).click();
    await page.getByRole("spinbutton", { name: "Size" }).fill("4");
    await page.getByRole("spinbutton", { name: "Size" }).blur();
    await expect(page.getByRole("gridcell")).toHaveCount(16);
    await point(page, "b2").click();
    const pieces = page.getByRole("radiogroup", { name: "Piece to place" });
    await pieces.getByRole("radio", { name: "White" }).check({ force: true });
    await point(page, "c3").click();
    await point(page, "d4").click();
    await pieces.getByRole("radio", { name: "Erase" }).check({ force: true });
    await point(page, "d4").click();
    await expect(point(page, "c3")).toHaveAccessibleName(/white stone/);
    await expect(point(page, "d4")).toHaveAccessibleName(/empty/);
    await pick(page.getByRole("radiogroup", { name: "To move" }), "White");
    await expect(page.getByText("Legal position.")).toBeVisible();

    const other = await context.newPage();
    await other.goto(page.url());
    await expect(point(other, "b2")).toHaveAccessibleName(/black stone/);
    await other.getByRole("link", { name: "Analyse", exact: true }).click();
    await expect(point(other, "c3")).toHaveAccessibleName("c3, white stone");
    await expect(other.getByRole("button", { name: "Two players from here" })).toBeEnabled();
    await other.close();

    await press(page, "Two players from here");
    await expect(turn(page, "White to move")).toBeVisible();
    await put(page, "b3");
    await expect(movesMade(page)).toHaveCount(1);
});

test.describe("a position that cannot be", () => {
    test.use({ expectedErrors: /status of 422/ });
    test("is refused with the reason, in the language of the page", async ({ page }) => {
        await page.goto("/edit?position=convacu(size=3)+BB./.../...+W");
        await expect(page.getByText("Legal position.")).toBeVisible();
        await page.getByRole("textbox", { name: "Position text" }).fill("convacu(size=3) WB./BB./... B");
        await expect(page.getByText("This position cannot be used:")).toBeVisible();
        await expect(page.getByRole("link", { name: "Analyse", exact: true })).toBeHidden();
        await expect(page.getByRole("button", { name: "Two players from here" })).toBeDisabled();

        await page.goto("/edit?position=iago+...../....../......./......../B......../......../......./....../.....+B");
        await expect(page.getByRole("status").filter({ hasText: "Black has 1 and White 0 discs" })).toBeVisible();
        await page.getByRole("combobox", { name: "Language" }).selectOption({ label: "日本語" });
        await expect(page.getByRole("status").filter({ hasText: "黒のディスクは1個" })).toBeVisible();
    });
});
