/** One person challenges another by name: from a profile, to whichever page is open, where it is accepted or declined. */
import type { Page } from "@playwright/test";
import { STATIC, whyNot } from "../editions";
import { board, expect, expectAccessible, expectAt, expectFits, more, point, press, turn } from "../helpers";
import { freePort, Server } from "../server";
import { named, phone, signUp } from "./accounts";
import { another, tap, test as people } from "./meeting";

people.skip(STATIC, whyNot("challenges.spec.ts", ""));

const test = people.extend<{ friend: Page }>({
    server: async ({ browserName: _ }, use, info) => {
        const server = new Server(await freePort(), info.outputPath("games.sqlite"), true, ["--accounts"]);
        await server.start();
        await use(server);
        await server.kill();
    },
    baseURL: ({ server }, use) => use(named(server)),
    // Somebody who is not there is asked for too.
    expectedErrors: /404|WebSocket/,
    friend: async ({ browser, server }, use) => {
        const context = await phone(browser, server);
        await use(await context.newPage());
        await context.close();
    },
});

const challenges = (page: Page) => page.getByRole("region", { name: "Challenges" });
/** What a screen reader is told of. */
const aloud = (page: Page) => page.locator("[aria-live=polite]");

async function challenge(page: Page, time: string): Promise<void> {
    await page.getByRole("combobox", { name: "Time" }).selectOption(time);
    await press(page, /^Challenge( |$)/);
    await expect(page.getByText(/^Waiting for \w+’s answer …$/)).toBeVisible();
}

