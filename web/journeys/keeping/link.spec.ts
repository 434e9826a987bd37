/** How others show the page: a link that is sent, and its place on the first screen of a telephone. */
import { STATIC } from "../editions";
import { expect, test } from "../helpers";

test("a link has a title and a sentence, with a picture where its address is known; a telephone has an icon", async ({
    page,
}) => {
    await page.goto("/");
    const told = (property: string) => page.locator(`meta[property="${property}"]`);
    await expect(told("og:title")).toHaveAttribute("content", "Fieldstone");
    await expect(told("og:description")).toHaveAttribute("content", /^Four board games/);
    // Files do not know where they stand: `make site ADDRESS=...` says it.
    if (STATIC) await expect(told("og:image")).toHaveCount(0);
    else await expect(told("og:image")).toHaveAttribute("content", /^http:.*\/link\.png$/);
    const pictures = await page.evaluate(() => {
        const icon = document.querySelector<HTMLLinkElement>("link[rel=apple-touch-icon]")!.href;
        return [icon, icon.replace(/[^/]+$/, "link.png")];
    });
    const sizes = await Promise.all(
        pictures.map((address) =>
            page.evaluate(async (address) => {
                const image = new Image();
                image.src = address;
                await image.decode();
                return [image.naturalWidth, image.naturalHeight];
            }, address),
        ),
    );
    expect(sizes).toEqual([
        [180, 180],
        [1200, 630],
    ]);
});
