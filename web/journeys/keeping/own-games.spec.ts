/** The list of one's own games, and games as text. */
import {
    begin,
    expect,
    expectAccessible,
    expectFits,
    movesMade,
    point,
    press,
    put,
    stored,
    test,
    turn,
} from "../helpers";

test("a game is in the list, goes on from there, and can be deleted", async ({ page }) => {
    const address = await begin(page, "kaomi", { size: 4 });
    await put(page, "b2", "c3");
    await page.getByRole("link", { name: "My games" }).click();
    const mine = page.getByRole("listitem").filter({ has: page.locator(`[href$="${address}"]`) });
    await expect(mine).toContainText("Kaomi");
    await expect(mine).toContainText("2 moves");
    await expect(mine).toContainText("Black: Player 1 – White: Player 2");
    await mine.getByRole("link").click();
    await expect(movesMade(page)).toHaveCount(2); // before, no new move could be told from those
    await put(page, "a1");
    await page.goBack();
    await expect(mine).toContainText("3 moves");
    const asked = mine.getByRole("alertdialog", { name: /^Delete this game\? Kaomi/ });
    for (const key of ["Escape", "Enter"]) {
        await mine.getByRole("button", { name: /^Delete: Kaomi/ }).press("Enter");
        await expect(asked.getByRole("button", { name: "Cancel" })).toBeFocused();
        await page.keyboard.press(key);
        await expect(mine.getByRole("button", { name: /^Delete: Kaomi/ })).toBeFocused();
    }
    await press(mine, /^Delete: Kaomi/);
    await asked.getByRole("button", { name: "Delete permanently" }).press("Enter");
    await expect(page.getByText("Game deleted.")).toBeVisible();
    await expect(mine).toHaveCount(0);
    await expect(page.getByRole("main").locator(":focus")).toBeVisible();
});

test("a game that is being played is on the first page", async ({ page }) => {
    const address = await begin(page, "vadus", { size: 3 });
    await put(page, "c3");
    await page.getByRole("link", { name: "Fieldstone" }).click();
    await expect(page.getByRole("heading", { name: "Continue a game" })).toBeVisible();
    const going = page.getByRole("listitem").locator(`[href$="${address}"]`);
    await expect(going).toContainText("Vadus · Size 3");
    await expect(going).toContainText("Player 2 to move");
    await going.click();
    await expect(turn(page, "White: first of two stones")).toBeVisible();
});

test("a game that was only opened is not in the list, and is there once somebody has moved", async ({ page }) => {
    const address = await begin(page, "kaomi", { opponent: "The computer", size: 5, level: 1, side: "White" });
    await expect(movesMade(page)).toHaveCount(1);
    const id = address.split("/").at(-1)!;
    const listed = page.getByRole("main").locator(`[href$="/games/${id}"]`);
    const loaded = page.locator("main [aria-busy=true]");
    for (const where of ["/games", "/"]) {
        await page.goto(where);
        await page.waitForLoadState("networkidle");
        await expect(loaded).toHaveCount(0);
        await expect(listed).toHaveCount(0);
    }
    await page.goto(address);
    await press(page, "Swap sides");
    await expect(movesMade(page)).toHaveCount(3);
    await page.goto("/games");
    await expect(listed).toHaveCount(1);
});

test("games are found by what is said of them, and are found again on the way back", async ({ page, request }) => {
    await begin(page, "kaomi", { size: 4 });
    await put(page, "b2");
    await stored(request, "vadus(size=3) moves c3", true);
    const vacu = await stored(request, "vacu(size=3) moves b2,a1");
    await page.goto("/games");
    const listed = page.getByRole("main").getByRole("listitem");
    const named = (name: string) => listed.filter({ has: page.locator("strong", { hasText: name }) });
    for (const name of ["Kaomi", "Vadus", "Vacu"]) await expect(named(name)).not.toHaveCount(0);
    await page.getByRole("combobox", { name: "Game", exact: true }).selectOption("Vacu");
    await expect(named("Kaomi")).toHaveCount(0);
    await expect(named("Vacu")).not.toHaveCount(0);
    await page.getByRole("searchbox").fill("PLAYER 1");
    await expect(page.getByRole("status").filter({ hasText: "found" })).toBeVisible();
    await listed.locator(`[href$="/games/${vacu}"]`).click();
    await expect(movesMade(page)).toHaveCount(2);
    await page.goBack();
    await expect(page.getByRole("searchbox")).toHaveValue("PLAYER 1");
    await expect(named("Vacu")).not.toHaveCount(0);
    await expect(named("Kaomi")).toHaveCount(0);
    await page.getByRole("combobox", { name: "Result" }).selectOption("You lost");
    await expect(page.getByText("0 games found.")).toBeVisible();
    await expectAccessible(page);
    await expectFits(page, 320);
    await press(page, "Show all games");
    await expect(page.getByRole("searchbox")).toHaveValue("");
    for (const name of ["Kaomi", "Vadus", "Vacu"]) await expect(named(name)).not.toHaveCount(0);
    await page.getByRole("combobox", { name: "Result" }).selectOption("Finished");
    await expect(named("Vadus")).not.toHaveCount(0);
    await expect(listed.filter({ hasText: "to move" })).toHaveCount(0);
});

test("damaged games hide no others, and are counted", async ({ page }) => {
    const address = await begin(page, "kaomi", { size: 4 });
    await put(page, "b2");
    await page.route("**/api/games?*", async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, json: { ...(await answer.json()), unreadable: ["a", "b"] } });
    });
    await page.getByRole("link", { name: "My games" }).click();
    await expect(page.getByRole("listitem").locator(`[href$="${address}"]`)).toBeVisible();
    await expect(page.getByText("2 damaged games cannot be shown.")).toBeVisible();
});

test.describe("what cannot be read", () => {
    // A refusal of the server is an error on the browser's console too.
    test.use({ expectedErrors: /status of 422/ });
    test("is answered with the reason, and a line of moves is taken", async ({ page }) => {
        await page.goto("/games");
        await press(page, "Import a game");
        const text = page.getByRole("textbox", { name: /^A saved game/ });
        await text.fill("kaomi(size=5) moves c3,c3");
        await press(page, "Import");
        await expect(page.getByRole("alert").filter({ hasText: "c3" })).toContainText("occupied");
        await text.fill("hello");
        await press(page, "Import");
        await expect(page.getByRole("alert").filter({ hasText: "hello" })).toContainText(
            "neither a saved game nor a position",
        );
        await text.fill("(;GM[1]FF[4]SZ[19];B[aa])");
        await press(page, "Import");
        await expect(page.getByRole("alert").filter({ hasText: "SGF" })).toContainText(
            "does not say which game it is of",
        );
        await text.fill("kaomi(size=5) moves c3,swap,c4");
        await press(page, "Import");
        await expect(movesMade(page)).toHaveText(["c3", "swap", "c4 →1"]);
        await expect(point(page, "c4")).toHaveAccessibleName(/^c4, /);
    });
});