test("a challenge from a profile is accepted on a telephone, and a second one declined", async ({
    page,
    friend,
    browser,
    server,
}) => {
    await signUp(page, "Mina");
    await signUp(friend, "Theo");
    await friend.goto("/");

    // From the profile to the form, which says whom it is for.
    await page.goto("/people/theo");
    await expect(page.getByRole("link", { name: "Challenge" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Challenge" }).click();
    await expect(page.getByRole("link", { name: "Theo" })).toBeVisible();
    await press(page.getByRole("group", { name: "Game" }).last(), /^Kaomi/);
    await expectAt(page, "/new/kaomi");
    await press(page.getByRole("group", { name: "Game" }).last(), /^Vacu/);
    await expectAt(page, "/new/vacu");
    await expectAccessible(page);
    await expectFits(page, 320);
    await page.setViewportSize({ width: 1280, height: 860 });
    await challenge(page, "15 minutes + 10 seconds per turn");
    await expectAccessible(page);
    const address = page.url();

    // It comes to the first screen of the other one, and is said aloud.
    await expect(challenges(friend).getByRole("link", { name: /^Mina challenges you: Vacu/ })).toBeVisible();
    await expect(aloud(friend)).toContainText("Mina challenges you: Vacu");
    await expectAccessible(friend);
    await expectFits(friend, 320);
    await friend.setViewportSize({ width: 360, height: 740 });
    // Beside a board nothing moves: the header counts.
    await friend.goto("/games");
    await expect(friend.getByRole("heading", { name: "Challenges" })).toBeVisible();
    await expect(friend.getByRole("img", { name: "1 challenge" })).toBeVisible();
    await expectAccessible(friend);
    await challenges(friend)
        .getByRole("link", { name: /^Mina challenges you/ })
        .tap();
    await expect(friend.getByRole("heading", { name: /^Mina challenges you: Vacu/ })).toBeVisible();
    await expectAccessible(friend);
    await expectFits(friend, 320);
    await friend.setViewportSize({ width: 360, height: 740 });

    // Nobody else takes the seat, whoever has the address.
    const other = await another(browser, server);
    await other.goto(address.replace("localhost", "127.0.0.1"));
    await expect(other.getByText("This game is waiting for Theo.", { exact: false })).toBeVisible();
    await expectAccessible(other);
    await other.context().close();

    await page.goto("/learn"); // from wherever the challenger is the game is opened
    await expect(page.getByRole("status").filter({ hasText: "Waiting for Theo: Vacu" })).toBeVisible();
    await friend.getByRole("button", { name: "Accept" }).tap();
    await expect(turn(page, "Your turn: Black")).toBeVisible();
    // The page was loaded anew, and its board may just be getting ready.
    await expect(async () => {
        await point(page, "c3").click();
        await expect(turn(friend, "Your turn: White")).toBeVisible({ timeout: 4000 });
    }).toPass({ timeout: 25_000 });
    await tap(friend, "d3");
    await expect(turn(page, "Your turn: Black")).toBeVisible();

    // From the game, back to who has challenged, over days; beside the board it is said in passing.
    await more(friend, "Challenge Mina");
    await expectAt(friend, "/new/vacu");
    await challenge(friend, "3 days per turn");
    await expect(page.getByText(/^Theo challenges you: Vacu.*under “My games”\./).first()).toBeVisible();
    await expect(page.getByRole("link", { name: "Answer" })).toBeVisible();
    await expect(challenges(page)).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole("link", { name: "My games" }).click();
    await challenges(page)
        .getByRole("button", { name: /^Decline: Theo/ })
        .click();
    await expect(friend.getByText("Theo has declined")).toHaveCount(0);
    await expect(friend.getByRole("main").getByText("Mina has declined", { exact: true })).toBeVisible();
    await expect(aloud(friend).filter({ hasText: "Mina has declined" })).toHaveCount(1);
    await expect(board(friend)).toHaveCount(0);
    await expect(friend.getByRole("link", { name: "Challenge Mina again" })).toHaveAttribute(
        "href",
        "/new/vacu?challenge=Mina",
    );
    await expect(challenges(page)).toHaveCount(0);
    await expectAccessible(friend);
    await friend.goto("/games");
    await expect(friend.getByRole("link", { name: /Vacu.*Mina has declined.*: Mina/s })).toBeVisible();
});

test("from the form of a new game a player is challenged by name, and who declines may challenge back", async ({
    page,
    friend,
}) => {
    await page.goto("/new/vacu");
    await expect(page.getByRole("radio", { name: "Anybody" })).toBeVisible();
    await expect(page.getByRole("radio", { name: "A player, by name" })).toHaveCount(0);
    await signUp(page, "Mina");
    await signUp(friend, "Theo");
    await friend.goto("/learn");
    await page.goto("/new/vacu");
    await page.getByText("A player, by name").click();
    const name = page.getByLabel("Player’s name");
    await expect(page.getByRole("button", { name: "Challenge" })).toBeDisabled();
    await name.fill("nobody");
    await press(page, "Challenge");
    await expect(page.getByText("There is nobody here called “nobody”.")).toBeVisible();
    await name.fill("theo");
    await expectAccessible(page);
    await expectFits(page, 320);
    await challenge(page, "3 days per turn");
    const address = page.url();
    await press(friend, /^Decline: Mina/);
    await expect(page.getByRole("link", { name: "Challenge Theo again" })).toBeVisible();
    await friend.goto(address);
    await expect(friend.getByText("You have declined Mina’s challenge.")).toBeVisible();
    await friend.getByRole("link", { name: "Challenge Mina" }).tap();
    await expectAt(friend, "/new/vacu");
    // What was chosen once is not what the next form begins with.
    await page.goto("/new/vacu");
    await expect(page.getByRole("radio", { name: "A player, by name" })).not.toBeChecked();
});

test("a guest signs in first, a challenge is withdrawn, and there is nobody of an unknown name", async ({
    page,
    friend,
}) => {
    await signUp(friend, "Theo");
    await friend.goto("/learn");
    await page.goto("/people/Theo");
    await expect(page.getByRole("button", { name: "Sign in to challenge Theo" })).toBeVisible();
    await expectAccessible(page);
    await page.goto("/new/vacu?challenge=Theo");
    await expect(page.getByText("You must be signed in to challenge somebody.", { exact: false })).toBeVisible();
    await expectAccessible(page);
    await signUp(page, "Mina");
    await page.goto("/new/vacu?challenge=nobody");
    await expect(page.getByText("There is nobody here called “nobody”.")).toBeVisible();
    await page.goto("/new/vacu?challenge=THEO");
    await challenge(page, "3 days per turn");
    await expect(challenges(friend)).toBeVisible();
    await press(page, "Withdraw the challenge");
    await expect(page.getByRole("main").getByText("The challenge was withdrawn", { exact: true })).toBeVisible();
    await expect(challenges(friend)).toHaveCount(0);
    await expect(friend.getByText(/^Mina has withdrawn the challenge: Vacu/).first()).toBeVisible();
});
