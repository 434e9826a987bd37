/** Without a mouse: a whole small game by keys, with what a screen reader is told of it; focus is always visible. */
import type { Page } from "@playwright/test";
import {
    begin,
    board,
    expect,
    expectAccessible,
    movesMade,
    myTurn,
    point,
    put,
    stored,
    test,
    told,
    turn,
} from "./helpers";

/** Press the tab key until something has the focus. After the last of a page nothing has it, then the first. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
    const nameOfFocus = (): string => {
        const one = document.activeElement;
        if (!one || one === document.body) return "";
        if (one instanceof HTMLInputElement && one.labels?.length) return one.labels[0]!.textContent ?? "";
        return one.getAttribute("aria-label") ?? one.textContent ?? "";
    };
    for (let count = 0; count < 60; count++) {
        await page.keyboard.press("Tab");
        const text = await page.evaluate(nameOfFocus);
        if (name.test(text.trim())) return;
    }
    throw new Error(`The tab key does not lead to ${name}`);
}

test("a whole game by keys, from the first page to the rematch", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Kaomi" })).toBeVisible();
    await tabTo(page, /^Kaomi: Two players$/);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Kaomi", level: 1 })).toBeVisible();
    // A choice is one stop of the tab key; the arrows move within it, from the last to the first too.
    const sizes = page.getByRole("group", { name: "Board" }).getByRole("radio");
    await tabTo(page, /^7×7$/);
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("radio", { name: "8×8" })).toBeChecked();
    await page.keyboard.press("Tab");
    await expect(sizes.and(page.locator(":focus"))).toHaveCount(0);
    await page.keyboard.press("Shift+Tab");
    await expect(page.getByRole("radio", { name: "8×8" })).toBeFocused();
    for (let count = await sizes.count(); count; count--) {
        if (await page.getByRole("radio", { name: "Other" }).isChecked()) break;
        await page.keyboard.press("ArrowRight");
    }
    await tabTo(page, /^Board$/);
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("2");
    await page.keyboard.press("Enter");
    await expect(board(page)).toBeVisible();
    await expect(page.locator(":focus")).toHaveRole("gridcell");

    // Typed coordinates, from wherever one is.
    await page.keyboard.type("a1");
    await expect(point(page, "a1")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(movesMade(page)).toHaveCount(1);
    await expect.poll(() => told(page)).toContain("Black a1; White to move");

    // The arrows, and an illegal point, which is answered with the reason, before it is tried too.
    await page.keyboard.type("a1");
    await expect.poll(() => told(page)).toContain("a1 is occupied: you can play only where nothing stands.");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status").filter({ hasText: "a1" })).toContainText("occupied");

    // What is no point, and what this game does not know, is answered too.
    const answer = page.getByRole("status").filter({ hasText: "points have names such as a1 and b2" });
    await page.keyboard.type("z9");
    await page.keyboard.press("Enter");
    await expect(answer).toContainText("“z9” is not a move here");
    await page.keyboard.press("Shift+P");
    await expect(answer).toContainText("“pass” is not a move here");
    await expect(movesMade(page)).toHaveCount(1);
    await page.keyboard.press("ArrowUp");
    await expect(point(page, "a2")).toBeFocused();
    await page.keyboard.press("Space");
    await expect(movesMade(page)).toHaveCount(2);

    // Undo and the walk through the game have keys of their own.
    await page.keyboard.press("Shift+U");
    await expect(movesMade(page)).toHaveCount(1);
    await expect.poll(() => told(page)).toContain("Undone: White a2; White to move");
    await page.keyboard.press(",");
    await expect(page.getByText("You are looking at an earlier position.")).toBeVisible();
    await page.keyboard.press(".");
    await expect(page.getByText("1 of 1")).toBeVisible();

    for (const [one, made] of [
        ["b2", 2],
        ["a2", 3],
        ["b1", 4],
    ] as const) {
        await page.keyboard.type(one);
        await page.keyboard.press("Enter");
        await expect(movesMade(page)).toHaveCount(made);
    }
    await expect(turn(page, /^(Black|White) wins$/)).toBeVisible();
    const why = await page.locator(".why").textContent();
    await expect.poll(async () => (await told(page)).some((text) => text.includes(why!))).toBe(true);
    await tabTo(page, /^Rematch$/);
    await page.keyboard.press("Enter");
    await expect(movesMade(page)).toHaveCount(0);
    await expect(page.locator(":focus")).toHaveRole("gridcell");
});

test("the first stop of the tab key leads past the header to the board", async ({ page }) => {
    await page.goto("/analyse?line=vacu(size=3)");
    await expect(board(page)).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Skip to the content" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(point(page, "b2")).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await expect(board(page).and(page.locator(":focus"))).toHaveCount(0);
    await page.keyboard.press("Tab");
    await page.keyboard.type("b2");
    await page.keyboard.press("Enter");
    await expect(point(page, "b2")).toHaveAccessibleName("b2, black stone, last move");
});

test("what was pressed keeps the focus where it can do no more, and what goes gives it on", async ({ page }) => {
    const pressed = async (name: string): Promise<void> => {
        const button = page.getByRole("button", { name, exact: true });
        await button.press("Enter");
        await expect(button).toBeDisabled();
        await expect(button).toBeFocused();
        await page.keyboard.press("Enter"); // nothing, then
        await expect(button).toBeFocused();
    };
    await begin(page, "vacu", { opponent: "The computer", size: 5, level: 1 });
    await put(page, "c3");
    await myTurn(page);
    // The moves are one stop of the tab key, and who is among them goes along with the walk.
    await expect(movesMade(page)).toHaveCount(2);
    await movesMade(page).last().focus();
    await page.keyboard.press("ArrowLeft");
    await expect(movesMade(page).first()).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(movesMade(page).and(page.locator(":focus"))).toHaveCount(0);
    await page.keyboard.press("Shift+Tab");
    await expect(movesMade(page).first()).toBeFocused();
    await pressed("First position");
    await pressed("Current position");
    const hint = page.getByRole("button", { name: "Hint" });
    await hint.press("Enter");
    await expect(page.getByText(/^Consider /)).toBeVisible();
    await expect(hint).toBeFocused();
    await pressed("Undo");
    await expect(movesMade(page)).toHaveCount(0);

    // An open menu has the focus at once, and leaves it to who goes on in it quickly.
    const more = page.getByRole("button", { name: "More" });
    const menu = page.getByRole("group", { name: "More" });
    await more.evaluate((button: HTMLElement) => {
        button.focus();
        button.click();
        const shown = button.nextElementSibling;
        if (!shown?.contains(document.activeElement)) throw new Error(`in focus: ${document.activeElement?.outerHTML}`);
        const buttons = [...shown.querySelectorAll("button")];
        buttons.find((one) => one.textContent.trim() === "Resign")?.focus();
    });
    await expect(more).toHaveAttribute("aria-expanded", "true");
    await expect(menu.getByRole("button", { name: "Resign" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(more).toBeFocused();

    // A question has the focus on the answer that does nothing, and Escape is that answer.
    const asked = page.getByRole("alertdialog", { name: "Resign this game?" });
    for (const key of ["Escape", "Enter"]) {
        await more.press("Enter");
        await menu.getByRole("button", { name: "Resign" }).press("Enter");
        await expect(asked.getByRole("button", { name: "Cancel" })).toBeFocused();
        await expectAccessible(page);
        await page.keyboard.press(key);
        await expect(asked).toBeHidden();
        await expect(more).toBeFocused();
    }
    await more.press("Enter");
    await menu.getByRole("button", { name: "Resign" }).press("Enter");
    await asked.getByRole("button", { name: "Resign" }).press("Enter");
    await expect(turn(page, "The computer wins")).toBeVisible();
    await expect(more).toBeFocused();
});

test("keys that one does not want can be switched off", async ({ page, request }) => {
    await page.goto(`/games/${await stored(request, "kaomi(size=3) moves b2")}`);
    await expect(board(page)).toBeVisible();
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    // Kaomi knows no pass and no button, and between two people there are no hints.
    await expect(page.getByRole("dialog").getByRole("term")).toHaveText([
        ...["↑ ↓ ← →", "e5 ⏎", "⏎", ", .", "← → Home End", "⇧U", "⇧C", "⇧R", "?"],
    ]);
    await expectAccessible(page);
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeHidden();
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("switch", { name: "Keyboard shortcuts" }).click();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Settings" })).toBeFocused();
    await page.keyboard.press("?");
    await page.keyboard.press("Shift+U");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeHidden();
    await expect(movesMade(page)).toHaveCount(1);
});
