import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { after } from "../../lib/positions/line";
import { Showing } from "./showing.svelte";

const START = "kaomi moves a1";
const LINES = [
    ["played", ["b2", "c3"]],
    ["better", ["d4"]],
] as const;

describe("lines that play by themselves", () => {
    const study = {
        now: "kaomi moves a1,b2",
        goTo: vi.fn(async (line: string | null) => void (study.now = line!)),
        follow: vi.fn(async (line: string, moves: readonly string[]) => void (study.now = after(line, moves[0]!))),
    };
    let showing: Showing;
    beforeEach(() => {
        vi.useFakeTimers();
        vi.clearAllMocks();
        showing = new Showing(study);
    });
    afterEach(() => vi.useRealTimers());

    it("begin with the position, and come one after the other", async () => {
        const seen: string[] = [];
        void showing.play(START, LINES);
        for (let waited = 0; waited < 12_000; waited += 100) {
            if (seen.at(-1) !== study.now) seen.push(study.now);
            await vi.advanceTimersByTimeAsync(100);
        }
        expect(seen.slice(-5)).toEqual([START, `${START},b2`, `${START},b2,c3`, START, `${START},d4`]);
        expect(study.follow).toHaveBeenCalledTimes(2); // they are in the tree, to be walked
        expect(showing.now).toBeNull();
    });
    it("say where they are", async () => {
        void showing.play(START, LINES);
        await vi.advanceTimersByTimeAsync(0);
        expect(showing.now).toEqual({ line: "played", moves: 0 });
        await vi.advanceTimersByTimeAsync(1500);
        expect(showing.now).toEqual({ line: "played", moves: 1 });
    });
    it("end when somebody walks elsewhere, or has seen enough", async () => {
        void showing.play(START, LINES);
        await vi.advanceTimersByTimeAsync(1600);
        study.now = "kaomi";
        await vi.advanceTimersByTimeAsync(5000);
        expect([showing.now, study.now]).toEqual([null, "kaomi"]);
        void showing.play(START, LINES);
        await vi.advanceTimersByTimeAsync(1600);
        showing.stop();
        await vi.advanceTimersByTimeAsync(5000);
        expect([showing.now, study.now]).toEqual([null, `${START},b2`]);
    });
});
