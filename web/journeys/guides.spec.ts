/** The guides: every step of every game's guide can be done, in three languages. */
import type { Guide } from "../src/lib/types";
import { board, expect, perform, point, press, test, textsOf } from "./helpers";

const GAMES = ["vacu", "convacu", "kaomi", "squared", "iago", "iago-free", "vadus"];
const LANGUAGES = [
    ["en", "en-GB"],
    ["ko", "ko-KR"],
    ["ja", "ja-JP"],
] as const;

for (const [language, locale] of LANGUAGES) {
    test.describe(language, () => {
        test.use({ locale });
        for (const game of GAMES) {
            test(`every step of the guide of ${game} in ${language}`, async ({ page, request }) => {
                const texts = textsOf(language);
                const guide: Guide = await (await request.get(`/api/guides/${game}?lang=${language}`)).json();
                await page.goto(`/learn/${game}`);
                await expect(page.getByRole("heading", { level: 1 })).toHaveText(guide.title);
                await press(page, texts["guide.begin"]!);
                for (const step of guide.steps) {
                    await expect(page.getByRole("heading", { level: 1 })).toHaveText(step.title);
                    await perform(page, step, texts);
                    await press(page, texts["guide.next"]!);
                }
                await expect(page.getByRole("heading", { level: 1 })).toHaveText(texts["guide.end.title"]!);
                await page.goto("/learn");
                await expect(page.getByText(texts["guide.finished"]!)).toBeVisible();
            });
        }
    });
}

test("another move than the one that is meant is played too, and can be taken back", async ({ page }) => {
    await page.goto("/learn/iago?step=4");
    await point(page, "f5").click();
    await expect(page.getByText("That is legal, but it is not the move asked for here.")).toBeVisible();
    await press(page, "Try again");
    await press(page, "Show me where");
    await point(page, "d1").click();
    await expect(page.getByText("Correct!")).toBeVisible();
    await page.getByRole("link", { name: "Continue playing here" }).click();
    await expect(page).toHaveURL(/\/analyse\?line=iago/);
    await expect(board(page)).toBeVisible();
});
