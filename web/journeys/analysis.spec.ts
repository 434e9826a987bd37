/** The analysis board: engine on request only, variations, an address that can be shared; hints of the engine. */
import type { Page } from "@playwright/test";
import { begin, board, expect, expectAccessible, more, point, press, put, stored, test, turn } from "./helpers";

/** Write down what the page asks its workers; to be called before it is opened. */
async function listenToEngine(page: Page): Promise<() => Promise<string[]>> {
    await page.addInitScript(() => {
        const asked: string[] = [];
        Object.assign(window, { asked });
        const tell = Worker.prototype.postMessage as (this: Worker, message: unknown) => void;
        Worker.prototype.postMessage = function (this: Worker, message: { task?: { ask: string } }) {
            asked.push(message.task?.ask ?? "stop");
            tell.call(this, message);
        } as typeof Worker.prototype.postMessage;
    });
    return () => page.evaluate(() => (window as unknown as { asked: string[] }).asked);
}

test("the engine thinks when asked to, is followed live, and stops when it is left", async ({ page }) => {
    const asked = await listenToEngine(page);
    await page.goto("/analyse?line=kaomi(size=7,pie=false)");
    await point(page, "d4").click();
    await expect(point(page, "d4")).toHaveAccessibleName(/black stone/);
    await expect(page.getByText("Turn the engine on to analyse this position.")).toBeVisible();
    expect(await asked()).not.toContain("analyse");

    await page.getByRole("switch").first().click();
    const moves = page.getByRole("table", { name: /^The best moves for White/ });
    await expect(moves.getByRole("row").nth(1)).toBeVisible();
    await expect(page.getByText("Thinking …")).toBeVisible();
    const visits = page.getByText(/ visits?$/);
    const first = await visits.textContent();
    await expect(visits).not.toHaveText(first!);
    await expectAccessible(page);

    // A move of the list is played; the engine goes on with the new position.
    await moves.getByRole("button").first().click();
    await expect(page.getByRole("table", { name: /^The best moves for Black/ })).toBeVisible();
    // The first search may have come to its end by itself meanwhile; the second one is left.
    const stopped = async (): Promise<number> => (await asked()).filter((one) => one === "stop").length;
    const before = await stopped();
    await page.getByRole("link", { name: "Learn" }).click();
    await expect(page.getByRole("heading", { name: "Learn to play" })).toBeVisible();
    await expect.poll(stopped).toBeGreaterThan(before);
});

