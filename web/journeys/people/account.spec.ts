/** People with accounts: made by a passkey or a mail, a rated game, its rating, another device, and gone for good. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { STATIC, whyNot } from "../editions";
import { expect, expectAccessible, expectAt, expectFits, more, pick, point, press, turn } from "../helpers";
import { freePort, Server } from "../server";
import { Authenticator, named, phone, signUp } from "./accounts";
import { Mailbox } from "./mailbox";
import { tap, test as people } from "./meeting";

people.skip(STATIC, whyNot("account.spec.ts", ""));

/** The places where a browser keeps by what seats are played. */
const keptSeats = (page: Page): Promise<string[]> =>
    page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("fieldstone.seat.")));

const test = people.extend<{ mailbox: Mailbox; friend: Page }>({
    mailbox: async ({ browserName: _ }, use) => {
        const mailbox = new Mailbox();
        await mailbox.start();
        await use(mailbox);
        mailbox.stop();
    },
    server: async ({ mailbox }, use, info) => {
        const mail = ["--mail-server", mailbox.address, "--mail-from", "games@example.org"];
        const database = info.outputPath("games.sqlite");
        const server = new Server(await freePort(), database, true, ["--accounts", ...mail]);
        await server.start();
        await use(server);
        await server.kill();
    },
    baseURL: ({ server }, use) => use(named(server)),
    friend: async ({ browser, server }, use) => {
        const context = await phone(browser, server);
        await use(await context.newPage());
        await context.close();
    },
});

const seek = (page: Page) => page.getByRole("region", { name: "Open games" }).getByRole("listitem");
const players = (page: Page) => page.getByRole("list", { name: "Players", exact: true });

