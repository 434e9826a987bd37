/** On a phone: a touch shows what a move does, a second one makes it; the actions lie at the thumb. */
import type { Locator } from "@playwright/test";
import {
    begin,
    begun,
    board,
    expect,
    expectAccessible,
    expectAt,
    expectFits,
    more,
    movesMade,
    pathOf,
    point,
    press,
    put,
    stored,
    TAKE,
    test,
    textsOf,
    turn,
} from "./helpers";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

test("a touch has to be confirmed, by a button or a second touch, and can be called off", async ({ page }) => {
    await begin(page, "vacu", { size: "9×9" });
    await point(page, "e5").tap();
    await expect(page.getByRole("button", { name: "Play e5" })).toBeVisible();
    await expect(movesMade(page)).toHaveCount(0);
    // It lies at the thumb, over the actions: no point is covered and nothing moves.
    const picture = (await page.locator("svg", { has: board(page) }).boundingBox())!;
    const confirm = (await page.locator(".confirm").boundingBox())!;
    expect(confirm.y).toBeGreaterThan(picture.y + picture.height);
    expect(confirm.y + confirm.height).toBe(740);
    await page.getByRole("button", { name: "Cancel" }).tap();
    await expect(page.getByRole("button", { name: "Play e5" })).toBeHidden();
    await point(page, "e5").tap();
    await page.getByRole("button", { name: "Play e5" }).tap();
    await expect(turn(page, "White to move")).toBeVisible();
    // Another touch chooses another point, the same touch again plays it.
    await point(page, "c3").tap();
    await point(page, "c7").tap();
    await point(page, "c7").tap();
    await expect(movesMade(page)).toHaveText(["e5", "c7"]);
    await expectAccessible(page);
});

test("a touch on a word has to be confirmed as well, and lies where that of a point does", async ({ page }) => {
    await begin(page, "vacu", { size: "9×9" });
    const word = page.locator(".actions .bar > button", { hasText: TAKE });
    const asked = page.getByRole("alertdialog", { name: TAKE });
    await word.tap();
    await expect(asked).toBeVisible();
    await expect(movesMade(page)).toHaveCount(0);
    const confirm = (await asked.locator(".confirm").boundingBox())!;
    expect([confirm.x, confirm.width, confirm.y + confirm.height]).toEqual([0, 360, 740]);
    // Nothing of the bar looks out above it.
    expect(confirm.y).toBeLessThanOrEqual((await page.locator(".actions").boundingBox())!.y);
    await expectAccessible(page);
    await asked.getByRole("button", { name: "Cancel" }).tap();
    await expect(asked).toBeHidden();
    await expect(movesMade(page)).toHaveCount(0);
    // The one that lies beside the board as well.
    await page.getByRole("button", { name: "Take the button (½ point)" }).tap();
    await expect(asked).toBeVisible();
    await asked.getByRole("button", { name: "Cancel" }).tap();
    await expect(movesMade(page)).toHaveCount(0);
    await word.tap();
    await asked.getByRole("button", { name: TAKE }).tap();
    await expect(movesMade(page)).toHaveCount(1);
    await expect(asked).toBeHidden();
    await expect(turn(page, "White to move")).toBeVisible();
});

test("what is said and asked stands under the board, which stays where it is", async ({ page }) => {
    await begin(page, "vacu", { size: 5, komi: "Set by the players" });
    const picture = page.locator("svg", { has: board(page) });
    const before = await picture.boundingBox();
    const talk = page.getByRole("region", { name: "Before the first stone" });
    await expect(talk.getByRole("button", { name: /^Set komi/ })).toBeInViewport();
    await press(talk, /^Set komi/);
    await expect(talk.getByRole("button", { name: "Black, plays first" })).toBeInViewport();
    expect(await picture.boundingBox()).toEqual(before);
    await press(talk, "Black, plays first");
    await expect(talk).toBeHidden();
    expect(await picture.boundingBox()).toEqual(before);
    // Neither do the players move when a click is answered with a reason.
    const players = page.getByRole("list", { name: "Players" });
    await point(page, "c3").tap();
    await point(page, "c3").tap();
    await expect(players).toContainText("too early to count");
    const where = await players.boundingBox();
    // Until the server has answered, a touch at the same point is the second half of a double one.
    await expect(async () => {
        await point(page, "c3").tap();
        await expect(page.getByRole("status").filter({ hasText: "occupied" })).toBeVisible({ timeout: 1000 });
    }).toPass();
    expect(await players.boundingBox()).toEqual(where);
    await point(page, "b2").tap();
    // What can be made is waiting: nothing is wrong any more.
    await expect(page.getByRole("button", { name: "Play b2" })).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "occupied" })).toBeHidden();
    await point(page, "b2").tap();
    await expect(players).not.toContainText("too early to count");
});

