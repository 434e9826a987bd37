// @vitest-environment jsdom
import { beforeAll, describe, expect, it } from "vitest";
import type { Counted } from "../../lib/judging/leads";
import { loadTexts } from "../../lib/texts.svelte";
import type { ReviewedMove } from "../../lib/types";
import { compare, markText } from "./compared";
import { chanceText, isUneven, lossText } from "./losses";

const POINTS: Counted = { unit: "points", kind: "points" };
const best = { best: "a3", better: [], winrate: 1, scoreLead: 5.7 };
const move = {
    ply: 13,
    winrate: 0,
    scoreLead: 1.9,
    proven: "loss",
    judgedBy: "chance",
    byChance: best,
    byPoints: best,
} as unknown as ReviewedMove;
const looks = (certain: boolean) => [{ ply: 12, chance: 1, margin: 5.7, certain }];

describe("two moves that are compared", () => {
    it("read 0 and 100 only where that is proven", () => {
        expect(compare(move, "chance", looks(true))).toMatchObject({ best: { percent: 100 }, played: { percent: 0 } });
        const open = { ...move, proven: null };
        expect(compare(open, "chance", looks(false))).toMatchObject({ best: { percent: 99 }, played: { percent: 1 } });
        // The best move by points is another one, of which nothing is proven.
        const dear = { ...move, byPoints: { ...best, best: "b3", winrate: 0.999 } };
        expect(compare(dear, "points", looks(true)).best.percent).toBe(99);
    });
    it("tell no lead that contradicts the chance, and then both the chance", () => {
        const lost = compare(move, "points", looks(true));
        expect(lost).toMatchObject({
            by: "chance",
            best: { percent: 100, lead: 5.7, certain: true },
            played: { percent: 0, lead: null, certain: true },
        });
        expect([markText(lost.best, lost.by, POINTS), markText(lost.played, lost.by, POINTS)]).toEqual(["100", "0"]);
        const behind = compare({ ...move, scoreLead: -1.9 }, "points", looks(true));
        expect([markText(behind.best, behind.by, POINTS), markText(behind.played, behind.by, POINTS)]).toEqual([
            "+5.7",
            "−1.9",
        ]);
    });
    it("tell no leads by which the worse move would be the better one", () => {
        const last = { best: "d7", better: [], winrate: 0.28, scoreLead: -16.9 };
        const pass = { ...move, winrate: 0, scoreLead: -10.5, byChance: last, byPoints: last };
        const told = {
            by: "chance",
            best: { percent: 28, lead: null, certain: false },
            played: { percent: 0, lead: null, certain: true },
        };
        expect(compare(pass, "chance", looks(false))).toMatchObject(told);
        expect(compare({ ...pass, scoreLead: -20 }, "chance", looks(false)).best.lead).toBe(-16.9);
    });
});

it("tells the chance of equal scores, which the centre decides, and that they are (I10)", async () => {
    await loadTexts("en");
    const product: Counted = { unit: "points", kind: "product" };
    const value = { percent: 100, finer: 100, lead: 0.5, certain: true };
    expect(markText(value, "points", product)).toBe("=+");
});

