/** The guides: every step of every game's guide can be done, in three languages. */
import type { Guide } from "../src/lib/types";
import type { APIRequestContext, Locator } from "@playwright/test";
import { board, expect, perform, point, press, test, textsOf } from "./helpers";

const GAMES = ["vacu", "convacu", "kaomi", "squared", "iago", "iago-free", "vadus"];
const LANGUAGES = [
    ["en", "en-GB"],
    ["ko", "ko-KR"],
    ["ja", "ja-JP"],
] as const;

async function guideOf(request: APIRequestContext, game: string, language: string): Promise<Guide> {
    return (await request.get(`/api/guides/${game}?lang=${language}`)).json();
}

for (const [language, locale] of LANGUAGES) {
    test.describe(language, () => {
        test.use({ locale });
        for (const game of GAMES) {
            test(`every step of the guide of ${game} in ${language}`, async ({ page, request }) => {
                const texts = textsOf(language);
                const guide = await guideOf(request, game, language);
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
    await expect(page.getByRole("status").filter({ hasText: "it is not the move asked for here" })).toBeVisible();
    await press(page, "Try again");
    await press(page, "Show me where");
    await point(page, "d1").click();
    await expect(page.getByText("Correct!")).toBeVisible();
    await page.getByRole("link", { name: "Continue playing here" }).click();
    await expect(page).toHaveURL(/\/analyse\?line=iago/);
    await expect(board(page)).toBeVisible();
});

test("a click after another move is the next try, the second half of a double click is none", async ({ page }) => {
    await page.goto("/learn/kaomi?step=2");
    await point(page, "a1").dblclick();
    await expect(page.getByText("it is not the move asked for here")).toBeVisible();
    await expect(point(page, "a1")).toHaveAccessibleName(/black stone/);
    await point(page, "c3").click();
    await expect(page.getByText("Correct!")).toBeVisible();
});

test("each of several moves that are forbidden gives its own reason", async ({ page }) => {
    await page.goto("/learn/iago?step=2");
    const reason = page.getByRole("status").filter({ hasText: "Right: that move is illegal." });
    for (const [move, text] of [
        ["e5", "The centre is open only to"],
        ["a1", "a1 lies in the outer area"],
        ["e9", "e9 lies in the outer area"],
    ] as const) {
        await point(page, move).click();
        await expect(reason).toContainText(text);
    }
});

test("keys for another move begin anew, as the button does", async ({ page }) => {
    await page.goto("/learn/kaomi?step=2");
    const task = page.getByText("Your turn: play c3 for Black.");
    const other = page.getByText("it is not the move asked for here");
    await expect(task).toBeVisible();
    await point(page, "a1").focus();
    for (const move of ["a1", "b2"]) {
        await page.keyboard.type(move);
        await expect(task).toBeVisible();
        await page.keyboard.press("Enter");
        await expect(other).toBeVisible();
        await expect(point(page, move)).toHaveAccessibleName(/black stone/);
    }
    await page.keyboard.press("ArrowLeft"); // looks at the board
    await expect(other).toBeVisible();
    await page.keyboard.type("c3");
    await expect(task).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Correct!")).toBeVisible();
});

test("a swap says and shows who has which colour", async ({ page }) => {
    await page.goto("/learn/kaomi?step=12");
    const owners = page.locator(".table .scores");
    await expect(owners).toHaveText(/Player 1\s*Player 2/);
    await press(page, "Swap sides");
    await expect(page.getByText("Player 2 swaps sides and has Black now; White to move").first()).toBeVisible();
    await expect(owners).toHaveText(/Player 2\s*Player 1/);
});

test("no scores before they are taught", async ({ page }) => {
    await page.goto("/learn/kaomi?step=9");
    const scores = page.locator(".table .score");
    await point(page, "c3").click();
    await expect(page.getByText("Correct!")).toBeVisible();
    await expect(scores).toHaveCount(0);
    await press(page, "Next");
    await point(page, "e2").click();
    await expect(page.getByText("Correct!")).toBeVisible();
    await expect(scores).toHaveCount(2);
});

test.describe("on a phone", () => {
    test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

    test("what a step asks for, its answer and the way on are in sight with the board", async ({ page }) => {
        await page.goto("/learn/kaomi?step=1");
        const picture = page.locator("svg", { has: board(page) });
        const task = page.getByText("Place a stone for Black anywhere.");
        const next = page.getByRole("button", { name: "Next" });
        for (const seen of [picture, task, next, page.getByRole("button", { name: "Show me where" })])
            await expect(seen).toBeInViewport({ ratio: 1 });
        await expect(next).toHaveClass(/^tool\b/);
        const before = await picture.boundingBox();
        await point(page, "b2").tap();
        await press(page, "Play b2");
        await expect(page.getByText("Correct!")).toBeInViewport({ ratio: 1 });
        await expect(next).toHaveClass(/^act\b/);
        expect(await picture.boundingBox()).toEqual(before);
        await next.tap();
        await point(page, "a1").tap();
        await press(page, "Play a1");
        await expect(page.getByText("That is legal, but it is not the move asked for here.")).toBeInViewport({
            ratio: 1,
        });
        await page.getByRole("button", { name: "Try again" }).tap();
        await expect(page.getByText("Your turn: play c3 for Black.")).toBeInViewport({ ratio: 1 });
    });

    test("what is to be confirmed covers neither what is asked nor the letters of the board", async ({ page }) => {
        await page.goto("/learn/kaomi?step=6"); // the longest text
        const task = page.getByText("Your turn: play c3 for Black.");
        const bottom = async (one: Locator) => one.boundingBox().then((box) => box!.y + box!.height);
        const top = async (one: Locator) => one.boundingBox().then((box) => box!.y);
        const bar = page.locator(".do");
        await expect(task).toBeVisible();
        expect(await bottom(page.locator("svg", { has: board(page) }))).toBeLessThan(await top(bar));
        await point(page, "a1").tap();
        await expect(page.getByRole("button", { name: "Play a1" })).toBeVisible();
        expect(await bottom(task)).toBeLessThanOrEqual(await top(page.locator(".confirm")));
        await press(page, "Play a1");
        await expect(page.getByText("it is not the move asked for here")).toBeVisible();
        expect(await bottom(page.locator("svg", { has: board(page) }))).toBeLessThanOrEqual(await top(bar));
    });

    test("an answer and what can be done with it cover no letters of the board in any language", async ({
        page,
        request,
    }) => {
        await page.goto("/learn/kaomi?step=6"); // the longest text
        for (const language of ["ja", "ko"]) {
            await page.getByRole("combobox").selectOption(language);
            // The step begins anew in its language: what was touched before that is forgotten.
            await expect(page.locator("html")).toHaveAttribute("lang", language);
            const guide = await guideOf(request, "kaomi", language);
            await expect(page.getByRole("heading", { level: 1 })).toHaveText(guide.steps[5]!.title);
            const again = page.locator(".links button");
            for (const _ of [1, 2]) await point(page, "c3").tap();
            await expect(again).toBeVisible();
            const picture = (await page.locator("svg", { has: board(page) }).boundingBox())!;
            const bar = (await page.locator(".do").boundingBox())!;
            expect(picture.y + picture.height, language).toBeLessThanOrEqual(bar.y);
            await again.tap();
        }
    });

    test("the answer that ends a game leaves the whole board in sight", async ({ page }) => {
        await page.goto("/learn/kaomi?step=10"); // the longest that is told of an end
        const occupied = page.locator(".answer", { hasText: "a1 is occupied" });
        await point(page, "a1").tap();
        await expect(occupied).toBeVisible();
        await point(page, "e2").tap();
        await expect(occupied).toBeHidden();
        await press(page, "Play e2");
        await expect(page.getByText("Correct!")).toBeVisible();
        const board = (await page.locator(".table .board").boundingBox())!;
        const bar = (await page.locator(".do").boundingBox())!;
        expect(board.y + board.height).toBeLessThanOrEqual(bar.y + 1);
    });

    test("a word that is to be tried stands at the thumb", async ({ page }) => {
        await page.goto("/learn/vadus?step=3");
        const word = page.locator(".do").getByRole("button", { name: "Pass" });
        await expect(word).toBeInViewport({ ratio: 1 });
        await word.tap();
        await expect(page.locator(".task.good")).toBeVisible();
    });

    test("a tap after another move is the next try", async ({ page }) => {
        await page.goto("/learn/kaomi?step=2");
        await point(page, "a1").tap();
        await press(page, "Play a1");
        await expect(page.getByText("it is not the move asked for here")).toBeVisible();
        await point(page, "c3").tap();
        await expect(page.getByText("Your turn: play c3 for Black.")).toBeVisible();
        await press(page, "Play c3");
        await expect(page.getByText("Correct!")).toBeVisible();
    });
});

test("who has learned a game begins on its smallest usual board", async ({ page }) => {
    await page.goto("/learn/kaomi?step=99");
    await page.getByRole("link", { name: "Play the computer" }).click();
    await expect(page.getByRole("radio", { name: "5×5" })).toBeChecked();
});
