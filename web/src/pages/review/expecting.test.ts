import { beforeEach, expect, it, vi } from "vitest";
import { after } from "../../lib/positions/line";
import type { AnalysisRequest } from "../../lib/engine";
import type { Analysis } from "../../engine/messages";
import type { ScoreStyle, View } from "../../lib/types";

type Ends = Record<string, { B: object; W: object; lead?: number } | undefined>;
const { ends, asked, stopped } = vi.hoisted(() => ({
    ends: {} as Ends,
    asked: [] as string[],
    stopped: [] as string[],
}));
vi.mock("../../lib/positions/positions", () => ({
    viewOf: async (line: string) => ({ line, outcome: line.endsWith("end") ? {} : null }) as View,
}));
vi.mock("../../lib/engine", () => ({
    analyse: ({ line, onanalysis }: AnalysisRequest) => {
        asked.push(line);
        const found = ends[line];
        const rootInfo = { seat: 2, scoreLead: -(found?.lead ?? 0) };
        if (found) queueMicrotask(() => onanalysis({ rootInfo, expected: found } as unknown as Analysis, true));
        return () => stopped.push(line);
    },
}));
import { expecting } from "./expecting";

const style = { expected: "{biggest}", expectedTold: "biggest: {black}, {white}" } as ScoreStyle;
const start = "kaomi(size=5)";
const [better, played] = ["c3", "a1"];
const moved = { start, better, played, seat: 1, colour: "B" } as const;
const told = vi.fn();
const settled = () => new Promise((done) => setTimeout(done));

beforeEach(() => {
    for (const line of Object.keys(ends)) delete ends[line];
    asked.length = stopped.length = 0;
    told.mockReset();
});
const given = (best: Ends[string], worse: Ends[string]): void => {
    ends[after(start, better)] = best;
    ends[after(start, played)] = worse;
};

it("tells both ends where they speak for the better move", async () => {
    given({ B: { biggest: 6.2 }, W: { biggest: 5 } }, { B: { biggest: 5.5 }, W: { biggest: 5.8 } });
    expecting(moved, style, told);
    await settled();
    expect(told).toHaveBeenCalledExactlyOnceWith({ better: "biggest: 6.2, 5.0", played: "biggest: 5.5, 5.8" });
});
it("tells nothing where they read as equal, or speak for the other", async () => {
    given({ B: { biggest: 6.2 }, W: { biggest: 5 } }, { B: { biggest: 6.15 }, W: { biggest: 5 } });
    expecting(moved, style, told);
    await settled();
    expect(asked).toHaveLength(2);
    expect(told).not.toHaveBeenCalled();
});
it("goes by the lead where a score is made of several numbers", async () => {
    const [many, few] = [
        { inner: 9, outer: 2 },
        { inner: 3, outer: 3 },
    ];
    given({ B: many, W: few, lead: 9 }, { B: many, W: few, lead: -2 });
    expecting(moved, { ...style, expected: "{inner} × {outer}" }, told);
    await settled();
    expect(told.mock.lastCall![0].better).toContain("9.0");
});
it("searches nothing after the end, where nothing is told of ends, and once it is left", async () => {
    expecting({ ...moved, played: "end" }, style, told);
    expecting(moved, { ...style, expectedTold: null }, told);
    expecting(moved, style, told)();
    await settled();
    expect(asked).toEqual([]);
    const stop = expecting(moved, style, told);
    await settled();
    stop();
    expect(stopped).toEqual([after(start, better)]);
});
