import { expect, test } from "vitest";
import type { ReviewedMove } from "../types";
import { judge } from "./tries";

const MISTAKE = { winrateLoss: 0.3, scoreLoss: null } as unknown as ReviewedMove;

/** The verdict where a try gives away `loss` of the chance, with an error of `error`. */
const verdict = (loss: number, error: number) =>
    judge(MISTAKE, "chance", { chance: 0.5, error, margin: null }, { chance: 0.5 + loss, error: 0, margin: null });

test.each([
    [0.02, 0.05, "good"],
    [0.06, 0.07, "near"],
    [0.0724, 0.0686, "near"], // it reads "−7% ± 7"
    [0.076, 0.07, "closer"], // "−8% ± 7"
    [0.2, 0.07, "worse"],
    [0.02, 0.12, "open"],
    [0.1244, 0.1206, "open"], // "−12% ± 12"
    [0.2, 0.12, "worse"],
])("a loss of %f with an error of %f is told as it reads: %s", (loss, error, wanted) => {
    expect(verdict(loss, error)).toBe(wanted);
});
