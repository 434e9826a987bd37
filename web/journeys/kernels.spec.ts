/** The kernels in Chromium: what Python has played, searched and solved, record by record and node by node. */
import { expect, test } from "@playwright/test";
import { STATIC, whyNot } from "./editions";
import { prepareProof, runProof } from "./proof";

const PLIES = 1000; // of each game, drawn anew in each run

test.skip(STATIC, whyNot("kernels.spec.ts", ""));

test("every record, tree and value is as Python has it", async ({ page }) => {
    const { code, jobs, modules } = prepareProof(PLIES);
    await page.goto("about:blank");
    await page.addScriptTag({ content: code, type: "module" });
    await page.waitForFunction("globalThis.runPlan");
    const run = `(${runProof.toString()})(...${JSON.stringify([jobs, modules])})`;
    expect(jobs.length).toBeGreaterThan(500);
    expect(await page.evaluate<string[]>(run)).toEqual([]);
});
