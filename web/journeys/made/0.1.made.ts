/**
 * Makes what version 0.1 leaves behind: a database of games and a browser's storage. They are in the repository, and
 * tests open them with today's program. Made by 0.1 itself, so this is run in a clone of that version alone, in web/:
 *
 *     FIELDSTONE_CHROMIUM=... FIELDSTONE_PYTHON=... npx playwright test --config journeys/made/0.1.config.ts
 */
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import type { APIRequestContext, Page } from "@playwright/test";
import type { Guide, NewGame, StoredGame } from "../../src/lib/types";
import { begin, expect, movesMade, myTurn, perform, point, press, put, test as base, textsOf } from "../helpers";
import { freePort, Server } from "../server";

const HERE = new URL(".", import.meta.url);
const PROFILE = new URL("profile-0.1.json", HERE);
const GAMES = new URL("../../../tests/server/data/0.1/", HERE);

const test = base.extend<{ server: Server }>({
    server: async ({ browserName: _ }, use, info) => {
        const server = new Server(await freePort(), info.outputPath("games.sqlite"));
        await server.start();
        await use(server);
        await server.kill();
    },
    baseURL: ({ server }, use) => use(server.address),
});

type NewSeat = NewGame["seats"][1];
const person = (name = ""): NewSeat => ({ kind: "human", name });
const computer = (level: number | "max", name = ""): NewSeat => ({ kind: "computer", level, name });
const TWO: NewGame["seats"] = { 1: person(), 2: person() };

/** The games that are made, and what each of them is there for. */
class Making {
    readonly about = new Map<string, string>();
    #random = 7;

    constructor(readonly request: APIRequestContext) {}

