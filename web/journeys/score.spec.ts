/** Where a score comes from: what is counted, what decides, and what the signs on the board mean. */
import type { Locator, Page } from "@playwright/test";
import { translate } from "./editions";
import {
    begin,
    begun,
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
    textsOf,
} from "./helpers";

const score = (page: Page): Locator => page.getByRole("region", { name: /^(Score breakdown|What decides)$/ });
/** What is drawn around groups: the deciding one, the one pointed at, and what cancels it. */
const outlined = (page: Page, kind: string): Locator => page.locator(`path.${kind}`);

/** Games that go on, each with what their breakdown says. */
const GAMES: [line: string, said: (string | RegExp)[]][] = [
    ["vacu(size=3,komi=2) moves b2,c1,b1,c2,b3,button", ["Stones", "Territory", "Komi", "Button", "Total"]],
    ["squared(size=4,komi=2) moves b2,c3,a1", ["Squares of the groups", "Komi", "the square of its size"]],
    ["convacu(size=3) moves a1,b3,b1", ["Nothing is counted"]],
    ["iago moves d4,d5,d6", ["Inner discs", "Outer discs", "Captives", "Product", /counts as 1/]],
    ["kaomi(size=5,pie=false) moves a1,c3,e5", ["biggest group left", "Equal pairs", "Groups left"]],
    ["vadus(size=3) moves a1,c3,e3,a2,c2", ["has the better group", "connection part", "surplus"]],
];

