/** The list of one's own games, and games as files. */
import { readFileSync } from "node:fs";
import { begin, expect, movesMade, point, press, put, test, turn } from "./helpers";

test("a game is in the list, goes on from there, and can be deleted", async ({ page }) => {
    const address = await begin(page, "kaomi", { size: 4 });
    await put(page, "b2", "c3");
    await page.getByRole("link", { name: "My games" }).click();
    const mine = page.getByRole("listitem").filter({ has: page.locator(`[href="${address}"]`) });
    await expect(mine).toContainText("Kaomi");
    await expect(mine).toContainText("Moves: 2");
    await mine.getByRole("link").click();
    await put(page, "a1");
    await page.goBack();
    await expect(mine).toContainText("Moves: 3");
    await press(mine, /^Delete: Kaomi/);
    await press(mine, "Keep");
    await press(mine, /^Delete: Kaomi/);
    await press(mine, "Delete for good");
    await expect(page.getByText("The game is deleted.")).toBeVisible();
    await expect(mine).toHaveCount(0);
});

test("a game that is being played is on the first page", async ({ page }) => {
    const address = await begin(page, "vadus", { size: 3 });
    await put(page, "c3");
    await page.getByRole("link", { name: "Fieldstone" }).click();
    await expect(page.getByRole("heading", { name: "Go on where you were" })).toBeVisible();
    await page.getByRole("listitem").locator(`[href="${address}"]`).click();
    await expect(turn(page, "White to play")).toBeVisible();
});

test("a game is saved as a file and brought in again", async ({ page }, { outputDir }) => {
    const address = await begin(page, "vacu", { size: 4, komi: 3 });
    await put(page, "b2", "c3", "b3");
    const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "Save as a file" }).click(),
    ]);
    const file = `${outputDir}/${download.suggestedFilename()}`;
    await download.saveAs(file);
    expect(JSON.parse(readFileSync(file, "utf8"))).toBeTruthy();
    await page.getByRole("link", { name: "My games" }).click();
    await press(page, "Bring in a game");
    await page.getByLabel("or choose a file").setInputFiles(file);
    await expect(turn(page, "White to play")).toBeVisible();
    await expect(page).not.toHaveURL(address);
    await expect(movesMade(page)).toHaveText(["b2", "c3", "b3"]);
    await expect(page.getByText("komi 3", { exact: true }).first()).toBeVisible();
    await put(page, "c2");
});

test.describe("what cannot be read", () => {
    // A refusal of the server is an error on the browser's console too.
    test.use({ expectedErrors: /status of 422/ });
    test("is answered with the reason, and a line of moves is taken", async ({ page }) => {
        await page.goto("/games");
        await press(page, "Bring in a game");
        const text = page.getByRole("textbox", { name: /^A saved game/ });
        await text.fill("kaomi(size=5) moves c3,c3");
        await press(page, "Open");
        await expect(page.getByRole("alert").filter({ hasText: "c3" })).toContainText("occupied");
        await text.fill("hello");
        await press(page, "Open");
        await expect(page.getByRole("alert").filter({ hasText: "hello" })).toContainText(
            "neither a saved game nor a position",
        );
        await text.fill("(;GM[1]FF[4]SZ[19];B[aa])");
        await press(page, "Open");
        await expect(page.getByRole("alert").filter({ hasText: "SGF" })).toContainText(
            "does not say which game it is of",
        );
        await text.fill("kaomi(size=5) moves c3,swap,c4");
        await press(page, "Open");
        await expect(movesMade(page)).toHaveText(["c3", "swap", "c4"]);
        await expect(point(page, "c4")).toHaveAccessibleName(/^c4, /);
    });
});