describe("what a move lost", () => {
    beforeAll(() => loadTexts("en"));
    const lost = (loss: number, error: number) =>
        lossText({ ...move, verdict: "slip", winrateLoss: loss, winrateLossError: error }, "chance", POINTS);
    it("is told with its error, where that reads as anything", () => {
        expect(lost(0.34, 0.051)).toMatchObject({ loss: "−34%", error: "± 5" });
        expect(lost(0.34, 0.004)).toMatchObject({ loss: "−34%", error: "" });
    });
    it("is told with an error that is larger, too: it is the same everywhere", () => {
        expect(lost(0.39, 0.65)).toMatchObject({ loss: "−39%", error: "± 65" });
        expect(lost(0.25, 0.29)).toMatchObject({ loss: "−25%", error: "± 29" });
        expect(lost(0.8, 0.4)).toMatchObject({ loss: "−80%", error: "± 40" });
    });
    it("does not read as if it were as large as its error, since it is larger", () => {
        expect(lost(0.072, 0.067)).toMatchObject({ loss: "−7.2%", error: "± 6.7" });
    });
    it("has one decimal, as both moves have, where whole percents do not differ by it", () => {
        const uneven = {
            ...move,
            winrate: 0.236,
            proven: null,
            winrateLoss: 0.078,
            byChance: { ...best, winrate: 0.314 },
        };
        const compared = compare(uneven, "chance", looks(false));
        expect(isUneven(compared, uneven)).toBe(true);
        expect([compared.best.finer, compared.played.finer]).toEqual([31.4, 23.6]);
        expect(lossText({ ...uneven, winrateLossError: 0.02 }, "chance", POINTS, compared)).toMatchObject({
            loss: "−7.8%",
            error: "± 2",
        });
        expect(isUneven(compare(move, "chance", looks(true)), { ...move, winrateLoss: 1 })).toBe(false);
    });
    it("lose the difference of what is read, rounded once", () => {
        const close = { ...move, winrate: 0.3161, winrateLoss: 0.06848, proven: null, winrateLossError: 0.03 };
        const compared = compare({ ...close, byChance: { ...best, winrate: 0.38458 } }, "chance", []);
        expect([compared.best.percent, compared.played.percent]).toEqual([38, 32]); // and 7 are lost
        expect(isUneven(compared, close)).toBe(true);
        expect([compared.best, compared.played].map((value) => chanceText(value, true))).toEqual(["38.5%", "31.6%"]);
        expect(lossText(close, "chance", POINTS, compared).loss).toBe("−6.9%");
        const other = { ...move, winrate: 0.2545, winrateLoss: 0.2834, proven: null, winrateLossError: 0.03 };
        const told = compare({ ...other, byChance: { ...best, winrate: 0.5379 } }, "chance", []);
        expect([told.best.finer, told.played.finer]).toEqual([53.8, 25.5]);
        expect(lossText(other, "chance", POINTS, told).loss).toBe("−28.3%");
    });
    it("lose all only where that is certain", () => {
        const nearly = { ...move, winrate: 0.003, winrateLoss: 0.997, winrateLossError: 0.19, proven: null };
        const compared = compare(nearly, "chance", looks(true));
        expect([compared.best, compared.played].map((value) => chanceText(value, false))).toEqual(["100%", "<1%"]);
        expect(isUneven(compared, nearly)).toBe(false);
        expect(lossText(nearly, "chance", POINTS).exact).toBe("−99% ± 19");
        expect(lossText({ ...move, winrateLoss: 1, winrateLossError: 0 }, "chance", POINTS).exact).toBe("−100%");
    });
    it("tell a chance of nearly nothing as less than one percent, wherever it is told", () => {
        const hopeless = {
            ...move,
            winrate: 0.0004,
            winrateLoss: 0.26,
            proven: null,
            byChance: { ...best, winrate: 0.2604 },
        };
        const compared = compare(hopeless, "chance", []);
        expect(isUneven(compared, hopeless)).toBe(false);
        expect([compared.best, compared.played].map((value) => chanceText(value, false))).toEqual(["26%", "<1%"]);
        expect(chanceText(compared.played, true)).toBe("0.1%");
        expect(chanceText({ ...compared.played, percent: 99, finer: 99.9 }, false)).toBe(">99%");
        expect(chanceText({ ...compared.played, percent: 100, finer: 100, certain: true }, false)).toBe("100%");
    });
    it("reads larger than its error where it is, with as many decimals as that takes", () => {
        const sure = { ...move, winrateLoss: 0.0813, winrateLossError: 0.0807, proven: null, verdict: "slip" as const };
        expect(lossText(sure, "chance", POINTS).exact).toBe("−8.13% ± 8.07");
        expect(lossText({ ...sure, winrateLossError: 0.0784 }, "chance", POINTS).exact).toBe("−8.1% ± 7.8");
        expect(lossText({ ...sure, winrateLossError: 0.07 }, "chance", POINTS).exact).toBe("−8% ± 7");
    });
    it("is an estimate where two searches found the same points, and the result is open", () => {
        const points = { judgedBy: "points" as const, scoreLead: -18.3, scoreLoss: 24, scoreLossError: 0 };
        const open = { ...move, ...points, proven: null, winrateLoss: 0.9, winrateLossError: 0.19 };
        expect(lossText(open, "chance", POINTS).exact).toBe("~−24.0 points");
        expect(lossText({ ...open, winrateLossError: 0 }, "chance", POINTS).exact).toBe("−24.0 points");
        expect(lossText({ ...open, proven: "loss" }, "chance", POINTS).exact).toBe("−24.0 points");
    });
    it("is told in points where they are judged", () => {
        const points = { judgedBy: "points" as const, scoreLead: -2.3, scoreLoss: 8, scoreLossError: 1.25 };
        const decided = { ...move, ...points };
        expect(lossText(decided, "chance", POINTS)).toMatchObject({
            loss: "−8.0 points",
            error: "± 1.3",
            number: "−8.0",
            exact: "−8.0 points ± 1.3",
        });
        expect(lossText(decided, "chance", { unit: "points", kind: "product" }).loss).toBe("−8 points");
        expect(lossText({ ...decided, scoreLossError: 0 }, "chance", { unit: null, kind: "none" })).toMatchObject({
            loss: "−8.0",
            error: "",
        });
    });
    it("differs by whole points where leads are whole", () => {
        const product: Counted = { unit: "points", kind: "product" };
        const points = { judgedBy: "points" as const, scoreLead: 12.9, scoreLoss: 33.2, scoreLossError: 0.4 };
        const lost = { ...move, ...points, byChance: { ...best, scoreLead: 46.1 }, byPoints: null };
        expect(lossText(lost, "chance", product).exact).toBe("−33 points ± 0.4");
        const far = { ...lost, byChance: { ...best, scoreLead: 46.6 } };
        expect(lossText(far, "chance", product).exact).toBe("−34 points ± 0.4");
    });
    it("is by how much the leads differ as they read beside it", () => {
        const far = { ...best, scoreLead: -18.14 };
        const decided = { ...move, judgedBy: "points" as const, scoreLead: -23.36, scoreLoss: 5.22, byPoints: far };
        expect(lossText(decided, "points", POINTS).loss).toBe("−5.3 points");
    });
    it("is no point where a tie was lost that the centre decides (I10)", () => {
        const won = { ...best, scoreLead: 0.5 };
        const tied = { ...move, judgedBy: "points" as const, scoreLead: -0.5, scoreLoss: 1, winrateLoss: 1 };
        const product: Counted = { unit: "points", kind: "product" };
        expect(lossText({ ...tied, byPoints: won, winrateLossError: 0 }, "points", product).exact).toBe("−100%");
        const lead = { ...won, scoreLead: 3 };
        expect(lossText({ ...tied, byPoints: lead, scoreLoss: 3.5 }, "points", product).loss).toBe("−3 points");
    });
});
