/** What games between people outlive: a phone that slept, answers that get lost, a server that is killed or renewed. */
import type { Page } from "@playwright/test";
import { STATIC, whyNot } from "../editions";
import { expectAccessible, expect, pick, point, told, turn } from "../helpers";
import { invite, tap, test } from "./meeting";
import { Relay } from "./relay";

// A whole file is skipped before its server is started; a single journey only afterwards.
test.skip(STATIC, whyNot("hardships.spec.ts", ""));

test("a phone that slept goes on at once", async ({ page, friend, server }) => {
    const relay = await Relay.to(server.port);
    await friend.clock.install();
    const link = await invite(page);
    await friend.goto(link.replace(server.address, relay.address));
    await friend.getByRole("button", { name: "Play", exact: true }).tap();
    await expect(turn(page, "Your turn: Black")).toBeVisible();
    await point(page, "c3").click();
    await expect(turn(friend, "Your turn: White")).toBeVisible();
    await tap(friend, "d3");
    await expect(turn(page, "Your turn: Black")).toBeVisible();

    // It falls asleep: its timers stand still, and its line dies without a word.
    await friend.clock.pauseAt(Date.now() + 2000);
    relay.silence();
    await point(page, "e5").click();
    await expect(turn(page, "Your opponent’s turn: White")).toBeVisible();
    await expect(turn(friend, "Your opponent’s turn: Black")).toBeVisible();

    // Awake, and looked at, it does not wait until a timer finds the line dead.
    await friend.clock.setSystemTime(Date.now() + 600_000);
    await friend.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(turn(friend, "Your turn: White")).toBeVisible();
    await expect(friend.getByText("You: connected")).toBeVisible();
    await friend.clock.resume();
    await expectAccessible(friend);
    await tap(friend, "c5");
    await expect(turn(page, "Your turn: Black")).toBeVisible();
    relay.close();
});

test.describe("without an answer", () => {
    test.use({ expectedErrors: /ERR_FAILED/ });

    test("nobody is told that the server offers nothing", async ({ page }) => {
        await page.route(/\/api\/(?!texts|games)/, (route) => route.abort());
        for (const address of ["/lobby", "/account"]) {
            await page.goto(address);
            await expect(page.getByRole("alert")).toContainText("The server is not responding");
            await expect(page.getByText(/for one person|no accounts/)).toHaveCount(0);
        }
        await page.unroute(/\/api\/(?!texts|games)/);
        await page.goto("/lobby");
        await page.getByRole("heading", { name: "Lobby" }).waitFor();
    });
});

test("who has taken the seat is not told that somebody else has, though the answer takes its time", async ({
    page,
    friend,
}) => {
    const link = await invite(page);
    let meanwhile = "";
    await friend.route("**/join", async (route) => {
        const response = await route.fetch();
        await friend.waitForTimeout(700); // the line is faster
        meanwhile = await friend.locator("body").innerText();
        await route.fulfill({ response });
    });
    await friend.goto(link);
    await friend.getByRole("button", { name: "Play", exact: true }).tap();
    await expect(turn(friend, "Your opponent’s turn: Black")).toBeVisible();
    expect(meanwhile).toContain("Play");
    expect([meanwhile, ...(await told(friend))].join("\n")).not.toMatch(/already taken|You are watching/);
});

test.describe("an answer that gets lost", () => {
    test.use({ expectedErrors: /ERR_CONNECTION_RESET/ });

    test("who has taken the seat plays, though the answer got lost", async ({ page, friend }) => {
        const link = await invite(page);
        await friend.route("**/join", async (route) => {
            await route.fetch(); // the server has done it
            await route.abort("connectionreset");
        });
        await friend.goto(link);
        await friend.getByRole("button", { name: "Play", exact: true }).tap();
        await expect(turn(page, "Your turn: Black")).toBeVisible();
        await point(page, "c3").click();
        await expect(turn(friend, "Your turn: White")).toBeVisible();
        await expect(friend.getByText("Somebody has already taken the seat")).toBeHidden();
        await tap(friend, "d3");
        await expect(turn(page, "Your turn: Black")).toBeVisible();
    });
});

const PERIOD = 5;

