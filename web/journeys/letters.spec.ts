/** Letters twice as large, at a desk and on a phone held sideways: nothing sticks out, is cut off or overlaps. */
import type { Page } from "@playwright/test";
import { board, cutOff, expect, expectFits, stored, test } from "./helpers";

const larger = (page: Page): Promise<string> => page.evaluate(() => (document.documentElement.style.fontSize = "200%"));

/** Pairs of headings and controls of which one lies over the other; what a list of its own scrolls is left out. */
const overlapping = (page: Page): Promise<string[]> =>
    page.evaluate(() => {
        const all = [...document.querySelectorAll<HTMLElement>("main :is(h1, h2, h3, button, a, input, select)")]
            .filter(
                (one) => one.checkVisibility() && !one.closest(".aloud, .hidden, svg, .moves") && one.clientWidth > 1,
            )
            .map((one) => ({ one, text: one.ariaLabel ?? one.textContent.trim(), box: one.getBoundingClientRect() }));
        return all.flatMap((a, place) =>
            all
                .slice(place + 1)
                .filter(
                    (b) =>
                        !a.one.contains(b.one) &&
                        Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 1 &&
                        Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 1,
                )
                .map((b) => `${a.text} and ${b.text}`),
        );
    });

/** A game of Iago to its end: two products with their factors, and captives that do not count. */
const IAGO =
    "iago moves e3,f4,h5,b3,h2,g2,f2,f5,b4,b5,c4,d5,f3,f1,e6,d6,g5,i5,b2,b1,f7,e2,e1,g3,e5,d4,g1,h3,h4," +
    "c3,c2,c1,d2,c6,d1,e4,a1,e8,d8,h1,i1,i2,i3,g4,e7,g7,d3,i4,d7,c5,a4,a3,a2,c7,b6,h6,f8,g6,e9,f6";

test("analysis at a desk: the buttons to walk lie under no other", async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.goto("/analyse?line=kaomi(size=5)");
    await expect(page.getByRole("button", { name: "Two players from here" })).toBeVisible();
    await larger(page);
    await expectFits(page, 1280, 860);
    expect(await overlapping(page)).toEqual([]);
});

test("a review held sideways: the turning point lies over nothing", async ({ page, request }) => {
    await page.setViewportSize({ width: 740, height: 360 });
    // Its last odd move loses what was proven to be won: that is certain on a busy machine, too.
    const line = "kaomi(size=4,pie=false) moves a3,c1,d3,b2,a1,a2,b2,d1,c3,c1,b3,c3";
    await page.goto(`/games/${await stored(request, line, true)}/review`);
    await expect(page.getByRole("button", { name: /^Turning point: move 11, b3/ })).toBeVisible();
    await larger(page);
    await expectFits(page, 740, 360);
    expect(await overlapping(page)).toEqual([]);
    expect(await cutOff(page)).toEqual([]);
});

test("a review held sideways: both scores are whole", async ({ page, request }) => {
    await page.setViewportSize({ width: 740, height: 360 });
    await page.goto(`/games/${await stored(request, IAGO)}/review`);
    await expect(board(page)).toBeVisible();
    await larger(page);
    await expectFits(page, 740, 360);
    expect(await cutOff(page)).toEqual([]);
});

test("a new game: every number field fits the form, in any window", async ({ page }) => {
    await page.goto("/new/vacu?opponent=computer");
    await expect(page.getByRole("button", { name: "Start game" })).toBeVisible();
    await larger(page);
    for (const width of [800, 1160, 1280, 1440]) {
        await expectFits(page, width, 860);
        expect(await cutOff(page), String(width)).toEqual([]);
    }
});

for (const locale of ["en-GB", "ja-JP"])
    test.describe(locale, () => {
        test.use({ locale });

        test("the breakdown of a product fits its box", async ({ page, request }) => {
            await page.goto(`/games/${await stored(request, IAGO)}`);
            const table = page.getByRole("table"); // there as soon as a game is over
            await expect(table).toBeVisible();
            await larger(page);
            for (const [width, height] of [
                [360, 740],
                [740, 360],
            ] as const) {
                await expectFits(page, width, height);
                expect(await cutOff(page), String(width)).toEqual([]);
                const inside = await table.evaluate((one) => {
                    const box = one.closest("section")!.getBoundingClientRect();
                    return one.getBoundingClientRect().right <= box.right;
                });
                expect(inside, String(width)).toBe(true);
            }
        });

        test("held sideways whose turn it is fits beside the board", async ({ page, request }) => {
            await page.goto(`/games/${await stored(request, "iago moves e3")}`);
            await expect(board(page)).toBeVisible();
            await larger(page);
            await expectFits(page, 740, 360);
            expect(await cutOff(page)).toEqual([]);
        });

        test("a step of a guide is as wide as the page", async ({ page }) => {
            await page.goto("/learn/iago?step=8");
            await expect(board(page)).toBeVisible();
            await larger(page);
            await expectFits(page, 360);
            expect(await cutOff(page)).toEqual([]);
        });
    });
