/** What the static edition keeps: taken along as one file, given to a friend as an address, and told where it cannot be. */
import { readFileSync, writeFileSync } from "node:fs";
import type { Download, Page } from "@playwright/test";
import {
    begin,
    board,
    expect,
    expectAccessible,
    expectFits,
    expectLeft,
    more,
    movesMade,
    pick,
    press,
    put,
    test,
    turn,
} from "../helpers";

async function saveAll(page: Page, folder: string): Promise<string> {
    await page.goto("/games");
    const [file]: [Download, void] = await Promise.all([
        page.waitForEvent("download"),
        press(page, "Save everything to a file"),
    ]);
    const path = `${folder}/${file.suggestedFilename()}`;
    await file.saveAs(path);
    return path;
}

test("all games and settings go to another browser as one file", async ({ page, browser, baseURL }, info) => {
    await begin(page, "kaomi", { size: 4 });
    await put(page, "b2", "c3");
    await press(page, "Settings");
    await pick(page, "Dark");
    await begin(page, "vacu", { size: 5 });
    await put(page, "c3");
    const path = await saveAll(page, info.outputDir);
    const context = await browser.newContext({ locale: "en-GB", baseURL: baseURL! });
    const other = await context.newPage();
    await other.goto(`${baseURL}#/games`);
    await expect(other.getByText("No games yet.")).toBeVisible();
    await other.getByLabel("Restore from a file").setInputFiles(path);
    await expect(other.getByText("2 games were added or updated.")).toBeVisible();
    await expect(other.getByRole("main").getByRole("listitem")).toHaveCount(2);
    await other.reload();
    await expect(other.locator("html")).toHaveAttribute("data-theme", "dark");
    await other.getByRole("link", { name: /Kaomi/ }).click();
    await expect(movesMade(other)).toHaveText(["b2", "c3"]);
    await context.close();
});

test("a strange file is refused with a reason, and changes nothing", async ({ page }, info) => {
    await begin(page, "kaomi", { size: 4 });
    await put(page, "b2");
    const path = await saveAll(page, info.outputDir);
    for (const [name, text] of [
        ["picture.json", "\u0000\u0001"],
        ["half.json", readFileSync(path, "utf8").slice(0, -30)],
        ["other.json", '{"format":"something"}'],
    ] as const) {
        writeFileSync(`${info.outputDir}/${name}`, text);
        await page.getByLabel("Restore from a file").setInputFiles(`${info.outputDir}/${name}`);
        await expect(page.getByRole("alert").filter({ hasText: "Import failed" })).toBeVisible();
        await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(1);
    }
    await expectAccessible(page);
    await expectFits(page, 320);
});

test("a game fits into an address: a friend replays it and goes on", async ({ page, browser, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await begin(page, "vadus", { size: 3 });
    await put(page, "c3", "a1", "a2");
    await more(page, "Copy link");
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toContain("#/analyse?line=vadus");
    const friend = await browser.newContext({ locale: "en-GB" });
    const other = await friend.newPage();
    await other.goto(link);
    const tree = other.getByRole("navigation", { name: "Moves and variations" });
    await expect(tree.getByRole("button")).toHaveText(["Start", "c3", "a1", "a2"]);
    await other.keyboard.press("ArrowLeft");
    await expect.poll(() => other.url()).toMatch(/c3,a1$/);
    await other.keyboard.press("ArrowRight");
    await press(other, "Two players from here");
    await expect(movesMade(other)).toHaveText(["c3", "a1", "a2"]);
    await expect(turn(other, "Black: first of two stones")).toBeVisible();
    await friend.close();
});

test("hostile addresses are refused in words", async ({ page }) => {
    for (const line of [
        "<img src=x onerror=alert(1)>",
        "vacu(size=99)",
        "%00%ff",
        "vacu moves ".padEnd(30_000, "e5,"),
        "__proto__",
    ]) {
        await page.goto(`/analyse?line=${encodeURIComponent(line)}`);
        await expect(page.getByRole("alert").first()).not.toBeEmpty();
        await expect(board(page)).toHaveCount(0);
    }
    for (const path of ["/games/../..", "/new/__proto__", "//elsewhere", "/learn/%2e%2e", "/%"]) {
        await page.goto(path.startsWith("//") ? "/" : path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    }
});

test.describe("a browser that keeps nothing", () => {
    test("says so, and the game goes on", async ({ page }) => {
        await page.addInitScript(() => {
            IDBFactory.prototype.open = () => {
                throw new DOMException("denied", "SecurityError");
            };
        });
        const address = await begin(page, "kaomi", { size: 4 });
        await put(page, "b2", "c3");
        await expect(
            page.getByText("This browser does not let the page save anything.", { exact: false }),
        ).toBeVisible();
        await page.getByRole("link", { name: "My games" }).click();
        await expectLeft(page, address);
        await page.getByRole("link", { name: /Kaomi/ }).click();
        await expect(movesMade(page)).toHaveText(["b2", "c3"]);
        await expectAccessible(page);
    });

    test("any more says so, and nothing of the game is lost", async ({ page }) => {
        await begin(page, "kaomi", { size: 4 });
        await put(page, "b2");
        await page.evaluate(() => {
            IDBObjectStore.prototype.put = () => {
                throw new DOMException("no room", "QuotaExceededError");
            };
        });
        await put(page, "c3", "d4");
        await expect(page.getByText("This browser has no space left.", { exact: false })).toBeVisible();
        await expectFits(page, 360);
        await expect(movesMade(page)).toHaveText(["b2", "c3", "d4"]);
    });
});

test("two tabs show the same game", async ({ page, context }) => {
    const address = await begin(page, "kaomi", { size: 4 });
    const other = await context.newPage();
    await other.goto(address);
    await put(page, "b2");
    await expect(movesMade(other)).toHaveText(["b2"]);
    await put(other, "c3");
    await expect(movesMade(page)).toHaveText(["b2", "c3"]);
});

test.describe("opened as a file", () => {
    test.use({ expectedErrors: /file:/ });
    test("it says what to do, in three languages", async ({ page }) => {
        await page.goto(new URL("../../../site/index.html", import.meta.url).href);
        await expect(page.getByText("This page has to be served by a web server", { exact: false })).toBeVisible();
        await expect(page.locator("p[lang=ko]")).toBeVisible();
        await expect(page.locator("p[lang=ja]")).toBeVisible();
    });
});