test("a move that is a word is told of on its button, and players have one name", async ({ page }) => {
    await page.goto("/analyse?line=kaomi(size=5) moves c3");
    await page.getByRole("switch").first().click();
    const moves = page.getByRole("table", { name: "The best moves for Player 2" });
    await expect(moves.getByRole("rowheader").filter({ hasText: "swap" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Swap sides", exact: true })).toHaveText(/^Swap sides\s*\d+$/);
    await expect(
        page.getByText(/^Biggest group left, on average \(the opponent’s counts as negative\): Player [12], /),
    ).toBeVisible();
});

test("the focus stays on its move when the engine puts the moves in another order", async ({ page }) => {
    await page.addInitScript(() => {
        interface Said {
            say: string;
            analysis: { moveInfos: unknown[] };
        }
        const { set } = Object.getOwnPropertyDescriptor(Worker.prototype, "onmessage")!;
        let listed: unknown[] = [];
        Object.assign(window, { told: 0 });
        Object.defineProperty(Worker.prototype, "onmessage", {
            set(this: Worker, hear: (event: MessageEvent) => void) {
                set!.call(this, (event: MessageEvent<Said>) => {
                    const { data } = event;
                    if (data.say === "analysis") {
                        // Always the same eight moves: where one leaves the list the focus goes elsewhere, as it should.
                        if (listed.length < 8) listed = data.analysis.moveInfos;
                        const { told } = window as unknown as { told: number };
                        data.analysis.moveInfos = told % 2 ? listed.toReversed() : listed;
                        Object.assign(window, { told: told + 1 });
                    }
                    hear(event);
                });
            },
        });
    });
    const told = (): Promise<number> => page.evaluate(() => (window as unknown as { told: number }).told);
    await page.goto("/analyse?line=kaomi(size=7,pie=false) moves d4");
    await page.getByRole("switch").first().click();
    const moves = page.getByRole("table", { name: /^The best moves/ }).getByRole("button");
    await expect(moves.nth(7)).toBeVisible();
    const focused = () => page.evaluate(() => /[a-g]\d/.exec(document.activeElement!.textContent!)?.[0]);
    for (const held of [moves.first(), moves.nth(1)]) {
        await held.focus();
        const move = await focused();
        expect(move).toBeDefined();
        const seen = await told();
        await expect.poll(told).toBeGreaterThan(seen + 2);
        expect(await focused()).toBe(move);
    }
});

test("a graph grows along the line that is walked with the engine on, and walks it", async ({ page }) => {
    const asked = await listenToEngine(page);
    const searches = async () => (await asked()).filter((one) => one === "analyse").length;
    await page.goto("/analyse?line=kaomi(size=5,pie=false) moves c3,b3,d4,a1");
    const graph = page.getByRole("slider", { name: "Win rate along this line" });
    const now = page.getByRole("navigation", { name: "Moves and variations" }).locator("[aria-current=true]");
    await expect(page.getByText("Turn the engine on", { exact: false })).toBeVisible();
    await expect(graph).toHaveCount(0);
    expect(await searches()).toBe(0);

    const value = (ply: number) =>
        new RegExp(`^${ply ? `After move ${ply}` : "At the start"}: win rate (\\d+%( ± \\d+)?|\\d+–\\d+%) for Black$`);
    await page.getByRole("switch").first().click();
    await expect(graph).toHaveAttribute("aria-valuetext", value(4));
    await expect(graph).toHaveAccessibleDescription("1 of 5 positions analysed.");
    await press(page, "Previous move (←)");
    await expect(graph).toHaveAttribute("aria-valuetext", value(3));
    await expect(graph).toHaveAccessibleDescription("2 of 5 positions analysed.");
    await graph.focus();
    await page.keyboard.press("Home");
    await expect(now).toHaveText("Start");
    await expect(graph).toHaveAttribute("aria-valuetext", value(0));
    await expect(graph).toHaveAccessibleDescription("3 of 5 positions analysed.");
    await expect(graph).toBeFocused();
    await expectAccessible(page);

    // With the engine off it only walks, and what is known stays.
    await page.getByRole("switch").first().click();
    const before = await searches();
    const box = (await graph.boundingBox())!;
    await graph.click({ position: { x: box.width / 4, y: box.height / 2 } });
    await expect(graph).toHaveAttribute("aria-valuetext", "After move 1: not analysed yet");
    await expect(now).toHaveText("c3");
    await expect(point(page, "c3")).toHaveAccessibleName(/last move/);
    await expect(page).toHaveURL(/moves\+c3$/);
    await page.keyboard.press("End");
    await expect(now).toHaveText("a1");
    await expect(graph).toHaveAttribute("aria-valuetext", value(4));
    expect(await searches()).toBe(before);
    // Another line has values of its own, and shares those before it.
    await press(page, "Previous move (←)");
    await point(page, "e1").click();
    await expect(graph).toHaveAttribute("aria-valuetext", "After move 4: not analysed yet");
    await expect(graph).toHaveAccessibleDescription("2 of 5 positions analysed.");
});

test("a page that cannot be seen rests, and goes on when it can", async ({ page }) => {
    const asked = await listenToEngine(page);
    await page.goto("/analyse?line=iago");
    await page.getByRole("switch").first().click();
    await expect(page.getByRole("table", { name: /^The best moves for Black/ })).toBeVisible();
    const show = (hidden: boolean) =>
        page.evaluate((value) => {
            Object.defineProperty(document, "hidden", { value, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }, hidden);
    await show(true);
    expect((await asked()).at(-1)).toBe("stop");
    const before = (await asked()).length;
    await show(false);
    expect((await asked()).slice(before)).toEqual(["analyse"]);
});

test("a line is shown where it leads, pushes and all", async ({ page, request }) => {
    const line = "kaomi(size=5,pie=false) moves c3,b3,d4,a1";
    await page.goto(`/analyse?line=${encodeURIComponent(line)}`);
    await page.getByRole("switch").first().click();
    const first = page
        .getByRole("table", { name: /^The best moves/ })
        .getByRole("button")
        .first();
    const shown = page.getByRole("grid").locator("xpath=..").locator("[data-stone]");
    const expected = page.getByText(/^Best line: /);
    // The engine goes on thinking: the line that is told and the stones that are drawn have to agree in the end.
    await expect(async () => {
        await first.focus();
        const moves = (await expected.last().textContent())!.replace("Best line: ", "").split(" ");
        const view = await (
            await request.post("/api/positions", { data: { line: `${line},${moves.join(",")}` } })
        ).json();
        const stones = (view.rows as string[]).join("");
        const wanted = [...stones].flatMap((face, place) => (face === "." ? [] : [String(place)]));
        const drawn = await shown.evaluateAll((all) => all.map((one) => one.getAttribute("data-stone")));
        expect(drawn).toEqual(wanted);
    }).toPass({ timeout: 20_000 });
});

test("variations come back after a reload, until they are forgotten", async ({ page }) => {
    await page.goto("/analyse?line=convacu(size=5)");
    const tree = page.getByRole("navigation", { name: "Moves and variations" });
    for (const one of ["c3", "b2"]) {
        await point(page, one).click();
        await expect(tree.getByRole("button", { name: one })).toHaveAttribute("aria-current", "true");
    }
    await press(page, "Previous move (←)");
    await point(page, "d2").click();
    await expect(tree.getByRole("button", { name: "d2" })).toBeVisible();
    await page.getByRole("textbox", { name: "Comment on this position" }).fill("a ladder?");
    await page.reload();
    await expect(tree.getByRole("button")).toHaveText(["Start", "c3", "b2", "d2"]);
    await expect(tree.getByText("a ladder?")).toBeVisible();
    await press(page, "Delete variations");
    await press(page, "Cancel");
    await expect(tree.getByRole("button")).toHaveText(["Start", "c3", "b2", "d2"]);
    await press(page, "Delete variations");
    await press(page, "Delete all");
    // What the address says stays.
    await expect(tree.getByRole("button")).toHaveText(["Start", "c3", "d2"]);
    await page.reload();
    await expect(tree.getByRole("button")).toHaveText(["Start", "c3", "d2"]);
    await expect(page.getByRole("button", { name: "Delete variations" })).toBeDisabled();
});

test("an analysis board is emptied from its beginning", async ({ page }) => {
    await page.goto("/analyse?line=convacu(size=5) moves c3,b2");
    const tree = page.getByRole("navigation", { name: "Moves and variations" }).getByRole("button");
    await expect(tree).toHaveText(["Start", "c3", "b2"]);
    // What others follow is asked about too.
    await press(page, "Previous move (←)");
    await press(page, "Delete from here");
    await expect(page.getByText("Delete this move and all that follow it?")).toBeVisible();
    await press(page, "Cancel");
    await press(page, "First position (Home)");
    await press(page, "Delete from here");
    await press(page, "Cancel");
    await expect(tree).toHaveText(["Start", "c3", "b2"]);
    await press(page, "Delete from here");
    await press(page, "Delete all");
    await expect(tree).toHaveText(["Start"]);
    await expect(page.getByRole("button", { name: "Delete from here" })).toBeDisabled();
    await page.goto("/analyse?line=convacu(size=5)");
    await expect(board(page)).toBeVisible();
    await expect(tree).toHaveText(["Start"]);
});

for (const line of [
    "vacu(size=5,komi=3) moves c3,b2,button,c2",
    "convacu(size=4) moves b2,c3",
    "kaomi(size=5) moves c3,swap,c4",
    "squared(size=4,setup=auction) moves komi 4,black,b2",
    "iago moves d4,e4,f3",
    "iago-free moves d4,e4",
    "vadus(size=4) moves d4,c3",
])
    test(`a position is in the address of both boards: ${line}`, async ({ page, request }) => {
        const view = await (await request.post("/api/positions", { data: { line } })).json();
        const stones = (rows: string[]) => rows.join("").replaceAll(".", "").length;
        await page.goto(`/analyse?line=${encodeURIComponent(view.position)}`);
        await expect(page.getByRole("gridcell", { name: /stone|disc|captive/ })).toHaveCount(stones(view.rows));
        await expect.poll(() => new URL(page.url()).searchParams.get("line")).toBe(view.position);
        await page.getByRole("link", { name: "Edit position" }).click();
        await expect(page.getByRole("textbox", { name: "Position text" })).toHaveValue(view.position);
        await expect.poll(() => new URL(page.url()).searchParams.get("position")).toBe(view.position);
        await page.getByRole("link", { name: "Analyse", exact: true }).click();
        await expect(page.getByRole("gridcell", { name: /stone|disc|captive/ })).toHaveCount(stones(view.rows));
        await page.goto(`/analyse?line=${encodeURIComponent(line)}`);
        await expect(page).toHaveURL(/moves/);
        await expect.poll(() => new URL(page.url()).searchParams.get("line")).toBe(view.line);
    });

test("variations are kept beside the main line, and walked with buttons and keys", async ({ page }) => {
    await page.goto("/analyse?line=convacu(size=5)");
    const tree = page.getByRole("navigation", { name: "Moves and variations" });
    for (const one of ["c3", "b2", "d4"]) {
        await point(page, one).click();
        await expect(tree.getByRole("button", { name: one })).toHaveAttribute("aria-current", "true");
    }
    await press(page, "Previous move (←)");
    await press(page, "Previous move (←)");
    await point(page, "b4").click();
    await expect(tree.getByRole("button")).toHaveText(["Start", "c3", "b2", "b4", "d4"]);
    const now = tree.locator("[aria-current=true]");
    await press(page, "Previous variation (↑)");
    await expect(now).toHaveText("b2");
    await page.keyboard.press(".");
    await expect(now).toHaveText("d4");
    await page.keyboard.press("Home");
    await expect(now).toHaveText("Start");
    await press(tree, /b4$/);
    await press(page, "Make main line");
    await expect(tree.getByRole("button")).toHaveText(["Start", "c3", "b4", "b2", "d4"]);
    await press(page, "Delete from here");
    await expect(tree.getByRole("button")).toHaveText(["Start", "c3", "b2", "d4"]);
});

test("a game that was resigned is at its end where it was left, and only there", async ({ page, request }) => {
    const id = await stored(request, "kaomi(size=5,pie=false) moves c3,a1", true);
    await page.goto(`/games/${id}/review`);
    await page.getByRole("main").getByRole("link", { name: "Analysis board" }).click();
    const table = page.locator(".table");
    await expect(table.getByText("White wins", { exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Analysis board" })).toBeFocused();
    await press(page, "Previous move (←)");
    await expect(table.getByText("White to move", { exact: true })).toBeVisible();
    // The moves of the game cannot be deleted, what is tried beside them can.
    const remove = page.getByRole("button", { name: "Delete from here" });
    await expect(remove).toBeDisabled();
    await point(page, "e5").click();
    await expect(remove).toBeEnabled();
});

test("at the end of a game the engine is offered no time, and says why", async ({ page }) => {
    await page.goto("/analyse?line=kaomi(size=2,pie=false) moves a1,b2,a2");
    await page.getByRole("switch").first().click();
    const longer = page.getByRole("button", { name: "Think for 30 s" });
    await point(page, "b1").click();
    await expect(page.getByText("The game is over: there is nothing to analyse.")).toBeVisible();
    await expect(longer).toBeDisabled();
    await expect(longer).toHaveAttribute("title", "The game is over: there is nothing to analyse.");
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

test.describe("a game that is not there", () => {
    test.use({ expectedErrors: /status of 404/ });
    const missed: [address: string, said: RegExp][] = [
        ["/games/zzz", /^There is no such game/],
        ["/games/zzz/analyse", /^There is no such game/],
        ["/games/zzz/review", /^There is no such game/],
        ["/learn/zzz", /zzz/],
    ];
    for (const [address, said] of missed)
        test(`is missed in words: ${address}`, async ({ page }) => {
            await page.goto(address);
            await expect(page.getByRole("heading", { level: 1 })).toHaveText(said);
            await expectAccessible(page);
        });
});

test("a game that two people are playing is not analysed before it is over", async ({ page }) => {
    const asked: string[] = [];
    page.on("websocket", (socket) =>
        socket.on("framesent", ({ payload }) => asked.push(JSON.parse(String(payload)).type as string)),
    );
    const address = await begin(page, "vadus", { size: 3 });
    await put(page, "c3");
    await press(page, "More");
    await expect(page.getByRole("button", { name: "Keyboard shortcuts" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Analyse" })).toBeHidden();
    await page.keyboard.press("Escape");
    await page.goto(`${address}/analyse`);
    await expect(page.getByText("Analysis opens when it is over.", { exact: false })).toBeVisible();
    await expect(board(page)).toBeHidden();
    await expect(page.getByRole("switch")).toHaveCount(0);
    await page.goto(`${address}/review`);
    await expect(page.getByText("Analysis opens when it is over.", { exact: false })).toBeVisible();
    await expect(page.getByRole("button", { name: "Review the game" })).toHaveCount(0);
    await page.getByRole("link", { name: "Back to the game" }).click();
    await expect(board(page)).toBeVisible();
    await expect(page.getByRole("button", { name: "Hint" })).toHaveCount(0);
    expect(asked.filter((type) => type !== "watch" && type !== "unwatch")).toEqual([]);
    await more(page, "Resign");
    await press(page, "Resign");
    await expect(turn(page, "Black wins")).toBeVisible();
    await more(page, "Analyse");
    await expect(board(page)).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Moves and variations" }).getByRole("button")).toHaveText([
        "Start",
        "c3",
    ]);
});

test("a game against the computer is analysed and reviewed while it goes on", async ({ page }) => {
    await begin(page, "kaomi", { opponent: "The computer", size: "5×5", level: 1 });
    await put(page, "c3");
    await more(page, "Analyse");
    await expect(board(page)).toBeVisible();
    await expect(page.getByText("Kaomi · 5×5")).toBeVisible();
    await expect(
        page.getByRole("navigation", { name: "Moves and variations" }).getByRole("button", { name: "c3" }),
    ).toBeVisible();
    // Never unasked: the engine is off.
    await expect(page.getByText("Turn the engine on to analyse this position.")).toBeVisible();
    await page.getByRole("link", { name: "Review" }).click();
    await expect(page.getByRole("button", { name: "Review the game" })).toBeVisible();
});

test("an unfinished game from a file is analysed until two people play it on", async ({ page, request }) => {
    const id = await stored(request, "vadus(size=3) moves c3,a1");
    await page.goto(`/games/${id}`);
    await more(page, "Analyse");
    await expect(page.getByRole("navigation", { name: "Moves and variations" }).getByRole("button")).toHaveText([
        "Start",
        "c3",
        "a1",
    ]);
    await page.goto(`/games/${id}`);
    await put(page, "a2");
    await press(page, "More");
    await expect(page.getByRole("button", { name: "Keyboard shortcuts" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Analyse" })).toBeHidden();
    await page.keyboard.press("Escape");
    await page.goto(`/games/${id}/analyse`);
    await expect(page.getByText("Analysis opens when it is over.", { exact: false })).toBeVisible();
});

test("the moves stay where they are while the engine begins and tells", async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.goto("/analyse?line=kaomi(size=5,pie=false) moves c3,b3");
    const heading = page.getByRole("heading", { name: "Moves and variations" });
    await page.getByRole("switch").first().click();
    await expect(page.getByRole("switch")).toHaveCount(3);
    const before = (await heading.boundingBox())!.y;
    await expect(page.getByRole("table").getByRole("row").nth(1)).toBeVisible();
    expect((await heading.boundingBox())!.y).toBe(before);
    expect(before).toBeLessThan(640);
});

test("five moves and what is expected have their room in every language", async ({ page }) => {
    for (const language of ["en", "ko", "ja"]) {
        await page.goto("/analyse?line=kaomi(size=5,pie=false) moves c3,b3");
        await page.locator("header select").selectOption(language);
        await expect(page.locator("html")).toHaveAttribute("lang", language);
        // It stays as it was switched.
        const engine = page.getByRole("switch").first();
        if (language === "en") await engine.click();
        await expect(engine).toHaveAttribute("aria-checked", "true");
        const rows = page.getByRole("table").locator("tbody tr");
        await expect(rows.nth(4)).toBeVisible();
        // The first words may come before the font that they are set in.
        await expect
            .poll(
                () =>
                    rows.nth(4).evaluate((row) => {
                        const list = row.closest("div"); // none where the row has just been replaced
                        return (
                            !!list && row.getBoundingClientRect().bottom <= list.getBoundingClientRect().bottom + 0.5
                        );
                    }),
                { message: language },
            )
            .toBe(true);
    }
});

test("the count and what the engine says are never on the board together", async ({ page }) => {
    await page.goto("/analyse?line=squared(size=4) moves b2,c3,b3,c2");
    const engine = page.getByRole("switch").first();
    const owners = page.getByRole("switch", { name: "Show predicted ownership" });
    const count = page.getByRole("switch", { name: "Show score breakdown" });
    const marks = page.getByRole("grid").locator("xpath=..").locator("[data-mark]");
    await engine.click();
    await expect(owners).toBeEnabled();
    await owners.click();
    await expect(marks.first()).toBeVisible();
    await count.click();
    await expect(owners).not.toBeChecked();
    await expect(marks).toHaveCount(0);
    await owners.click();
    await expect(count).not.toBeChecked();
    await expect(marks.first()).toBeVisible();
    await count.click();
    await engine.click();
    await expect(count).toBeChecked();
    await engine.click();
    await expect(count).not.toBeChecked();
    await expect(marks.first()).toBeVisible();
});
