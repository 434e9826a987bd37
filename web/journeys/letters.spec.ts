/** Letters that are larger, at a desk and on a phone: nothing sticks out, is cut off or overlaps. */
import type { Page } from "@playwright/test";
import { begin, board, cutOff, expect, expectFits, more, point, press, stored, test, turn } from "./helpers";

const larger = (page: Page, size = "200%"): Promise<string> =>
    page.evaluate((to) => (document.documentElement.style.fontSize = to), size);

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

test.describe("a phone", () => {
    test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

    for (const percent of [125, 150, 200])
        test(`with letters of ${percent} percent nothing sticks out, and all can be reached`, async ({
            page,
            request,
        }) => {
            const game = `/games/${await stored(request, "kaomi(size=5) moves c3,c2,b3")}`;
            const over = `/games/${await stored(request, "kaomi(size=5) moves c3,c2,a1", true)}`;
            const button = `/games/${await stored(request, "vacu(size=9) moves e5,c3")}`;
            const editors = ["/edit", "/edit?position=iago", "/edit?position=vacu"];
            const study = ["/analyse?line=kaomi(size=5)", "/analyse", ...editors];
            const guides = [
                "/learn",
                "/learn/vacu",
                "/learn/vacu?step=1",
                "/learn/kaomi?step=2",
                "/learn/kaomi?step=99",
            ];
            const begun = ["/", "/games", ...guides];
            const all = [game, over, button, `${over}/review`, ...study, ...begun, "/new/vacu?opponent=computer"];
            for (const address of all) {
                await page.goto(address);
                await page.waitForLoadState("networkidle");
                await expect(page.getByRole("main")).toBeVisible();
                await larger(page, `${percent}%`);
                await expectFits(page, 360);
                expect(await cutOff(page), address).toEqual([]);
                for (const one of [
                    page.getByRole("button", { name: "Menu and settings" }),
                    page.getByLabel("Language", { exact: true }),
                ])
                    await expect(one, address).toBeInViewport({ ratio: 1 });
                // No word in the bar at the thumb is cut off.
                for (const action of await page.locator(".actions > .bar > :is(a, button):visible").all()) {
                    await expect(action).toBeInViewport({ ratio: 1 });
                    const cut = await action.evaluate((one) => one.scrollWidth > one.clientWidth);
                    expect(cut, `${await action.textContent()} of ${address}`).toBe(false);
                }
            }
            await press(page, "Menu and settings");
            const settings = page.getByRole("region", { name: "Settings" });
            for (const one of await settings.getByRole("button").or(settings.getByRole("radio")).all()) {
                const { x, width } = (await one.boundingBox())!;
                expect(x).toBeGreaterThanOrEqual(0);
                expect(x + width).toBeLessThanOrEqual(360);
            }
        });

    test("with letters twice as large what is found is whole: a result, a review, an analysis", async ({
        page,
        request,
    }) => {
        const whole = async (what: string) => {
            await larger(page);
            await expectFits(page, 360);
            expect(await cutOff(page), what).toEqual([]);
            await larger(page, "");
        };
        await begin(page, "iago", { opponent: "The computer", level: 1 });
        await more(page, "Resign");
        await press(page, "Resign");
        await expect(turn(page, "The computer wins")).toBeVisible();
        await larger(page);
        const title = (await page.getByRole("heading", { name: "Iago" }).boundingBox())!;
        const result = (await turn(page, "The computer wins").boundingBox())!;
        expect(title.y + title.height).toBeLessThanOrEqual(result.y + 20); // the height of the line holds no letter there
        await whole("a result");

        const line = "vacu(size=5,komi=3) moves c3,b2,d4,d2,b4,c2,c4,b3";
        await page.goto(`/games/${await stored(request, line, true)}/review`);
        await expect(page.getByRole("button", { name: /^Turning point/ })).toBeVisible();
        // A part of a pixel would make ovals of them.
        for (const disc of await page.locator(".scores .disc").all()) {
            const { width, height } = (await disc.boundingBox())!;
            expect([width % 1, height - width]).toEqual([0, 0]);
        }
        await whole("a review");
        await page.getByRole("button", { name: /^Turning point/ }).tap();
        await expect(page.getByRole("button", { name: "Try again here" })).toBeVisible();
        await whole("a mistake");

        await page.goto("/analyse?line=kaomi(size=5)");
        await page.getByRole("switch", { name: "Engine" }).tap();
        await expect(page.getByRole("table").getByRole("row").nth(3)).toBeVisible();
        await whole("an analysis");
    });

    test("with letters twice as large the score of a game is whole, and nothing sticks out", async ({
        page,
        request,
    }) => {
        const captured =
            "c3,g3,d5,e4,e7,f5,c5,g5,d2,f2,d3,c2,c1,b2,a1,b1,f4,f3,f6,d7,e6,d6,d8,c4,b3,d1,d4,e5,a2,b5,f1,e3";
        for (const line of [
            `iago moves ${captured}`,
            "vacu(size=9,komi=7) moves e5,c3",
            "kaomi(size=5) moves c3,c2,b3",
        ]) {
            await page.goto(`/games/${await stored(request, line)}`);
            await expect(board(page)).toBeVisible();
            await larger(page);
            await expectFits(page, 360);
            for (const score of await page.locator(".players .value").all()) {
                const cut = await score.evaluate((one) => one.scrollWidth > one.clientWidth);
                expect(cut, `${await score.textContent()} of ${line}`).toBe(false);
            }
        }
    });

    for (const locale of ["en-GB", "ja-JP"])
        test.describe(locale, () => {
            test.use({ locale });

            test("what begins a game, confirms a touch and counts pairs is whole", async ({ page, request }) => {
                await page.goto("/");
                await expect(page.getByRole("article")).toHaveCount(4);
                await larger(page);
                await expectFits(page, 360);
                expect(await cutOff(page)).toEqual([]);

                await page.goto(`/games/${await stored(request, "vadus(size=3) moves a2,c2,c4")}`);
                await point(page, "e1").tap();
                const confirm = page.locator(".confirm");
                await expect(confirm).toBeVisible();
                await larger(page);
                for (const one of await confirm.getByRole("button").all())
                    await expect(one).toBeInViewport({ ratio: 1 });
                await confirm.getByRole("button").last().tap();
                await page
                    .getByRole("group")
                    .getByRole("button", { name: /^(Show score|得点の内訳)$/ })
                    .tap();
                const chips = page.locator(".score .chip");
                await expect(chips).toHaveCount(3);
                await expectFits(page, 360);
                expect(await cutOff(page)).toEqual([]);
                // A number is not broken after its sign.
                for (const chip of await chips.all()) {
                    const { width, height } = (await chip.boundingBox())!;
                    expect(width).toBeGreaterThan(height * 0.9);
                }
            });
        });
});