for (const [line, said] of GAMES) {
    test(`the breakdown of ${line} is whole, fits and can be read by all`, async ({ page, request }) => {
        await page.goto(`/games/${await stored(request, line)}`);
        await expect(score(page)).toBeHidden();
        const shows = line.startsWith("convacu") ? "What decides" : "Show score";
        await press(page, shows);
        for (const text of said) await expect(score(page).getByText(text).first()).toBeVisible();
        // Whatever the board shows is explained.
        const shown = await page
            .locator("[data-glyph]")
            .evaluateAll((all) => [...new Set(all.map((one) => one.getAttribute("data-glyph")))]);
        await score(page).getByText("What the board shows").click();
        expect(await score(page).getByRole("listitem").count()).toBeGreaterThan(shown.length);
        await expectAccessible(page);
        await expectFits(page, 360);
        await expectAccessible(page);
        await expectFits(page, 740, 360);
        await press(page, shows);
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
    await score(page).locator(".chip").first().focus();
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
    // Nor does the board say whose everything else is.
    await expect(page.locator("[data-glyph=territory]")).toHaveCount(0);
    // Where there is no room for a sentence it is a dash, and said aloud.
    await page.goto("/analyse?line=kaomi(size=5)+moves+c3,e5");
    await expect(page.getByText("all cancelled")).toHaveCount(2);
    await expect(page.getByText("none", { exact: true })).toHaveCount(0);
});

test("the bar of win rates is there only when it was switched on, and goes on by itself", async ({ page }) => {
    await begin(page, "kaomi", { opponent: "The computer", size: "5×5", level: 1, swap: "Off" });
    const bar = page.getByRole("region", { name: "Win rate" });
    await expect(bar).toBeHidden();
    await press(page, "Settings");
    await page.getByRole("switch", { name: "Show win rate bar while playing" }).click();
    await press(page, "Settings");
    await expect(bar).toContainText(/\d+%\s*Black/);
    await expectAccessible(page);
    const before = await bar.boundingBox();
    await point(page, "c3").click();
    await myTurn(page);
    await expect(bar).toContainText(/\d+%\s*Black/);
    expect((await bar.boundingBox())!.height).toBe(before!.height);
});

test("what decided is lit at the end, though the score was switched off in the game", async ({ page, request }) => {
    await page.goto(`/games/${await stored(request, "kaomi(size=3,pie=false) moves b1,a3,b2,c2,c1,a1,c2,b1")}`);
    await press(page, "Show score");
    await expect(score(page)).toBeVisible();
    await press(page, "Show score");
    await expect(score(page)).toBeHidden();
    await put(page, "b2");
    await page.mouse.move(0, 0); // what is pointed at is outlined otherwise
    await expect(outlined(page, "deciding")).toHaveCount(1);
});

test("Vadus: the line around the deciding group covers no coordinate", async ({ page, request }) => {
    const line =
        "vadus(size=4) moves d1,g3,b5,e4,g1,b1,e1,a1,f5,d5,c3,e3,c2,c1,g4,e5,f2,f3,e6,d6,b3,c6,d7,a4,d4,d2," +
        "a2,b2,c4,a3,d3,b4,f1,g2,f4,e2,c5,pass,pass";
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.goto(`/games/${await stored(request, line)}`);
    await expect(outlined(page, "deciding")).toHaveCount(1);
    const covered = await outlined(page, "deciding").evaluate((path: SVGPathElement) =>
        [...path.ownerSVGElement!.querySelectorAll<SVGTextElement>("text:not([data-glyph])")]
            .filter((text) => {
                const digits = 0.3 * parseFloat(getComputedStyle(text).fontSize); // half of their height
                const [x, y] = [Number(text.getAttribute("x")), Number(text.getAttribute("y")) - digits];
                return path.isPointInStroke(new DOMPoint(x, y));
            })
            .map((text) => text.textContent),
    );
    expect(covered).toEqual([]);
});

/** Scores as long as they come: fifteen groups, and a product with its result. */
const ROWS =
    "BB.WWBWWWWWBW/W.WWWW..WWBBW/WWBBWB.WBBWBW/WBBWW.B.WW.WW/WBWBWB...WWWB/WBWBBBBBBBWBB/W..WWBWW.WBBW/" +
    "B.BBB.BBBB.BW/BWBW.W.BBBBWB/BBWBWBWW...WB/BWWB.WWW.W.W./BBBBB.BBW...B/WBBBWBWBBWW.W";
const LONG = [
    `kaomi(size=13,pie=false) ${ROWS} B`,
    "iago moves g6,c5,c3,f4,f5,f6,e6,e8,f3,f2,e3,d3,h5,b3,h4,d2,c2,b2,e4,b5,g4,c4,h2,b1,a2,g5,d5,g7,a5,i3,e2,g3,g2,i5",
];
/** Of windows, that of a desk at 200 % among them. */
const SIZES = [
    [320, 740],
    [360, 740],
    [640, 430],
    [740, 360],
    [1280, 860],
] as const;

for (const [language, locale] of [
    ["en", "en-GB"],
    ["ja", "ja-JP"],
] as const)
    test.describe(`in ${language}`, () => {
        test.use({ locale });
        test("no score is cut off, beside a clock or at 200 % either", async ({ page, request }) => {
            for (const line of LONG)
                for (const clock of [null, { kind: "byoyomi", main: 600, periods: 5, period: 30 }]) {
                    const game = /^[a-z]+/.exec(line)![0];
                    const seats = { 1: { kind: "human" }, 2: { kind: "human" } };
                    await page.goto(`/games/${await begun(request, { game, seats, clock, line })}`);
                    await expect(page.getByRole("grid")).toBeVisible();
                    for (const [width, height] of SIZES) {
                        await page.setViewportSize({ width, height });
                        const cut = await page
                            .getByRole("list", { name: textsOf(language)["game.players"]! })
                            .locator(".value")
                            .evaluateAll((all) =>
                                all.flatMap((one) => {
                                    const text = document.createRange();
                                    text.selectNodeContents(one);
                                    const box = one.getBoundingClientRect();
                                    const lines = [...text.getClientRects()];
                                    const inside = lines.every(
                                        ({ left, right, top, bottom }) =>
                                            left >= box.left - 1 &&
                                            right <= box.right + 1 &&
                                            top + bottom < 2 * box.bottom,
                                    );
                                    return inside ? [] : [one.textContent];
                                }),
                            );
                        expect(cut, `${line}, ${width}x${height}, clock: ${clock?.kind}`).toEqual([]);
                    }
                }
        });
    });

test("beside the board no line of the breakdown is cut while the list of moves has room to spare", async ({
    page,
    request,
}) => {
    await page.setViewportSize({ width: 1280, height: 860 });
    const moves = { "kaomi(size=7,pie=false)": "a1,c3,e5,g7,b6", iago: "d4,d5,d6" };
    for (const [game, played] of Object.entries(moves)) {
        await page.goto(`/games/${await stored(request, `${game} moves ${played}`)}`);
        await press(page, "Show score");
        await expect(score(page)).toBeVisible();
        expect(await score(page).evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(0);
    }
});
