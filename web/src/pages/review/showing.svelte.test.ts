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

    /** Where the board is in the next so many milliseconds, each place once. */
    async function watch(milliseconds: number): Promise<string[]> {
        const seen = [study.now];
        for (let waited = 0; waited < milliseconds; waited += 100) {
            await vi.advanceTimersByTimeAsync(100);
            if (seen.at(-1) !== study.now) seen.push(study.now);
        }
        return seen;
    }

    it("begin with the position, and come one after the other", async () => {
        void showing.play(START, LINES);
        await vi.advanceTimersByTimeAsync(0);
        expect(await watch(12_000)).toEqual([START, `${START},b2`, `${START},b2,c3`, START, `${START},d4`, START]);
        expect(study.follow).toHaveBeenCalledTimes(2); // they are in the tree, to be walked
        expect(showing.now).toBeNull();
    });
    it("say where they are", async () => {
        void showing.play(START, LINES);
        await vi.advanceTimersByTimeAsync(0);
        expect(showing.now).toEqual({ line: "played", moves: 0, paused: false });
        await vi.advanceTimersByTimeAsync(1000);
        expect(showing.now).toEqual({ line: "played", moves: 1, paused: false });
    });
    it("take a few seconds, however long they are", async () => {
        const long = Array.from({ length: 13 }, (_, index) => `${"abcdefghjklmn"[index]}9`);
        const lines = ["played", "better"].map((name) => [name, long, 6] as const);
        void showing.play(START, lines);
        const seen = await watch(20_000);
        expect(showing.now).toBeNull();
        // And they come back to where they began: what was better is said there.
        expect(seen.slice(-2)).toEqual([after(START, ...long.slice(0, 6)), START]);
    });
    it("rest where they are paused, and go on from there", async () => {
        void showing.play(START, LINES);
        await vi.advanceTimersByTimeAsync(1000);
        showing.pause();
        expect(await watch(9000)).toEqual([`${START},b2`]);
        expect(showing.now).toEqual({ line: "played", moves: 1, paused: true });
        void showing.resume();
        expect((await watch(9000)).slice(-4)).toEqual([`${START},b2,c3`, START, `${START},d4`, START]);
        expect(showing.now).toBeNull();
    });
    it("are stepped through, from one into the other and beyond what plays by itself", async () => {
        void showing.play(
            START,
            LINES.map(([name, moves]) => [name, moves, 1] as const),
        );
        await vi.advanceTimersByTimeAsync(0);
        expect(showing.able).toEqual({ back: false, on: true });
        const seen: unknown[] = [];
        for (const by of [1, 1, 1, 1, -1, -1] as const) {
            await showing.step(by);
            seen.push([showing.now!.line, showing.now!.moves, study.now]);
        }
        expect(seen).toEqual([
            ["played", 1, `${START},b2`],
            ["played", 2, `${START},b2,c3`],
            ["better", 0, START],
            ["better", 1, `${START},d4`],
            ["better", 0, START],
            ["played", 1, `${START},b2`],
        ]);
        expect(showing.now!.paused).toBe(true);
        await showing.step(1);
        expect(showing.now).toMatchObject({ line: "played", moves: 2 });
        await showing.step(1);
        await showing.step(1);
        expect(showing.able).toEqual({ back: true, on: false });
        void showing.resume(); // from the beginning
        await vi.advanceTimersByTimeAsync(0);
        expect(showing.now).toEqual({ line: "played", moves: 0, paused: false });
    });
    it("end when somebody walks elsewhere, or has seen enough", async () => {
        void showing.play(START, LINES);
        await vi.advanceTimersByTimeAsync(1000);
        study.now = "kaomi";
        await vi.advanceTimersByTimeAsync(5000);
        expect([showing.now, study.now]).toEqual([null, "kaomi"]);
        void showing.play(START, LINES);
        await vi.advanceTimersByTimeAsync(1000);
        showing.stop();
        await vi.advanceTimersByTimeAsync(5000);
        expect([showing.now, study.now]).toEqual([null, `${START},b2`]);
    });
});
