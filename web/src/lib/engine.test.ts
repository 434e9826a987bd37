// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
vi.mock("./texts.svelte", () => ({ language: { now: "en" }, say: (key: string) => key }));
import type { Analysis, FromWorker, ToWorker } from "../engine/messages";
import type { Entry, ReviewData } from "../engine/review";
import type { Working } from "./engine";
import { analyse, choose, Desk } from "./engine";

/** A worker that does nothing but remember what it was told. */
class Idle implements Working {
    static hired: Idle[] = [];
    told: ToWorker[] = [];
    ended = false;
    onmessage: Working["onmessage"] = null;
    onerror: Working["onerror"] = null;
    onmessageerror: Working["onmessageerror"] = null;
    constructor() {
        Idle.hired.push(this);
    }
    postMessage(message: ToWorker): void {
        this.told.push(structuredClone(message));
    }
    terminate(): void {
        this.ended = true;
    }
    says(data: FromWorker): void {
        this.onmessage!({ data } as MessageEvent<FromWorker>);
    }
    crashes(): void {
        this.onerror!({ message: "out of memory" } as ErrorEvent);
    }
}
const idle = (): Idle => Idle.hired.at(-1)!;
const wish = { ask: "view", line: "iago" } as const;
const problem = { type: "about:blank", title: "no", status: 422, detail: "no" };

describe("a desk", () => {
    let desk: Desk;
    let heard: FromWorker[];
    const hear = (said: FromWorker) => heard.push(said);
    beforeEach(() => {
        Idle.hired.length = 0;
        heard = [];
        desk = new Desk(() => new Idle());
        vi.spyOn(console, "warn").mockImplementation(() => undefined);
    });

    it("hires nobody before it is asked for something, and one for all", () => {
        expect(Idle.hired).toHaveLength(0);
        desk.ask(wish, hear);
        desk.ask(wish, hear);
        expect(Idle.hired).toHaveLength(1);
        expect(idle().told.map((one) => "id" in one && one.id)).toEqual([1, 2]);
    });
    it("tells each answer to who has asked, once", () => {
        desk.ask(wish, () => expect.unreachable());
        desk.ask(wish, hear);
        idle().says({ id: 2, say: "answer", answer: null });
        idle().says({ id: 2, say: "answer", answer: null });
        idle().says({ id: 7, say: "answer", answer: null });
        expect(heard).toEqual([{ id: 2, say: "answer", answer: null }]);
    });
    it("tells an analysis as it grows, to its end", () => {
        desk.ask(wish, hear);
        const analysis = {} as Analysis;
        for (const done of [false, true, false]) idle().says({ id: 1, say: "analysis", analysis, done });
        expect(heard.map((said) => said.say === "analysis" && said.done)).toEqual([false, true]);
    });
    it("asks a new worker to go on with a review from what was found, as often as it has come on", () => {
        const known: Entry[] = [];
        desk.ask({ ask: "review", line: "iago", seconds: 1, known }, (said) => {
            if (said.say === "review") known.push(said.entry!);
            else hear(said);
        });
        for (const slot of [6, 3]) {
            const entry = { slot } as Entry;
            idle().says({ id: 1, say: "review", entry, review: {} as ReviewData, again: false, done: false });
            idle().crashes();
        }
        expect(Idle.hired).toHaveLength(3);
        expect(idle().told).toMatchObject([{ wish: { known: [{ slot: 6 }, { slot: 3 }] } }]);
        idle().crashes(); // and once more without anything
        expect(heard).toMatchObject([{ say: "refused" }]);
    });
    it("calls off what nobody waits for any more, and only that", () => {
        const stop = desk.ask(wish, hear);
        stop();
        stop();
        idle().says({ id: 1, say: "answer", answer: null });
        expect(heard).toEqual([]);
        expect(idle().told.slice(1)).toEqual([{ stop: 1 }]);
        const late = desk.ask(wish, hear);
        idle().says({ id: 2, say: "refused", problem });
        late();
        expect(idle().told.at(-1)).not.toHaveProperty("stop");
        expect(heard).toEqual([{ id: 2, say: "refused", problem }]);
    });
    it("replaces a worker that has crashed, which is asked the same", () => {
        desk.ask(wish, hear);
        const first = idle();
        first.crashes();
        expect(first.ended).toBe(true);
        expect(Idle.hired).toHaveLength(2);
        expect(idle().told).toEqual(first.told);
        idle().says({ id: 1, say: "answer", answer: null });
        expect(heard).toHaveLength(1);
    });
    it.each([
        [0, "common.offline"],
        [503, "common.offline"],
        [404, "engine.missing"],
    ])("says what is wrong where the files of a game are answered with %d", (status, detail) => {
        desk.ask(wish, hear);
        idle().says({ id: 1, say: "unreached", address: "/engine/iago.wasm", status });
        expect(heard).toEqual([{ id: 1, say: "refused", problem: expect.objectContaining({ detail }) as unknown }]);
        expect(Idle.hired).toHaveLength(1);
    });
    it("gives up what has crashed two of them, and goes on with the rest", () => {
        desk.ask(wish, hear);
        idle().crashes();
        desk.ask(wish, hear);
        idle().says({ id: 1, say: "failed", reason: "an error of ours" });
        expect(heard).toEqual([
            { id: 1, say: "refused", problem: expect.objectContaining({ detail: "engine.crashed" }) as unknown },
        ]);
        expect(idle().told.map((one) => "id" in one && one.id)).toEqual([2]);
    });
});

describe("who thinks", () => {
    const asked = { line: "iago", seconds: 1, moves: 1, onanalysis: () => undefined };
    const move = { game: "abc", line: "iago", level: 1, seconds: null } as const;
    const analyses = () =>
        Idle.hired.map(({ told }) => told.filter((one) => "wish" in one && one.wish.ask === "analyse"));
    beforeEach(() => {
        Idle.hired.length = 0;
        vi.stubGlobal("Worker", Idle);
    });

    it("has a worker of its own: each seat, and each of what is studied at the same time", async () => {
        const signal = new AbortController().signal;
        const stops = [analyse(asked), analyse(asked)];
        const moves = [choose({ ...move, seat: 1 }, signal), choose({ ...move, seat: 2 }, signal)];
        expect(Idle.hired).toHaveLength(4);
        const [, , first, second] = Idle.hired;
        first!.says({ id: 1, say: "move", move: "a1" });
        second!.says({ id: 1, say: "move", move: "b2" });
        expect(await Promise.all(moves)).toEqual(["a1", "b2"]);
        // Who is free again gets what comes next.
        stops[0]!();
        stops.push(analyse(asked));
        expect(Idle.hired).toHaveLength(4);
        expect(analyses().map((told) => told.length)).toEqual([2, 1, 0, 0]);
        const message = { id: 1, say: "analysis", analysis: {} as Analysis, done: true } as const;
        Idle.hired[1]!.says(message);
        stops.push(analyse(asked));
        expect(analyses().map((told) => told.length)).toEqual([2, 2, 0, 0]);
        for (const stop of stops) stop();
    });
});
