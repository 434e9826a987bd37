/** Two people at one device: the talk before the first stone, swap, button, passes, undo, reasons, resigning. */
import {
    begin,
    board,
    expect,
    expectAt,
    expectLeft,
    more,
    movesMade,
    PASS,
    pick,
    point,
    press,
    put,
    TAKE,
    test,
    told,
    turn,
    word,
} from "./helpers";

test("Vacu's auction: komi is named, a side is chosen, the colours change hands", async ({ page }) => {
    await begin(page, "vacu", { size: 4, komi: "Set by the players" });
    await expect(turn(page, "Player 1 sets komi")).toBeVisible();
    const talk = page.getByRole("region", { name: "Before the first stone" });
    await talk.getByRole("spinbutton", { name: "Komi" }).fill("17");
    await expect(talk.getByRole("button", { name: /^Set komi/ })).toBeDisabled();
    await talk.getByRole("spinbutton", { name: "Komi" }).fill("3");
    await press(talk, "More");
    await word(page, "Set komi to 4");
    await expect(turn(page, "Player 2 chooses a side")).toBeVisible();
    expect(await told(page)).toContain("Player 1 sets komi to 4; Player 2 chooses a side");
    await word(page, "White, +4 points");
    await expect(talk).toBeHidden();
    await expect(turn(page, "Black to move")).toBeVisible();
    await expect(page.getByText("komi 4", { exact: true }).first()).toBeVisible();
    await put(page, "b2");
    await expect(turn(page, "White to move")).toBeVisible();
});

test("Squared's auction: only even komi, and the second player may take Black", async ({ page }) => {
    await begin(page, "squared", { size: 3, komi: "Set by the players" });
    const talk = page.getByRole("region", { name: "Before the first stone" });
    await talk.getByRole("spinbutton", { name: "Komi" }).fill("3");
    await expect(talk.getByRole("button", { name: /^Set komi/ })).toBeDisabled();
    await talk.getByRole("spinbutton", { name: "Komi" }).fill("2");
    await word(page, "Set komi to 2");
    await word(page, "Black, plays first");
    // Player 2 holds Black now, and so stands first and is to move.
    const players = page.getByRole("list", { name: "Players" }).getByRole("listitem");
    await expect(players.first()).toContainText("Player 2");
    await expect(players.first()).toContainText(/Black\s*, to move/);
    await put(page, "b2", "a1", "c3");
    await press(page, "Undo");
    await expect(movesMade(page)).toHaveCount(4);
});

test("Kaomi's swap is offered once, and undo takes it back", async ({ page }) => {
    await begin(page, "kaomi", { size: "5×5", swap: "On" });
    await expect(page.getByRole("button", { name: "Swap sides" })).toBeHidden();
    await put(page, "c3");
    await expect(page.getByText("You may swap sides instead of placing a stone.")).toBeVisible();
    await word(page, "Swap sides");
    expect(await told(page)).toContain("Player 2 swaps sides and has Black now; White to move");
    const players = page.getByRole("list", { name: "Players" }).getByRole("listitem");
    await expect(players.first()).toContainText("Player 2");
    await expect(page.getByRole("button", { name: "Swap sides" })).toBeHidden();
    await press(page, "Undo");
    await expect(page.getByRole("button", { name: "Swap sides" })).toBeEnabled();
    await expect(players.first()).toContainText("Player 1");
    await put(page, "b3");
    await expect(point(page, "d3")).toHaveAccessibleName("d3, black stone");
});

test("Vacu's button comes before passing, and two passes end the game", async ({ page }) => {
    await begin(page, "vacu", { size: 3 });
    await put(page, "b2", "a1");
    await expect(page.getByRole("button", { name: "Pass", exact: true })).toBeHidden();
    await expect(page.getByRole("button", { name: TAKE })).toBeEnabled();
    await word(page, "Take the button (½ point)");
    await expect(page.getByRole("button", { name: "Take the button (½ point)" })).toBeHidden();
    await expect(page.getByRole("img", { name: "Black has the button" })).toBeVisible();
    await word(page, "Pass");
    await expect(page.getByText("one more pass ends the game")).toBeVisible();
    await expect(page.getByRole("button", { name: "Pass", exact: true })).toHaveCount(0);
    await word(page, "Pass: ends the game");
    await expect(turn(page, "Black wins")).toBeVisible();
    await expect(page.locator(".why")).toContainText("pass");
    // The result of a game is not erased by one press, nor by one key.
    await press(page, "Undo");
    await press(page, "Keep the result");
    await page.keyboard.press("Shift+U");
    await expect(turn(page, "Black wins")).toBeVisible();
    await press(page, "Resume game");
    await expect(turn(page, "Black to move")).toBeVisible();
});

