/** People who have not agreed on anything meet in the lobby: one seeks, one comes, others are late or watch. */
import type { Page } from "@playwright/test";
import { STATIC, whyNot } from "../editions";
import { expectAccessible, expect, expectFits, point, turn } from "../helpers";
import { another, tap, test } from "./meeting";

// A whole file is skipped before its server is started; a single journey only afterwards.
test.skip(STATIC, whyNot("lobby.spec.ts", ""));

/** Offer a game to anybody. */
async function seek(page: Page, game = "vacu"): Promise<void> {
    await page.goto(`/new/${game}?opponent=anybody`);
    await page.getByRole("switch", { name: "Show the game in the lobby" }).click();
    await page.getByRole("button", { name: "Look for an opponent" }).click();
    await expect(page.getByText("Waiting for an opponent …", { exact: true })).toBeVisible();
}

const offers = (page: Page) => page.getByRole("region", { name: "Open games" });
const play = (page: Page) => offers(page).getByRole("button", { name: /^Play: Vacu/ });

test("one seeks and looks around, another comes, a third is late and watches", async ({
    page,
    friend,
    server,
    browser,
}) => {
    await page.goto("/");
    await page.getByRole("link", { name: "Play other people" }).click();
    await expect(page.getByText("Nobody is looking for an opponent right now.")).toBeVisible();
    await expectAccessible(page);
    // Each game can be offered, variants too.
    await expect(page.getByRole("region", { name: "Look for an opponent" }).getByRole("link")).toHaveText([
        ...["Vacu", "Convacu", "Kaomi", "Squared", "Iago", "Iago, free capture", "Vadus"],
    ]);
    await page.getByRole("link", { name: "Vacu", exact: true }).click();
    await seek(page);
    await expectAccessible(page);

    // It is listed for others at once, and stays there while its maker looks elsewhere.
    await friend.goto("/lobby");
    await expect(offers(friend).getByText("1 person is looking for an opponent.")).toBeVisible();
    await expect(offers(friend).getByText("You play White · others may watch")).toBeVisible();
    await expectAccessible(friend);
    await expectFits(friend, 320);
    await friend.setViewportSize({ width: 360, height: 740 });
    await page.getByRole("link", { name: "To the lobby" }).click();
    await expect(offers(page).getByRole("link", { name: /^Yours: Vacu/ })).toBeVisible();
    await expect(offers(page).getByText("You play Black, first · others may watch")).toBeVisible();
    await expectAccessible(page);
    await page.goto("/learn");
    await expect(page.getByRole("status").filter({ hasText: "Waiting for an opponent: Vacu" })).toBeVisible();
    await expectAccessible(page);

    // Who is late sees that it is gone, and nothing moves under the finger.
    const late = await another(browser, server);
    await late.goto("/lobby");
    await play(late).hover();
    await play(friend).tap();
    await expect(turn(friend, "Your opponent’s turn: Black")).toBeVisible();
    await expect(turn(page, "Your turn: Black")).toBeVisible(); // from wherever the maker was
    await expect(offers(late).getByRole("button", { name: /^Play: Vacu/ })).toBeDisabled();
    await expect(offers(late).getByText("Nobody is looking for an opponent right now.")).toBeVisible();

    // It is a public game: its board is in the list, and a click leads to it.
    const games = late.getByRole("region", { name: "Games to watch" });
    await expect(games.getByText("0 moves")).toBeVisible();
    await point(page, "c3").click();
    await expect(games.getByText("1 move", { exact: true })).toBeVisible();
    await expectAccessible(late);
    await games.getByRole("link", { name: /Vacu/ }).tap();
    await expect(turn(late, "White to move")).toBeVisible();
    await expect(page.getByText("1 person watching")).toBeVisible();
    await tap(friend, "d3");
    await expect(turn(page, "Your turn: Black")).toBeVisible();
    await late.context().close();
});

test("of two who want the same game one gets it, and the other is told", async ({ page, friend, server, browser }) => {
    await seek(page);
    const other = await another(browser, server);
    for (const one of [friend, other]) await one.goto("/lobby");
    await expect(play(friend)).toBeVisible();
    await expect(play(other)).toBeVisible();
    // The answer to the one is held up until the other has had its own: both have pressed by then.
    let come: () => void;
    const taken = new Promise<void>((resolve) => (come = resolve));
    await other.route("**/join", async (route) => {
        await taken;
        await route.continue();
    });
    await play(other).tap();
    await play(friend).tap();
    await expect(turn(friend, "Your opponent’s turn: Black")).toBeVisible();
    come!();
    await expect(other.getByText("Somebody else was faster. Choose another game.").first()).toBeVisible();
    await expect(other.getByRole("heading", { name: "Lobby" })).toBeVisible();
    await other.context().close();
});

test("who leaves seeks nobody, who withdraws neither, and the keyboard is enough", async ({ page, friend }) => {
    await seek(page);
    await friend.goto("/lobby");
    await expect(play(friend)).toBeVisible();
    await page.getByRole("link", { name: "To the lobby" }).focus();
    await page.keyboard.press("Enter");
    const bar = page.getByRole("status").filter({ hasText: "Waiting for an opponent: Vacu" });
    await expect(bar).toBeVisible();
    await bar.getByRole("button", { name: "Withdraw" }).focus();
    await page.keyboard.press("Enter");
    await expect(bar).toBeHidden();
    await expect(offers(friend).getByText("Nobody is looking for an opponent right now.")).toBeVisible();

    // Without its maker a live game is offered to nobody.
    await seek(page);
    await expect(play(friend)).toHaveCount(1);
    await page.goto("about:blank");
    await expect(play(friend)).toHaveCount(0);
    await page.goto("/");
    await expect(play(friend)).toHaveCount(1);
    await play(friend).focus();
    await friend.keyboard.press("Enter");
    await expect(turn(page, "Your turn: Black")).toBeVisible();
});

test("two who seek at the same time see each other, and do not both wait", async ({ page, friend }) => {
    await seek(page);
    await seek(friend, "kaomi");
    const others = (one: Page) => one.getByRole("region", { name: "Others who are looking" });
    await expect(others(page).getByRole("button", { name: /^Play: Kaomi/ })).toBeVisible();
    await expect(others(page).getByText("1 person is looking for an opponent.")).toBeVisible();
    await expect(others(friend).getByRole("listitem")).toHaveText([/Vacu/]); // not what they seek themselves
    await expectAccessible(page);
    await expectFits(friend, 320);
    await friend.setViewportSize({ width: 360, height: 740 });
    await others(friend)
        .getByRole("button", { name: /^Play: Vacu/ })
        .tap();
    await expect(turn(friend, "Your opponent’s turn: Black")).toBeVisible();
    await expect(turn(page, "Your turn: Black")).toBeVisible();
    await page.goto("/lobby"); // what the one sought who came is not offered any more
    await expect(page.getByText("Nobody is looking for an opponent right now.")).toBeVisible();
});
