/** What proves the kernels in a browser: a plan that Python has written, the modules, and the code that runs it. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Proof {
    /** A module of JavaScript, which puts `runPlan` on the global object. */
    code: string;
    /** The jobs of the plan, each as JSON. */
    jobs: string[];
    /** The module of each family of games, in base64. */
    modules: Record<string, string>;
}

/** Draw a plan by lot, with so many plies of each game beside what is the same in each run. */
export function prepareProof(plies: number): Proof {
    const folder = mkdtempSync(join(tmpdir(), "fieldstone-proof-"));
    const plan = join(folder, "plan.jsonl");
    const seed = process.env.FIELDSTONE_SEED ?? String(Math.floor(Math.random() * 2 ** 32));
    console.log(`drawn by lot with FIELDSTONE_SEED=${seed}`);
    const python = process.env.FIELDSTONE_PYTHON ?? "python3";
    execFileSync(python, ["-m", "tests.targets.plans", plan, seed, String(plies)], { cwd: ".." });
    const options = ["vite", "build", "--config", "vite.proof.config.ts", "--logLevel", "warn", "--outDir", folder];
    execFileSync("npx", options, { env: { ...process.env, FIELDSTONE_PROOF: "browser" } });

    const [first, ...jobs] = readFileSync(plan, "utf8").trim().split("\n");
    const paths = Object.entries(JSON.parse(first!) as Record<string, string>);
    const modules = Object.fromEntries(paths.map(([family, path]) => [family, base64(readFileSync(path))]));
    return { code: readFileSync(join(folder, "browser.mjs"), "utf8"), jobs, modules };
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
