/**
 * Firefox: the kernels play there as in Python, and a person plays a whole game. Playwright drives no Firefox but one of
 * its own, so puppeteer drives the system's, by WebDriver BiDi.
 */
import { expect, test as base } from "@playwright/test";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { STATIC, whyNot } from "./editions";
import { prepareProof, runProof } from "./proof";

const EXECUTABLE = process.env.FIELDSTONE_FIREFOX;
const PLIES = 200; // of each game, drawn anew in each run
const PATIENCE = 600_000; // on a busy machine that compiles what a game needs on the way

/** A Firefox for each test, which fails by what the page throws. */
const test = base.extend<{ firefox: Page }>({
    firefox: async ({}, use) => {
        const browser: Browser = await puppeteer.launch({
            browser: "firefox",
            executablePath: EXECUTABLE,
            extraPrefsFirefox: { "intl.accept_languages": "en-GB", "ui.prefersReducedMotion": 1 },
            protocolTimeout: PATIENCE,
        });
        try {
            const page = await browser.newPage();
            await page.setViewport({ width: 1280, height: 800 });
            page.setDefaultTimeout(PATIENCE / 2);
            const thrown: string[] = [];
            page.on("pageerror", (error) => thrown.push(String(error)));
            await use(page);
            expect(thrown).toEqual([]);
        } finally {
            await browser.close();
        }
    },
});

test.skip(!EXECUTABLE, "there is no Firefox");
test.skip(STATIC, whyNot("firefox.spec.ts", ""));
test.setTimeout(PATIENCE);

test("every ply of every game is as Python has it", async ({ firefox }) => {
    const { code, jobs, modules } = prepareProof(PLIES);
    const played = jobs.filter((job) => (JSON.parse(job) as { kind: string }).kind === "play");
    const games = new Set(played.map((job) => (JSON.parse(job) as { name: string }).name));
    expect([...games].length).toBeGreaterThanOrEqual(7);
    expect(played.length).toBeGreaterThan(300);
    await firefox.goto("about:blank");
    await firefox.addScriptTag({ content: code, type: "module" });
    await firefox.waitForFunction("globalThis.runPlan");
    const run = `(${runProof.toString()})(...${JSON.stringify([played, modules])})`;
    expect(await firefox.evaluate(run)).toEqual([]);
});

/** A control by its role and its name. */
const control = (page: Page, role: string, name: string) => page.locator(`::-p-aria([name="${name}"][role="${role}"])`);

/** Whether the person is to move, once the computer has answered; false when the game is over. */
async function myTurn(page: Page): Promise<boolean> {
    const said = await page.waitForFunction(() => {
        const text = document.querySelector("main")?.innerText ?? "";
        if (/^(You win|The computer wins|A draw)$/m.test(text)) return "over";
        // A move that is on its way to the server shows its stone before the turn has passed.
        const open = document.querySelector('[role="gridcell"][aria-label$=", empty, legal"]');
        return open && /^Your turn: (Black|White)$/m.test(text) ? "mine" : null;
    });
    return (await said.jsonValue()) === "mine";
}

test("a whole game against the computer, and its review", async ({ firefox: page, baseURL }) => {
    await page.goto(`${baseURL}/new/kaomi`);
    await control(page, "radio", "The computer").click();
    await control(page, "slider", "Strength of the computer").click();
    await page.keyboard.press("Home"); // level 1
    await control(page, "radio", "Other").click();
    await control(page, "spinbutton", "Board").fill("3");
    await page.keyboard.press("Tab");
    await control(page, "button", "Start game").click();
    const legal = '[role="gridcell"][aria-label$=", empty, legal"]';
    const stones = '[role="gridcell"]:not([aria-label*=", empty"])';
    let chosen = 0;
    while (await myTurn(page)) {
        const before = (await page.$$(stones)).length;
        await page.locator(legal).click();
        chosen += 1;
        await page.waitForFunction(
            (selector, count) => document.querySelectorAll(selector).length > count,
            {},
            stones,
            before,
        );
    }
    expect(chosen).toBeGreaterThanOrEqual(4); // of nine squares, and a swap that the computer may have chosen
    await control(page, "link", "Review").click();
    await page.locator('::-p-aria([name="Worst moves"][role="heading"])').wait();
    await page.waitForSelector('[role="slider"][aria-valuemax]');
});
