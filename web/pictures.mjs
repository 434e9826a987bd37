/**
 * Take the four pictures of the page that the README shows, into docs/pictures:
 *
 *     fieldstone serve --no-open --port 8199 --database /some/where/new.sqlite &
 *     node web/pictures.mjs http://127.0.0.1:8199
 */
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

const IAGO =
    "c3,g3,d5,e4,e7,f5,c5,g5,d2,f2,d3,c2,c1,b2,a1,b1,f4,f3,f6,d7,e6,d6,d8,c4,b3,d1,d4,e5,a2,b5,f1,e3,h2,g4,g6,g7";
const VACU = "f5,g5,f3,f4,g6,e5,d5,f6,c4,d6,c6,e3,e4,d4";
const KAOMI =
    "c2,d2,f5,c6,d5,b4,e2,d2,c2,g7,c4,c1,e4,d4,c5,g1,b6,d2,c6,e3,d3,e5,d2,e3,d5,d4,c4,c3,d4,d3,e4,e1,f4,e5,b6,c3,e4," +
    "d3,d4,d5,e5,d5,a1,c7,d6,e6,d5,a2,b7";

const address = process.argv[2];
if (!address) {
    console.error("Say where the server is: node web/pictures.mjs http://127.0.0.1:8199");
    process.exit(2);
}
const folder = fileURLToPath(new URL("../docs/pictures/", import.meta.url));

const browser = await chromium.launch({
    executablePath: process.env.FIELDSTONE_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--disable-gpu", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
});

/** Open a page of its own, wide enough for the board and the column beside it. */
async function open(colorScheme) {
    const context = await browser.newContext({
        viewport: { width: 1180, height: 760 },
        colorScheme,
        locale: "en-GB",
        reducedMotion: "reduce",
    });
    return context.newPage();
}

/** Play a game on the server; returns where its page is. */
async function play(page, game, options, moves) {
    const seats = { 1: { kind: "human" }, 2: { kind: "human" } };
    const begun = await page.request.post(`${address}/api/games`, { data: { game, options, seats } });
    let { id } = await begun.json();
    for (const [ply, move] of moves.split(",").entries()) {
        const played = await page.request.post(`${address}/api/games/${id}/moves`, { data: { move, ply } });
        if (!played.ok()) throw new Error(`${game}, move ${ply + 1} ${move}: ${await played.text()}`);
    }
    return `${address}/games/${id}`;
}

async function keep(page, name) {
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `${folder}page-${name}.png` });
    console.log(`docs/pictures/page-${name}.png`);
    await page.context().close();
}

const home = await open("light");
await home.goto(address);
await home.waitForTimeout(4000);
await keep(home, "home");

const game = await open("light");
await game.goto(await play(game, "iago", {}, IAGO));
await keep(game, "game");

const analysis = await open("dark");
const line = `vacu(size=9,komi=7) moves ${VACU}`;
await analysis.goto(`${address}/analyse?line=${encodeURIComponent(line)}`);
await analysis.getByRole("switch").first().click();
// The first use on a machine compiles what the engine needs.
await analysis.getByRole("table", { name: /best moves/i }).waitFor({ timeout: 180_000 });
await analysis.waitForTimeout(8000);
await keep(analysis, "analysis");

const review = await open("light");
await review.goto(`${await play(review, "kaomi", { size: 7 }, KAOMI)}/review`);
// It begins by itself.
await review.getByRole("progressbar").waitFor();
await review.getByRole("progressbar").waitFor({ state: "detached", timeout: 900_000 });
await keep(review, "review");

await browser.close();