test("an illegal click says why and changes nothing", async ({ page }) => {
    await begin(page, "iago");
    await point(page, "a1").click();
    await expect(page.getByRole("status").filter({ hasText: "a1" })).toContainText(
        "a1 lies in the outer area, which is open only to a disc that captures or releases something (I6).",
    );
    await expect(movesMade(page)).toHaveCount(0);
    await put(page, "d4");
    await point(page, "d4").click();
    await expect(page.getByText("d4 is occupied: you can play only where nothing stands (I2).")).toBeVisible();
    await expect(movesMade(page)).toHaveCount(1);
});

test("whoever is to move can resign, and another game follows", async ({ page }) => {
    const address = await begin(page, "convacu", { size: 5 });
    await put(page, "c3");
    await more(page, "Resign");
    await expect(page.getByRole("button", { name: "Cancel" })).toBeFocused();
    await press(page, "Cancel");
    await more(page, "Resign");
    await expect(page.getByText("Resign for Player 2?")).toBeVisible();
    await press(page, "Resign");
    await expect(turn(page, "Black wins")).toBeVisible();
    await expect(board(page)).toHaveAttribute("aria-readonly", "true");
    await press(page, "Rematch");
    await expectLeft(page, address);
    await expect(movesMade(page)).toHaveCount(0);
    await expect(turn(page, "Black to move")).toBeVisible();
    // The players are called as before and have changed their sides.
    const players = page.getByRole("list", { name: "Players" }).getByRole("listitem");
    await expect(players.first()).toContainText(/Player 2\s*Black/);
    await expect(players.last()).toContainText(/Player 1\s*White/);
    await expect(page.getByText("Colours swapped: Player 2 is Black, Player 1 is White.")).toBeVisible();
});

test("a double click passes once: its second half is no pass of the other player", async ({ page }) => {
    await begin(page, "vacu", { size: 3 });
    await word(page, "Take the button (½)");
    await page.getByRole("button", { name: "Pass", exact: true }).dblclick();
    await expect(turn(page, "Black to move")).toBeVisible();
    await expect(movesMade(page)).toHaveCount(2);
    await word(page, "Pass: ends the game");
    await expect(page.locator(".over")).toBeVisible();
});

test("a second click at the spot of the button is no pass, which has come there", async ({ page }) => {
    await begin(page, "vacu", { size: 5 });
    await put(page, "c3");
    const { x, y, height } = (await page.getByRole("button", { name: TAKE }).boundingBox())!;
    const spot = [x + 20, y + height / 2] as const;
    await page.mouse.click(...spot);
    await expect(page.getByRole("button", { name: PASS })).toBeVisible();
    await page.mouse.click(...spot);
    await page.waitForTimeout(600);
    await expect(movesMade(page)).toHaveCount(2);
    await page.mouse.click(...spot);
    await expect(movesMade(page)).toHaveCount(3);
});

test("in a rematch the other one sets komi", async ({ page }) => {
    await begin(page, "vacu", { size: 3, komi: "Set by the players" });
    await expect(turn(page, "Player 1 sets komi")).toBeVisible();
    await more(page, "Resign");
    await press(page, "Resign");
    await expect(page.locator(".why")).toHaveText("Player 1 resigned.");
    await press(page, "Rematch");
    await expect(turn(page, "Player 2 sets komi")).toBeVisible();
    await word(page, /^Set komi/);
    await expect(turn(page, "Player 1 chooses a side")).toBeVisible();
    expect((await told(page)).some((text) => /^Player 2 sets komi to \d+; Player 1 chooses a side$/.test(text))).toBe(
        true,
    );
});

