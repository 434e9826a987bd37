/** A first game: hints at the right moment, each once; they can be closed and switched off. */
import { begin, expect, expectAccessible, point, press, put, test } from "./helpers";

test("three hints at most, each once, and the board stays where it is", async ({ page }) => {
    await begin(page, "kaomi", { size: 5, swap: "Off" });
    const where = () => page.getByRole("grid").boundingBox();
    const first = page.getByText(/^Point at a place/);
    await expect(first).toBeVisible();
    await expectAccessible(page);
    const before = await where();
    await press(page.locator(".aside"), "Close");
    await expect(first).toBeHidden();
    expect(await where()).toEqual(before);
    await put(page, "c3", "c4");
    await expect(page.getByText(/^Arrows show/)).toBeVisible();
    await press(page.locator(".aside"), "Rules");
    await expect(page.getByRole("dialog", { name: "Rules: Kaomi" })).toBeVisible();
    await page.keyboard.press("Escape");
    await put(page, "d2", "d3");
    await expect(page.getByText(/^Arrows show/)).toBeHidden();
    // Another game is no first one.
    await begin(page, "kaomi", { size: 5, swap: "Off" });
    await point(page, "a1").hover();
    await expect(first).toBeHidden();
});

test("they can be switched off before there was any", async ({ page }) => {
    await page.goto("/");
    await press(page, "Settings");
    await page.getByRole("switch", { name: "Tips in the first game" }).click();
    await begin(page, "kaomi", { size: 5, swap: "Off" });
    await put(page, "c3", "c4");
    await expect(page.getByText(/^(Point at|Arrows)/)).toHaveCount(0);
});

test("the first names the keys to who plays by keys", async ({ page }) => {
    await begin(page, "kaomi", { size: 5, swap: "Off" });
    await expect(page.getByText(/^Point at a place/)).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(page.getByText(/arrow keys show .*Enter plays/)).toBeVisible();
});

test.describe("on a phone", () => {
    test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

    test("a tip and a hint are whole above the bar, with the win rates too", async ({ page }) => {
        await page.goto("/");
        await press(page, "Menu and settings");
        await page.getByRole("switch", { name: "Show win rate bar while playing" }).click();
        await begin(page, "kaomi", { opponent: "The computer", level: 1, side: "Black, first", size: 5, swap: "Off" });
        await expect(page.locator(".chances")).toBeVisible();
        const whole = async (text: RegExp) => {
            await expect(page.getByText(text)).toBeVisible();
            const said = (await page.getByText(text).boundingBox())!;
            const bar = (await page.getByRole("group", { name: "Actions" }).boundingBox())!;
            expect(said.y + said.height).toBeLessThanOrEqual(bar.y + 1);
        };
        await whole(/^Tap a place/);
        await press(page, "Hint");
        await whole(/^Consider/);
    });
});