    async #post(path: string, data: object): Promise<StoredGame> {
        const answer = await this.request.post(path, { data });
        expect(answer.ok(), await answer.text()).toBe(true);
        return answer.json();
    }
    async look(id: string): Promise<StoredGame> {
        return (await this.request.get(`/api/games/${id}`)).json();
    }
    async begin(about: string, game: string, wanted: Partial<NewGame> = {}): Promise<StoredGame> {
        const made = await this.#post("/api/games", { game, seats: TWO, ...wanted });
        this.about.set(made.id, about);
        return made;
    }
    async import(about: string, data: { text: string } | { record: object }): Promise<StoredGame> {
        const made = await this.#post("/api/games/import", data);
        this.about.set(made.id, about);
        return made;
    }
    async wait(id: string): Promise<StoredGame> {
        await expect.poll(async () => (await this.look(id)).thinking, { timeout: 60_000 }).toBe(false);
        return this.look(id);
    }
    async play({ id }: StoredGame, ...moves: string[]): Promise<StoredGame> {
        for (const move of moves)
            await this.#post(`/api/games/${id}/moves`, { move, ply: (await this.wait(id)).plies });
        return this.wait(id);
    }
    /** Moves by lot, up to a number of plies or to the end; stones while there are any to be placed. */
    async playOn({ id }: StoredGame, plies = Infinity): Promise<StoredGame> {
        let game = await this.wait(id);
        while (game.status === "playing" && game.plies < plies) {
            // What 0.1 called the moves that are no points.
            const { points, words } = game.view.legal as unknown as Record<"points" | "words", string[]>;
            const from = points.length ? points : words;
            this.#random = (this.#random * 48271) % 2147483647;
            game = await this.play(game, from[this.#random % from.length]!);
        }
        return game;
    }
    undo = async ({ id }: StoredGame): Promise<StoredGame> =>
        this.#post(`/api/games/${id}/undo`, { ply: (await this.wait(id)).plies });
    resign = (game: StoredGame, seat: 1 | 2): Promise<StoredGame> =>
        this.#post(`/api/games/${game.id}/resign`, { seat });
    async rematch(about: string, game: StoredGame): Promise<StoredGame> {
        const made = await this.#post(`/api/games/${game.id}/rematch`, {});
        this.about.set(made.id, about);
        return made;
    }
}

async function vacu(making: Making): Promise<void> {
    const auction = {
        options: { size: 5, setup: "auction" },
        seats: { 1: person("Ada"), 2: person("에이다") },
    };
    const talk = await making.begin("vacu, auction, to the end by two passes, names", "vacu", auction);
    await making.play(talk, "komi 4", "black", "c3", "b2", "button", "d4", "pass", "pass");
    await making.begin("vacu, no move yet: komi is to be named", "vacu", {
        options: { size: 9, setup: "auction" },
    });
    // Whoever opens it has five minutes to look: a clock runs on from when the server was last there.
    const slow = await making.begin("vacu 19x19, byo-yomi, a period used up, running", "vacu", {
        options: { size: 19, komi: 7 },
        clock: { kind: "byoyomi", main: 0, periods: 100, period: 3 },
    });
    await making.playOn(slow, 29);
    await new Promise((go) => setTimeout(go, 4000));
    await making.playOn(slow, 30);
    const clock = { kind: "byoyomi", main: 0, periods: 5, period: 1 } as const;
    const late = await making.begin("vacu, lost by time in byo-yomi", "vacu", {
        options: { size: 5 },
        clock,
    });
    await making.play(late, "c3", "b2");
    await expect.poll(async () => (await making.look(late.id)).status, { timeout: 30_000 }).toBe("over");
    const draw = ".B./B.W/.W. B button=B over=repetition";
    await making.import("vacu, a position: drawn by repetition", { text: `vacu(size=3) ${draw}` });
    const seats = { 1: person(), 2: computer("max") };
    const thinks = await making.begin("vacu, the computer is to move and was thinking", "vacu", { seats });
    await making.request.post(`/api/games/${thinks.id}/moves`, { data: { move: "e5", ply: 0 } });
}

async function convacu(making: Making): Promise<StoredGame> {
    const seats = { 1: person("Grace"), 2: computer(2) };
    const over = await making.begin("convacu against level 2, to the end", "convacu", {
        options: { size: 4 },
        seats,
    });
    const clock = { kind: "byoyomi", main: 600, periods: 3, period: 30 } as const;
    const going = await making.begin("convacu, byo-yomi, running, moves taken back", "convacu", { clock });
    await making.playOn(going, 9);
    await making.undo(going);
    await making.undo(going);
    return making.playOn(over);
}

async function kaomi(making: Making): Promise<StoredGame> {
    const swapped = await making.begin("kaomi with a swap, running", "kaomi");
    await making.play(swapped, "d4", "swap", "c3", "e5");
    const clock = { kind: "increment", main: 300, increment: 5 } as const;
    const over = await making.begin("kaomi against level 1, with a clock, to the end", "kaomi", {
        options: { size: 4, pie: false },
        seats: { 1: computer(1), 2: person() },
        clock,
    });
    return making.playOn(over);
}

async function squared(making: Making): Promise<void> {
    const seats = { 1: computer(4, "Robot"), 2: person() };
    const going = await making.begin("squared with komi, the computer has moved first, running", "squared", {
        options: { size: 5, komi: 20 },
        seats,
    });
    await making.playOn(going, 7);
    const over = await making.begin("squared, auction, to the end", "squared", {
        options: { size: 3, setup: "auction" },
    });
    await making.play(over, "komi 6", "white");
    await making.playOn(over);
}

async function iago(making: Making): Promise<void> {
    await making.playOn(await making.begin("iago, two people, to the end", "iago"));
    const back = await making.begin("iago against level 10, a resignation taken back, running", "iago", {
        seats: { 1: person(), 2: computer(10) },
    });
    await making.playOn(back, 6);
    await making.resign(back, 1);
    await making.undo(back);
    const free = { seats: { 1: person("Kay"), 2: computer(1) } };
    const given = await making.begin("iago-free against level 1, given up", "iago-free", free);
    await making.playOn(given, 10);
    await making.resign(given, 1);
    await making.wait((await making.rematch("iago-free, the rematch, running, sides exchanged", given)).id);
    await making.playOn(await making.begin("iago-free, two people, to the end", "iago-free"));
}

async function vadus(making: Making): Promise<StoredGame> {
    const open = await making.begin("vadus, one stone of two stands, running", "vadus");
    await making.play(open, "e5", "d4,f6", "g7");
    const clock = { kind: "increment", main: 1, increment: 0 } as const;
    const late = await making.begin("vadus, lost by time", "vadus", { options: { size: 5 }, clock });
    await making.play(late, "e5", "d4,c3");
    await expect.poll(async () => (await making.look(late.id)).status, { timeout: 30_000 }).toBe("over");
    return making.playOn(await making.begin("vadus, to the end", "vadus", { options: { size: 3 } }));
}

const TREE =
    "(;FF[4]SZ[5]RU[kaomi(size=5,pie=false)]PB[Black's]PW[白]C[the whole]RE[B+R]" +
    ";B[cc]C[one](;W[aa];B[bb])(;W[dd]C[the other way]))";
const LINE = "iago moves d4,e4,f3";

async function records(making: Making, finished: StoredGame): Promise<StoredGame> {
    const sgf = await making.import("kaomi from SGF with variations, comments, a resignation", {
        text: TREE,
    });
    const line = await making.import("iago from a line of moves, played on since", {
        text: LINE,
    });
    await making.playOn(line, 6);
    const record = await (await making.request.get(`/api/games/${sgf.id}/record`)).json();
    const foreign = { ...record, "x-other": { kept: ["as", "it", "is"] } };
    await making.import("kaomi from a record with a key that nobody knows", { record: foreign });
    const elsewhere = await making.request.get(`/api/games/${finished.id}/record?format=abstractplay`);
    await making.import("vadus from AbstractPlay's record of a finished game", {
        text: await elsewhere.text(),
    });
    return sgf;
}

/** What is done in the page, with a mouse: it leaves its traces in the browser. */
async function inThePage(page: Page, making: Making, reviewed: StoredGame[], analysed: StoredGame): Promise<void> {
    const texts = textsOf("en");
    await page.goto("/");
    await press(page, texts["home.still"]!);
    const address = await begin(page, "vacu", { opponent: "The computer", size: "9×9", level: 3, komi: 7 });
    await put(page, "e5");
    await myTurn(page);
    await put(page, "c3");
    await myTurn(page);
    await press(page, "Undo");
    await expect(movesMade(page)).toHaveCount(2);
    making.about.set(address.split("/").at(-1)!, "vacu against level 3, begun in the page, taken back, running");
    const talk = await begin(page, "squared", { size: 4, komi: "Named in the game" as "Set by the players" });
    await page.getByRole("spinbutton", { name: "Komi" }).fill("12");
    await press(page, "Name komi 12");
    await expect(movesMade(page)).toHaveCount(1);
    making.about.set(talk.split("/").at(-1)!, "squared, a side is to be chosen, begun in the page");

    for (const { id } of reviewed) {
        await page.goto(`/games/${id}/review`);
        await press(page, texts["review.pace.quick"]!);
        await press(page, texts["review.start"]!);
        await expect(page.getByRole("progressbar")).toBeVisible();
        await expect(page.locator("summary", { hasText: "0.3" })).toBeVisible({ timeout: 300_000 });
    }

    // Variations and comments on a game, and on a position that is nobody's game.
    const tree = page.getByRole("navigation", { name: texts["analysis.tree"]! });
    await page.goto(`/games/${analysed.id}/analyse`);
    await tree.getByRole("button", { name: "d2" }).click();
    await point(page, "e1").click();
    await page.getByRole("textbox", { name: "Comment" }).fill("나의 수");
    await expect(tree).toContainText("나의 수");
    await page.goto("/analyse?line=vadus(size=4) moves d4,c3");
    await page.getByRole("switch").first().click();
    await expect(page.getByRole("table").getByRole("row").nth(1)).toBeVisible();
    await point(page, "a1").click();
    await page.getByRole("textbox", { name: "Comment" }).fill("a corner");
    await expect(tree).toContainText("a corner");

    for (const [game, most] of [
        ["iago", 99],
        ["kaomi", 3],
    ] as const) {
        const guide: Guide = await (await making.request.get(`/api/guides/${game}?lang=en`)).json();
        await page.goto(`/learn/${game}`);
        await press(page, texts["guide.begin"]!);
        for (const step of guide.steps.slice(0, most)) {
            await perform(page, step, texts);
            await press(page, texts["guide.next"]!);
        }
    }

    await press(page, texts["settings.title"]!);
    await press(page, texts["settings.theme.dark"]!);
    await press(page, texts["settings.legal.always"]!);
    for (const name of ["coordinates", "confirm", "animations", "sound", "shortcuts"])
        await page.getByRole("switch", { name: texts[`settings.${name}`]! }).click();
    await page.getByRole("combobox", { name: "Language" }).selectOption({ label: "한국어" });
    await expect(page.locator("html")).toHaveAttribute("lang", "ko");
}

/** What the tests compare with: what 0.1 says of each game. */
async function told(making: Making): Promise<object[]> {
    const found: object[] = [];
    for (const [id, about] of making.about) {
        const { gameText, seats, moves, view, status, onMove, outcome, clockRules, clock, imported } =
            await making.look(id);
        const tree = await (await making.request.get(`/api/games/${id}/tree`)).json();
        found.push({
            id,
            about,
            gameText,
            seats,
            line: view.line,
            moves: moves.map(({ move }) => move),
            rows: view.rows,
            scoreText: view.scoreText,
            status,
            onMove,
            outcome: outcome && { ...outcome, sentence: undefined },
            clockRules,
            clock: clock && { left: clock.left, periods: clock.periods, running: clock.running },
            imported,
            nodes: tree.nodes.length,
            comments: [tree.comment, ...tree.nodes.map((node: { comment: string }) => node.comment)].filter(Boolean),
        });
    }
    return found;
}

test("version 0.1 leaves this behind", async ({ page, request, context, server }) => {
    const making = new Making(request);
    const reviewed = [await convacu(making), await kaomi(making), await vadus(making)];
    await squared(making);
    await iago(making);
    const analysed = await records(making, reviewed[2]!);
    await inThePage(page, making, reviewed, analysed);
    await vacu(making);

    const games = await told(making);
    const lines = games.map((game) => JSON.stringify(game)).join(",\n");
    writeFileSync(new URL("games.json", GAMES), `[\n${lines}\n]\n`);
    const { origins } = await context.storageState();
    const usual = origins.map((one) => ({ ...one, origin: "http://127.0.0.1:8000" }));
    writeFileSync(PROFILE, `${JSON.stringify({ cookies: [], origins: usual }, null, 2)}\n`);
    await server.kill();
    const database = new URL("games.sqlite", GAMES).pathname;
    rmSync(database, { force: true });
    const code = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('VACUUM INTO ?', sys.argv[2:])";
    execFileSync(process.env.FIELDSTONE_PYTHON!, ["-c", code, server.database, database]);
    expect(readFileSync(database).length).toBeLessThan(400_000);
});
