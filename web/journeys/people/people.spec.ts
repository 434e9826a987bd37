/** Two people at two devices: from the invitation to the rematch, with a server that is killed in the middle. */
import { STATIC, whyNot } from "../editions";
import { expectAccessible, expect, expectAt, expectFits, more, pick, point, press, told, turn } from "../helpers";
import { another, invite, tap, test } from "./meeting";

// A whole file is skipped before its server is started; a single journey only afterwards.
test.skip(STATIC, whyNot("people.spec.ts", ""));

for (const language of ["en", "ko", "ja"])
    test(`on a narrow phone all can be done where the colours may be exchanged too (${language})`, async ({
        page,
        friend,
    }) => {
        await friend.addInitScript((to) => localStorage.setItem("fieldstone.language", to), language);
        const link = await invite(page, "kaomi", () => pick(page, "Black, first"));
        await friend.goto(link);
        await friend.locator("main .act").first().tap();
        await expect(turn(page, "Your turn: Black")).toBeVisible();
        await point(page, "b2").click();
        const bar = friend.locator(".actions > .bar > :is(a, button):visible");
        await expect(bar).toHaveCount(6);
        await expectFits(friend, 360);
        // What is said of it covers nobody's name and score, and is not covered by the bar.
        const boxes = async (...places: string[]) =>
            Promise.all(places.map(async (place) => (await friend.locator(place).boundingBox())!));
        const [players, said, actions] = await boxes(".players", ".aside", ".actions");
        expect(said!.y).toBeGreaterThanOrEqual(players!.y + players!.height - 1);
        expect(said!.y + said!.height).toBeLessThanOrEqual(actions!.y + 1);
        for (const one of await bar.all()) {
            await expect(one).toBeInViewport({ ratio: 1 });
            expect(await one.evaluate((it) => it.scrollWidth > it.clientWidth), (await one.textContent())!).toBe(false);
        }
    });

test("at the end no word of the bar is broken on a narrow phone", async ({ page, friend }) => {
    await friend.goto(await invite(page, "kaomi", () => pick(page, "Black, first")));
    await friend.locator("main .act").first().tap();
    await expect(turn(page, "Your turn: Black")).toBeVisible();
    await point(page, "b2").click();
    await expect(turn(friend, "Your turn: White")).toBeVisible();
    await tap(friend, "d3");
    await expect(turn(page, "Your turn: Black")).toBeVisible();
    for (const _ of ["asked", "sure"]) await page.getByRole("button", { name: "Resign" }).first().click();
    const bar = friend.locator(".actions > .bar");
    await expect(bar.getByRole("button", { name: "Rematch" })).toBeVisible();
    const broken = await bar.evaluate((one) => {
        const found: string[] = [];
        const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
        for (let text = texts.nextNode(); text; text = texts.nextNode())
            for (const { 0: word, index } of text.textContent!.matchAll(/\S+/g)) {
                const range = document.createRange();
                range.setStart(text, index);
                range.setEnd(text, index + word.length);
                if (range.getClientRects().length > 1) found.push(word);
            }
        return found;
    });
    expect(broken).toEqual([]);
    await expectFits(friend, 360);
});

