/** The kernels in Chromium: what Python has played, searched and solved, record by record and node by node. */
import { expect, test } from "@playwright/test";
import { STATIC, whyNot } from "./editions";
import { expectProven, prepareProof } from "./proof";

/** Of each game, drawn anew in each run; `make soak` plays more. */
const PLIES = Number(process.env.FIELDSTONE_PLIES ?? 1000);
const PATIENCE = 300_000 * Math.max(1, PLIES / 1000);

test.skip(STATIC, whyNot("kernels.spec.ts", ""));
test.setTimeout(PATIENCE);

test("every record, tree and value is as Python has it", async ({ page }) => {
    const proof = prepareProof(PLIES);
    expect(proof.jobs.length).toBeGreaterThan(500);
    await expectProven(page, proof);
});
