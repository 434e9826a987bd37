// @vitest-environment jsdom
import { loadTexts } from "../texts.svelte";
import { describe, expect, it } from "vitest";
import {
    brief,
    chanceAfter,
    chanceOf,
    chanceOfFirst,
    interval,
    isSteady,
    leadBeside,
    marginAfter,
    chanceWord,
    chanceWithin,
    percent,
    saysNothing,
    short,
    signed,
    sureness,
} from "./chances";
import type { Analysis } from "../../engine/messages";

const analysis = (currentPlayer: "B" | "W", seat: 1 | 2, winrate: number) =>
    ({ rootInfo: { currentPlayer, seat, winrate } }) as Analysis;

describe("numbers", () => {
    it("say 0 and 100 percent only where it is certain", async () => {
        expect(percent(0.624)).toBe(62);
        expect(percent(0.999)).toBe(99);
        expect(percent(0.001)).toBe(1);
        await loadTexts("en");
        const words = [0.0004, 0.0096, 0.5, 0.9904, 0.997].map((chance) => chanceWord(chance, false));
        expect(words).toEqual(["<1%", "1%", "50%", "99%", ">99%"]);
        expect([chanceWord(0, true), chanceWord(1, true)]).toEqual(["0%", "100%"]);
        expect(percent(1, true)).toBe(100);
        expect(percent(0, true)).toBe(0);
    });
    it("have their error behind them, where there is one to read", async () => {
        await loadTexts("en");
        const words = [0.46, 0.005, 0.004, 0, null, undefined].map((error) => chanceWithin(0.5, false, error));
        expect(words).toEqual(["50% ± 46", "50% ± 1", "50%", "50%", "50%", "50%"]);
        expect(chanceWithin(1, true, 0)).toBe("100%");
        expect(chanceWithin(0.97, false, 0.05)).toBe("97% ± 5");
    });
    it("are told as from where to where if the error reaches beyond what there is", async () => {
        await loadTexts("en");
        expect([chanceWithin(0.004, false, 0.41), chanceWithin(0.94, false, 0.16)]).toEqual(["0–41%", "78–100%"]);
    });
    it("tell no lead of a game that is settled for the other side", () => {
        expect([leadBeside(0, 1.9), leadBeside(0.04, 1.9), leadBeside(1, -3), leadBeside(0.96, -3)]).toEqual(
            Array(4).fill(null),
        );
        expect([leadBeside(0, -1.9), leadBeside(0.1, 1.9), leadBeside(1, 0)]).toEqual([-1.9, 1.9, 0]);
        expect(leadBeside(0.5, null)).toBeNull();
    });
    it("have signs", () => {
        expect([3.46, -0.04, -9.94, -9.96, 81.2, 3600].map(brief)).toEqual([
            "+3.5",
            "0.0",
            "−9.9",
            "−10",
            "+81",
            "+4k",
        ]);
        const after = (scoreLead: number | null) => ({ rootInfo: { seat: 2, scoreLead } }) as Analysis;
        expect([marginAfter(1, after(3)), marginAfter(2, after(3)), marginAfter(1, after(null))]).toEqual([
            -3,
            3,
            null,
        ]);
        expect(signed(3.46)).toBe("+3.5");
        expect(signed(-0.04)).toBe("0.0");
        expect(signed(-12.26)).toBe("−12.3");
        expect(signed(123)).toBe("+123.0");
        expect(signed(2)).toBe("+2.0");
    });
    it("stay short", () => {
        expect([7, 999, 1000, 2449, 9949, 9960, 31_400, 999_499, 999_500, 12_000_000].map(short)).toEqual([
            "7",
            "999",
            "1.0k",
            "2.4k",
            "9.9k",
            "10k",
            "31k",
            "999k",
            "1.0M",
            "12M",
        ]);
    });
    it("say how sure they are", () => {
        expect(sureness(0.01, null, true)).toBe("sure");
        expect(sureness(0.01, null, false)).toBe("fair");
        expect(sureness(0.05, null, true)).toBe("fair");
        expect(sureness(0.2, null, true)).toBe("rough");
        expect(sureness(0, "win", false)).toBe("proven");
    });
    it("say nothing within a wide error", () => {
        expect([0.1, 0.3, 0.31, 0.65].map(saysNothing)).toEqual([false, false, true, true]);
    });
    it("have come to rest when the last half of the visits changed nothing", () => {
        const stage = (visits: number, winrate: number, best = "c3") => ({ visits, winrate, best });
        expect(isSteady([])).toBe(false);
        expect(isSteady([stage(1000, 0.5)])).toBe(false);
        expect(isSteady([stage(400, 0.5), stage(700, 0.52), stage(1000, 0.51)])).toBe(true);
        // What was before the last half does not matter.
        expect(isSteady([stage(100, 0.9, "a1"), stage(500, 0.5), stage(1000, 0.51)])).toBe(true);
        expect(isSteady([stage(400, 0.5), stage(700, 0.54), stage(1000, 0.51)])).toBe(false);
        expect(isSteady([stage(400, 0.5), stage(700, 0.5, "a1"), stage(1000, 0.5)])).toBe(false);
        expect(isSteady([stage(600, 0.5), stage(1000, 0.5)])).toBe(false);
    });
    it("stay between 0 and 1", () => {
        expect(interval(0.5, 0.2)).toEqual([0.3, 0.7]);
        expect(interval(0.95, 0.1)[1]).toBe(1);
    });
});

describe("whose chance it is", () => {
    it("goes by colour, by seat, and by who chose", () => {
        expect(chanceOf("B", analysis("W", 2, 0.3))).toBeCloseTo(0.7);
        expect(chanceOf("W", analysis("W", 2, 0.3))).toBeCloseTo(0.3);
        expect(chanceOfFirst(analysis("B", 2, 0.3))).toBeCloseTo(0.7);
        expect(chanceAfter(1, analysis("W", 2, 0.3))).toBeCloseTo(0.7);
        // In Vadus the same player may go on.
        expect(chanceAfter(2, analysis("W", 2, 0.3))).toBeCloseTo(0.3);
    });
});
