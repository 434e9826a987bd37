/** What belongs to every page: language, theme, settings, addresses that lead nowhere. */
import { begin, board, expect, movesMade, pick, put, test, textsOf } from "./helpers";

test("the language can be switched in the middle of a game and is remembered", async ({ page }) => {
    await begin(page, "vacu", { size: 3 });
    await put(page, "b2");
    const undo = (language: string) => page.getByRole("button", { name: textsOf(language)["game.undo"]!, exact: true });
    await page.getByRole("combobox", { name: "Language" }).selectOption({ label: "한국어" });
    await expect(undo("ko")).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "ko");
    await page.reload();
    await expect(undo("ko")).toBeVisible();
    await page.getByRole("combobox").selectOption({ label: "日本語" });
    await undo("ja").click();
    await expect(
        page.getByRole("gridcell", { name: textsOf("ja")["board.point.legal"]!.replace("{point}", "b2") }),
    ).toBeVisible();
});

test("the theme follows the system until one is chosen", async ({ page }) => {
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.goto("/learn");
    await page.emulateMedia({ colorScheme: "light" });
    const light = await ground();
    await page.emulateMedia({ colorScheme: "dark" });
    const dark = await ground();
    expect(dark).not.toBe(light);
    await page.getByRole("button", { name: "Settings" }).click();
    await pick(page, "Light");
    expect(await ground()).toBe(light);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await ground()).toBe(light);
});

test("from the first page into a first game with three clicks", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("link", { name: "Iago: Play the computer" }).click();
    await page.getByRole("button", { name: "Start game" }).click();
    await expect(board(page)).toBeVisible();
    await page.getByRole("gridcell", { name: "d4, empty, legal" }).click();
    await expect(movesMade(page).first()).toHaveText("d4");
});

test("coordinates can be hidden", async ({ page }) => {
    await page.goto("/analyse?line=kaomi(size=5)");
    const letter = page.locator("svg text").filter({ hasText: /^c$/ });
    await expect(letter.first()).toBeVisible();
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("switch", { name: "Coordinates on the board" }).click();
    await expect(letter).toHaveCount(0);
});

test.describe("what is not there", () => {
    test.use({ expectedErrors: /status of 404|refused a message/ });
    test("says so and leads on", async ({ page }) => {
        await page.goto("/games/nothing");
        await expect(page.getByRole("alert")).toContainText("There is no such game here. It may have been deleted");
        await page.goto("/new/chess");
        await expect(page.getByRole("alert")).toContainText("chess");
        await page.goto("/nowhere");
        await page.getByRole("link", { name: "Go to the home page" }).click();
        await expect(page.getByRole("heading", { name: "Kaomi" })).toBeVisible();
    });
});
