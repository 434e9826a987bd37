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

test("every change can be undone and redone; a size that cannot be is answered with those that can", async ({
    page,
}) => {
    await page.goto("/edit?position=vacu");
    const cells = page.getByRole("gridcell");
    const size = page.getByRole("spinbutton", { name: "Size" });
    const text = page.getByRole("textbox", { name: "Position text" });
    const undo = page.getByRole("button", { name: "Undo" });
    await expect(page.getByText("Legal position.")).toBeVisible();
    await expect(undo).toBeDisabled();
    await point(page, "b2").click();
    await point(page, "c3").click();
    const set = await text.inputValue();
    await size.fill("5");
    await size.press("Enter");
    await expect(cells).toHaveCount(25);
    await press(page, "Undo");
    await expect(cells).toHaveCount(81);
    await expect(size).toHaveValue("9");
    await expect(text).toHaveValue(set);
    // What holds on another board is kept there.
    await pick(page.getByRole("radiogroup", { name: "Button" }), "White");
    await size.fill("7");
    await size.press("Enter");
    await expect(text).toHaveValue(/^vacu\(size=7.* button=W$/);
    await press(page, "Undo");
    await press(page, "Undo");
    await press(page, "Clear the board");
    await expect(point(page, "c3")).toHaveAccessibleName(/empty/);
    await page.keyboard.press("Control+z");
    await expect(point(page, "c3")).toHaveAccessibleName(/black stone/);
    await page.keyboard.press("Control+Shift+z");
    await expect(point(page, "c3")).toHaveAccessibleName(/empty/);
    await press(page, "Undo");
    // In a field the keys take back what is typed there.
    await text.fill("kaomi(size=3)");
    await expect(cells).toHaveCount(9);
    await text.press("Control+z");
    await press(page, "Undo");
    await expect(text).toHaveValue(set);
    for (const left of [81, 81]) {
        await press(page, "Undo");
        await expect(cells).toHaveCount(left);
    }
    await expect(point(page, "b2")).toHaveAccessibleName(/empty/);
    await expect(undo).toBeDisabled();
    await press(page, "Redo");
    await expect(point(page, "b2")).toHaveAccessibleName(/black stone/);

    await size.fill("200");
    await size.press("Enter");
    const said = page.getByRole("status").filter({ hasText: "Size must be a whole number from 2 to 19." });
    await expect(said).toBeVisible();
    await expect(size).toHaveAccessibleDescription("Size must be a whole number from 2 to 19.");
    await expect(page.getByText("Legal position.")).toBeHidden();
    await expect(page.getByRole("button", { name: "Two players from here" })).toBeDisabled();
    await size.fill("9");
    await size.press("Enter");
    await expect(page.getByText("Legal position.")).toBeVisible();
    await expect(point(page, "b2")).toHaveAccessibleName(/black stone/);
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
        await expect(page.getByRole("status").filter({ hasText: "黒のディスクは1枚" })).toBeVisible();
    });
});

test("komi has the limit that it has for a new game on a board of that size", async ({ page }) => {
    await page.goto(
        `/edit?position=${encodeURIComponent("squared(size=5,komi=0,setup=fixed) ...../...../...../...../..... B")}`,
    );
    const komi = page.getByRole("spinbutton", { name: "Komi" });
    await komi.fill("1000");
    await komi.blur();
    await expect(page.locator("p.wrong")).toHaveText("Komi must be an even number from 0 to 624.");
    await komi.fill("624");
    await komi.blur();
    await expect(page.locator("p.wrong")).toBeHidden();
    await expect(page.getByText("Legal position.")).toBeVisible();
});
