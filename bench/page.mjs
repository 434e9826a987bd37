/**
 * One measurement of the page in Chromium, each time in a browser that has never seen it:
 *
 *     node bench/page.mjs home|playable|first-move|thinking|busy ADDRESS [GAME LEVEL]
 *
 * Prints JSON: the seconds, or a list of them. `bench/page.py` serves the page and calls this.
 */
import { chromium } from "../web/node_modules/playwright-core/index.mjs";

const [what, address, game, level] = process.argv.slice(2);
const slower = Number(process.env.FIELDSTONE_SLOWER ?? 1);
/** So many moves of a person: as many of the computer are timed. */
const MOVES = 5;
/** The part of a core that thinking has, and for how many milliseconds at a time. */
const PART = 0.25;
const ON = 20;

const browser = await chromium.launch({ executablePath: process.env.FIELDSTONE_CHROMIUM, args: ["--no-sandbox"] });
const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: "en" });
const page = await context.newPage();
if (slower > 1) {
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
}

/** Wait until something is there, looked for in the page itself every few milliseconds. */
const there = (selector) => page.waitForSelector(selector, { state: "attached" });
const legal = '[role="gridcell"][aria-label$=", empty, legal"]';

/** Begin a game against the computer, with the colour that moves first. */
async function start() {
    await page.goto(`${address}#/new/${game}`);
    await page.getByRole("radio", { name: "The computer" }).click();
    await page.getByRole("slider").press("Home");
    for (let step = 1; step < Number(level); step += 1) await page.getByRole("slider").press("ArrowRight");
    await page.getByRole("button", { name: "Start game" }).click();
    await there(legal);
}

/** Play on a point that is legal; returns the seconds until it is the person's turn again, null when the game is over. */
const play = () =>
    page.evaluate(async (legal) => {
        const cells = [...document.querySelectorAll(legal)];
        if (cells.length === 0) return null;
        const moves = () => document.querySelectorAll("[data-ply]").length;
        const before = moves();
        const cell = cells[Math.floor(cells.length / 2)];
        const { left, top, width, height } = cell.getBoundingClientRect();
        const at = { bubbles: true, clientX: left + width / 2, clientY: top + height / 2, pointerType: "mouse", button: 0 };
        const begin = performance.now();
        for (const kind of ["pointermove", "pointerdown", "pointerup", "click"])
            cell.dispatchEvent(new PointerEvent(kind, { ...at, buttons: kind === "pointerdown" ? 1 : 0 }));
        while (true) {
            await new Promise((resolve) => setTimeout(resolve, 2));
            const turn = document.querySelector(".turn")?.textContent ?? "";
            if (moves() >= before + 2 && /^Your turn/.test(turn)) return (performance.now() - begin) / 1000;
            if (/^(You win|The computer wins|A draw)$/.test(turn)) return null;
            if (moves() === before + 1 && /second of two/.test(turn)) return (performance.now() - begin) / 1000;
        }
    }, legal);

/** Let the process that runs page and workers run for a part of the time only. */
async function slowDown() {
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    const ids = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
    const tell = (signal) => {
        for (const id of ids) {
            try {
                process.kill(id, signal);
            } catch {
                // A spare process has ended meanwhile.
            }
        }
    };
    const timer = setInterval(() => {
        tell("SIGCONT");
        setTimeout(() => tell("SIGSTOP"), ON);
    }, ON / PART);
    return () => {
        clearInterval(timer);
        setTimeout(() => tell("SIGCONT"), 2 * ON);
    };
}

/** How often a worker that thinks is asked something else, and the milliseconds between two times. */
const QUESTIONS = 40;
const PAUSE = 150;

/** Write down the workers of the page and what keeps it from drawing; to be called before it is opened. */
const observe = () =>
    page.addInitScript(() => {
        const known = { workers: [], longest: 0 };
        Object.assign(window, { known });
        new PerformanceObserver((list) => {
            for (const { duration } of list.getEntries()) known.longest = Math.max(known.longest, duration / 1000);
        }).observe({ type: "longtask" });
        const Hired = Worker;
        window.Worker = class extends Hired {
            constructor(...more) {
                super(...more);
                known.workers.push(this);
            }
        };
    });

/** Analyse, and ask the workers something else meanwhile: the longest task of the page, the longest wait for a worker. */
const busy = () =>
    page.evaluate(
        async ([line, questions, pause]) => {
            const { known } = window;
            known.longest = 0;
            const answered = (worker, id) =>
                new Promise((resolve) => {
                    const hear = ({ data }) => {
                        if (data.id !== id) return;
                        worker.removeEventListener("message", hear);
                        resolve();
                    };
                    worker.addEventListener("message", hear);
                    worker.postMessage({ id, language: "en", task: { ask: "view", line } });
                });
            let wait = 0;
            for (let count = 0; count < questions; count += 1) {
                const worker = known.workers[count % known.workers.length];
                await new Promise((resolve) => setTimeout(resolve, pause));
                const asked = performance.now();
                await answered(worker, 1e9 + count);
                // Its first answer loads the language.
                if (count >= known.workers.length) wait = Math.max(wait, (performance.now() - asked) / 1000);
            }
            if (!/Thinking/.test(document.body.textContent)) throw new Error("the analysis came to its end");
            return [known.longest, wait];
        },
        [game, QUESTIONS, PAUSE],
    );

const begin = performance.now();
const seconds = () => (performance.now() - begin) / 1000;
let found;
if (what === "home") {
    await page.goto(address, { waitUntil: "commit" });
    await there('main a[href*="new/"]');
    found = seconds();
} else if (what === "playable") {
    await page.goto(`${address}#/new/${game}`, { waitUntil: "commit" });
    await page.getByRole("button", { name: "Start game" }).click();
    await there(legal);
    found = seconds();
} else if (what === "first-move") {
    await start();
    found = await play();
} else if (what === "thinking") {
    await start();
    const stop = await slowDown();
    found = [];
    for (let move = 0; move < MOVES; move += 1) {
        const took = await play();
        if (took === null) break;
        found.push(took);
    }
    stop();
} else if (what === "busy") {
    await observe();
    await page.goto(`${address}#/analyse?line=${game}`);
    await page.getByRole("switch").first().click();
    await there("table [data-move], table tbody tr");
    found = await busy();
} else {
    throw new Error(`nothing is measured by the name of ${what}`);
}
console.log(JSON.stringify(found));
await browser.close();
