/** What all journeys share: a page that is watched for what must never happen, and the steps of a game. */
import { readFileSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import {
    type APIRequestContext,
    type BrowserContext,
    expect,
    type Locator,
    type Page,
    test as base,
} from "@playwright/test";
import type { GuideStep } from "../src/lib/types";
import { SERVER, STATIC, translate, whyNot } from "./editions";

export { expect };

/** Where games are to be kept that `request` makes, in the static edition. */
const browsers = new WeakMap<APIRequestContext, BrowserContext>();

/** Console errors that a journey brings about on purpose, such as a server that is away. */
type Expected = { expectedErrors: RegExp | null };

type Listening = Window & { told?: string[] };

/** Runs in the page: notes down what its live regions say, for `told`. */
export function listen(): void {
    const heard: string[] = ((window as Listening).told = []);
    new MutationObserver((changes) => {
        for (const { target } of changes) {
            const element = target instanceof Element ? target : target.parentElement;
            const region = element?.closest("[aria-live], [role=status], [role=alert]");
            // The same text twice is told apart by a space without width.
            const text = region?.textContent?.replace("\u200b", "").trim();
            if (text && text !== heard.at(-1)) heard.push(text);
        }
    }).observe(document, { childList: true, characterData: true, subtree: true });
}

/** Every journey fails on errors and warnings of the console, broken security policies and requests elsewhere. */
export const test = base.extend<Expected & { watched: void }>({
    expectedErrors: [null, { option: true }],
    watched: [
        async ({ context, baseURL, expectedErrors }, use, info) => {
            const reason = whyNot(info.file, info.title);
            if (reason) info.skip(true, reason);
            translate(context);
            const wrong: string[] = [];
            context.on("weberror", (event) => wrong.push(`uncaught: ${event.error().message}`));
            context.on("console", (message) => {
                if (["error", "warning"].includes(message.type()))
                    wrong.push(`${message.type()}: ${message.text()} (${message.location().url})`);
            });
            context.on("request", (request) => {
                const { protocol, host } = new URL(request.url());
                const own = host === new URL(baseURL!).host || ["data:", "blob:"].includes(protocol);
                if (!own) wrong.push(`request to another host: ${request.url()}`);
            });
            await context.addInitScript(listen);
            await use();
            expect(wrong.filter((one) => !expectedErrors?.test(one))).toEqual([]);
        },
        { auto: true },
    ],
    /** Asks a server; where there is none to the page, it is asked what one would say. */
    request: async ({ request, context, playwright }, use) => {
        if (!STATIC) return use(request);
        const asked = await playwright.request.newContext({ baseURL: SERVER });
        browsers.set(asked, context);
        await use(asked);
        await asked.dispose();
    },
});

/** On a server of one's own the games of other journeys are listed, too: to a newcomer there are none. */
export const hideGames = (page: Page): Promise<unknown> =>
    page.route(/\/api\/games\?/, (route) => route.fulfill({ json: { games: [], more: false, unreadable: [] } }));

/** What the page says in a language. */
export const textsOf = (language: string): Record<string, string> =>
    JSON.parse(readFileSync(new URL(`../src/texts/${language}.json`, import.meta.url), "utf8"));

export interface Wanted {
    opponent?: "The computer" | "Two players here";
    /** A usual size as the form names it ("9×9"), or a number to be typed. */
    size?: string | number;
    level?: number | "max";
    side?: "Black, first" | "White" | "You" | "The computer";
    komi?: number | "Set by the players";
    swap?: "On" | "Off";
    clock?: (page: Page) => Promise<void>;
}

const group = (page: Page, name: string | RegExp): Locator => page.getByRole("group", { name, exact: true });
export const press = (where: Page | Locator, name: string | RegExp): Promise<void> =>
    where.getByRole("button", { name, exact: typeof name === "string" }).click();
/** Choose one of a few that are all visible. */
export const pick = (where: Page | Locator, name: string): Promise<void> =>
    where.getByRole("radio", { name, exact: true }).click();

/** Choose one of the further actions of a game. */
export async function more(page: Page, name: string): Promise<void> {
    await press(page.getByRole("group", { name: "Actions" }), "More");
    const menu = page.getByRole("group", { name: "More", exact: true });
    await menu.getByRole("button", { name }).or(menu.getByRole("link", { name })).click();
}

async function type(page: Page, name: string, value: number): Promise<void> {
    const field = page.getByRole("spinbutton", { name, exact: true });
    await field.fill(String(value));
    await field.blur();
}

/** Fill in the form of a new game and begin it; returns the game's address. */
export async function begin(page: Page, game: string, wanted: Wanted = {}): Promise<string> {
    await page.goto(`/new/${game}`);
    const { opponent = "Two players here", size, level, side, komi, swap, clock } = wanted;
    await pick(group(page, "Opponent"), opponent);
    if (level !== undefined) {
        const slider = page.getByRole("slider", { name: "Strength of the computer" });
        await slider.fill(level === "max" ? (await slider.getAttribute("max"))! : String(level));
    }
    if (typeof size === "string") await pick(group(page, "Board"), size);
    if (typeof size === "number") {
        await pick(group(page, "Board"), "Other");
        await type(page, "Board", size);
    }
    if (komi !== undefined) await pick(group(page, "Komi"), typeof komi === "string" ? komi : "Fixed");
    if (typeof komi === "number") await type(page, "Points added for White", komi);
    if (side) await pick(group(page, /^(You play|Who sets komi\?)$/), side);
    if (swap) await pick(group(page, "Swap (pie rule)"), swap);
    await clock?.(page);
    await press(page, "Start game");
    await expect(board(page)).toBeVisible();
    return pathOf(page);
}

/** A game that is there already, as its moves in one line; returns its id. Given up by player 1 if it shall be over. */
export async function stored(request: APIRequestContext, text: string, over = false): Promise<string> {
    const made = await request.post("/api/games/import", { data: { text } });
    expect(made.status()).toBe(201);
    const { id } = await made.json();
    if (over) await request.post(`/api/games/${id}/resign`, { data: { seat: 1 } });
    return kept(request, id);
}

/** A game that is begun with all that a form can ask for; returns its id. */
export async function begun(request: APIRequestContext, data: object): Promise<string> {
    const made = await request.post("/api/games", { data });
    expect(made.status()).toBe(201);
    return kept(request, (await made.json()).id);
}

/** In the static edition a game of the server is taken over by the browser. Returns its id. */
async function kept(request: APIRequestContext, id: string): Promise<string> {
    const browser = browsers.get(request);
    if (!browser) return id;
    return keptHere(browser, await (await request.get(`/api/games/${id}/record`)).text());
}

/** Have a browser keep the game of a record; returns its id. */
async function keptHere(browser: BrowserContext, record: string): Promise<string> {
    const page = await browser.newPage();
    await page.goto("/games");
    await page.locator("main .top button").click();
    await page.locator("form textarea").fill(record);
    await page.locator("form button.act").click();
    const twice = page.locator("form .twin button");
    await expect(board(page).or(twice)).toBeVisible();
    if (await twice.isVisible()) await twice.click();
    await expect(board(page)).toBeVisible();
    const id = pathOf(page).split("/").at(-1)!;
    await page.close();
    return id;
}

/** Where a page is, as "/games". */
export const pathOf = (page: Page): string => new URL(page.url()).pathname;
/** Be somewhere, or not there any more. */
export const expectAt = (page: Page, path: string): Promise<void> => expect.poll(() => pathOf(page)).toBe(path);
export const expectLeft = (page: Page, path: string): Promise<void> => expect.poll(() => pathOf(page)).not.toBe(path);

export const board = (page: Page): Locator => page.getByRole("grid");
/** The cell of a point, which is called "e5, empty, legal" or the like. */
export const point = (page: Page, name: string): Locator =>
    page.getByRole("gridcell", { name: new RegExp(`^${name}\\b`) });
export const movesMade = (page: Page): Locator =>
    page.getByRole("list", { name: "Moves", exact: true }).getByRole("button");
/** The headline: whose turn it is, or who has won. */
export const turn = (page: Page, text: string | RegExp): Locator => page.getByText(text, { exact: true });
/** Everything that a screen reader was told since the page was loaded. */
export const told = (page: Page): Promise<string[]> => page.evaluate(() => (window as Listening).told ?? []);

/** Choose points one after the other; each is answered before the next. */
export async function put(page: Page, ...points: string[]): Promise<void> {
    for (const one of points) {
        const before = await movesMade(page).count();
        await point(page, one).click();
        await expect(movesMade(page).nth(before)).toBeVisible();
    }
}

/** Press a button that makes a move ("Pass", "Swap sides"), and see it made. */
export async function word(page: Page, name: string | RegExp): Promise<void> {
    const before = await movesMade(page).count();
    await press(page, name);
    await expect(movesMade(page).nth(before)).toBeVisible();
}

/** Vacu's button, on every screen. */
export const TAKE = "Take the button (½)";
/** A pass: where it ends the game, its button says so, shorter on a narrow screen. */
export const PASS = /^Pass(: ends the game|: end)?$/;

const OVER = /^(You win|The computer wins|A draw)$/;
const MINE = /^Your turn: (Black|White)(, (first|second) of two stones)?$/;

/** Look for what keeps people out: contrast, names, roles, order (axe-core). */
export async function expectAccessible(page: Page): Promise<void> {
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map((one) => [one.id, one.nodes.map((node) => node.html)])).toEqual([]);
}

