/** The analysis board: engine on request only, variations, an address that can be shared; hints of the engine. */
import { begin, board, expect, expectAccessible, point, press, put, test, turn } from "./helpers";

test("the engine thinks when asked to, is followed live, and stops when it is left", async ({ page }) => {
    const asked: string[] = [];
    page.on("websocket", (socket) =>
        socket.on("framesent", ({ payload }) => asked.push(JSON.parse(String(payload)).type as string)),
    );
    await page.goto("/analyse?line=kaomi(size=7,pie=false)");
    await point(page, "d4").click();
    await expect(point(page, "d4")).toHaveAccessibleName(/black stone/);
    await expect(page.getByText("The engine thinks only while it is on.")).toBeVisible();
    expect(asked).not.toContain("analyse");

    await page.getByRole("switch").first().click();
    const moves = page.getByRole("table", { name: /^The best moves for White/ });
    await expect(moves.getByRole("row").nth(1)).toBeVisible();
    await expect(page.getByText("Thinking …")).toBeVisible();
    const visits = page.getByText(/simulations$/);
    const first = await visits.textContent();
    await expect(visits).not.toHaveText(first!);
    await expectAccessible(page);

    // A move of the list is played; the engine goes on with the new position.
    await moves.getByRole("button").first().click();
    await expect(page.getByRole("table", { name: /^The best moves for Black/ })).toBeVisible();
    await page.getByRole("link", { name: "Learn" }).click();
    await expect(page.getByRole("heading", { name: "Learn to play" })).toBeVisible();
    await expect.poll(() => asked.filter((type) => type === "stop").length).toBeGreaterThanOrEqual(2);
});

test("variations are kept beside the main line, and walked with buttons and keys", async ({ page }) => {
    await page.goto("/analyse?line=convacu(size=5)");
    const tree = page.getByRole("navigation", { name: "Moves and variations" });
    for (const one of ["c3", "b2", "d4"]) {
        await point(page, one).click();
        await expect(tree.getByRole("button", { name: one })).toHaveAttribute("aria-current", "true");
    }
    await press(page, "One move back (←)");
    await press(page, "One move back (←)");
    await point(page, "b4").click();
    await expect(tree.getByRole("button")).toHaveText(["Start", "c3", "b2", "b4", "d4"]);
    const now = tree.locator("[aria-current=true]");
    await press(page, "Previous variation (↑)");
    await expect(now).toHaveText("b2");
    await page.keyboard.press(".");
    await expect(now).toHaveText("d4");
    await page.keyboard.press("Home");
    await expect(now).toHaveText("Start");
    await press(tree, "b4");
    await press(page, "Make main line");
    await expect(tree.getByRole("button")).toHaveText(["Start", "c3", "b4", "b2", "d4"]);
    await press(page, "Delete from here");
    await expect(tree.getByRole("button")).toHaveText(["Start", "c3", "b2", "d4"]);
});

test("the address carries the line, so that it can be shared", async ({ page, context }) => {
    await page.goto("/analyse?line=vadus(size=3)");
    await point(page, "c3").click();
    await expect(page).toHaveURL(/moves\+c3$/);
    const other = await context.newPage();
    await other.goto(page.url());
    await expect(point(other, "c3")).toHaveAccessibleName("c3, black stone, last move");
    await point(other, "c3").click();
    await expect(other.getByRole("status").filter({ hasText: "occupied" })).toBeVisible();
});

test.describe("an address that cannot be read", () => {
    test.use({ expectedErrors: /status of 422/ });
    test("says what is wrong with it", async ({ page }) => {
        await page.goto("/analyse?line=iago+moves+a1");
        await expect(page.getByRole("alert")).toContainText("a1");
    });
});

test("a game that two people are playing is not analysed before it is over", async ({ page }) => {
    const address = await begin(page, "vadus", { size: 3 });
    await put(page, "c3");
    await expect(page.getByRole("link", { name: "Analyse" })).toBeHidden();
    await page.goto(`${address}/analyse`);
    await expect(page.getByText("Analysis opens when it is over.", { exact: false })).toBeVisible();
    await expect(board(page)).toBeHidden();
    await page.getByRole("link", { name: "Back to the game" }).click();
    await press(page, "Resign");
    await press(page, "Resign");
    await expect(turn(page, "Black wins")).toBeVisible();
    await page.getByRole("link", { name: "Analyse" }).click();
    await expect(board(page)).toBeVisible();
    await expect(
        page.getByRole("navigation", { name: "Moves and variations" }).getByRole("button"),
    ).toHaveText(["Start", "c3"]);
});
