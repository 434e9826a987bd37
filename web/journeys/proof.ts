/** What proves the kernels in a browser: a plan that Python has written, the modules, and the code that runs it. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";

/** Letters of the jobs that are handed to a browser at a time: all of them may be more than a message can hold. */
const MOST_LETTERS = 16_000_000;

export interface Proof {
    /** A module of JavaScript, which puts `runPlan` on the global object. */
    code: string;
    /** The jobs of the plan, each as JSON. */
    jobs: string[];
    /** The modules of each family of games, in base64. */
    modules: Record<string, string>;
}

/**
 * Draw a plan by lot, with so many plies of each game beside what is the same in each run. `around` is set around the
 * Python that draws it: where other games are found, for example.
 */
export function prepareProof(plies: number, around: Record<string, string> = {}): Proof {
    const folder = mkdtempSync(join(tmpdir(), "fieldstone-proof-"));
    const plan = join(folder, "plan.jsonl");
    const seed = process.env.FIELDSTONE_SEED ?? String(Math.floor(Math.random() * 2 ** 32));
    console.log(`drawn by lot with FIELDSTONE_SEED=${seed}`);
    const python = process.env.FIELDSTONE_PYTHON ?? "python3";
    execFileSync(python, ["-m", "tests.targets.plans", plan, seed, String(plies)], {
        cwd: "..",
        env: { ...process.env, ...around },
    });
    const options = ["vite", "build", "--config", "vite.proof.config.ts", "--logLevel", "warn", "--outDir", folder];
    execFileSync("npx", options, { env: { ...process.env, FIELDSTONE_PROOF: "browser" } });

    const [first, ...jobs] = readFileSync(plan, "utf8").trim().split("\n");
    const paths = Object.entries(JSON.parse(first!) as Record<string, string>);
    const modules = Object.fromEntries(paths.map(([name, path]) => [name, base64(readFileSync(path))]));
    return { code: readFileSync(join(folder, "browser.mjs"), "utf8"), jobs, modules };
}

/** Run a proof in a page of Chromium, in portions. */
export async function expectProven(page: Page, { code, jobs, modules }: Proof): Promise<void> {
    await page.goto("about:blank");
    await page.addScriptTag({ content: code, type: "module" });
    await page.waitForFunction("globalThis.runPlan");
    for (const portion of portions(jobs)) {
        const run = `(${runProof.toString()})(...${JSON.stringify([portion, modules])})`;
        expect(await page.evaluate<string[]>(run)).toEqual([]);
    }
}

function* portions(jobs: string[]): Generator<string[]> {
    let [portion, letters]: [string[], number] = [[], 0];
    for (const job of jobs) {
        if (letters > 0 && letters + job.length > MOST_LETTERS) {
            yield portion;
            [portion, letters] = [[], 0];
        }
        portion.push(job);
        letters += job.length;
    }
    yield portion;
}

/** Runs in the browser: what is wrong, a line a problem. */
export function runProof(jobs: string[], modules: Record<string, string>): Promise<string[]> {
    const run = (globalThis as unknown as Record<string, (...given: unknown[]) => Promise<string[]>>).runPlan!;
    return run(
        jobs.map((job) => JSON.parse(job) as unknown),
        modules,
    );
}

function base64(bytes: Uint8Array): string {
    let text = "";
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
}