test("a hint before the first stone is in the field, and covers nothing that is pressed", async ({ page }) => {
    await begin(page, "squared", {
        opponent: "The computer",
        size: 4,
        level: 1,
        komi: "Set by the players",
        side: "You",
    });
    await press(page, "Hint");
    const hint = page.locator(".aside", { hasText: /Consider komi \d+: the fairest of those tried\./ });
    await expect(hint).toBeVisible();
    const [, komi] = /Consider komi (\d+)/.exec(await hint.innerText())!;
    const name = page.getByRole("button", { name: `Set komi to ${komi}`, exact: true });
    await expectAbove(hint, name);
    await expectAbove(name, page.locator(".actions"));
    await point(page, "a1").tap();
    await expect(page.getByText("First set komi. Then stones are placed.")).toBeVisible();
});

test("the whole form of a new game is on one screen", async ({ page }) => {
    for (const game of ["vacu", "convacu", "kaomi", "squared", "iago", "iago-free", "vadus"]) {
        await page.goto(`/new/${game}?opponent=computer`);
        await expect(page.getByRole("button", { name: "Start game" })).toBeVisible();
        expect(await page.evaluate(() => document.documentElement.scrollHeight), game).toBe(740);
    }
});

test("a finger can ask what komi is, and how a level is suggested", async ({ page }) => {
    await page.goto("/new/vacu?opponent=computer");
    const komi = page.getByRole("button", { name: "What does “Komi” mean?" });
    await expect(page.getByText("Komi is added to White’s score")).toBeHidden();
    await komi.tap();
    await expect(page.getByText("Komi is added to White’s score")).toBeVisible();
    await komi.tap();
    await expect(page.getByText("Komi is added to White’s score")).toBeHidden();
    await page.getByRole("button", { name: "What does “Suggested for you” mean?" }).tap();
    await expect(page.getByText("Two wins in a row raise it by one")).toBeVisible();
    await expectAccessible(page);
    await page.goto("/edit?position=vacu");
    await page.getByRole("button", { name: "What does “Komi” mean?" }).tap();
    await expect(page.getByText("Komi is added to White’s score")).toBeVisible();
});

test("a game of a list that was scrolled begins with its board", async ({ page }) => {
    for (const [address, game] of [
        ["/edit", "Kaomi, 7×7"],
        ["/edit", "Convacu, 13×13"],
        ["/analyse", "Kaomi, 7×7"],
    ] as const) {
        await page.goto(address);
        const link = page.getByRole("link", { name: game });
        await link.evaluate((one) => one.scrollIntoView({ block: "start" }));
        expect(await page.evaluate(() => scrollY), address).toBeGreaterThan(100);
        await link.tap();
        await expect(board(page)).toBeVisible();
        expect(await page.evaluate(() => scrollY), `${game} of ${address}`).toBe(0);
        await expect(page.locator("svg", { has: board(page) })).toBeInViewport({ ratio: 1 });
    }
});

