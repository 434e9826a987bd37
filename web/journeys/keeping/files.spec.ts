/** Games as files: every format is downloaded from the page and, where it can be read, brought in again. */
import { readFileSync } from "node:fs";
import type { Download, Page, TestInfo } from "@playwright/test";
import {
    begin,
    board,
    expect,
    expectAt,
    expectLeft,
    expectAccessible,
    expectFits,
    more,
    movesMade,
    pathOf,
    press,
    put,
    stored,
    test,
    turn,
} from "../helpers";

/** Choose a format in the menu; returns the path of the file. */
async function download(page: Page, format: string, { outputDir }: TestInfo): Promise<string> {
    if (/^.games.[^/]+$/.test(pathOf(page))) await press(page, "More");
    await press(page, "Download");
    const [file]: [Download, void] = await Promise.all([page.waitForEvent("download"), press(page, format)]);
    const path = `${outputDir}/${file.suggestedFilename()}`;
    await file.saveAs(path);
    return path;
}

async function bringIn(page: Page, path: string): Promise<void> {
    await page.goto("/games");
    await press(page, "Import a game");
    await page.getByLabel("Choose a file").setInputFiles(path);
    const copy = page.getByRole("button", { name: "Import a copy" });
    await expect(board(page).or(copy)).toBeVisible();
    if (await copy.isVisible()) await copy.click();
    await expect(board(page)).toBeVisible();
}

const READABLE = [
    { format: "Fieldstone record", ending: /\.fieldstone\.json$/ },
    { format: "SGF", ending: /(?<!\.viewer)\.sgf$/ },
    { format: "SGF for Go viewers", ending: /\.viewer\.sgf$/ },
    { format: "Move list", ending: /\.txt$/ },
];
for (const { format, ending } of READABLE)
    test(`there and back: ${format}`, async ({ page }, info) => {
        const address = await begin(page, "vacu", { size: 4, komi: 3 });
        await put(page, "b2", "c3", "b3");
        const path = await download(page, format, info);
        expect(path).toMatch(ending);
        await bringIn(page, path);
        await expectLeft(page, address);
        await expect(turn(page, "White to move")).toBeVisible();
        await expect(movesMade(page)).toHaveText(["b2", "c3", "b3"]);
        await expect(page.getByText("komi 3", { exact: true }).first()).toBeVisible();
        await put(page, "c2");
    });

test("a game that is here already comes a second time only where that is wanted", async ({ page, request }, info) => {
    const id = await stored(request, "convacu(size=4) moves a1,d4,b2,c3,d1");
    await page.goto(`/games/${id}`);
    const path = await download(page, "SGF", info);
    const known = pathOf(page);
    await page.goto("/games?import");
    await page.getByLabel("Choose a file").setInputFiles(path);
    await expect(page.getByText("You already have a game with these moves.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Open it" }).click();
    await expectAt(page, known);
    await page.goto("/games?import");
    await page.getByLabel("Choose a file").setInputFiles(path);
    await press(page, "Import a copy");
    await expect(board(page)).toBeVisible();
    await expectLeft(page, known);
    await expect(movesMade(page)).toHaveCount(5);
});

test("there and back: AbstractPlay, which has finished games only", async ({ page, request }, info) => {
    const going = await stored(request, "kaomi(size=4) moves b2,c3");
    await page.goto(`/games/${going}`);
    await more(page, "Download");
    await expect(page.getByRole("button", { name: "SGF", exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "AbstractPlay record" })).toHaveCount(0);
    const over = await stored(request, "kaomi(size=4) moves b2,c3", true);
    await page.goto(`/games/${over}`);
    await bringIn(page, await download(page, "AbstractPlay record", info));
    await expect(movesMade(page)).toHaveText(["b2", "c3"]);
    await expect(turn(page, "White wins")).toBeVisible();
});

