import { defineConfig } from "@playwright/test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PATH, PORT, SERVER, SITE, STATIC, STATIC_PORT, unknownFiles } from "./journeys/editions";

// Run by journeys/run.py, which finds the browser. One server with an empty database serves all journeys that do not
// start one of their own; those through the static edition (`--static`) have the files in site/.
process.env.FIELDSTONE_JOURNEYS ??= mkdtempSync(join(tmpdir(), "fieldstone-journeys-"));
const database = join(process.env.FIELDSTONE_JOURNEYS, "games.sqlite");
const python = process.env.FIELDSTONE_PYTHON ?? "python3";
const root = process.getuid?.() === 0;
const unknown = unknownFiles(join(import.meta.dirname, "journeys"));
if (unknown.length) throw new Error(`journeys/editions.ts names files that are not there: ${unknown.join(", ")}`);

export default defineConfig({
    testDir: "journeys",
    outputDir: "test-results",
    forbidOnly: !!process.env.CI,
    fullyParallel: true,
    workers: 2,
    retries: 0,
    // Long enough for a busy machine that compiles what a game needs on the way: nothing here measures time.
    timeout: 300_000,
    expect: { timeout: 60_000 },
    reporter: [[process.env.CI ? "list" : "line"], ["./journeys/failures.ts", { file: "test-results/failures.txt" }]],
    use: {
        baseURL: STATIC ? SITE : SERVER,
        locale: "en-GB",
        reducedMotion: "reduce",
        // What is pressed may wait for kernels that are being compiled.
        actionTimeout: 60_000,
        screenshot: "only-on-failure",
        trace: "off",
        launchOptions: {
            executablePath: process.env.FIELDSTONE_CHROMIUM,
            args: [
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                ...(root ? ["--no-sandbox"] : []),
            ],
        },
    },
    webServer: [
        {
            command: `"${python}" -m fieldstone.cli serve --no-open --port ${PORT} --database "${database}"`,
            url: `${SERVER}/api/facts`,
            reuseExistingServer: false,
            gracefulShutdown: { signal: "SIGINT", timeout: 5_000 },
            timeout: 180_000,
        },
        // What a server says is asked for in journeys through the static edition too, to compare it.
        ...(STATIC ? [{ command: `"${python}" journeys/static.py ../site ${STATIC_PORT} ${PATH}`, url: SITE }] : []),
    ],
});
