/** Review after the game: progress, the worst moves with better ones, another try. */
import { expect, expectAccessible, expectFits, pick, point, press, stored, test } from "./helpers";

/** Black could have connected with c2 and plays in the corner. */
const LINE = "convacu(size=3) moves c3,b3,c1,a1,a3,b1";

test("a game may turn where a side is chosen (S1)", async ({ page, request }) => {
    const line = "squared(size=3,setup=auction) moves komi 2,white,b2,a1,c1,a3,b3,a2,a1,c2,b2";
    await page.goto(`/games/${await stored(request, line)}/review`);
    const turned = page.getByRole("button", { name: /^Turning point: move 2, White’s side\. Player 2.*100% → 0%/ });
    await turned.click();
    await expect(page.getByText("Black’s side (100%) was better than White’s side (0%)")).toBeVisible();
});

test("a game is reviewed: worst moves, better ones, and another try", async ({ page, request }) => {
    await page.goto(`/games/${await stored(request, LINE, true)}`);
    // One press: who asks for a review after a game need not ask again.
    await page.getByRole("link", { name: "Review" }).click();
    await expect(page.getByRole("heading", { name: "Review", exact: true })).toBeFocused();
    await expect(page.getByRole("heading", { name: "Worst moves" })).toBeVisible();
    await expect(page.getByRole("slider", { name: "Graph of the game" })).toHaveAttribute("aria-valuemax", "6");
    await expect(page.getByRole("table", { name: "Summary for both players" })).toBeVisible();
    await expect(page.getByText(/^Reviewed \(/)).toBeVisible();
    // The keys walk through the graph, and its end is the result of the game.
    const graph = page.getByRole("slider", { name: "Graph of the game" });
    await graph.focus();
    await page.keyboard.press("End");
    // The position goes on, and the game does not: both are said, and above the board who has won.
    await expect(graph).toHaveAttribute(
        "aria-valuetext",
        /^After move 6: win rate (\d+%( ± \d+)?|\d+–\d+%) for Player 1 \(Black\)\. Black resigned\.$/,
    );
    await expect(page.locator(".head").getByText("White wins")).toBeVisible();
    await page.keyboard.press("ArrowLeft");
    await expect(graph).toHaveAttribute(
        "aria-valuetext",
        /^After move 5: win rate (\d+%( ± \d+)?|\d+–\d+%) for Player 1 \(Black\)$/,
    );
    await page.keyboard.press("Home");
    await expect(graph).toHaveAttribute("aria-valuenow", "0");
    await expect(graph).toBeFocused();
    // A mistake was met on the way: what is said of it stays, and can be read where the board shows something else.
    await expect(page.locator(".detail.elsewhere")).toBeVisible();
    await expect(page.locator(".detail .worth").first()).toBeVisible();
    await expectAccessible(page);

    await press(page, "Show all 6");
    await expect(page.getByRole("list").getByRole("button")).toHaveCount(6);
    const worst = page.getByRole("list").getByRole("button", { name: /a3/ });
    await worst.click();
    await expect(page.getByRole("heading", { name: /Blunder/ })).toBeVisible();
    await expect(page.getByText("Best: c2")).toBeVisible();
    await expect(page.getByText(/^c2 \(100%\) was better than a3 \(0%\)$/)).toBeVisible();
    await press(page, "Close");
    await expect(worst).toBeFocused();
    await worst.press("Enter");
    // Escape leads back to where it was begun.
    const again = page.getByRole("button", { name: "Try again here" });
    await again.press("Enter");
    await expect(page.getByRole("heading", { name: "Try again: move 5" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(again).toBeFocused();
    await press(page, "Try again here");
    // The answer is hidden until it was tried.
    await expect(page.getByText("c2", { exact: false })).toBeHidden();
    await point(page, "a3").click();
    await expect(page.getByText("a3 is what was played.")).toBeVisible();
    await press(page, "Another try");
    // Another one is compared with the best, and with what was played.
    await point(page, "a2").click();
    await expect(page.getByText(/Compared with the best move: a2 −?\d+%( ± \d+)?, a3 −\d+%\./)).toBeVisible();
    await press(page, "Another try");
    await point(page, "c2").click();
    await expect(page.getByText("c2 is the best move.")).toBeVisible();
    // The stone is seen, with a ring around it.
    await expect(page.locator("[data-mark=c2] circle")).toHaveCount(1);
    await expect(page.locator("[data-mark=c2] circle")).toHaveCSS("fill", "none");
    await press(page, "Back to the review");
    await expect(page.getByRole("heading", { name: "Worst moves" })).toBeVisible();
    const last = page.getByRole("button", { name: "Last position (End)" });
    await last.press("Enter");
    await expect(last).toBeDisabled();
    await expect(last).toBeFocused();

    // What it has found stands on the analysis board too, without the engine.
    await page.getByRole("main").getByRole("link", { name: "Analysis board" }).click();
    const line = page.getByRole("slider", { name: "Win rate along this line" });
    await expect(line).toHaveAccessibleDescription("7 of 7 positions analysed.");
    await expect(line).toHaveAttribute(
        "aria-valuetext",
        /^After move 6: win rate (\d+%( ± \d+)?|\d+–\d+%) for .* \(Black\)$/,
    );
    await expect(page.getByText("Turn the engine on to analyse this position.")).toBeVisible();
    await point(page, "a2").click();
    await expect(line).toHaveAccessibleDescription("7 of 8 positions analysed.");
});

test("why a move was a mistake is shown in two lines, which can be paused and stepped", async ({ page, request }) => {
    await page.goto(`/games/${await stored(request, LINE, true)}/review`);
    await expect(page.getByText(/^Reviewed/)).toBeVisible();
    await press(page, "Show all 6");
    await page.getByRole("list").getByRole("button", { name: /a3/ }).click();
    const wide = async (name: string): Promise<number> =>
        (await page.getByRole("button", { name, exact: true }).boundingBox())!.width;
    const before = await wide("Show me why");
    await press(page, "Show me why");
    await expect(page.getByText("What happens after a3")).toBeVisible();
    // It stays in its row.
    expect(await wide("Pause")).toBe(before);
    await press(page, "Pause");
    const note = page.locator("p.reason");
    const graph = page.getByRole("slider", { name: "Graph of the game" });
    const lit = page.locator("section.detail .now");
    // Back to the beginning, move by move, then on through the whole line and into the other.
    const back = page.getByRole("button", { name: "Previous move (←)" });
    while (await back.isEnabled()) await back.click();
    await expect(lit).toHaveCount(0);
    await expect(graph).toHaveAttribute("aria-valuetext", /^After move 4: /);
    await press(page, "Next move (→)");
    await expect(lit).toHaveText("a3");
    await expect(graph).toHaveAttribute("aria-valuetext", /^After move 5: /);
    // That it is proven stays said, and its end says how it stands there.
    await expect(note).toHaveText(/^Played: Black a3.* · White wins by force$/);
    for (let steps = 0; steps < 40 && !(await note.filter({ hasText: "Best: c2" }).isVisible()); steps += 1)
        await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(lit).toHaveText("c2");
    // What the graph says is of the position on the board, beside the game too.
    await expect(graph).toHaveAttribute(
        "aria-valuetext",
        /^Variation, 1 move after move 4: win rate (\d+%( ± \d+)?|\d+–\d+%) for Player 1 \(Black\)$/,
    );
    await expect(graph).toHaveAttribute("aria-valuenow", "4");
    await expectAccessible(page);
    await press(page, "Continue");
    await expect(page.getByRole("button", { name: "Show me why" })).toBeVisible();
    await expect(lit).toHaveCount(0);
    // It comes back to where it began, and says what follows from it.
    await expect(graph).toHaveAttribute("aria-valuetext", /^After move 4: /);
    await expect(note).toHaveText(/^c2 \(100%\) was better than a3 \(0%\)$/);
});

/** Black passes in a won game, and leaves White's dead stones on the board. */
const WON =
    "vacu(size=9,komi=0,setup=fixed) B..WBBBB./.W.BB.BB./WW.BBB.B./.W.WB.BB./BBWW.BB../.BWW.B.B./BBWWB.B../BBBBBBBBB/" +
    "BBBBBBB.. B passes=1 button=B moves pass";

test("in a decided game it is points that count", async ({ page, request }) => {
    await page.goto(`/games/${await stored(request, WON, true)}/review`);
    await page.getByRole("list").getByRole("button", { name: /pass/i }).click();
    await expect(page.getByText(/^Best: [a-i][1-9]$/)).toBeVisible();
    await expect(page.getByText(/\+48\.5 points$/)).toBeVisible();
    // What the lines lead to stands there in words, too.
    const words = page.locator("section.detail").getByText(/^After \d+ moves?: /);
    await expect(words.first()).toBeVisible();
    await press(page, "Try again here");
    await press(page, "Show the answer");
    await expect(page.getByText(/The engine would play [a-i][1-9]\./)).toBeVisible();
    await press(page, "Back to the review");
    // Another measure: what is said of the chosen move stays, and with it the place.
    await pick(page, "Points");
    await expect(page.getByText(/^Best: /)).toBeVisible();
    await expect(page.getByText(/\+48\.5 points$/)).toBeVisible();
    await expect(page.getByRole("list").getByRole("button", { name: /pass/i })).toBeVisible();
});

test("a review can be stopped", async ({ page, request }) => {
    // Too large to be solved before the button is found.
    const line = "kaomi(size=7,pie=false) moves c3,e5,b4,d2";
    await page.goto(`/games/${await stored(request, line, true)}/review`);
    await expect(page.getByRole("progressbar")).toBeVisible();
    await press(page, "Stop");
    await pick(page, "Thorough");
    await press(page, /^(Review the game|Continue the review)$/);
    await expect(page.getByRole("progressbar")).toBeVisible();
    await press(page, "Stop");
    await expect(page.getByRole("progressbar")).toBeHidden();
    await expect(page.getByRole("button", { name: "Review the game" })).toBeVisible();
});

test("a review is there in another browser at once, and not for other moves", async ({ page, request, browser }) => {
    const id = await stored(request, "kaomi(size=3,pie=false) moves b2,a1,c3");
    await page.goto(`/games/${id}/review`);
    await pick(page, "Quick");
    await press(page, "Review the game");
    await expect(page.getByText("Reviewed (0.3 s per position)")).toBeVisible();
    await expect.poll(async () => (await (await request.get(`/api/games/${id}/review`)).json())?.complete).toBe(true);
    // What is loaded last of all is waited for: the table comes in a part of its own.
    const summary = { name: "Summary for both players" };
    await expect(page.getByRole("table", summary)).toBeVisible();
    const rows = await page.getByRole("row").allTextContents();
    expect(rows.length).toBeGreaterThan(1);

    const other = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
    await other.goto(`/games/${id}/analyse`);
    await expect(other.getByRole("slider", { name: "Win rate along this line" })).toBeVisible();
    await other.goto(`/games/${id}/review`);
    await expect(other.getByText("Reviewed (0.3 s per position)")).toBeVisible();
    await expect(other.getByRole("button", { name: "Review the game" })).toHaveCount(0);
    await expect(other.getByRole("slider", { name: "Graph of the game" })).toHaveAttribute("aria-valuemax", "3");
    await expect(other.getByRole("table", summary)).toBeVisible();
    expect(await other.getByRole("row").allTextContents()).toEqual(rows);

    // Another last move: nothing is known of that game.
    await request.post(`/api/games/${id}/undo`, { data: { ply: 3 } });
    await request.post(`/api/games/${id}/moves`, { data: { ply: 2, move: "a3" } });
    await request.post(`/api/games/${id}/resign`, { data: { seat: 1 } });
    await other.reload();
    await expect(other.getByText("Reviewed (1 s per position)")).toBeVisible();
    await other.context().close();
});

test("where a connection wins it is told as the reason, and no sizes of groups (C1)", async ({ page, request }) => {
    const line = "convacu(size=3) moves b1,a1,b2,a2,b3";
    await page.goto(`/games/${await stored(request, line)}/review`);
    const story = page.locator(".story");
    await expect(story).toContainText("A group connects both edges of its colour.");
    await expect(page.getByText("Reviewed (1 s per position)")).toBeVisible();
    await expect(story).not.toContainText("biggest group");
});

test("how a game was won is told with the moves that did it, which the board shows", async ({ page, request }) => {
    const line = "kaomi(size=4,pie=false) moves c1,d1,b3,d4,d3,d4,c3,a1,c4,d4,b1,a2,b3,a3,c4,d4";
    await page.goto(`/games/${await stored(request, line)}/review`);
    await expect(page.getByRole("heading", { name: "How it was won" })).toBeVisible();
    // Groups left (K8): none of either side after move 10, then 3 to 2, after move 13 7 to 2, at the end 8 to 5.
    const story = page.locator(".story").getByRole("button");
    await expect(story).toHaveText([
        /^From move 11 on \(Black b1 .+\), Black had the biggest group left, 3 to 2$/,
        /^The lead grew most with move 13, Black b3 .+ \(then 7 to 2\); at the end: 8 to 5$/,
    ]);
    await story.last().click();
    const graph = page.getByRole("slider", { name: "Graph of the game" });
    await expect(graph).toHaveAttribute("aria-valuenow", "13");
    await expectAccessible(page);
});

test("a review that was left half-way goes on by itself when one comes back", async ({ page, request }) => {
    const line = "kaomi(size=5,pie=false) moves c3,e5,b4,d2,a1,e1";
    const address = `/games/${await stored(request, line, true)}/review`;
    await page.goto(address);
    await expect(page.getByText(/^[2-6] of 7 positions$/)).toBeVisible();
    await page.getByRole("link", { name: "The game", exact: true }).click();
    await expect(page.getByRole("group", { name: "Actions" })).toBeVisible();
    await page.goBack();
    await expect(page.getByText(/^[2-6] of 7 positions$/)).toBeVisible();
    await expect(page.getByRole("slider", { name: "Graph of the game" })).toBeVisible();
    // Who has stopped it is asked, and then it comes to its end.
    await press(page, "Stop");
    await page.reload();
    await expect(page.getByText(/^So far [2-6] of 7 positions are analysed\. /)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Continue the review" }).click();
    await expect(page.getByText(/^[2-7] of 7 positions$/)).toBeVisible();
    await expect(page.getByText(/^Reviewed \(/)).toBeVisible();
});

test("so is one whose page was closed", async ({ page, request }) => {
    const address = `/games/${await stored(request, "kaomi(size=5,pie=false) moves c3,e5,b4,d2,a1,e2", true)}/review`;
    await page.goto(address);
    await expect(page.getByText(/^[2-6] of 7 positions$/)).toBeVisible();
    await page.goto("about:blank");
    await page.goto(address);
    await expect(page.getByText(/^[1-6] of 7 positions$/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Continue the review" })).toHaveCount(0);
});

for (const [name, size] of [
    ["a phone", { width: 360, height: 740 }],
    ["a desk", { width: 1280, height: 860 }],
] as const)
    test.describe(`on ${name}`, () => {
        test.use({ viewport: size });
        test("nothing moves under who points at it", async ({ page, request }) => {
            // Its first positions cannot be proven: the review takes seconds, however fast the machine is.
            const long = "convacu(size=5) moves c3,a1,b3,a5,c4,e1,d3";
            await page.goto(`/games/${await stored(request, long, true)}/review`);
            await expect(page.getByRole("progressbar")).toBeVisible();
            await expect(page.getByText(/^\d of 8 positions$/)).toBeVisible();
            // All parts of the page are there.
            await expect(page.getByRole("table", { name: "Summary for both players" })).toBeVisible();
            const moves = page.getByRole("navigation", { name: "Moves and variations" });
            const place = () =>
                moves
                    .getByRole("button")
                    .evaluateAll((all) =>
                        all.map((one) => [one, one.closest("nav")!].map((box) => box.getBoundingClientRect())),
                    )
                    .then((boxes) => boxes.map(([one, list]) => [one!.x, one!.y, list!.height]));
            const before = await place();
            const worst = page.getByRole("list").getByRole("button").first();
            await expect(worst).toBeVisible();
            await expect(page.getByRole("progressbar")).toBeHidden();
            await expect(moves.getByRole("button", { name: "d3" })).toHaveText(/[?]/);
            expect(await place()).toEqual(before);

            // On a phone the board stays in sight above the list.
            await worst.evaluate((row) => scrollTo(0, scrollY + row.getBoundingClientRect().top - innerHeight * 0.75));
            const { x, y } = (await worst.boundingBox())!;
            await page.mouse.click(x + 60, y + 10);
            await expect(page.getByRole("heading", { name: /^Move \d: / })).toBeVisible();
            await expect(worst).toHaveAttribute("aria-current", "true");
            // On a phone it is gone to, below the board; on a desk the row stays in sight, over what is said of it.
            const seen = (): Promise<boolean> =>
                worst.evaluate((row) => {
                    const { left, right, top, bottom } = row.getBoundingClientRect();
                    return row.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
                });
            if (name === "a desk") {
                await expect.poll(seen).toBe(true);
                // So do those below it.
                const end = async (): Promise<number> =>
                    (await page.locator("section.detail").boundingBox())!.y -
                    (await page
                        .locator(".worst ol")
                        .boundingBox()
                        .then((box) => box!.y + box!.height));
                await expect.poll(end).toBeGreaterThanOrEqual(-1);
            }
            await expect(page.getByRole("grid")).toBeInViewport({ ratio: 0.95 });
            for (const act of ["Try again here", "Show me why"])
                await expect(page.getByRole("button", { name: act })).toBeInViewport({ ratio: 1 });
            // On a desk all that is said of it is, too, with what the numbers on the board mean.
            if (name === "a desk") await expect(page.locator("section.detail")).toBeInViewport({ ratio: 1 });
            await expect(page.getByText("On the board: the win rate in percent", { exact: false })).toBeAttached();
        });
    });

for (const height of [640, 740])
    test.describe(`on a phone of 360x${height}`, () => {
        test.use({ viewport: { width: 360, height } });
        test("a mistake is at hand where there are sides to swap below the board", async ({ page, request }) => {
            await page.goto(`/games/${await stored(request, "kaomi(size=3) moves b2,a1,a2,c3", true)}/review`);
            await expect(page.getByRole("heading", { name: "Worst moves" })).toBeVisible();
            await expect(page.getByRole("progressbar")).toBeHidden();
            await page.getByRole("list").getByRole("button", { name: /^2\b/ }).click();
            await expect(page.getByText("Swap sides")).toBeVisible();
            // Nothing lies over them, and nobody has to scroll.
            for (const name of ["Close", "Try again here"])
                await expect
                    .poll(() =>
                        page
                            .locator("section.detail")
                            .getByRole("button", { name, exact: true })
                            .evaluate((button) => {
                                const { x, y, width, height } = button.getBoundingClientRect();
                                return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
                            }),
                    )
                    .toBe(true);
            // The longest that the summary says fits as well.
            const cell = page.getByRole("table").getByRole("cell").last();
            await cell.evaluate((one) => (one.textContent = "123.6\u00a0±\u00a011.6 (16 of 18 moves)"));
            await expectFits(page, 360, height);
        });
    });
