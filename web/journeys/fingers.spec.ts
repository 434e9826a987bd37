/** What a finger is to hit: 44 pixels of height at each button and link, and a loupe where points are smaller. */
import type { CDPSession, Locator, Page } from "@playwright/test";
import { begin, expect, more, movesMade, point, press, stored, test } from "./helpers";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

/** The buttons and links lower than 44 pixels that are not hit 21 pixels above and below their middle. */
const missed = (page: Page): Promise<string[]> =>
    page.evaluate(() => {
        const targets = [
            ...document.querySelectorAll<HTMLElement>("a, button, select, summary, [role=switch], [type=radio]"),
        ];
        const wrong: string[] = [];
        for (const target of targets) {
            // A number in a sentence is as high as its line, and the way past the header is there for keys.
            if (
                target.matches(".cited, .skip") ||
                target.closest("[inert]") ||
                !target.checkVisibility({ visibilityProperty: true })
            )
                continue;
            target.scrollIntoView({ block: "center" });
            const { x, y, width, height } = target.getBoundingClientRect();
            if (!width || !height || height >= 44) continue;
            for (const away of [-21, 21]) {
                const hit = document.elementFromPoint(x + width / 2, y + height / 2 + away);
                if (!hit || !target.contains(hit))
                    wrong.push(
                        `${target.textContent.trim() || target.getAttribute("aria-label")} (${away}, ${height})`,
                    );
            }
        }
        return wrong;
    });

// The form of a new game is left out: on a phone the whole of it is in sight instead, with rows of 36 pixels.
test("every button and link of the pages can be hit with a finger", async ({ page, request }) => {
    const game = `/games/${await stored(request, "vacu(size=9) moves e5,c3")}`;
    const over = `/games/${await stored(request, "kaomi(size=5) moves c3,c2,b3", true)}`;
    const guides = ["/learn", "/learn/kaomi", "/learn/kaomi?step=2", "/learn/kaomi?step=99"];
    const all = ["/", "/games", ...guides, game, over];
    for (const address of all) {
        await page.goto(address);
        await page.waitForLoadState("networkidle");
        await expect(page.getByRole("main")).toBeVisible();
        expect(await missed(page), address).toEqual([]);
    }
});

test("so can those of a sheet of rules, of the score and of a first hint", async ({ page }) => {
    await begin(page, "kaomi", { size: "5×5" });
    await expect(page.getByRole("button", { name: "Close" })).toBeVisible();
    await press(page, "Show score");
    expect(await missed(page)).toEqual([]);
    await more(page, "Rules");
    const rules = page.getByRole("dialog", { name: "Rules: Kaomi" });
    await expect(rules.getByRole("heading", { name: "The game in short" })).toBeVisible();
    for (const one of await rules.getByRole("button").or(rules.getByRole("link")).or(rules.getByRole("radio")).all())
        await expectHit(one);
});

async function expectHit(one: Locator): Promise<void> {
    if (await one.evaluate((found) => found.classList.contains("cited"))) return;
    const hit = await one.evaluate((found) => {
        found.scrollIntoView({ block: "center" });
        const { x, y, width, height } = found.getBoundingClientRect();
        const at = (away: number) => document.elementFromPoint(x + width / 2, y + height / 2 + away);
        return found.contains(at(-21)) && found.contains(at(21));
    });
    expect(hit, (await one.textContent())!).toBe(true);
}

class Finger {
    #session: Promise<CDPSession>;
    constructor(page: Page) {
        this.#session = page.context().newCDPSession(page);
    }
    async #send(type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]): Promise<void> {
        await (await this.#session).send("Input.dispatchTouchEvent", { type, touchPoints });
    }
    down = (x: number, y: number) => this.#send("touchStart", [{ x, y }]);
    move = (x: number, y: number) => this.#send("touchMove", [{ x, y }]);
    up = () => this.#send("touchEnd", []);
}
/** Waits until a swipe has run out: a touch of a page that still moves only stops it. */
async function standStill(page: Page): Promise<void> {
    await page.evaluate(async () => {
        const pause = () => new Promise((resolve) => setTimeout(resolve, 250));
        for (let last = NaN; last !== scrollY; await pause()) last = scrollY;
    });
}
async function middle(one: Locator): Promise<{ x: number; y: number }> {
    const { x, y, width, height } = (await one.boundingBox())!;
    return { x: x + width / 2, y: y + height / 2 };
}

for (const [game, size, from, to] of [
    ["vacu", "19×19", "f6", "g7"],
    ["vadus", "Size 9", "f8", "g9"],
] as const)
    test(`a finger that rests on a small board sees what is under it, larger: ${game}`, async ({ page }) => {
        await begin(page, game, { size });
        const finger = new Finger(page);
        const loupe = page.locator("svg.loupe");
        const [start, end] = [await middle(point(page, from)), await middle(point(page, to))];
        await finger.down(start.x, start.y);
        await expect(loupe).toBeVisible();
        const lens = (await loupe.boundingBox())!;
        expect(lens.y + lens.height).toBeLessThan(start.y - 30);
        // Moved, it aims at another point; the page stays where it is, and nothing is chosen yet.
        await finger.move(end.x, end.y);
        await expect.poll(async () => (await loupe.boundingBox())!.x).not.toBe(lens.x);
        expect(await page.evaluate(() => scrollY)).toBe(0);
        await expect(page.getByRole("button", { name: /^Play / })).toBeHidden();
        await finger.up();
        await expect(loupe).toBeHidden();
        await press(page, `Play ${to}`);
        await expect(movesMade(page)).toHaveText([to]);
    });

test("a tap, a swipe and a board of large points have no loupe", async ({ page }) => {
    await begin(page, "vacu", { size: "19×19" });
    const finger = new Finger(page);
    const loupe = page.locator("svg.loupe");
    const { x, y } = await middle(point(page, "f6"));
    await finger.down(x, y);
    for (const step of [40, 80, 120, 160]) await finger.move(x, y - step);
    await finger.up();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(20);
    await expect(loupe).toBeHidden();
    await expect(page.getByRole("button", { name: /^Play / })).toBeHidden();
    await standStill(page);
    await page.evaluate(() => scrollTo(0, 0));
    await standStill(page);
    await point(page, "f6").tap();
    await expect(loupe).toBeHidden();
    await expect(page.getByRole("button", { name: "Play f6" })).toBeVisible();

    await begin(page, "kaomi", { size: "5×5" });
    const large = await middle(point(page, "c3"));
    await finger.down(large.x, large.y);
    await expect(page.locator("svg .ring")).toBeVisible();
    await expect(loupe).toBeHidden();
    await finger.up();
    await expect(page.getByRole("button", { name: "Play c3" })).toBeVisible();
});
