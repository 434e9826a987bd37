/** An account on two devices: what waits is shown on both, and either can be told of a turn. */
import type { Page } from "@playwright/test";
import { STATIC, whyNot } from "../editions";
import { expect, expectAccessible, expectAt, expectFits, press, turn } from "../helpers";
import { Authenticator, named, phone, signUp } from "./accounts";
import { another } from "./meeting";
import { alerting, inviteForDays } from "./push";

const alerted = alerting("--accounts");
alerted.skip(STATIC, whyNot("devices.spec.ts", ""));

const test = alerted.extend<{ device: Page }>({
    baseURL: ({ server }, use) => use(named(server)),
    // A telephone of the same person.
    device: async ({ browser, server, service }, use) => {
        const context = await phone(browser, server);
        await context.grantPermissions(["notifications"]);
        const page = await context.newPage();
        await service.serve(page);
        await use(page);
        await context.close();
    },
});

test("the telephone shows what waits, and is told of turns until one signs out there", async ({
    page,
    device,
    browser,
    server,
    service,
}) => {
    const keeps = await signUp(page, "Mina");
    await keeps.carryTo(await Authenticator.of(device));
    await device.goto("/account");
    await press(device, "Sign in with a passkey");
    await expect(device.getByRole("heading", { name: "Mina", exact: true })).toBeVisible();
    const alerts = device.getByRole("region", { name: "Alerts on this device" });
    await alerts.getByRole("button", { name: "Alert me when it is my turn" }).tap();
    await expect(alerts.getByRole("button", { name: "Turn off alerts" })).toBeVisible();
    await expectAccessible(device);
    await expectFits(device, 320);

    // A live game that waits on one device waits on the other too.
    await page.goto("/new/vacu?opponent=link");
    await press(page, "Create link");
    await expect(page.getByLabel("Link for your friend")).toBeVisible();
    await device.goto("/learn");
    const bar = device.getByRole("status").filter({ hasText: "Waiting for an opponent: Vacu" });
    await expect(bar).toBeVisible();
    await expectAccessible(device);
    await bar.getByRole("button", { name: "Withdraw" }).tap();
    await expect(bar).toHaveCount(0);

    // One with days, begun on the one device, is told on the other.
    const link = await inviteForDays(page, "kaomi");
    const friend = await another(browser, server);
    await device.goto("about:blank");
    await page.goto("about:blank");
    await friend.goto(link);
    await friend.getByRole("button", { name: "Play", exact: true }).tap();
    await expect(turn(friend, "Your opponent’s turn: Black")).toBeVisible();
    await expect.poll(() => service.came.length, { timeout: 90_000 }).toBe(1);
    expect(JSON.parse(service.came[0]!)).toMatchObject({ title: "Your turn", body: "Kaomi: your opponent has moved." });
    await device.goto("/");
    await expect(device.getByRole("link", { name: /Kaomi.*Your turn/s })).toBeVisible();

    await device.goto("/account");
    await press(device, "Sign out");
    await expectAt(device, "/");
    expect(await device.evaluate(() => localStorage.getItem("journey.subscribed"))).toBeNull();
    await friend.context().close();
});
