/** A person against the computer: undo after its reply and while it thinks, hint, resigning, rematch, reload. */
import type { Page } from "@playwright/test";
import {
    begin,
    board,
    expect,
    expectAccessible,
    expectLeft,
    movesMade,
    myTurn,
    point,
    press,
    put,
    test,
    turn,
} from "./helpers";

const thinking = "The computer is thinking …";

test("undo after the computer's reply takes both moves back", async ({ page }) => {
    await begin(page, "vacu", { opponent: "The computer", size: 5, level: 1 });
    await put(page, "c3");
    await myTurn(page);
    await expect(movesMade(page)).toHaveCount(2);
    await expect(page).toHaveTitle("Your turn · Vacu · Fieldstone");
    await press(page, "Undo");
    await expect(movesMade(page)).toHaveCount(0);
    await expect(point(page, "c3")).toHaveAccessibleName("c3, empty, legal");
    await expect(page.getByRole("button", { name: "Undo" })).toBeDisabled();
});

test("while the computer thinks: a click does nothing, a reload keeps it thinking, undo calls it off", async ({
    page,
}) => {
    await begin(page, "vacu", { opponent: "The computer", size: "9×9", level: "max" });
    await put(page, "e5");
    await expect(turn(page, thinking)).toBeVisible();
    await point(page, "c3").click();
    await expect(movesMade(page)).toHaveCount(1);
    await page.reload();
    await expect(turn(page, thinking)).toBeVisible();
    await press(page, "Undo");
    await expect(turn(page, "Your turn: Black")).toBeVisible();
    await expect(movesMade(page)).toHaveCount(0);
    // What it thought about is over: the next move is answered as if nothing had been.
    await put(page, "d4");
    await expect(turn(page, thinking)).toBeVisible();
    await expect(turn(page, "Your turn: Black")).toBeVisible();
    await expect(movesMade(page)).toHaveCount(2);
});

