/** Every page in three languages: fits every width, axe-core finds nothing in either theme; `run.py --pictures` keeps one of each. */
import { gzipSync } from "node:zlib";
import type { APIRequestContext, Response } from "@playwright/test";
import { expect, expectAccessible, expectFits, stored, test } from "./helpers";

const WIDTHS = [320, 360, 768, 1280, 1920];
const KEEPING = process.env.FIELDSTONE_PICTURES === "1";
const PICTURES = [
    [360, 740],
    [740, 360],
    [1280, 860],
    [1920, 1080],
] as const;
const CHECKED: number[] = [360, 1280];
const LANGUAGES = [
    ["en", "en-GB"],
    ["ko", "ko-KR"],
    ["ja", "ja-JP"],
] as const;
const THEMES = ["light", "dark"] as const;

type Address = string | ((request: APIRequestContext) => Promise<string>);
const VADUS = "vadus(size=5) moves e5,c3,d5,f4,g3,b2,c6";
const PAGES: [name: string, address: Address][] = [
    ["home", "/"],
    ["new-vacu", "/new/vacu?opponent=computer"],
    ["new-kaomi", "/new/kaomi?opponent=human"],
    ["games", "/games"],
    ["game-vacu", async (request) => `/games/${await stored(request, "vacu(size=9) moves e5,c3,g7,c7,button,d3")}`],
    ["game-vadus", async (request) => `/games/${await stored(request, VADUS)}`],
    ["game-auction", async (request) => `/games/${await stored(request, "squared(size=7,setup=auction)")}`],
    ["game-over", async (request) => `/games/${await stored(request, "iago moves d4,e4", true)}`],
    ["review", async (request) => `/games/${await stored(request, "kaomi(size=5) moves c3,c2,b3", true)}/review`],
    ["game-analyse", async (request) => `/games/${await stored(request, VADUS, true)}/analyse`],
    ["analyse", "/analyse"],
    ["analyse-iago", "/analyse?line=iago+moves+d4,e4"],
    ["edit", "/edit"],
    ["edit-convacu", "/edit?position=convacu(size=5)"],
    ["learn", "/learn"],
    ["guide-start", "/learn/kaomi"],
    ["guide-step", "/learn/iago?step=3"],
    ["guide-end", "/learn/vadus?step=99"],
    ["missing", "/nothing/here"],
];

for (const [language, locale] of LANGUAGES) {
    test.describe(language, () => {
        test.use({ locale });
        for (const [name, where] of PAGES) {
            test(`the page ${name} in ${language}`, async ({ page, request }) => {
                await page.goto(typeof where === "string" ? where : await where(request));
                await page.waitForLoadState("networkidle");
                await expect(page.getByRole("main")).toBeVisible();
                await expect(page.locator("html")).toHaveAttribute("lang", language);
                for (const width of WIDTHS) await expectFits(page, width);
                // What axe-core looks at is the same in all languages.
                const checked = language === "en";
                for (const [width, height] of PICTURES) {
                    const checks = checked && CHECKED.includes(width);
                    if (!KEEPING && !checks) continue;
                    await page.setViewportSize({ width, height });
                    for (const colorScheme of THEMES) {
                        await page.emulateMedia({ colorScheme });
                        const path = `test-results/screens/${name}-${language}-${colorScheme}-${width}.png`;
                        if (KEEPING) await page.screenshot({ path, fullPage: true });
                        if (checks) await expectAccessible(page);
                    }
                }
            });
        }
    });
}

test("the first page needs less than 150 KB of script and style, gzipped", async ({ page }) => {
    const needed: Response[] = [];
    page.on("response", (response) => {
        if (["script", "stylesheet"].includes(response.request().resourceType())) needed.push(response);
    });
    await page.goto("/");
    await page.waitForLoadState("networkidle");
    const sizes = await Promise.all(needed.map(async (one) => gzipSync(await one.body()).length));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(150_000);
});
