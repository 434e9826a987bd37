/** A game that a package brings (tests/fifth_game) is played in the page to its end; the page knows nothing of it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { STATIC, whyNot } from "./editions";
import { anyPoint, begin, board, expect, movesMade, myTurn, point, put, test as base, textsOf, turn } from "./helpers";
import { expectProven, prepareProof } from "./proof";

const PLIES = 1000;

/** A server that finds the game: its own process installs it, and writes its address to a file of the folder. */
const test = base.extend<object, { installed: { address: string; folder: string } }>({
    installed: [
        async ({ browserName: _ }, use) => {
            const folder = mkdtempSync(join(tmpdir(), "fieldstone-fifth-"));
            const python = process.env.FIELDSTONE_PYTHON ?? "python3";
            // Playwright runs in web/, the tests lie beside it.
            const code =
                "import os, runpy, sys; os.chdir('..'); sys.path.insert(0, '.'); " +
                "runpy.run_module('tests.fifth_game.serve', run_name='__main__')";
            const server = spawn(python, ["-c", code, folder], { stdio: ["ignore", "inherit", "inherit"] });
            let address = "";
            while (!address) {
                expect(server.exitCode).toBeNull();
                await new Promise((done) => setTimeout(done, 200));
                try {
                    address = readFileSync(join(folder, "address"), "utf8");
                } catch {
                    // not yet
                }
            }
            await use({ address, folder });
            const ended = once(server, "exit");
            server.kill("SIGKILL");
            await ended;
        },
        { scope: "worker", timeout: 600_000 },
    ],
    baseURL: ({ installed }, use) => use(installed.address),
});
test.describe.configure({ mode: "default" });
// A whole file is skipped before its server is started; a single journey only afterwards.
test.skip(STATIC, whyNot("fifth-game.spec.ts", ""));

test("its kernels are those of Python: every record, tree and value", async ({ page, installed }) => {
    const found = [join(installed.folder, "site"), process.env.PYTHONPATH].filter(Boolean).join(delimiter);
    const proof = prepareProof(PLIES, { PYTHONPATH: found, FIELDSTONE_TEST_GAMES: "brought" });
    const kinds = proof.jobs.map((job) => (JSON.parse(job) as { kind: string }).kind);
    for (const kind of ["play", "perft", "search", "solve", "level"]) expect(kinds).toContain(kind);
    await expectProven(page, proof);
});

test("its guide can be played", async ({ page }) => {
    await page.goto("/learn/atari-go");
    await expect(page.getByRole("heading", { name: "Atari Go" })).toBeVisible();
    await page.getByRole("link", { name: /One stone at a time/ }).click();
    await point(page, "c3").click();
    await expect(page.getByText(textsOf("en")["guide.done"]!)).toBeVisible();
});

test("its rules lie beside the board", async ({ page }) => {
    await begin(page, "atari-go", { size: 4 });
    await put(page, "b2");
    await point(page, "b2").click();
    await page.getByRole("button", { name: "Rule A3", exact: true }).click();
    const rules = page.getByRole("dialog", { name: "Rules: Atari Go" });
    await expect(rules.getByRole("listitem")).toHaveCount(6);
    await expect(rules.getByRole("grid", { name: "Rule A3" })).toBeVisible();
});

test("a capture ends it, and can be taken back", async ({ page }) => {
    await begin(page, "atari-go", { size: 4 });
    await put(page, "b2", "a1", "a2", "d4", "b1");
    await expect(turn(page, "Black wins")).toBeVisible();
    await expect(page.locator(".why")).toContainText("Stones have been captured.");
    await expect(point(page, "a1")).toHaveAttribute("aria-label", /empty/);
    await expect(board(page)).toHaveAttribute("aria-readonly", "true");
});

test("a whole game against the computer, to its end and its review", async ({ page }) => {
    await begin(page, "atari-go", { opponent: "The computer", level: 1, size: 4 });
    while (await myTurn(page)) await put(page, (await anyPoint(page))!);
    await expect(page.locator(".why")).not.toBeEmpty();
    await expect(page.getByRole("button", { name: "Pass" })).toHaveCount(0);
    await expect(page.getByRole("region", { name: "What decides" })).toContainText("Nothing is counted in this game.");
    // Nothing in the page is called by the key of a text that it does not have.
    await expect(page.getByText(/game\.legend|atari-go\b/)).toHaveCount(0);
    expect(await movesMade(page).count()).toBeGreaterThan(2);
    await page.getByRole("link", { name: "Review" }).click();
    await expect(page).toHaveURL(/\/review$/);
});

test("it is analysed", async ({ page }) => {
    await page.goto("/analyse?" + new URLSearchParams({ line: "atari-go(size=4) moves b2,a1,a2,d4" }));
    await expect(board(page)).toBeVisible();
    await expect(page.getByText("Atari Go").first()).toBeVisible();
});

// Last, as the pictures of the other games have them compiled.
test("it stands among the games", async ({ page }) => {
    for (const path of ["/", "/learn"]) {
        await page.goto(path);
        await expect(page.getByText("Atari Go").first()).toBeVisible();
        await expect(page.getByText("The first capture wins.").first()).toBeVisible();
    }
});
