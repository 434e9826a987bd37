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
    await expect(page.getByText(/^Arrows, rings and crosses/)).toBeVisible();
    await put(page, "d2", "d3");
    await expect(page.getByText(/^Arrows, rings and crosses/)).toBeHidden();
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
    await expect(page.getByText(/^(Point at|Arrows, rings)/)).toHaveCount(0);
});