test("a touch beside the further actions closes them, and is not lost", async ({ page }) => {
    await begin(page, "kaomi", { size: "5×5" });
    await press(page, "More");
    await expect(page.getByRole("button", { name: "Resign" })).toBeVisible();
    await point(page, "c3").tap();
    await expect(page.getByRole("button", { name: "Resign" })).toBeHidden();
    await page.getByRole("button", { name: "Play c3" }).tap();
    await expect(movesMade(page)).toHaveText(["c3"]);
    await press(page, "More");
    await page.getByRole("button", { name: "Undo" }).tap();
    await expect(movesMade(page)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Resign" })).toBeHidden();
});

test("coordinates can be read on the largest boards, and on the smallest they are no larger", async ({ page }) => {
    for (const game of ["vacu", "vadus"]) {
        await begin(page, game, { size: game === "vacu" ? "19×19" : "Size 11" });
        const heights = await page
            .locator("svg", { has: board(page) })
            .evaluate((picture) =>
                [...picture.querySelectorAll<SVGTextElement>("text")].map(
                    (text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM()!.a,
                ),
            );
        expect(Math.min(...heights)).toBeGreaterThan(9.9);
        expect(Math.max(...heights)).toBeLessThan(16);
    }
    await begin(page, "vacu", { size: 4 });
    const label = page.locator("svg text").first();
    expect((await label.boundingBox())!.height).toBeLessThan(22);
});

test("the numbers of the count can be read on the largest board", async ({ page }) => {
    await begin(page, "vadus", { size: "Size 11" });
    await point(page, "a1").tap();
    await point(page, "a1").tap();
    await press(page, "Show score");
    const number = page.locator("svg", { has: board(page) }).locator("text", { hasText: "−1" });
    const height = await number.evaluate(
        (text: SVGTextElement) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM()!.a,
    );
    expect(height).toBeGreaterThan(9.9);
});

test("the confirmation can be switched off", async ({ page }) => {
    await begin(page, "kaomi", { size: "5×5" });
    await press(page, "Menu and settings");
    await page.getByRole("switch", { name: "Confirm moves: tap to preview, tap again to play" }).tap();
    await press(page, "Menu and settings");
    await point(page, "c3").tap();
    await expect(movesMade(page)).toHaveText(["c3"]);
});

test("the board is as wide as the screen, and the actions are always in reach", async ({ page }) => {
    await begin(page, "vadus", { size: "Size 9" });
    const box = (await page.locator("svg", { has: board(page) }).boundingBox())!;
    expect(box.width).toBeGreaterThan(330);
    await expect(page.getByRole("button", { name: "Undo" })).toBeInViewport();
    await expect(turn(page, "Black to move")).toBeInViewport();
    await more(page, "Resign");
    await page.getByRole("button", { name: "Resign" }).tap();
    await expect(turn(page, "White wins")).toBeVisible();
    await expect(page.getByRole("button", { name: "Rematch" })).toBeInViewport();
});

test("held sideways the whole board is in sight, and what is confirmed lies beside it", async ({ page }) => {
    // From the first page on: whoever never turned the phone has to confirm a touch, too.
    await page.setViewportSize({ width: 740, height: 360 });
    await begin(page, "iago");
    const picture = (await page.locator("svg", { has: board(page) }).boundingBox())!;
    expect(picture.height).toBeGreaterThan(280);
    expect(picture.y + picture.height).toBeLessThanOrEqual(360);
    await expect(turn(page, "Black to move")).toBeInViewport();
    await expect(page.getByRole("button", { name: "Undo" })).toBeInViewport();
    await point(page, "d4").tap();
    const confirm = (await page.locator(".confirm").boundingBox())!;
    expect(confirm.x).toBeGreaterThanOrEqual(picture.x + picture.width);
    await page.getByRole("button", { name: "Play d4" }).tap();
    await expect(movesMade(page)).toHaveText(["d4"]);
});

/** Whether all of an element is seen above another one. */
async function expectAbove(one: Locator, other: Locator): Promise<void> {
    const bottom = async () => ((box) => box!.y + box!.height)(await one.boundingBox());
    await expect(one).toBeVisible();
    expect(await bottom()).toBeLessThanOrEqual((await other.boundingBox())!.y);
}

test("what the last move did is seen above the offer to finish a decided game", async ({ page, request }) => {
    const line = "kaomi(size=5) WW.BW/WWWWB/W..B./BBBBB/WWB.B B moves c5";
    const seats = { 1: { kind: "computer", level: 1 }, 2: { kind: "human" } };
    await page.goto(`/games/${await begun(request, { game: "kaomi", options: { size: 5 }, seats, line })}`);
    await expect(page.getByRole("button", { name: "Let the computer finish" })).toBeVisible();
    await expectAbove(page.locator(".did", { hasText: "staying in place: a5, b5, d5, e5" }), page.locator(".actions"));
});

test("a turn of two stones is told in one line in every language", async ({ page }) => {
    await begin(page, "vadus", { opponent: "The computer", level: 1, size: 3, side: "White" });
    await expect(turn(page, "Your turn: White, first of two stones")).toBeVisible();
    for (const language of ["en", "ko", "ja"]) {
        await page.locator("header select").selectOption(language);
        await expect(page.locator("html")).toHaveAttribute("lang", language);
        const lines = await page
            .locator("p.turn")
            .evaluate((one) => one.clientHeight / parseFloat(getComputedStyle(one).lineHeight));
        expect(Math.round(lines), language).toBe(1);
    }
});

test("held sideways a turn moves nothing below it, and what is confirmed on the analysis board is met by a thumb", async ({
    page,
}) => {
    await page.setViewportSize({ width: 740, height: 360 });
    await begin(page, "vadus", { size: 4 });
    const players = page.getByRole("list", { name: "Players" });
    await put(page, "d4");
    const found = new Set<number>();
    for (const name of ["a1", "b2", "c3", "d1"]) {
        await put(page, name);
        found.add((await players.boundingBox())!.y);
    }
    expect([...found]).toHaveLength(1);
    await expect(page.getByRole("button", { name: "Sound" })).toBeInViewport({ ratio: 1 });

    await page.goto("/analyse?line=squared");
    await point(page, "d4").tap();
    await page.getByRole("button", { name: "Play d4" }).tap();
    await expect(point(page, "d4")).toHaveAccessibleName(/stone/);
});

test("held sideways players with long names and clocks have whole letters above what is said", async ({
    page,
    request,
}) => {
    await page.setViewportSize({ width: 740, height: 360 });
    const seats = { 1: { kind: "human", name: "Somebody with a very long name" }, 2: { kind: "human" } };
    const clock = { kind: "byoyomi", main: 900, periods: 3, period: 30 };
    for (const [game, line] of [
        ["vacu", "vacu moves c3"],
        ["iago", "iago moves e4,c3"],
    ]) {
        await page.goto(`/games/${await begun(request, { game, seats, clock, line })}`);
        const players = page.getByRole("list", { name: "Players" });
        // Both scores are as large, each in one line.
        const values = players.locator(".value");
        await expect(values).toHaveCount(2);
        const sizes = await values.evaluateAll((all) =>
            all.map((one) => [getComputedStyle(one).fontSize, Math.round(one.getBoundingClientRect().height)]),
        );
        expect(sizes[0]).toEqual(sizes[1]);
        await expectAbove(players.locator(".colour", { hasText: "White" }), page.locator(".aside"));
        await expectFits(page, 740, 360);
    }
});

const PLAYED = ["b3,c1,a4,d1,d5,b2,a3,a4,a3,e2,d2,c1,e5", "a4,c2,e3,e4,d4,d1,c1,b3,d2,a3,b3,c3"].join();

test("held sideways a finished game is stepped through above the bar, and its score is seen", async ({
    page,
    request,
}) => {
    await page.setViewportSize({ width: 740, height: 360 });
    await page.goto(`/games/${await stored(request, `kaomi(size=5) moves ${PLAYED}`)}`);
    const top = (await page.getByRole("group", { name: "Actions" }).boundingBox())!.y;
    const back = page.getByRole("button", { name: "Previous move" });
    const arrow = (await back.boundingBox())!;
    expect(arrow.y + arrow.height).toBeLessThanOrEqual(top);
    await back.tap();
    await press(page, "Show score");
    const score = page.getByRole("region", { name: "Score breakdown" });
    await expect.poll(async () => (await score.boundingBox())!.y).toBeLessThan(20);
    const groups = (await score.getByText("Groups left").boundingBox())!;
    expect(groups.y + groups.height).toBeLessThanOrEqual(top);
    await expect(board(page)).toBeInViewport({ ratio: 1 });
});

test("held sideways the end of a game is seen, though its score was looked at before", async ({ page, request }) => {
    await page.setViewportSize({ width: 740, height: 360 });
    const text = "kaomi(size=3,pie=false) moves b1,a3,b2,c2,c1,a1,c2,b1";
    await page.goto(`/games/${await stored(request, text)}`);
    await press(page, "Show score");
    const score = page.getByRole("region", { name: "Score breakdown" });
    await expect.poll(async () => (await score.boundingBox())!.y).toBeLessThan(20);
    await point(page, "b2").tap();
    await page.getByRole("button", { name: "Play b2" }).tap();
    await expect(turn(page, "Black wins")).toBeInViewport({ ratio: 1 });
});

test("where a connection decides its end is said once; a rematch covers neither title nor links", async ({
    page,
    request,
}) => {
    const moves = "b3,c1,a4,d1,d5,b1,a3,a5,a1,e2,d2,c2,a2,c3,e4,e3,d3,b5,e5,b4,c4,d4,c5,a5,b5,d4,a5";
    const address = `/games/${await stored(request, `convacu(size=5) moves ${moves}`)}`;
    for (const [width, height] of [
        [360, 740],
        [1280, 860],
    ] as const) {
        await page.setViewportSize({ width, height });
        await page.goto(address);
        await expect(page.getByText(/both edges and wins/)).toHaveCount(1);
        await expect(page.getByText(/^A group connects both edges/)).toHaveCount(0);
        await press(page, "Rematch");
        const said = page.getByText(/^Colours swapped: Player/).last();
        const box = (await said.boundingBox())!;
        const others = [page.getByRole("heading", { name: "Convacu" }), page.getByRole("link", { name: "My games" })];
        for (const other of others) {
            const { x, y, width: wide, height: high } = (await other.boundingBox())!;
            const apart = x >= box.x + box.width || box.x >= x + wide || y >= box.y + box.height || box.y >= y + high;
            expect(apart).toBe(true);
        }
    }
});

for (const [name, address] of [
    ["a step of a guide", "/learn/vadus?step=2"],
    ["analysis", "/analyse?line=vadus(size=5)"],
    ["the editor", "/edit?position=iago"],
] as const) {
    test(`held sideways the whole board of ${name} is in sight`, async ({ page }) => {
        await page.setViewportSize({ width: 740, height: 360 });
        await page.goto(address);
        const picture = page.locator("svg", { has: board(page) });
        await expect(picture).toBeInViewport({ ratio: 1 });
        expect((await picture.boundingBox())!.height).toBeGreaterThan(240);
        // What stands beside it goes by.
        await page.evaluate(() => scrollBy(0, 200));
        await expect(picture).toBeInViewport({ ratio: 1 });
    });
}

test("a telephone can vibrate, if that is wanted; nothing else is asked about it", async ({ page }) => {
    await page.goto("/learn");
    await press(page, "Menu and settings");
    const wanted = page.getByRole("switch", { name: /^Vibrate/ });
    await expect(wanted).not.toBeChecked();
    await wanted.tap();
    await expect(wanted).toBeChecked();
});

test("going back closes the rules that lie over a game; a board in them is seen whole", async ({ page }) => {
    await page.goto("/learn");
    const address = await begin(page, "kaomi", { size: "5×5" });
    const rules = page.getByRole("dialog", { name: "Rules: Kaomi" });
    await more(page, "Rules");
    await press(rules.getByRole("listitem", { name: "Rule K2" }), "Show on a board");
    const shown = rules.getByRole("listitem", { name: "Rule K2" }).locator("svg", { has: board(page) });
    await expect(shown).toBeInViewport({ ratio: 1 });
    await page.goBack();
    await expect(rules).toBeHidden();
    expect(pathOf(page)).toBe(address);
    // Closed otherwise, it is no place to go back to; neither is it where a link in it was followed.
    await more(page, "Rules");
    await press(rules, "Close");
    await expect(rules).toBeHidden();
    await more(page, "Rules");
    await rules.getByRole("link", { name: "Learn the game step by step" }).click();
    await expectAt(page, "/learn/kaomi");
    await page.goBack();
    await expectAt(page, address);
    await expect(rules).toBeHidden();
    await page.goBack();
    await expectAt(page, "/new/kaomi");
});

test("in analysis the buttons to walk stay where they are when a swap is offered", async ({ page }) => {
    await page.goto("/analyse?line=kaomi(size=5)");
    const walk = page.getByRole("group", { name: "Step through the moves" });
    await expect(walk).toBeVisible();
    const before = await walk.boundingBox();
    await point(page, "c3").tap();
    await point(page, "c3").tap();
    await expect(page.getByRole("button", { name: "Swap sides" })).toBeVisible();
    expect(await walk.boundingBox()).toEqual(before);
});

test("between the two stones of a turn nothing below the board moves, though only before them one may pass", async ({
    page,
    request,
}) => {
    await page.goto(`/games/${await stored(request, "vadus(size=3) moves a1,c3,e3,a2,c2,b3,b4", true)}/review?ply=1`);
    const graph = page.getByRole("figure").first();
    await expect(graph).toBeVisible();
    await expect(page.getByRole("progressbar")).toBeHidden();
    const places: number[] = [];
    for (let step = 0; step < 4; step += 1) {
        places.push(await graph.evaluate((one) => one.getBoundingClientRect().y + scrollY));
        await page.getByRole("button", { name: "Next move (→)" }).tap();
        await page.waitForTimeout(300);
    }
    expect(new Set(places.map(Math.round)).size).toBe(1);
});

test("where a touch is to be confirmed what a page ends with can be scrolled clear of that", async ({
    page,
    request,
}) => {
    await page.goto(`/games/${await stored(request, "kaomi(size=3) moves b2,a1,a2,c3", true)}/review`);
    await expect(page.getByRole("heading", { name: "Worst moves" })).toBeVisible();
    await expect(page.getByRole("progressbar")).toBeHidden();
    await page.getByRole("button", { name: "Try the mistakes again" }).tap();
    const open = page.locator('[role=gridcell][aria-label*="empty, legal"]');
    await open.first().tap();
    await expect(page.locator(".confirm")).toBeVisible();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const hit = await page.getByRole("button", { name: "Back to the review" }).evaluate((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return [1, height - 1].every((down) => button.contains(document.elementFromPoint(x + width / 2, y + down)));
    });
    expect(hit).toBe(true);
});

test("a swap that is offered in a review covers nothing of the graph", async ({ page, request }) => {
    const id = await stored(request, "kaomi(size=5,pie=true) moves d4,swap,b2,a5", true);
    await page.goto(`/games/${id}/review?ply=0`);
    const graph = page.getByRole("figure").first();
    await expect(graph).toBeVisible();
    // As who walks through the graph holds the page: the graph is right under the board.
    const under = async (): Promise<number> => {
        const table = (await page.locator(".table").boundingBox())!;
        return (await graph.boundingBox())!.y - table.y - table.height;
    };
    // The board scrolls along at first, and while the review begins the graph moves down.
    await expect(async () => {
        await page.evaluate((by) => scrollBy(0, by), (await under()) - 4);
        expect(await under()).toBeLessThan(8);
    }).toPass();
    await page.getByRole("button", { name: "Next move (→)" }).tap();
    await expect(page.getByRole("button", { name: "Swap sides" })).toBeVisible();
    expect(await under()).toBeGreaterThanOrEqual(0);
});

for (const [held, width, height] of [
    ["upright", 360, 740],
    ["sideways", 740, 360],
] as const)
    test(`held ${held}, the buttons to walk through a game stand clear of the bar`, async ({ page, request }) => {
        await page.setViewportSize({ width, height });
        await page.goto(`/games/${await stored(request, "kaomi(size=7) moves d4,c6,e2,b3")}`);
        const back = page.getByRole("button", { name: "Previous move" });
        await back.focus();
        const bottom = async (): Promise<number> => {
            const box = (await back.boundingBox())!;
            return box.y + box.height;
        };
        await expect.poll(bottom).toBeLessThanOrEqual((await page.locator(".actions").boundingBox())!.y);
    });

test("held sideways no name runs into the words for a score", async ({ page }) => {
    await page.setViewportSize({ width: 740, height: 360 });
    await begin(page, "kaomi", { opponent: "The computer", level: "max", size: 5, side: "Black, first" });
    await put(page, "b2");
    await page.getByRole("combobox", { name: "Language" }).selectOption({ label: "日本語" });
    const score = textsOf("ja")["game.unit.group"]!;
    await expect(page.locator(".players .unit").filter({ hasText: score }).first()).toBeVisible();
    // Words may reach out of their boxes: it is they that are looked at.
    const over = await page.locator(".players > li").evaluateAll((rows) =>
        rows.map((row) => {
            const [one, other] = [".colour", ".unit"].map((name) => {
                const words = document.createRange();
                words.selectNodeContents(row.querySelector(name)!);
                return words.getBoundingClientRect();
            }) as [DOMRect, DOMRect];
            const above = one.bottom <= other.top + 1 || other.bottom <= one.top + 1;
            return one.right > other.left + 1 && !above;
        }),
    );
    expect(over).toEqual([false, false]);
});

test("held sideways a hint is not hidden by the bar", async ({ page }) => {
    await page.setViewportSize({ width: 740, height: 360 });
    await begin(page, "kaomi", { opponent: "The computer", size: "5×5", level: 1, side: "White" });
    await expect(turn(page, "Your turn: White")).toBeVisible();
    const said = page.locator(".aside");
    await expect(said).toContainText("You may swap sides instead of placing a stone.");
    await press(page, "Swap sides");
    await expect(turn(page, "Your turn: Black")).toBeVisible();
    await expect(said).toContainText("You swap: you play Black now");
    await press(page, "Hint");
    await expect(said).toContainText("Consider");
    const bar = (await page.locator(".actions").boundingBox())!;
    const words = (await said.boundingBox())!;
    expect(words.y + words.height).toBeLessThanOrEqual(bar.y);
});