/** Nothing sticks out to the right at any width. */
export async function expectFits(page: Page, width: number, height = 740): Promise<void> {
    await page.setViewportSize({ width, height });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide, `width of ${page.url()} in a window of ${width}`).toBeLessThanOrEqual(width);
}

/** What sticks out of the page to the side, and texts of which a part is not shown. */
export const cutOff = (page: Page): Promise<string[]> =>
    page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>("main *:not(svg *)")]
            .filter((one) => one.checkVisibility() && !one.closest(".aloud, .hidden") && one.clientWidth > 1)
            .filter((one) => {
                const { left, right } = one.getBoundingClientRect();
                const hides = getComputedStyle(one).overflowX !== "visible" && one.scrollWidth > one.clientWidth + 1;
                return left < -1 || right > innerWidth + 1 || hides;
            })
            .map((one) => `${one.tagName} ${one.className}: ${one.textContent.trim().slice(0, 40)}`),
    );

/** Wait for the computer. Returns whether the game goes on. */
export async function myTurn(page: Page): Promise<boolean> {
    const now = turn(page, new RegExp(`${MINE.source}|${OVER.source}`));
    await expect(now).toBeVisible();
    return MINE.test((await now.textContent())!.trim());
}

/** The first legal point, from the top down. */
export async function anyPoint(page: Page): Promise<string | null> {
    const legal = page.getByRole("gridcell", { name: /, empty, legal$/ });
    if ((await legal.count()) === 0) return null;
    return (await legal.first().getAttribute("aria-label"))!.split(",")[0]!;
}

/** Do what a step asks for and see it accepted. */
export async function perform(page: Page, step: GuideStep, texts: ReturnType<typeof textsOf>): Promise<void> {
    if (!step.view) return;
    const forbidden = step.illegal.length > 0;
    for (const move of forbidden ? step.illegal.slice(0, 1) : step.moves) {
        const komi = /^komi (\d+)$/.exec(move);
        if (step.view.points.includes(move)) await point(page, move).click();
        else if (komi) {
            await page.getByRole("spinbutton").fill(komi[1]!);
            await press(page, texts["analysis.komi.name"]!);
        } else {
            // On a phone it is at the thumb as well.
            await page
                .getByRole("button", { name: texts[`move.do.${move}`]!, exact: true })
                .first()
                .click();
        }
        if (move !== (forbidden ? move : step.moves.at(-1)))
            await expect(page.getByText(texts["guide.more"]!.split("{")[0]!)).toBeVisible();
    }
    await expect(page.getByText(texts[forbidden ? "guide.done.forbidden" : "guide.done"]!)).toBeVisible();
}