test("from the invitation to the rematch, with a server killed in the middle", async ({
    page,
    friend,
    server,
    browser,
}) => {
    const link = await invite(page);
    await expect(page.getByRole("img", { name: "QR code of the link" })).toBeVisible();
    await expect(page).toHaveTitle("Waiting for your friend … · Vacu · Fieldstone");
    await expectAccessible(page);

    // Opening alone takes no seat.
    await friend.goto(link);
    await expect(friend.getByRole("button", { name: "Play", exact: true })).toBeVisible();
    await expectAccessible(friend);
    await expect(page.getByText("Waiting for your friend …", { exact: true })).toBeVisible();
    await friend.getByRole("button", { name: "Play", exact: true }).tap();
    await expect(turn(page, "Your turn: Black")).toBeVisible();
    await expect(turn(friend, "Your opponent’s turn: Black")).toBeVisible();
    expect(friend.url()).not.toContain("#");
    await expect(page).toHaveTitle("Your turn · Vacu · Fieldstone");
    await expect(friend.getByText("Opponent: connected")).toBeVisible();

    // A second person who comes watches.
    const third = await another(browser, server);
    await third.goto(link);
    await expect(
        third.getByRole("paragraph").filter({ hasText: "Somebody has already taken the seat." }),
    ).toBeVisible();
    // That line pushes nothing out of the window.
    await third.setViewportSize({ width: 1280, height: 860 });
    await expect(third.locator(".actions")).toBeInViewport({ ratio: 1 });
    await point(page, "c3").click();
    await expect(turn(third, "White to move")).toBeVisible();
    await third.context().close();
    await expect(turn(friend, "Your turn: White")).toBeVisible();
    await expectAccessible(page);
    await expectAccessible(friend);

    // A move that is made while nobody answers is drawn, and goes on its way when the server is back.
    await server.kill();
    await expect(friend.getByText("No connection, trying again.", { exact: false })).toBeVisible();
    await tap(friend, "d3");
    await expect(point(friend, "d3")).toHaveAccessibleName(/white/i);
    await expect(friend.getByRole("status").filter({ hasText: "Your move will be sent" })).toBeVisible();
    await server.start();
    await expect(turn(page, "Your turn: Black")).toBeVisible();
    await expect(friend.getByText("You: connected")).toBeVisible();

    // One's own last move, if the other agrees.
    await friend.getByRole("button", { name: "Take back …" }).tap();
    const inBoard = page.getByRole("gridcell").and(page.locator(":focus"));
    await page.getByRole("button", { name: "Agree" }).press("Enter");
    await expect(turn(friend, "Your turn: White")).toBeVisible();
    await expect(inBoard).toBeVisible(); // with the button that was pressed the focus would go
    await tap(friend, "e5");
    await expect(turn(page, "Your turn: Black")).toBeVisible();
    const back = page.getByRole("button", { name: "Take back …" });
    await back.press("Enter");
    await expect(back).toBeDisabled();
    await expect(back).toBeFocused();
    // Two questions at once: a phone shows one after the other, so that the clock above them stays in sight.
    await more(page, "Ask for a pause");
    await expect(page.getByRole("button", { name: "Withdraw" })).toHaveCount(2);
    const decline = friend.getByRole("button", { name: "Decline" });
    await expect(friend.getByRole("group", { name: "Takeback" })).toBeVisible();
    await expect(decline).toHaveCount(1);
    await decline.tap();
    await expect(page.locator("p").filter({ hasText: "declined" })).toBeVisible();
    await expect(friend.getByRole("group", { name: "Pause" })).toBeVisible();
    await decline.tap();
    await expect(decline).toHaveCount(0);

    await page.getByRole("button", { name: "Resign" }).press("Enter");
    const asked = page.getByRole("alertdialog", { name: "Resign this game?" });
    await expect(asked.getByRole("button", { name: "Cancel" })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(asked).toBeHidden();
    await expect(page.getByRole("button", { name: "Resign" })).toBeFocused();
    await page.keyboard.press("Enter");
    await asked.getByRole("button", { name: "Resign" }).press("Enter");
    await expect(inBoard).toBeVisible();
    await expect(turn(friend, "You win")).toBeVisible();
    await expect(turn(page, "Your opponent wins")).toBeVisible();
    await expectAccessible(page);

    // What is over may be looked into: the review comes first, and each player keeps an own one.
    const actions = friend.getByRole("group", { name: "Actions" });
    await expect(actions.getByRole("link").or(actions.getByRole("button")).first()).toHaveText("Review");
    const address = friend.url();
    await actions.getByRole("link", { name: "Review" }).tap();
    await expect(friend.getByText("Reviewed (1 s per position)")).toBeVisible();
    await expect(
        friend.getByRole("radiogroup", { name: "Whose moves" }).getByRole("radio", { name: "You" }),
    ).toBeChecked();
    await expectAccessible(friend);
    await friend.evaluate(() => localStorage.removeItem("fieldstone.reviews"));
    await friend.reload();
    await expect(friend.getByText("Reviewed (1 s per position)")).toBeVisible();
    await friend.locator("main").getByRole("link", { name: "Analysis board" }).tap();
    await expect(friend.getByRole("heading", { name: "Engine" })).toBeVisible();
    await expect(friend.getByRole("alert")).toHaveCount(0);
    await friend.goBack();
    await page.goto(`${page.url()}/review`);
    await expect(page.getByRole("progressbar")).toBeVisible();
    await page.goBack();
    await friend.getByRole("link", { name: "The game", exact: true }).tap();
    await expect(friend).toHaveURL(address);
    await friend.getByRole("button", { name: "Rematch" }).tap();
    await page.getByRole("button", { name: "Agree" }).click();
    await expect(turn(friend, "Your turn: Black")).toBeVisible();
    await expect(turn(page, "Your opponent’s turn: Black")).toBeVisible();
});

test("a time of one's own, a pause, the list of one's own games, and a draw", async ({ page, friend }) => {
    const link = await invite(page, "vacu", async () => {
        await page.getByRole("combobox", { name: "Time" }).selectOption("Custom");
        await pick(page, "Delay per turn");
        await page.getByRole("spinbutton", { name: "Minutes per player" }).fill("7");
        await page.getByRole("spinbutton", { name: "Delay in seconds" }).fill("180");
        await page.getByRole("spinbutton", { name: "Delay in seconds" }).blur();
        await expect(page.getByText("7 minutes, the first 180 seconds of each turn do not count")).toBeVisible();
        await expectAccessible(page);
    });
    await friend.goto(link);
    await friend.getByRole("button", { name: "Play", exact: true }).tap();
    await expect(turn(page, "Your turn: Black")).toBeVisible();
    await point(page, "c3").click();
    await expect(turn(friend, "Your turn: White")).toBeVisible();
    await tap(friend, "d3");
    await expect(turn(page, "Your turn: Black")).toBeVisible();

    // Both want a pause: nobody moves, no clock runs, and either goes on.
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("button", { name: "Give 15 seconds" }).click();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("button", { name: "Ask for a pause" }).click();
    await friend.getByRole("button", { name: "Agree" }).tap();
    await expect(turn(page, "The game is paused")).toBeVisible();
    await expect(turn(friend, "The game is paused")).toBeVisible();
    await expectAccessible(page);
    await expectAccessible(friend);
    await point(page, "e5").click();
    await expect(point(page, "e5")).not.toHaveAccessibleName(/black/i);
    await friend.getByRole("button", { name: "Resume" }).tap();
    await expect(turn(page, "Your turn: Black")).toBeVisible();

    // The first screen and the list of games know of it, and say whose turn it is.
    await friend.goto("/");
    await expect(friend.getByRole("link", { name: /Vacu.*Your opponent’s turn: Black/s })).toBeVisible();
    await expectAccessible(friend);
    await point(page, "e5").click();
    await expect(turn(page, "Your opponent’s turn: White")).toBeVisible();
    await expect(friend.getByRole("link", { name: /Vacu.*Your turn: White/s })).toBeVisible({ timeout: 20_000 });
    await friend.goto("/games");
    await expect(friend.getByText("1 game is waiting for you.")).toBeVisible();
    await expectAccessible(friend);
    await friend.getByRole("link", { name: /Vacu.*Your turn: White/s }).tap();
    await expect(turn(friend, "Your turn: White")).toBeVisible();

    await friend.getByRole("button", { name: "More" }).tap();
    await friend.getByRole("button", { name: "Offer a draw" }).tap();
    await page.getByRole("button", { name: "Agree" }).click();
    await expect(turn(page, "A draw")).toBeVisible();
    await expect(turn(friend, "A draw")).toBeVisible();
    await friend.goto("/games");
    await expect(friend.getByRole("link", { name: /Vacu.*A draw/s })).toBeVisible();
    // They are looked through like the others.
    const state = friend.getByRole("combobox", { name: "Result" });
    await state.selectOption("Drawn");
    await expect(friend.getByText("1 game found.")).toBeVisible();
    await state.selectOption("You won");
    await expect(friend.getByText("0 games found.")).toBeVisible();
    await expect(friend.getByRole("link", { name: /Vacu.*A draw/s })).toHaveCount(0);
});

test("what must be done is told to whoever must do it", async ({ page, friend }) => {
    const link = await invite(page, "iago");
    await friend.goto(link);
    await friend.getByRole("button", { name: "Play", exact: true }).tap();
    await expect(turn(page, "Your turn: Black")).toBeVisible();
    await point(page, "h3").click();
    await expect(turn(friend, "Your turn: White")).toBeVisible();
    await tap(friend, "h4");
    await expect(turn(page, "Your turn: Black")).toBeVisible();
    await expect(page.locator(".duty")).toHaveText("You must capture");
    await expect(friend.locator(".duty")).toHaveText("");
});

test("one's own link leads to the seat on another device, and a dead invitation says so", async ({ page, friend }) => {
    const link = await invite(page, "kaomi");
    const id = /meet\/(\w+)/.exec(link)![1];
    const kept = await page.evaluate((id) => localStorage.getItem(`fieldstone.seat.${id}`)!, id);
    const { token } = JSON.parse(kept) as { token: string };
    await friend.goto(`/meet/${id}#seat=${token}`);
    await expect(friend.getByText("Waiting for your friend …", { exact: true })).toBeVisible();
    // A link with another secret takes nobody's own seat away.
    await friend.goto(`/meet/${id}#seat=${"A".repeat(22)}`);
    await friend.reload();
    await expect(friend.getByText("Waiting for your friend …", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Withdraw the invitation" }).click();
    await expect(page.getByRole("main").getByText("The invitation was withdrawn")).toBeVisible();
    await expect(friend.getByRole("main").getByText("The invitation was withdrawn")).toBeVisible();
    const stranger = await friend.context().browser()!.newPage();
    await stranger.goto(link);
    await expect(stranger.getByText("The invitation was withdrawn")).toBeVisible();
    // Without the invitation, too, there is no board at which nobody ever sat.
    await stranger.goto(link.split("#")[0]!);
    await expect(stranger.getByText("The invitation was withdrawn")).toBeVisible();
    await expect(stranger.getByRole("grid")).toHaveCount(0);
    await stranger.close();
});

test("what is tried, asked and answered is said aloud, and who has called the game off", async ({
    page,
    friend,
    server,
    browser,
}) => {
    const link = await invite(page);
    await friend.goto(link);
    await friend.getByRole("button", { name: "Play", exact: true }).tap();
    await expect(turn(friend, "Your opponent’s turn: Black")).toBeVisible();
    const hears = (who: typeof page, text: string) => expect.poll(() => told(who)).toContain(text);
    const third = await another(browser, server);
    await third.goto(link);
    await hears(third, "Somebody has already taken the seat. You are watching.");

    // Whoever is not to move is told so, by whatever means it was tried, and each time.
    const notNow = "It is your opponent’s turn.";
    await point(friend, "c3").tap();
    await expect(friend.getByText(notNow)).toBeVisible();
    await hears(friend, notNow);
    await point(page, "c3").click();
    await expect(turn(page, "Your opponent’s turn: White")).toBeVisible();
    await expect(page.getByText(notNow)).toBeHidden();
    await point(page, "d3").press("Enter"); // after a click it calls the cursor, and plays nothing
    await point(page, "d3").press("Enter");
    await expect(page.getByText(notNow)).toBeVisible();
    await hears(page, notNow);

    await page.getByRole("button", { name: "Take back …" }).click();
    await hears(page, "You have asked to take back your last move.");
    await hears(friend, "Your opponent asks to take back their last move.");
    await friend.getByRole("button", { name: "Decline" }).tap();
    await hears(page, "The takeback was declined.");
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("button", { name: "Ask for a pause" }).click();
    await friend.getByRole("button", { name: "Agree" }).tap();
    await hears(page, "The clocks are stopped. Either player can resume the game.");
    await expect(page.getByRole("main").getByText("The takeback was declined.")).toHaveCount(0);
    await friend.getByRole("button", { name: "Resume" }).tap();
    for (const who of [page, friend, third]) await hears(who, "The game continues: the clocks are running.");

    const asked = friend.getByRole("alertdialog", { name: "Call off this game?" });
    await friend.getByRole("button", { name: "Call off" }).tap();
    await asked.getByRole("button", { name: "Cancel" }).tap();
    await expect(asked).toBeHidden();
    await friend.getByRole("button", { name: "Call off" }).tap();
    await asked.getByRole("button", { name: "Call off" }).tap();
    await expect(friend.getByText("You called the game off.")).toBeVisible();
    await expect(page.getByText("Your opponent called the game off.")).toBeVisible();
    await expect(third.getByRole("heading", { name: "The game was called off" })).toBeVisible();
    await third.context().close();
});

test("players say something, each in the own language, and need not hear it", async ({ page, friend }) => {
    const link = await invite(page);
    await friend.addInitScript(() => localStorage.setItem("fieldstone.language", "ko"));
    await friend.goto(link);
    await friend.getByRole("button", { name: "대국하기", exact: true }).tap();
    await expect(turn(page, "Your turn: Black")).toBeVisible();
    await page.getByRole("button", { name: "Phrases" }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Good luck!" }).click();
    await expect(page.getByText("You: “Good luck!”")).toBeVisible();
    await expect(friend.getByText("상대: “잘 부탁드립니다!”")).toBeVisible();
    await friend.getByRole("button", { name: "한마디 하기" }).tap();
    await expectAccessible(friend);
    await friend.getByRole("button", { name: "다른 사람의 말 숨기기" }).tap();
    await expect(friend.getByText("상대: “잘 부탁드립니다!”")).toBeHidden();
    await friend.getByRole("button", { name: "한마디 하기" }).tap();
    await friend.getByRole("button", { name: "고맙습니다!" }).tap();
    await expect(page.getByText("Opponent: “Thank you!”")).toBeVisible();
});

test("whoever has left a game hears of a rematch, and a guest need not play on with the other one", async ({
    page,
    friend,
}) => {
    await friend.goto(await invite(page));
    await friend.getByRole("button", { name: "Play", exact: true }).tap();
    await expect(turn(page, "Your turn: Black")).toBeVisible();
    await point(page, "c3").click();
    await expect(turn(friend, "Your turn: White")).toBeVisible();
    await tap(friend, "d3");
    await expect(turn(page, "Your turn: Black")).toBeVisible();
    await press(page, "Resign");
    await page.getByRole("button", { name: "Resign" }).first().click();
    await expect(turn(friend, "You win")).toBeVisible();

    await page.getByRole("link", { name: "Learn" }).click();
    await expectAt(page, "/learn");
    await friend.getByRole("button", { name: "Rematch" }).tap();
    const line = page.getByRole("status").filter({ hasText: /^Guest would like a rematch: Vacu/ });
    await expect(line).toBeVisible();
    await expectAccessible(page);
    await expectFits(page, 320);
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.getByRole("link", { name: "My games" }).click();
    await expect(page.getByText("1 game is waiting for you.")).toBeVisible();
    const row = page.getByRole("link", {
        name: /Vacu.*Your opponent wins\. .* resigned\..*Your opponent would like a rematch.*: Opponent/s,
    });
    await expect(row).toBeVisible();
    await expectAccessible(page);
    await line.getByRole("button", { name: "Agree" }).click();
    await expect(turn(page, "Your opponent’s turn: Black")).toBeVisible();
    await expect(turn(friend, "Your turn: Black")).toBeVisible();
    await expect(line).toHaveCount(0);

    // Whom a guest has blocked is known in the game, also when the page is loaded anew.
    await more(friend, "Block this opponent");
    await expect(friend.getByText("You have blocked Guest", { exact: false }).first()).toBeVisible();
    const game = friend.url();
    const link = await invite(page);
    await friend.goto(link);
    await friend.getByRole("button", { name: "Play", exact: true }).tap();
    await expect(friend.getByText("You and this player do not play each other.")).toBeVisible();
    await friend.goto(game);
    await more(friend, "Unblock this opponent");
    await expect(friend.getByText("Guest is no longer blocked.").first()).toBeVisible();
    await friend.goto(link);
    await friend.getByRole("button", { name: "Play", exact: true }).tap();
    await expect(turn(page, "Your turn: Black")).toBeVisible();
});

test("who looks elsewhere is told of the turn; a game that its rules end is over for both, and reviewed", async ({
    page,
    friend,
}) => {
    const link = await invite(page, "vacu");
    await friend.goto(link);
    await friend.getByRole("button", { name: "Play", exact: true }).tap();
    await expect(turn(page, "Your turn: Black")).toBeVisible();
    await point(page, "c3").click();
    await expect(turn(friend, "Your turn: White")).toBeVisible();
    await page.getByRole("link", { name: "Learn" }).click();
    const line = page.getByRole("status").filter({ hasText: "Vacu" });
    await expect(line).toContainText("Your game is running: Vacu");
    // Six buttons stand beside each other on a phone, and a thumb meets each of them.
    const bar = friend.getByRole("group", { name: "Actions" }).locator(".bar > :is(a, button)");
    await expect(bar).toHaveCount(6);
    for (const button of await bar.all())
        expect(Math.round((await button.boundingBox())!.width)).toBeGreaterThanOrEqual(44);
    await expectFits(friend, 320);
    await friend.setViewportSize({ width: 360, height: 740 });
    await tap(friend, "d3");
    await expect(line).toContainText("Your turn: Vacu");
    await expect(friend.getByText("not connected")).toHaveCount(0);
    await line.getByRole("link", { name: "Go to the game" }).click();
    await expect(line).toHaveCount(0);
    await expect(turn(page, "Your turn: Black")).toBeVisible();
    await page.getByRole("button", { name: "Take the button (½)" }).click();
    await expect(turn(friend, "Your turn: White")).toBeVisible();
    await friend.getByRole("button", { name: "Pass" }).tap();
    await friend.getByRole("alertdialog").getByRole("button", { name: "Pass" }).tap();
    await expect(turn(page, "Your turn: Black")).toBeVisible();
    // Whoever has left it when it ends is told so in passing, with the way there.
    await friend.getByRole("link", { name: "Learn" }).click();
    await page.waitForTimeout(600); // sooner it would be the second half of a double click on the button, which was there
    await page.getByRole("button", { name: "Pass: ends the game" }).click();
    const end = friend.getByRole("status").filter({ hasText: /^Vacu.*: Your opponent wins/ });
    await expect(end).toBeVisible();
    await end.getByRole("link", { name: "Go to the game" }).tap();
    for (const [one, end] of [
        [page, "You win"],
        [friend, "Your opponent wins"],
    ] as const) {
        await expect(turn(one, end)).toBeVisible();
        await one.getByRole("group", { name: "Actions" }).getByRole("link", { name: "Review" }).click();
        await expect(one.getByText("Reviewed (1 s per position)")).toBeVisible();
    }
});
