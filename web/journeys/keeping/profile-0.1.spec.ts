/**
 * Somebody who has used version 0.1 opens today's program: games, settings, reviews, variations and guides are there.
 * What 0.1 has left was made by made/0.1.made.ts, in Korean, dark, with every switch the other way.
 */
import { copyFileSync, readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { Guide, StoredGame } from "../../src/lib/types";
import { STATIC, whyNot } from "../editions";
import { board, expect, test as base, textsOf } from "../helpers";
import { freePort, Server } from "../server";

type Made = Pick<StoredGame, "id" | "status" | "onMove" | "seats"> & { about: string; moves: string[] };
type Profile = { origins: { origin: string; localStorage: { name: string; value: string }[] }[] };

const read = <T>(path: string): T => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8")) as T;
const GAMES = read<Made[]>("../../../tests/server/data/0.1/games.json");
const PROFILE = read<Profile>("../made/profile-0.1.json");
const DATABASE = new URL("../../../tests/server/data/0.1/games.sqlite", import.meta.url);
const texts = textsOf("ko");

const test = base.extend<{ server: Server }>({
    server: async ({ browserName: _ }, use, info) => {
        const database = info.outputPath("games.sqlite");
        copyFileSync(DATABASE, database);
        const server = new Server(await freePort(), database);
        await server.start();
        await use(server);
        await server.kill();
    },
    baseURL: ({ server }, use) => use(server.address),
    // Kept for the address that 0.1 had; a browser keeps things apart by it.
    storageState: ({ server }, use) =>
        use({
            cookies: [],
            origins: PROFILE.origins.map((one) => ({ ...one, origin: server.address })),
        }),
});

test.skip(STATIC, whyNot("profile-0.1.spec.ts", ""));

/** What the browser keeps under a name. */
function kept<T>(name: string): T {
    const found = PROFILE.origins[0]!.localStorage.find((one) => one.name === name);
    return JSON.parse(found!.value) as T;
}
const called = (about: string): Made => GAMES.find((game) => game.about.startsWith(about))!;
const tree = (page: Page) => page.getByRole("navigation", { name: texts["analysis.tree"]! });

test("settings are as they were left", async ({ page }) => {
    await page.goto("/learn");
    await expect(page.locator("html")).toHaveAttribute("lang", "ko");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await page.getByRole("button", { name: texts["settings.title"]! }).click();
    for (const name of ["settings.theme.dark", "settings.legal.always"])
        await expect(page.getByRole("radio", { name: texts[name]!, exact: true })).toBeChecked();
    for (const [name, on] of Object.entries({
        coordinates: false,
        confirm: true,
        animations: false,
        sound: true,
        shortcuts: false,
    }))
        await expect(page.getByRole("switch", { name: texts[`settings.${name}`]! })).toBeChecked({
            checked: on,
        });

    // The last choices for a new game, and the komi that was named.
    await page.goto("/new/vacu");
    await expect(page.getByRole("spinbutton").first()).toHaveValue("7");
    await expect(page.getByRole("radio", { name: "9×9", exact: true })).toBeChecked();
});

test("every game is in the list and opens with its moves", async ({ page }) => {
    test.slow();
    await page.goto("/games");
    const listed = page.getByRole("main").getByRole("listitem");
    await expect(listed).toHaveCount(GAMES.length);
    for (const { id } of GAMES) await expect(listed.locator(`[href="/games/${id}"]`)).toHaveCount(1);

    const made = page.getByRole("list", { name: texts["game.moves"]!, exact: true }).getByRole("button");
    const waiting = (game: Made) => game.onMove && game.seats[game.onMove].kind === "computer";
    for (const game of GAMES) {
        await page.goto(`/games/${game.id}`);
        await expect(board(page), game.about).toBeVisible();
        if (waiting(game)) await expect(made, game.about).toHaveCount(game.moves.length + 1);
        else await expect(made, game.about).toHaveCount(game.moves.length);
        await expect(page.getByRole("alert")).toHaveCount(0);
        if (game.status === "over") await expect(board(page)).toHaveAttribute("aria-readonly", "true");
    }
});

test("a running game is played on", async ({ page }) => {
    const { id, moves } = called("vacu against level 3");
    await page.goto(`/games/${id}`);
    const made = page.getByRole("list", { name: texts["game.moves"]!, exact: true }).getByRole("button");
    await expect(made).toHaveCount(moves.length);
    const cell = page.getByRole("gridcell", { name: texts["board.point.legal"]!.replace("{point}", "b2") });
    await cell.click();
    await expect(made).toHaveCount(moves.length + 2);
});

test("reviews that were made are shown, and need no engine", async ({ page }) => {
    const asked: string[] = [];
    page.on("websocket", (socket) =>
        socket.on("framesent", ({ payload }) => asked.push(JSON.parse(String(payload)).type as string)),
    );
    const reviews = kept<{ line: string; moves: object[] }[]>("fieldstone.reviews");
    expect(reviews).toHaveLength(3);
    for (const about of ["convacu against level 2", "kaomi against level 1", "vadus, to the end"]) {
        const { id, moves } = called(about);
        expect(reviews.map(({ line }) => line.split(" moves ")[1])).toContain(moves.join(","));
        await page.goto(`/games/${id}/review`);
        await expect(page.getByRole("heading", { name: texts["review.worst"]! })).toBeVisible();
        await expect(page.getByRole("table", { name: texts["review.sum"]! })).toBeVisible();
        await expect(page.getByRole("button", { name: texts["review.start"]! })).toHaveCount(0);
        await expect(page.getByRole("slider")).toHaveAttribute("aria-valuemax", String(moves.length));
    }
    expect(asked).not.toContain("review");
});

test("variations and comments are on the analysis boards", async ({ page }) => {
    await page.goto(`/games/${called("kaomi from SGF").id}/analyse`);
    for (const words of ["the whole", "one", "the other way", "나의 수"]) await expect(tree(page)).toContainText(words);
    await expect(tree(page).getByRole("button", { name: /, e1$/ })).toBeVisible();
    await page.goto("/analyse?line=vadus(size=4)");
    await expect(tree(page)).toContainText("a corner");
    for (const move of ["d4", "c3", "a1"])
        await expect(tree(page).getByRole("button", { name: new RegExp(`, ${move}$`) })).toBeVisible();
});

test("the guides know how far one has come", async ({ page, request }) => {
    const { steps }: Guide = await (await request.get("/api/guides/kaomi?lang=ko")).json();
    await page.goto("/learn");
    const progress = texts["guide.progress"]!.replace("{done}", "3").replace("{of}", String(steps.length));
    const cards = page.getByRole("main").getByRole("listitem");
    await expect(cards.filter({ has: page.locator('[href="/learn/kaomi?step=4"]') })).toContainText(progress);
    await expect(cards.filter({ hasText: texts["guide.finished"]! })).toHaveCount(1);
    await expect(cards.filter({ hasText: texts["guide.finished"]! }).getByRole("link")).toHaveAttribute(
        "href",
        /^\/learn\/iago/,
    );
});