/** How many periods of byo-yomi Black has left, as a page shows it. */
async function periods(page: Page): Promise<number> {
    const clock = page.getByRole("listitem").filter({ hasText: "Black" }).getByRole("timer");
    await expect(clock).toContainText(/\d+ periods left/);
    return Number(/(\d+) periods left/.exec((await clock.textContent())!)![1]);
}

test("a server that is killed in a period of byo-yomi costs no periods", async ({ page, friend, server }) => {
    const link = await invite(page, "vacu", async () => {
        await page.getByRole("combobox", { name: "Time" }).selectOption("Custom");
        await pick(page, "Byo-yomi");
        for (const [name, value] of [
            ["Minutes per player", 0],
            ["Periods", 30],
            ["Seconds per period", PERIOD],
        ] as const) {
            await page.getByRole("spinbutton", { name, exact: true }).fill(String(value));
            await page.getByRole("spinbutton", { name, exact: true }).blur();
        }
    });
    await friend.goto(link);
    await friend.getByRole("button", { name: "Play", exact: true }).tap();
    await expect(turn(page, "Your turn: Black")).toBeVisible();
    await point(page, "c3").click();
    await expect(turn(friend, "Your turn: White")).toBeVisible();
    await tap(friend, "d3");
    await expect(turn(page, "Your turn: Black")).toBeVisible();

    // One period at least is used up on both pages, and the next one runs, when the server is killed.
    await expect.poll(() => periods(page)).toBeLessThan(30);
    await expect.poll(() => periods(friend)).toBeLessThan(30);
    let ran = performance.now();
    const before = await periods(page);
    await server.kill();
    ran = performance.now() - ran;
    await page.waitForTimeout(4 * PERIOD * 1000);
    const started = performance.now();
    await server.start();
    await expect(page.getByText("You: connected")).toBeVisible();
    await expect(friend.getByText("You: connected")).toBeVisible();
    await point(page, "e5").click();
    await expect(turn(friend, "Your turn: White")).toBeVisible();
    ran += performance.now() - started;

    // The clock stood while the server was away: at most what ran before and after it is gone, and one that had begun.
    const left = await periods(page);
    expect(await periods(friend)).toBe(left);
    expect(before - left).toBeLessThanOrEqual(1 + Math.ceil(ran / 1000 / PERIOD));
    expect(left).toBeLessThanOrEqual(before + 1); // the server had noted five seconds before that it runs
});

test("a page that is older than its server offers to be loaded again", async ({ page, friend }) => {
    const link = await invite(page, "kaomi");
    await page.getByRole("button", { name: "Continue on another device …" }).click();
    await expect(page.getByRole("img", { name: "QR code of your private link" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Close" }).click();
    await expect(page.getByText("Black, first")).toBeVisible();

    let newer = false;
    await friend.routeWebSocket(/\/api\/online/, (socket) => {
        const server = socket.connectToServer();
        if (newer) return;
        socket.onMessage((message) => {
            if (newer) socket.send('{"type":"other-protocol","protocol":99}');
            else server.send(message);
        });
    });
    await friend.goto(link);
    await expect(friend.getByText("You may swap sides after your opponent’s first turn")).toBeVisible();
    await expectAccessible(friend);
    await friend.getByRole("button", { name: "Play", exact: true }).tap();
    await expect(turn(page, "Your turn: Black")).toBeVisible();
    await point(page, "c3").click();
    await expect(turn(friend, "Your turn: White")).toBeVisible();

    // A move that the newer server does not understand comes back, and nothing is tried any more.
    newer = true;
    await tap(friend, "d3");
    await expect(friend.getByText("this page is too old for it", { exact: false })).toBeVisible();
    await expect(friend.getByText("so this was not confirmed", { exact: false })).toBeVisible();
    await expect(turn(friend, "Your turn: White")).toBeVisible();
    await expectAccessible(friend);
    await friend.getByRole("button", { name: "Reload" }).last().tap();
    // On a phone the seconds for the first turn stand where "You: connected" is else.
    await expect(friend.getByText("You: connected")).toBeAttached();
    await expect(
        friend
            .getByText(/^First turn: \d+ seconds?/)
            .filter({ visible: true })
            .last(),
    ).toBeVisible();
    await expect(friend.getByText("this page is too old for it", { exact: false })).toHaveCount(0);
    await tap(friend, "d3");
    await expect(turn(page, "Your turn: Black")).toBeVisible();
});