test("both stones of a Vadus turn are marked, and nothing moves the board", async ({ page }) => {
    await begin(page, "vadus", { size: 3 });
    const picture = page.locator("svg", { has: board(page) });
    const before = await picture.boundingBox();
    await put(page, "c3", "a1", "b2");
    await expect(picture.locator("circle.last")).toHaveCount(2);
    await press(page, "Previous move");
    await expect(page.getByText("You are looking at an earlier position.")).toBeVisible();
    expect(await picture.boundingBox()).toEqual(before);
    await press(page.locator(".aside"), "Back to the current position");
    await press(page, "Show score");
    expect(await picture.boundingBox()).toEqual(before);
});

test("one can look back through the game, and play goes on from now", async ({ page }) => {
    await begin(page, "vadus", { size: 3 });
    await put(page, "c3", "a1", "b2");
    await press(page, "First position");
    await expect(page.getByText("You are looking at an earlier position.")).toBeVisible();
    await expect(turn(page, "Black was to move here")).toBeVisible();
    await expect(point(page, "c3")).toHaveAccessibleName("c3, empty");
    await press(page, "Next move");
    await expect(point(page, "c3")).toHaveAccessibleName("c3, black stone, last move");
    await press(
        page.getByRole("group", { name: "Actions" }).locator("..").getByRole("status"),
        "Back to the current position",
    );
    await expect(page.getByText("2 of 2")).toBeVisible();
    await put(page, "d3");
});

test("a Vadus turn half played is there after a reload", async ({ page }) => {
    const address = await begin(page, "vadus", { size: 3 });
    await put(page, "c3", "a1");
    await expect(turn(page, "White: second of two stones")).toBeVisible();
    await page.reload();
    await expect(turn(page, "White: second of two stones")).toBeVisible();
    await expectAt(page, address);
    await put(page, "a2");
    await expect(turn(page, "Black: first of two stones")).toBeVisible();
    await expect(movesMade(page)).toHaveCount(3);
});

test("what a move did is to be seen and to be read until the next one", async ({ page }) => {
    await begin(page, "kaomi", { size: 7 });
    await put(page, "d4", "b2", "e4");
    const main = page.getByRole("main");
    await expect(main.getByText("Black e4; pushes d4 to c4")).toBeVisible();
    await expect(main.locator(".trace .arrow")).not.toHaveCount(0);
    await expect(main.getByRole("button", { name: "Move 3, e4, pushes 1 stone" })).toHaveText("e4 →1");
    await put(page, "a7");
    await expect(main.getByText("White a7", { exact: true })).toBeVisible();
    await expect(main.locator(".trace .arrow")).toHaveCount(0);
    await press(page, "Previous move");
    await expect(main.getByText("Black e4; pushes d4 to c4")).toBeVisible();
});

test("a game is lost by time", async ({ page }) => {
    await begin(page, "kaomi", {
        size: 3,
        clock: async () => {
            await page.getByRole("combobox", { name: "Clock" }).selectOption({ label: "Custom" });
            await pick(page, "Byo-yomi");
            for (const [name, value] of [
                ["Minutes per player", "0"],
                ["Periods", "1"],
                ["Seconds per period", "5"],
            ] as const) {
                await page.getByRole("spinbutton", { name, exact: true }).fill(value);
                await page.getByRole("spinbutton", { name, exact: true }).blur();
            }
        },
    });
    await expect(page.getByRole("timer", { name: "Time left" })).toHaveCount(2);
    await put(page, "b2");
    await expect(page.getByRole("timer").filter({ hasText: "Low on time" })).toBeVisible();
    await expect(turn(page, "Black wins")).toBeVisible();
    await expect(page.locator(".why")).toContainText("time");
    await expect(page.getByRole("link", { name: "Review" })).toBeVisible();
});

test("clicks that come faster than the answers are all taken, in their order", async ({ page }) => {
    await begin(page, "vadus", { size: 5 });
    const clicked = await page.evaluate(async () => {
        const cells = [...document.querySelectorAll("[role=gridcell]")].filter((_, number) => number % 5 === 0);
        for (const cell of cells.slice(0, 12)) {
            cell.dispatchEvent(new MouseEvent("click", { bubbles: true }));
            await new Promise((resolve) => setTimeout(resolve, 24));
        }
        return cells.slice(0, 12).map((cell) => cell.getAttribute("aria-label")!.split(",")[0]!);
    });
    await expect(movesMade(page)).toHaveText(clicked);
});