test("two with accounts play a rated game, and the ratings change", async ({
    page,
    friend,
    browser,
    server,
    mailbox,
}) => {
    await page.goto("/account");
    await expect(page.getByRole("heading", { name: "Sign in", exact: true })).toBeVisible();
    await expectAccessible(page);
    const keeps = await signUp(page, "Mina");
    await expectAccessible(page);
    await expectFits(page, 320);
    await page.setViewportSize({ width: 1280, height: 860 });
    await signUp(friend, "Theo");

    await page.goto("/new/vacu?opponent=anybody");
    await page.getByRole("switch", { name: "Rated" }).click();
    await expectAccessible(page);
    await pick(page, "Set by the players");
    await expect(page.getByRole("switch", { name: "Rated" })).toBeVisible();
    await pick(page, "Fixed");
    await page.getByRole("combobox", { name: "Time" }).selectOption("3 days per turn");
    await press(page, "Look for an opponent (rated)");
    await expect(page.getByText("Waiting for an opponent …", { exact: true })).toBeVisible();
    await expect(page.getByRole("definition").filter({ hasText: /^Rated/ })).toBeVisible();

    // Who has not signed in is led there, by a link in a mail, and back.
    const other = await phone(browser, server);
    const guest = await other.newPage();
    await guest.goto("/lobby");
    await guest.getByRole("button", { name: /^Sign in to play rated: Vacu.*Mina/ }).tap();
    await guest.getByLabel("Email address").fill("june@example.org");
    await guest.getByRole("button", { name: "Send me a link" }).tap();
    await expect(guest.getByText("A link is on its way to june@example.org.", { exact: false })).toBeVisible();
    await expectAccessible(guest);
    await guest.goto(mailbox.link);
    await expect(guest.getByRole("heading", { name: "New account" })).toBeVisible();
    await expectAccessible(guest);
    await guest.getByLabel("Name").fill("mina");
    await guest.getByRole("button", { name: "Create account" }).tap();
    await expect(guest.getByText("is taken", { exact: false })).toBeVisible();
    await guest.getByLabel("Name").fill("June");
    await guest.getByRole("button", { name: "Create account" }).tap();
    await expectAt(guest, "/lobby");
    await expect(guest.getByRole("button", { name: /^Play: Vacu/ })).toBeVisible();
    await other.close();

    await friend.goto("/lobby");
    await expect(seek(friend)).toContainText("Rated");
    await expect(seek(friend)).toContainText("Mina");
    await expectAccessible(friend);
    await friend.getByRole("button", { name: /^Play: Vacu.*Mina/ }).tap();
    await expect(turn(page, "Your turn: Black")).toBeVisible();
    await expect(page.getByRole("heading", { name: /^Vacu\s*Rated$/ })).toBeVisible();
    await expect(players(page).getByRole("link", { name: "Theo" })).toBeVisible();
    await expect(players(friend).getByRole("link", { name: "Mina" })).toBeVisible();
    await point(page, "c3").click();
    await expect(turn(friend, "Your turn: White")).toBeVisible();
    await tap(friend, "d3");
    await expect(turn(page, "Your turn: Black")).toBeVisible();
    await expectAccessible(page);
    await friend.getByRole("button", { name: "Resign" }).tap();
    await friend.getByRole("button", { name: "Resign" }).first().tap();
    await expect(turn(page, "You win")).toBeVisible();
    await expect(page.getByText(/^Your rating: 1500 → 16\d\d\? \(\+\d+\)$/)).toBeVisible();
    await expect(friend.getByText(/^Your rating: 1500 → 13\d\d\? \(−\d+\)$/)).toBeVisible();
    await expectAccessible(page);

    // Nobody has to play whoever does not behave.
    await expect(friend.getByRole("button", { name: "Rematch" })).toBeVisible();
    await more(friend, "Block Mina");
    await expect(friend.getByText("You have blocked Mina", { exact: false }).first()).toBeVisible();
    await expect(friend.getByRole("button", { name: "Rematch" })).toHaveCount(0);
    await more(friend, "Report opponent …");
    await friend.getByRole("combobox", { name: "Reason" }).selectOption("Something else");
    await friend.getByLabel("What happened").fill("Only a journey.");
    await expectAccessible(friend);
    await friend.getByRole("button", { name: "Send report" }).tap();
    await expect(friend.getByText("The organiser will look at it.", { exact: false }).first()).toBeVisible();
    await players(friend).getByRole("link", { name: "Mina" }).tap();
    await expect(friend.getByRole("heading", { name: "Mina" })).toBeVisible();
    await expect(friend.getByRole("region", { name: "Ratings" }).getByText("1 game")).toBeVisible();
    await expect(friend.getByRole("link", { name: /Vacu.*against Theo.*Won · Rated \+/s })).toBeVisible();
    await expectAccessible(friend);
    await expectFits(friend, 320);
    await friend.getByRole("button", { name: "Unblock" }).tap();
    await expect(friend.getByRole("button", { name: "Block", exact: true })).toBeVisible();

    // Another device, with the passkeys that a password manager has carried there, has the games too.
    await page.goto("/account");
    await press(page, "Sign out");
    await expectAt(page, "/");
    await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
    expect(await keptSeats(page)).toEqual([]);
    const second = await browser.newContext({ baseURL: named(server) });
    const device = await second.newPage();
    await keeps.carryTo(await Authenticator.of(device));
    await device.goto("/games");
    await device.getByRole("link", { name: "Sign in" }).click();
    await press(device, "Sign in with a passkey");
    await expectAt(device, "/games");
    const game = device.getByRole("link", { name: /Vacu.*You win.*: Theo.*Rated/s });
    await expectAccessible(device);
    await game.click();
    await expect(device.getByRole("button", { name: "Rematch" })).toBeVisible();

    // Everything as a file, and then nothing more.
    await device.getByRole("link", { name: "Mina" }).first().click();
    const [download] = await Promise.all([
        device.waitForEvent("download"),
        device.getByRole("link", { name: "Download everything" }).click(),
    ]);
    const exported = JSON.parse(await readFile(await download.path(), "utf8"));
    expect(exported).toMatchObject({ account: { name: "Mina" }, games: [{ rated: true }] });
    await press(device, "Delete account …");
    await device.getByLabel("To confirm, enter your name: Mina").fill("Mina");
    await expectAccessible(device);
    await press(device, "Delete for good");
    await expect(device.getByText("Your account has been deleted.")).toBeVisible();
    await expect(device.getByRole("link", { name: "Sign in" })).toBeVisible();
    await second.close();
    await friend.goto("/games");
    await friend.getByRole("link", { name: /Vacu.*: Deleted player/s }).tap();
    await expect(players(friend)).toContainText("Deleted player");
    // Nobody would ever come to a rematch.
    await expect(friend.getByRole("link", { name: "Review" })).toBeVisible();
    await expect(friend.getByRole("button", { name: "Rematch" })).toHaveCount(0);
    await expectAccessible(friend);
});

