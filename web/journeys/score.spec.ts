/** Where a score comes from: what is counted, what decides, and what the signs on the board mean. */
import type { Locator, Page } from "@playwright/test";
import { translate } from "./editions";
import {
    begin,
    expect,
    expectAccessible,
    expectFits,
    movesMade,
    myTurn,
    point,
    press,
    put,
    stored,
    test,
} from "./helpers";

const score = (page: Page): Locator => page.getByRole("region", { name: "Score breakdown" });
/** What is drawn around groups: the deciding one, the one pointed at, and what cancels it. */
const outlined = (page: Page, kind: string): Locator => page.locator(`path.${kind}`);

/** Games that go on, each with what their breakdown says. */
const GAMES: [line: string, said: (string | RegExp)[]][] = [
    ["vacu(size=3,komi=2) moves b2,c1,b1,c2,b3,button", ["Stones", "Territory", "Komi", "Button", "Total"]],
    ["squared(size=4,komi=2) moves b2,c3,a1", ["Squares of the groups", "Komi", "the square of its size"]],
    ["convacu(size=3) moves a1,b3,b1", ["Nothing is counted"]],
    ["iago moves d4,d5,d6", ["Inner discs", "Outer discs", "Captives", "Product", /counts as 1/]],
    ["kaomi(size=5,pie=false) moves a1,c3,e5", ["biggest group left", "Equal pairs", "Groups left"]],
    ["vadus(size=3) moves a1,c3,e3,a2,c2", ["is ahead", "connection part", "surplus"]],
];

for (const [line, said] of GAMES) {
    test(`the breakdown of ${line} is whole, fits and can be read by all`, async ({ page, request }) => {
        await page.goto(`/games/${await stored(request, line)}`);
        await expect(score(page)).toBeHidden();
        await press(page, "Show score");
        for (const text of said) await expect(score(page).getByText(text).first()).toBeVisible();
        // Whatever the board shows is explained.
        const shown = await page
            .locator("[data-glyph]")
            .evaluateAll((all) => [...new Set(all.map((one) => one.getAttribute("data-glyph")))]);
        expect(await score(page).getByRole("listitem").count()).toBeGreaterThan(shown.length);
        await expectAccessible(page);
        await expectFits(page, 360);
        await expectAccessible(page);
        await expectFits(page, 740, 360);
        await press(page, "Show score");
        await expect(score(page)).toBeHidden();
    });
}

test("Kaomi: a group is outlined by pointer, by key and from the list, with what cancels it", async ({
    page,
    request,
}) => {
    await page.goto(`/games/${await stored(request, "kaomi(size=5,pie=false) moves a1,c3,e5")}`);
    await press(page, "Show score");
    await expect(outlined(page, "deciding")).toHaveCount(1);
    await expect(score(page).locator(".decided")).toHaveText(/^\S+ has the biggest group left: 1 \(K8\)\.$/);
    await expect(outlined(page, "pointed")).toHaveCount(0);
    const cancelled = page.getByRole("gridcell", { name: /paired with an equal group/ }).first();
    await cancelled.hover();
    await expect(outlined(page, "pointed")).toHaveCount(1);
    await expect(outlined(page, "partner")).toHaveCount(1);
    await expect(page.getByRole("status").filter({ hasText: "paired with an equal group" })).toBeVisible();
    await page.mouse.move(0, 0);
    await expect(outlined(page, "pointed")).toHaveCount(0);
    // A click on a stone says what it belongs to, and not that its place is taken.
    await cancelled.click();
    await expect(page.getByText(/is occupied/)).toBeHidden();
    await expect(movesMade(page)).toHaveCount(3);
    await page.mouse.move(0, 0);
    await score(page).getByRole("button").first().focus();
    await expect(outlined(page, "pointed")).toHaveCount(1);
    await page.keyboard.press("Tab");
    await expect(outlined(page, "pointed")).toHaveCount(1);
});

test("a tap on a stone shows its group", async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL, viewport: { width: 360, height: 740 }, hasTouch: true });
    translate(context);
    const page = await context.newPage();
    await page.goto("/analyse?line=kaomi(size=5,pie=false) moves a1,c3,e5");
    await page.getByRole("switch", { name: "Show score breakdown" }).tap();
    await page
        .getByRole("gridcell", { name: /paired with an equal group/ })
        .first()
        .tap();
    await expect(outlined(page, "pointed")).toHaveCount(1);
    await expectAccessible(page);
    await context.close();
});

test("before there is a score it is said in words", async ({ page }) => {
    await begin(page, "kaomi", { size: "5×5" });
    await expect(page.getByText("no stones yet")).toHaveCount(2);
    await begin(page, "vacu", { size: 4 });
    await put(page, "b2");
    await expect(page.getByText("too early to count")).toHaveCount(2);
    await press(page, "Show score");
    await expect(score(page).getByText(/too early for a score/)).toBeVisible();
});

test("the bar of win rates is there only when it was switched on, and goes on by itself", async ({ page }) => {
    await begin(page, "kaomi", { opponent: "The computer", size: "5×5", level: 1, swap: "Off" });
    const bar = page.getByRole("region", { name: "Win rate" });
    await expect(bar).toBeHidden();
    await press(page, "Settings");
    await page.getByRole("switch", { name: "Bar of win rates while playing" }).click();
    await press(page, "Settings");
    await expect(bar).toContainText(/\d+%\s*Black/);
    await expectAccessible(page);
    const before = await bar.boundingBox();
    await point(page, "c3").click();
    await myTurn(page);
    await expect(bar).toContainText(/\d+%\s*Black/);
    expect((await bar.boundingBox())!.height).toBe(before!.height);
});