test("pictures are of the position that is shown", async ({ page, request }, info) => {
    await page.goto(`/games/${await stored(request, "vadus(size=3) moves c3,a1,b1")}`);
    const now = await download(page, "SVG image", info);
    expect(now).toMatch(/-3\.svg$/);
    await movesMade(page).first().click();
    const first = await download(page, "SVG image", info);
    expect(first).toMatch(/-1\.svg$/);
    expect(readFileSync(first, "utf8")).not.toBe(readFileSync(now, "utf8"));
    const picture = readFileSync(await download(page, "PNG image", info));
    expect([...picture.subarray(1, 4)]).toEqual([..."PNG"].map((letter) => letter.charCodeAt(0)));
    await more(page, "Download");
    await expect(page.getByRole("button", { name: "SGF for Go viewers" })).toHaveCount(0); // no square board
});

const TREE = "(;FF[4]SZ[5]RU[kaomi(size=5,pie=false)]C[the whole];B[cc]C[one](;W[aa];B[bb])(;W[dd]C[the other way]))";

test("variations and comments of a file are on the analysis board, and in what is downloaded there", async ({
    page,
    request,
}, info) => {
    const id = await stored(request, TREE, true);
    await page.goto(`/games/${id}/analyse`);
    const tree = page.getByRole("navigation", { name: "Moves and variations" });
    await expect(tree).toContainText("the whole");
    await expect(tree).toContainText("the other way");
    await tree.getByRole("button", { name: "d2" }).click();
    await page.getByRole("gridcell", { name: /^e1\b/ }).click();
    await expect(tree.getByRole("button", { name: "e1" })).toBeVisible();
    await page.getByRole("textbox", { name: "Comment" }).fill("나의 수");
    const record = JSON.parse(readFileSync(await download(page, "Fieldstone record", info), "utf8"));
    expect(record.moves).toMatchObject([
        { move: "c3", comment: "one" },
        { move: "a5" },
        { move: "b4" },
        { move: "d2", after: 1, comment: "the other way" },
        { move: "e1", comment: "나의 수" },
    ]);
    expect(record.result).toEqual({ winner: 2, reason: "resignation" });
    // Another line may be shown first: the result is one of the moves that were played.
    await press(page, "Make main line");
    await expect(tree.getByRole("button")).toHaveText(["Start", "c3", "d2", "a5", "b4", "e1"]);
    await bringIn(page, await download(page, "SGF", info));
    await expect(movesMade(page)).toHaveText(["c3", "a5", "b4"]);
    await more(page, "Analyse");
    await expect(tree).toContainText("나의 수");
    await page.goto(`/games/${id}/review`);
    const whole = JSON.parse(readFileSync(await download(page, "Fieldstone record", info), "utf8"));
    expect(whole.moves).toHaveLength(4);
});

test("a file of a game that is gone on with does not say how it ended, which is told", async ({
    page,
    request,
}, info) => {
    const id = await stored(request, "kaomi(size=4,pie=false) moves b2,c3", true);
    await page.goto(`/games/${id}/analyse`);
    await page.getByRole("gridcell", { name: /^a1\b/ }).click();
    await expect(
        page.getByRole("navigation", { name: "Moves and variations" }).getByRole("button", { name: "a1" }),
    ).toBeVisible();
    const record = JSON.parse(readFileSync(await download(page, "Fieldstone record", info), "utf8"));
    expect(record.moves).toHaveLength(3);
    expect(record.result).toBeUndefined();
    await expect(page.getByText("The result was left out of the file", { exact: false })).toBeVisible();
});

test("a line that is no game can be downloaded from the analysis board", async ({ page }, info) => {
    await page.goto("/analyse?line=kaomi(size=4)+moves+b2,swap,c3");
    const path = await download(page, "Move list", info);
    expect(readFileSync(path, "utf8")).toBe("kaomi(size=4,pie=true) moves b2,swap,c3\n");
    await bringIn(page, path);
    await expect(movesMade(page)).toHaveText(["b2", "swap", "c3"]);
});

test("the menu goes with Escape, is accessible and fits a phone", async ({ page, request }) => {
    await page.goto(`/games/${await stored(request, "vacu(size=5) moves c3", true)}`);
    await more(page, "Download");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Move list" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Download" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "More" })).toBeFocused();
    await page.setViewportSize({ width: 320, height: 640 });
    await more(page, "Download");
    await expect(page.getByRole("button", { name: "Move list" })).toBeInViewport({ ratio: 1 });
    await expectFits(page, 320, 640);
});
