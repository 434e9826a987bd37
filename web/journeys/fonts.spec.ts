/** The fonts come after the first paint, and nothing jumps when they do. */
import { expect, test } from "./helpers";

type Shifted = Window & { shifts?: string[] };

/** Runs in the page: notes down what is moved by something other than a person. */
function watch(): void {
    const shifts: string[] = ((window as Shifted).shifts = []);
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
            const { value, sources } = entry as PerformanceEntry & { value: number; sources: { node?: Element }[] };
            shifts.push(`${value.toFixed(4)} ${sources.map(({ node }) => node?.outerHTML?.slice(0, 60)).join(" ")}`);
        }
    }).observe({ type: "layout-shift", buffered: true });
}

/** A font that comes late moves no more than this: the whole page by its whole height would be 1. */
const NOTHING = 0.02;

for (const [width, height] of [
    [360, 740],
    [1280, 860],
] as const)
    test(`late fonts move nothing at ${width}x${height}`, async ({ page, context }) => {
        await page.setViewportSize({ width, height });
        let release = () => {};
        const late = new Promise<void>((resolve) => (release = resolve));
        await context.route("**/*.woff2", async (route) => {
            await late;
            await route.continue();
        });
        await page.goto("/");
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(page.locator("main svg").nth(3)).toBeVisible();
        const loaded = () => page.evaluate(() => [...document.fonts].filter((font) => font.status === "loaded").length);
        await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
        const before = await loaded();
        await page.evaluate(watch);
        release();
        await expect.poll(loaded).toBeGreaterThanOrEqual(before + 2);
        await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
        const shifts = await page.evaluate(() => (window as Shifted).shifts ?? []);
        const sum = shifts.reduce((all, one) => all + Number.parseFloat(one), 0);
        expect(sum, shifts.join("\n")).toBeLessThan(NOTHING);
    });

test.describe("in Korean", () => {
    test.use({ locale: "ko-KR" });
    test("none of them is asked for", async ({ page }) => {
        const asked: string[] = [];
        page.on("request", (request) => request.url().endsWith(".woff2") && asked.push(request.url()));
        await page.goto("/");
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(page.locator("main svg").nth(3)).toBeVisible();
        expect(asked).toEqual([]);
    });
});