test("a hint is given when asked for, and goes with the next move", async ({ page }) => {
    await begin(page, "kaomi", { opponent: "The computer", size: "5×5", level: 1, swap: "Off" });
    await press(page, "Hint");
    await expect(page.getByText(/^Consider [a-e][1-5]/)).toBeVisible();
    // Hint and count write on the same stones: one takes the other's place.
    await press(page, "Show score");
    await expect(page.getByText(/^Consider/)).toBeHidden();
    await press(page, "Hint");
    await expect(page.getByText(/^Consider [a-e][1-5]/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Show score" })).toHaveAttribute("aria-pressed", "false");
    await put(page, "c3");
    await myTurn(page);
    await expect(page.getByText(/^Consider/)).toBeHidden();
});

test("resigning loses the game, and in the rematch the computer has the first move", async ({ page }) => {
    const address = await begin(page, "convacu", { opponent: "The computer", size: 5, level: 1 });
    await put(page, "c3");
    await myTurn(page);
    await press(page, "More");
    await expect(page.getByRole("link", { name: "Analyse" })).toBeVisible(); // the computer does not mind
    await press(page, "Resign");
    await expect(page.getByText("Resign this game?")).toBeVisible();
    await press(page, "Resign");
    await expect(turn(page, "The computer wins")).toBeVisible();
    await expect(page.locator(".why")).toHaveText("You resigned.");
    await expect(board(page)).toHaveAttribute("aria-readonly", "true");
    await press(page, "Rematch");
    await expect(turn(page, "Your turn: White")).toBeVisible();
    await expectLeft(page, address);
    await expect(movesMade(page)).toHaveCount(1);
});

test("swapping is the computer's choice: nothing is said of it to the one who cannot", async ({ page }) => {
    await begin(page, "kaomi", { opponent: "The computer", size: "9×9", level: "max", swap: "On" });
    await put(page, "e5");
    await expect(turn(page, thinking)).toBeVisible();
    await expect(page.getByText("you may swap sides")).toBeHidden();
    await expect(page.getByRole("button", { name: "Swap sides" })).toBeHidden();
});

test("of two pages that show a game one thinks, and the other takes its place when it is closed", async ({
    page,
    context,
}) => {
    const address = await begin(page, "vacu", { opponent: "The computer", size: 5, level: 1 });
    const other = await context.newPage();
    await other.goto(address);
    await put(page, "c3");
    await myTurn(page);
    await expect(movesMade(other)).toHaveCount(2);
    await page.close();
    await put(other, "a1");
    await myTurn(other);
    await expect(movesMade(other)).toHaveCount(4);
});

test("a game that nobody has open waits, and goes on when somebody opens it", async ({ page }) => {
    const address = await begin(page, "vacu", { opponent: "The computer", size: "9×9", level: "max" });
    await put(page, "e5");
    await expect(turn(page, thinking)).toBeVisible();
    await page.goto("/games");
    await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
    await page.goto(address);
    await expect(turn(page, thinking)).toBeVisible();
    await expect(turn(page, "Your turn: Black")).toBeVisible();
    await expect(movesMade(page)).toHaveCount(2);
});

test.describe("when the engine fails", () => {
    test.use({ expectedErrors: /The engine stopped and is started again: out of memory/ });

    test("a worker that crashes is replaced, and the computer moves all the same", async ({ page }) => {
        // The first of them that is to choose a move throws an error instead.
        await page.addInitScript(() => {
            const told = Worker.prototype.postMessage as (this: Worker, message: unknown) => void;
            let crashed = false;
            Worker.prototype.postMessage = function (this: Worker, message: { task?: { ask: string } }) {
                if (message.task?.ask === "choose" && !crashed) {
                    crashed = true;
                    this.dispatchEvent(new ErrorEvent("error", { message: "out of memory" }));
                } else told.call(this, message);
            } as typeof Worker.prototype.postMessage;
        });
        const errors: string[] = [];
        page.on("console", (message) => errors.push(message.text()));
        await begin(page, "kaomi", { opponent: "The computer", size: "5×5", level: 1, swap: "Off" });
        await put(page, "c3");
        await myTurn(page);
        await expect(movesMade(page)).toHaveCount(2);
        expect(errors).toEqual([expect.stringContaining("The engine stopped")]);
    });
});

test("a browser that cannot run the games says so", async ({ page }) => {
    await page.addInitScript(() => (WebAssembly.validate = () => false));
    await page.goto("/");
    await expect(page.getByRole("alert")).toHaveText(/^This browser is too old to play here/);
});

test("the computer sets komi, and the person chooses a side", async ({ page }) => {
    await begin(page, "vacu", {
        opponent: "The computer",
        size: 3,
        level: 1,
        komi: "Set by the players",
        side: "The computer",
    });
    await expect(turn(page, "You choose a side")).toBeVisible();
    await press(page, "Hint");
    await expect(page.getByText(/^Consider (Black|White): your win rate is \d+%/)).toBeVisible();
    await press(page, /^White, \+\d+ points$/);
    await expect(page.getByText(/^Consider/)).toBeHidden();
    await expect(turn(page, "Your turn: White")).toBeVisible();
});

test("the computer answers a komi by choosing a side", async ({ page }) => {
    await begin(page, "squared", {
        opponent: "The computer",
        size: 3,
        level: 1,
        komi: "Set by the players",
        side: "You",
    });
    const talk = page.getByRole("region", { name: "Before the first stone" });
    await talk.getByRole("spinbutton", { name: "Komi" }).fill("80");
    await press(talk, "Set komi to 80");
    // So much that White wins in any case.
    await expect(turn(page, "Your turn: Black")).toBeVisible();
});

test("the further actions are reached and left by keys", async ({ page }) => {
    await begin(page, "kaomi", { opponent: "The computer", size: "5×5", level: 1, swap: "Off" });
    await put(page, "c3");
    await myTurn(page);
    const opener = page.getByRole("button", { name: "More", exact: true });
    await opener.focus();
    await page.keyboard.press("Enter");
    const menu = page.getByRole("group", { name: "More", exact: true });
    await expect(menu.getByRole("link", { name: "Analyse" })).toBeFocused();
    await expect(menu.getByRole("button", { name: "Download" })).toBeVisible(); // loaded when the menu is opened
    await page.keyboard.press("ArrowUp");
    await expect(menu.getByRole("button", { name: "Resign" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(menu.getByRole("button", { name: "Download" })).toBeFocused();
    await expectAccessible(page);
    // All keys in it are its own: the game behind it stands still.
    await page.keyboard.press("End");
    await expect(menu.getByRole("button", { name: "Resign" })).toBeFocused();
    await page.keyboard.press("Home");
    await expect(menu.getByRole("link", { name: "Analyse" })).toBeFocused();
    for (const key of ["ArrowLeft", ",", "Shift+C", "c"]) await page.keyboard.press(key);
    await expect(menu.getByRole("link", { name: "Analyse" })).toBeFocused();
    await expect(page.getByText("You are looking at an earlier position.")).toBeHidden();
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(opener).toBeFocused();
    await opener.click();
    await page.getByRole("heading", { level: 1 }).click();
    await expect(menu).toBeHidden();
});

/** Black has so much of the board that a slow machine too, with few simulations, is sure of it; White can only hold out. */
const DECIDED = "vacu(size=7,komi=0,setup=fixed) B.BBB.B/BBBBBBB/BBBBBBB/BBBBBBB/......./......./W.W.W.W B button=B";

test.describe("a decided game", () => {
    // Who stops it may do so while a move is on its way, which is refused then.
    test.use({ expectedErrors: /status of 409/ });

    test("is finished by the computer, or stopped and gone on with", async ({ page }) => {
        await page.goto(`/analyse?line=${encodeURIComponent(DECIDED)}`);
        await press(page, "Play from here against the computer (level 5)");
        await expectLeft(page, "/analyse");
        await expect(
            page.getByText(/^Black (wins with good play from both sides|is almost sure to win)\.$/),
        ).toBeVisible();
        await expectAccessible(page);
        await press(page, "Let the computer finish");
        await expect(page.getByText("The computer is playing both sides to the end.")).toBeVisible();
        await expect(movesMade(page).nth(1)).toBeVisible();
        await press(page, "Stop");
        await expect(turn(page, /^(Your turn: Black|The computer is thinking …)$/)).toBeVisible();
        await expect(page.locator(".why")).toHaveText(/^The computer played both sides from turn \d+ to turn \d+\.$/);
        await expect(turn(page, "Your turn: Black")).toBeVisible();
        await press(page, "Let the computer finish");
        await expect(page.locator(".over")).toBeVisible();
        await expect(page.locator(".why")).toContainText(/From turn \d+ on the computer played both sides\./);
        await expect(turn(page, "You win")).toBeVisible();
        // Nothing is lost: who would rather have played takes it back.
        await press(page, "Undo");
        await press(page, "Resume game");
        await expect(turn(page, "Your turn: Black")).toBeVisible();
    });
});

test("two people at one device are told who wins when they look at chances, and not unasked", async ({ page }) => {
    const told = page.getByText(/^Black (wins with good play from both sides|is almost sure to win)\.$/);
    await page.goto(`/analyse?line=${encodeURIComponent(DECIDED)}`);
    await press(page, "Two players from here");
    await expectLeft(page, "/analyse");
    await expect(turn(page, "Black to move")).toBeVisible();
    await page.waitForTimeout(4000); // the look at a position of a game with the computer takes 1.5 s
    await expect(told).toBeHidden();
    await press(page, "Settings");
    await page.getByRole("switch", { name: "Show win rate bar while playing" }).click();
    await expect(told).toBeVisible();
});

/** The highest level of a game that brings a network, which moves first; returns how often its file has been asked for. */
async function playHighest(page: Page): Promise<() => number> {
    let asked = 0;
    page.context().on("request", (request) => (asked += Number(request.url().endsWith("/kaomi.net"))));
    await begin(page, "kaomi", { opponent: "The computer", level: "max", side: "White" });
    await expect(movesMade(page)).toHaveCount(1, { timeout: 30_000 });
    return () => asked;
}

/** Play on a point that is free after the first move. */
const answer = async (page: Page): Promise<void> =>
    put(page, (await movesMade(page).first().textContent())!.includes("a1") ? "g7" : "a1");

test("the highest level of Kaomi goes by a network, which is fetched once", async ({ page }) => {
    const asked = await playHighest(page);
    expect(asked()).toBe(1);
    await answer(page);
    await expect(movesMade(page)).toHaveCount(3, { timeout: 30_000 });
    expect(asked()).toBe(1);
    await expect(page.getByText("neural network")).toHaveCount(0);
});

test.describe("a network that does not come", () => {
    test.use({ expectedErrors: /kaomi\.net/ });
    test("is done without, and that is said once", async ({ page }) => {
        await page.context().route("**/kaomi.net", (route) => route.fulfill({ status: 404 }));
        await playHighest(page);
        await answer(page);
        await expect(movesMade(page)).toHaveCount(3, { timeout: 30_000 });
        const said = await page.evaluate(() => (window as Window & { told?: string[] }).told);
        const without = "The computer’s neural network could not be loaded. It plays without it.";
        expect(said!.filter((text) => text.includes(without))).toHaveLength(1);
    });
});

test.describe("a module that was made from other sources", () => {
    test.use({ expectedErrors: /500/ });

    test("is refused by the server, and the page shows its sentence", async ({ page }) => {
        const detail = "Kaomi cannot run in the page: build its module anew with “make kernels”.";
        const problem = { type: "urn:fieldstone:problem:stale-kernels", title: "Server error", status: 500, detail };
        await page.route("**/engine/kaomi.wasm", (route) =>
            route.fulfill({ status: 500, contentType: "application/problem+json", body: JSON.stringify(problem) }),
        );
        await begin(page, "kaomi", { opponent: "The computer", size: 4 });
        await put(page, "b2");
        await expect(page.getByText(detail).first()).toBeVisible();
        await page.goto("/analyse?line=kaomi(size=4) moves b2");
        await expect(page.getByText(detail).first()).toBeVisible();
    });
});
