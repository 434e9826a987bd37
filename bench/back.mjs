/**
 * A page at a game between people loses its network, misses moves, and is back: how long until it can be played on.
 *
 *     node bench/back.mjs ADDRESS MOVES
 *
 * ADDRESS is that of a seat that is to move after MOVES. Prints "ready" when they stand there. For each "go" on the
 * standard input the network goes, and "away" is printed; for each number of moves it comes back, and printed are the
 * milliseconds until so many stand in the list and the board can be played on. `bench/online.py` calls this.
 */
import { createInterface } from "node:readline";
import { chromium } from "../web/node_modules/playwright-core/index.mjs";

const [address, moves] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.FIELDSTONE_CHROMIUM, args: ["--no-sandbox"] });
const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: "en" });
const page = await context.newPage();

await page.addInitScript(() => {
    /** Resolves with the moment when so many moves stand there and one can move. */
    window.stands = (count) =>
        new Promise((resolve) => {
            const look = () => {
                const legal = document.querySelector('[role="gridcell"][aria-label$=", empty, legal"]');
                if (legal && document.querySelector(`[data-ply="${count}"]`)) resolve(performance.now());
                else setTimeout(look, 1);
            };
            look();
        });
    /** The milliseconds from when the network is back until then. */
    window.isBack = async (count) => {
        const begun = await new Promise((resolve) =>
            addEventListener("online", () => resolve(performance.now()), { once: true }),
        );
        return (await window.stands(count)) - begun;
    };
});
await page.goto(address);
await page.evaluate((count) => window.stands(count), Number(moves));
console.log("ready");
for await (const line of createInterface({ input: process.stdin })) {
    if (line === "go") {
        await context.setOffline(true);
        console.log("away");
    } else {
        const found = page.evaluate((count) => window.isBack(count), Number(line));
        await page.evaluate(() => undefined); // which the page does afterwards
        await context.setOffline(false);
        console.log(await found);
    }
}
await browser.close();
