// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: false })));
import type { ReviewedMove } from "../../lib/types";
import type { ReviewData } from "../../engine/search/review";

type Heard = (found: ReviewData, again: number | null, done: boolean) => void;
type Asked = { seconds: number; found: { known: unknown[] }; onreview: Heard };
const { asked } = vi.hoisted(() => ({ asked: [] as Asked[] }));
vi.mock("../../lib/engine", () => ({
    review: (one: Asked) => {
        asked.push(one);
        return () => undefined;
    },
}));
import { Reviewing } from "./reviewing.svelte";

const LINE = "vacu(size=5) moves a1,b2";
const found = (...plies: number[]): ReviewData => ({
    turns: 2,
    isComplete: false,
    winrates: [null, ...plies.map(() => 0.5)],
    winrateErrors: [null, ...plies.map(() => 0)],
    scoreLeads: [null, ...plies.map(() => 2)],
    moves: plies.map((ply) => ({ ply }) as ReviewedMove),
    players: [],
});

describe("a review", () => {
    const keep = vi.fn();
    beforeEach(() => {
        asked.length = 0;
        keep.mockClear();
        localStorage.clear();
    });
    it("is kept when it is finished, and is whole then", () => {
        const reviewing = new Reviewing(LINE, 2, null, keep);
        reviewing.start();
        asked[0]!.onreview(found(1, 2), null, true);
        expect(keep).toHaveBeenCalledOnce();
        expect(keep.mock.calls[0]![0]).toMatchObject({
            line: LINE,
            seconds: 1,
            complete: true,
            looks: [
                { ply: 1, chance: 0.5, margin: 2, certain: true, error: 0 },
                { ply: 2, chance: 0.5, margin: 2, certain: true, error: 0 },
            ],
        });
        reviewing.stop(); // as the page is left
        expect(keep).toHaveBeenCalledOnce();
    });
    it("says how far it has come: first in all positions, then in what is looked at once more", () => {
        const reviewing = new Reviewing(LINE, 2, null, keep);
        reviewing.start();
        expect(reviewing.part).toBe(0);
        asked[0]!.onreview(found(2), null, false);
        expect(reviewing.part).toBeCloseTo(1 / 3);
        asked[0]!.onreview(found(1, 2), 0, false);
        expect(reviewing.part).toBe(0);
        asked[0]!.onreview(found(1, 2), 0.25, false);
        expect(reviewing.part).toBe(0.25);
        reviewing.start();
        expect(reviewing.part).toBeCloseTo(2 / 3); // from the two positions that are known, until it says more
    });
    it("is kept half-finished when it is stopped, unless nothing was found", () => {
        const reviewing = new Reviewing(LINE, 2, null, keep);
        reviewing.start();
        reviewing.stop();
        expect(keep).not.toHaveBeenCalled();
        reviewing.start();
        asked[1]!.onreview(found(1), null, false);
        reviewing.stop();
        expect(keep.mock.calls[0]![0]).toMatchObject({ complete: false, moves: [{ ply: 1 }] });
        expect([reviewing.finished, reviewing.done, reviewing.positions]).toEqual([false, 1, 3]);
    });
    it("that is stopped leaves the whole one from before in its place", () => {
        const whole = { line: LINE, seconds: 0.3, complete: true, looks: [], moves: [], players: [] };
        const reviewing = new Reviewing(LINE, 2, whole, keep);
        expect(reviewing.finished).toBe(true);
        reviewing.seconds = 3;
        expect(reviewing.made).toBe(0.3); // what is shown was made so
        reviewing.start();
        expect(asked[0]!.seconds).toBe(3);
        expect(reviewing.made).toBe(3);
        asked[0]!.onreview(found(1), null, false);
        reviewing.stop();
        expect(keep).not.toHaveBeenCalled();
        expect([reviewing.finished, reviewing.seconds, reviewing.moves]).toEqual([true, 0.3, []]);
    });
    it("goes on from where it was stopped, if its searches are as long", () => {
        const first = new Reviewing(LINE, 2, null, keep);
        first.seconds = 0.3;
        first.start();
        asked[0]!.found.known.push({ slot: 6 });
        asked[0]!.onreview(found(1), null, false);
        first.stop();
        const kept = keep.mock.lastCall![0];
        const second = new Reviewing(LINE, 2, kept, keep);
        expect([second.goesOn, second.done]).toEqual([true, 1]);
        second.seconds = 3;
        expect(second.goesOn).toBe(false);
        second.seconds = 0.3;
        second.start();
        expect(asked[1]!.found.known).toEqual([{ slot: 6 }]);
        expect(second.done).toBe(1);
        asked[1]!.onreview(found(1, 2), null, true);
        // After its end another one begins anew; so does one of another game.
        expect(second.goesOn).toBe(false);
        second.start();
        expect([asked[2]!.found.known, second.done]).toEqual([[], 0]);
        expect(new Reviewing("vacu(size=5) moves b2,a1", 2, null, keep).goesOn).toBe(false);
    });
    describe("whose page is left while it runs", () => {
        let held: string[] = [];
        const locks = {
            query: () => Promise.resolve({ held: held.map((name) => ({ name })) }),
            request: (name: string, _: object, work: () => Promise<void>) => {
                held.push(name);
                return work().then(() => (held = held.filter((one) => one !== name)));
            },
        } as unknown as LockManager;
        const made = () => new Reviewing(LINE, 2, keep.mock.lastCall?.[0] ?? null, keep, locks);
        function begun(): Reviewing {
            const first = made();
            first.start();
            asked[0]!.onreview(found(1), null, false);
            return first;
        }
        beforeEach(() => (held = []));

        it("goes on by itself when one comes back, and also where the browser was gone at once", async () => {
            const first = begun();
            held = []; // as with the page
            const second = made();
            await second.resume();
            expect(second.running).toBe(true);
            second.leave();
            await first.resume(); // still there, and running
            expect([second.running, first.running, asked.length]).toEqual([false, true, 2]);
            first.leave();
            await Promise.resolve(); // another page may take it up
            const third = made();
            await third.resume();
            expect(third.running).toBe(true);
        });
        it("goes on by itself also where a whole one is shown, or one of another game was begun after it", async () => {
            const whole = { line: LINE, seconds: 0.3, complete: true, looks: [], moves: [], players: [] };
            const known = { ...whole, looks: [{ ply: 1, chance: 0.5, margin: null, certain: false, error: 0.1 }] };
            const again = (): Reviewing => new Reviewing(LINE, 2, known, keep, locks);
            const first = again();
            first.seconds = 3;
            first.start();
            asked[0]!.found.known.push({ slot: 6 });
            asked[0]!.onreview(found(1), null, false);
            first.leave();
            await Promise.resolve();
            const other = new Reviewing("vacu(size=5) moves b2", 1, null, keep, locks);
            other.start();
            asked[1]!.onreview(found(1), null, false);
            other.leave();
            await Promise.resolve();
            const second = again();
            expect([second.finished, second.seconds]).toEqual([true, 0.3]);
            await second.resume();
            expect([second.running, second.seconds, asked[2]!.found.known]).toEqual([true, 3, [{ slot: 6 }]]);
            second.stop(); // by hand: the whole one is enough
            await Promise.resolve();
            const third = again();
            await third.resume();
            expect([third.running, third.finished, third.seconds]).toEqual([false, true, 0.3]);
        });
        it("begins by itself in another browser, which has none of its searches", async () => {
            const first = begun();
            first.leave();
            await Promise.resolve();
            localStorage.clear();
            const second = made();
            expect([second.running, second.goesOn]).toEqual([false, false]);
            await second.resume();
            expect([second.running, asked[1]!.found.known]).toEqual([true, []]);
        });
        it("stays as it is where somebody has stopped it, and where another page is at it", async () => {
            const first = begun();
            const second = made();
            await second.resume();
            expect(second.running).toBe(false);
            first.stop();
            await Promise.resolve();
            const third = made();
            await third.resume();
            expect([third.running, third.goesOn]).toEqual([false, true]);
        });
    });
    it("keeps what it has found every five seconds, for a page that is gone at once", () => {
        vi.useFakeTimers({ now: 1_000_000 });
        const reviewing = new Reviewing(LINE, 2, null, keep);
        reviewing.start();
        asked[0]!.onreview(found(1), null, false);
        asked[0]!.onreview(found(1), null, false);
        expect(keep).toHaveBeenCalledTimes(1);
        expect(keep.mock.lastCall).toMatchObject([{ complete: false, line: LINE }]);
        vi.setSystemTime(1_005_000);
        asked[0]!.onreview(found(2), null, false);
        expect(keep).toHaveBeenCalledTimes(2);
        vi.useRealTimers();
    });
    it("that is half-finished is shown, and can be asked for again", () => {
        const looks = [1, 2].map((ply) => ({ ply, chance: 0.5, margin: null, certain: false, error: 0.1 }));
        const half = { line: LINE, seconds: 3, complete: false, looks, moves: found(2).moves, players: [] };
        const reviewing = new Reviewing(LINE, 2, half, keep);
        // Positions are counted, as the graph does it: one more than the moves between them.
        expect([reviewing.finished, reviewing.done, reviewing.moves.length]).toEqual([false, 2, 1]);
    });
});