test("an account is changed: its name, its passkeys, its mail", async ({ page, mailbox }) => {
    await signUp(page, "Mina");
    await press(page, "Change name");
    await page.getByLabel("Name").fill("Mina-2");
    await press(page, "Save");
    await expect(page.getByRole("heading", { name: "Mina-2" })).toBeVisible();
    await press(page, "Add a passkey");
    await expect(page.getByText("This device already has a passkey of this account.")).toBeVisible();
    await page.getByRole("button", { name: /^Remove: Passkey 1/ }).click();
    await press(page, "Remove for good");
    await expect(page.getByText("This is your only way to sign in.", { exact: false })).toBeVisible();
    await expectAccessible(page);

    await page.getByLabel("Email address").fill("mina@example.org");
    await press(page, "Send me a link");
    await expect(page.getByText("A link is on its way to mina@example.org.", { exact: false })).toBeVisible();
    await page.goto(mailbox.link);
    await expect(page.getByText("It is added to the account Mina-2.", { exact: false })).toBeVisible();
    await expectAccessible(page);
    await press(page, "Add the address");
    await expect(page.getByText("mina@example.org", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: /^Remove: Passkey 1/ }).click();
    await press(page, "Remove for good");
    await expect(page.getByRole("button", { name: /^Remove: Passkey/ })).toHaveCount(0);
    await press(page, "Sign out everywhere");
    await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
    await page.goto(mailbox.link);
    await expect(page.getByText("This link has expired or has been used.", { exact: false })).toBeVisible();
    await expectAccessible(page);
});

test("a guest keeps the games, and where there are no passkeys it is said", async ({ page, friend, server }) => {
    await page.goto("/new/vacu?opponent=link");
    await press(page, "Create link");
    const link = await page.getByLabel("Link for your friend").inputValue();
    await friend.goto(link);
    await friend.getByRole("button", { name: "Play", exact: true }).tap();
    await expect(turn(friend, "Your opponent’s turn: Black")).toBeVisible();
    await signUp(friend, "Theo");
    await expect(players(page).getByRole("link", { name: "Theo" })).toBeVisible();
    const kept = await keptSeats(friend);
    expect(kept).toHaveLength(1);
    await friend.evaluate((names) => names.forEach((name) => localStorage.removeItem(name)), kept);
    await friend.goto("/games");
    await friend.getByRole("link", { name: /Vacu.*Your opponent’s turn: Black.*: Guest/s }).tap();
    await point(page, "c3").click();
    await tap(friend, "d3");
    await expect(turn(page, "Your turn: Black")).toBeVisible();

    await friend.goto(`${server.address}/account`);
    const named = `${server.address.replace("127.0.0.1", "localhost")}/account`;
    await expect(friend.getByRole("link", { name: named })).toHaveAttribute("href", named);
    await expect(friend.getByRole("button", { name: "Make a passkey" })).toHaveCount(0);
    await expectAccessible(friend);
});
