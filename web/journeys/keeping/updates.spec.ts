/** A new version of the static edition: it takes over between games, and never under an open one. */
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { STATIC, whyNot } from "../editions";
import { freePort } from "../server";

const MARK = "the second version";

/** Change a file of the site, as a new build of it would. */
function change(path: string, from: string | RegExp, to: string): void {
    const before = readFileSync(path, "utf8");
    const after = before.replace(from, to);
    expect(after).not.toBe(before);
    writeFileSync(path, after);
}

const version = (page: Page): Promise<string | null> => page.locator("html").getAttribute("data-version");

test("a new version waits while a game is open, and is there afterwards", async ({ page }, info) => {
    test.skip(!STATIC, whyNot(info.file, info.title));
    const folder = mkdtempSync(join(tmpdir(), "fieldstone-site-"));
    cpSync("../site", folder, { recursive: true });
    const port = await freePort();
    const python = process.env.FIELDSTONE_PYTHON ?? "python3";
    const server = spawn(python, ["journeys/static.py", folder, String(port), "/"], { stdio: "inherit" });
    const address = `http://127.0.0.1:${port}/`;
    try {
        await expect
            .poll(() =>
                fetch(address).then(
                    ({ ok }) => ok,
                    () => false,
                ),
            )
            .toBe(true);
        await page.goto(`${address}#/new/kaomi?opponent=human`);
        await page.evaluate(() => navigator.serviceWorker.ready);
        await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
        await page.getByRole("button", { name: "Start game" }).click();
        await page.getByRole("gridcell", { name: /^d4\b/ }).click();

        change(join(folder, "index.html"), "<html", `<html data-version="${MARK}"`);
        change(join(folder, "sw.js"), /(url:"index\.html",revision:")\w+/, "$1second");
        const waiting = () =>
            page.evaluate(async () => {
                const registration = (await navigator.serviceWorker.getRegistration())!;
                await registration.update();
                return registration.waiting !== null;
            });
        await expect.poll(waiting).toBe(true);
        await page.getByRole("gridcell", { name: /^e5\b/ }).click();
        await page.waitForTimeout(4000); // longer than the page waits before it looks
        expect(await version(page)).toBeNull();
        await expect(page.getByRole("list", { name: "Moves", exact: true }).getByRole("button")).toHaveCount(2);

        await page.getByRole("link", { name: "My games" }).click();
        await expect.poll(() => version(page)).toBe(MARK);
        await page.getByRole("link", { name: /Kaomi/ }).click();
        await expect(page.getByRole("list", { name: "Moves", exact: true }).getByRole("button")).toHaveCount(2);
    } finally {
        server.kill();
    }
});
