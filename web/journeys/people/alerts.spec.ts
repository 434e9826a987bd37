/** A game over days: who has gone is told, once, that a turn has come. */
import type { CDPSession, Page } from "@playwright/test";
import { STATIC, whyNot } from "../editions";
import { expect, expectAccessible, point, turn } from "../helpers";
import { tap } from "./meeting";
import { alerting, inviteForDays } from "./push";

const test = alerting();
test.skip(STATIC, whyNot("alerts.spec.ts", ""));

/** Hand a message to the worker of a page, as the browser does with one from its push service. */
async function deliver(page: Page, data: string): Promise<void> {
    const session: CDPSession = await page.context().newCDPSession(page);
    const found = new Promise<string>((done) =>
        session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
            if (registrations[0]) done(registrations[0].registrationId);
        }),
    );
    await session.send("ServiceWorker.enable");
    const origin = new URL(page.url()).origin;
    await session.send("ServiceWorker.deliverPushMessage", { origin, registrationId: await found, data });
}

const shown = (page: Page): Promise<{ title: string; body: string }[]> =>
    page.evaluate(async () => {
        const there = await (await navigator.serviceWorker.ready).getNotifications();
        return there.map(({ title, body }) => ({ title, body }));
    });

test("who has gone is told of a turn, and can turn that off", async ({ page, friend, service }) => {
    await service.serve(friend);
    await friend.context().grantPermissions(["notifications"]);
    await friend.goto(await inviteForDays(page, "kaomi"));
    await friend.getByRole("button", { name: "Play", exact: true }).tap();
    await expect(turn(friend, "Your opponent’s turn: Black")).toBeVisible();

    await friend.getByRole("button", { name: "Alert me when it is my turn" }).tap();
    await expect(friend.getByText("This device will tell you when it is your turn.")).toBeVisible();
    await expectAccessible(friend);
    const address = friend.url();
    await friend.goto("about:blank");
    await point(page, "d4").click();
    await expect(turn(page, "Your opponent’s turn: White")).toBeVisible();

    // Who looks in within half a minute need not be told.
    await expect.poll(() => service.came.length, { timeout: 90_000 }).toBe(1);
    const alert = JSON.parse(service.came[0]!) as { title: string; body: string; address: string };
    expect(alert).toMatchObject({ title: "Your turn", body: "Kaomi: your opponent has moved." });
    expect(address).toContain(alert.address);
    await friend.goto(address);
    // A browser that is busy may lose what is handed to it so, without a word; a second one takes the place of the first.
    await expect(async () => {
        await deliver(friend, service.came[0]!);
        await expect.poll(() => shown(friend), { timeout: 5000 }).toEqual([{ title: alert.title, body: alert.body }]);
    }).toPass({ timeout: 45_000 });

    await tap(friend, "b2");
    await friend.getByRole("button", { name: "More" }).tap();
    await friend.getByRole("button", { name: "Turn off alerts" }).tap();
    await expect(friend.getByText("This device sends no more alerts.")).toBeVisible();
    await expect(friend.getByRole("button", { name: "Alert me when it is my turn" })).toBeVisible();
});

test("where there can be no alerts, it is said why", async ({ page }) => {
    await page.addInitScript(() => {
        Object.defineProperty(Notification, "permission", { value: "denied" });
    });
    await inviteForDays(page, "kaomi");
    await expect(page.getByText("Your browser blocks alerts from this page.", { exact: false })).toBeVisible();
    await expectAccessible(page);
});
