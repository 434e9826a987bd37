// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
vi.mock("./texts.svelte", () => ({ language: { now: "en" }, say: (key: string) => key }));
import type { Analysis, FromWorker, ToWorker, EngineTask } from "../engine/messages";
import type { Entry, ReviewData } from "../engine/search/review";
import type { Root } from "../engine/search/roots";
import type { Working } from "./engine";
import { analyse, choose, EngineClient, review } from "./engine";
import { refusal } from "./refusal";

/** A worker that does nothing but remember what it was told. */
class Idle implements Working {
    static hired: Idle[] = [];
    static readonly all: Idle[] = [];
    told: ToWorker[] = [];
    ended = false;
    onmessage: Working["onmessage"] = null;
    onerror: Working["onerror"] = null;
    onmessageerror: Working["onmessageerror"] = null;
    constructor() {
        Idle.hired.push(this);
        Idle.all.push(this);
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
const task = { ask: "view", line: "iago" } as const;
const problem = { type: "about:blank", title: "no", status: 422, detail: "no" };

describe("a client of a worker", () => {
    let client: EngineClient;
    let heard: FromWorker[];
    const hear = (said: FromWorker) => heard.push(said);
    beforeEach(() => {
        Idle.hired.length = 0;
        heard = [];
        client = new EngineClient(() => new Idle());
        vi.spyOn(console, "warn").mockImplementation(() => undefined);
    });

    it("hires nobody before it is asked for something, and one for all", () => {
        expect(Idle.hired).toHaveLength(0);
        client.ask(task, hear);
        client.ask(task, hear);
        expect(Idle.hired).toHaveLength(1);
        expect(idle().told.map((one) => "id" in one && one.id)).toEqual([1, 2]);
    });
    it("tells each answer to who has asked, once", () => {
        client.ask(task, () => expect.unreachable());
        client.ask(task, hear);
        idle().says({ id: 2, say: "answer", answer: null });
        idle().says({ id: 2, say: "answer", answer: null });
        idle().says({ id: 7, say: "answer", answer: null });
        expect(heard).toEqual([{ id: 2, say: "answer", answer: null }]);
    });
    it("tells an analysis as it grows, to its end", () => {
        client.ask(task, hear);
        const analysis = {} as Analysis;
        for (const done of [false, true, false]) idle().says({ id: 1, say: "analysis", analysis, done });
        expect(heard.map((said) => said.say === "analysis" && said.done)).toEqual([false, true]);
    });
    it("asks a new worker to go on with a review from what was found, as often as it has come on", () => {
        const known: Entry[] = [];
        client.ask({ ask: "review", line: "iago", seconds: 1, known, net: false }, (said) => {
            if (said.say === "review") known.push(said.entry!);
            else hear(said);
        });
        for (const slot of [6, 3]) {
            const entry = { slot } as Entry;
            const said = { entry, net: false, review: {} as ReviewData, again: null };
            idle().says({ id: 1, say: "review", ...said, done: false });
            idle().crashes();
        }
        expect(Idle.hired).toHaveLength(3);
        expect(idle().told).toMatchObject([{ task: { known: [{ slot: 6 }, { slot: 3 }] } }]);
        idle().crashes(); // and once more without anything
        expect(heard).toMatchObject([{ say: "refused" }]);
    });
    it("calls off what nobody waits for any more, and only that", () => {
        const { stop } = client.ask(task, hear);
        stop();
        stop();
        idle().says({ id: 1, say: "answer", answer: null });
        expect(heard).toEqual([]);
        expect(idle().told.slice(1)).toEqual([{ stop: 1 }]);
        const late = client.ask(task, hear);
        idle().says({ id: 2, say: "refused", problem });
        late.stop();
        expect(idle().told.at(-1)).not.toHaveProperty("stop");
        expect(heard).toEqual([{ id: 2, say: "refused", problem }]);
    });
    it("replaces a worker that has crashed, which is asked the same", () => {
        client.ask(task, hear);
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
        client.ask(task, hear);
        idle().says({ id: 1, say: "unreached", address: "/engine/iago.wasm", status, problem: null });
        expect(heard).toEqual([{ id: 1, say: "refused", problem: expect.objectContaining({ detail }) as unknown }]);
        expect(Idle.hired).toHaveLength(1);
    });
    it("says what the server says of a module that it refuses", () => {
        client.ask(task, hear);
        const stale = { ...problem, status: 500, detail: "Iago cannot run in the page." };
        idle().says({ id: 1, say: "unreached", address: "/engine/iago.wasm", status: 500, problem: stale });
        expect(heard).toEqual([{ id: 1, say: "refused", problem: stale }]);
    });
    it("gives up what has crashed two of them, and goes on with the rest", () => {
        client.ask(task, hear);
        idle().crashes();
        client.ask(task, hear);
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
        Idle.hired.map(({ told }) => told.filter((one) => "task" in one && one.task.ask === "analyse"));
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

describe("an analysis by two workers", () => {
    const root = (visits: number) => ({ results: visits }) as Root;
    const told: [Analysis, boolean][] = [];
    let [first, second]: [Idle?, Idle?] = [];
    let stop = () => undefined as void;
    /** What a worker was told since the last question. */
    const since = (worker: Idle) => {
        const last = worker.told.findLastIndex((one) => "task" in one);
        return worker.told.slice(last + 1);
    };
    const asked = (worker: Idle): { id: number; task: EngineTask } =>
        worker.told.findLast((one) => "task" in one) as { id: number; task: EngineTask };
    const says = (worker: Idle, said: object) => worker.says({ id: asked(worker).id, ...said } as FromWorker);

    beforeEach(() => {
        vi.stubGlobal("Worker", Idle);
        vi.stubGlobal("navigator", { hardwareConcurrency: 4 });
        vi.stubGlobal("matchMedia", () => ({ matches: true }));
        vi.spyOn(console, "warn").mockImplementation(() => undefined);
        told.length = 0;
        stop = analyse({ line: "iago", seconds: 1, moves: 1, onanalysis: (...all) => void told.push(all) });
        const hired = Idle.all.filter((one) => !one.ended && one.told.length > 0);
        first = hired.findLast((one) => asked(one).task.ask === "analyse" && !("stop" in one.told.at(-1)!));
        second = hired.findLast((one) => asked(one).task.ask === "help" && !("stop" in one.told.at(-1)!));
    });
    afterEach(() => stop());

    it("hands the first what the second knows, and ends the second with it", () => {
        expect(asked(first!).task).toMatchObject({ ask: "analyse", helped: true });
        says(second!, { say: "root", root: root(1), done: false });
        expect(since(first!)).toEqual([{ to: asked(first!).id, root: root(1), last: false }]);
        says(first!, { say: "analysis", analysis: {}, done: false });
        says(first!, { say: "enough", done: false });
        expect(since(second!)).toEqual([{ enough: asked(second!).id }]);
        says(second!, { say: "root", root: root(2), done: true });
        expect(since(first!).at(-1)).toMatchObject({ root: root(2), last: true });
        says(first!, { say: "analysis", analysis: {}, done: true });
        expect(told.map(([, done]) => done)).toEqual([false, true]);
    });
    it("does not wait for a second that has said nothing", () => {
        says(first!, { say: "enough", done: false });
        expect(since(second!)).toEqual([{ stop: asked(second!).id }]);
        expect(since(first!)).toMatchObject([{ root: null, last: true }]);
    });
    it("goes on alone where the second cannot be had", () => {
        says(second!, { say: "refused", problem });
        expect(since(first!)).toMatchObject([{ root: null, last: true }]);
        says(first!, { say: "analysis", analysis: {}, done: true });
        expect(told).toHaveLength(1);
    });
    it("goes on alone where the second has nothing to add", () => {
        says(second!, { say: "root", root: null, done: true });
        expect(since(first!)).toEqual([{ to: asked(first!).id, root: null, last: true }]);
        says(first!, { say: "analysis", analysis: {}, done: true });
        expect(told).toHaveLength(1);
    });
    it("has the last of the second again where the first has crashed", () => {
        says(second!, { say: "root", root: root(3), done: true });
        first!.crashes();
        const again = Idle.all.at(-1)!;
        expect(asked(again).task).toMatchObject({ ask: "analyse", helped: true });
        says(again, { say: "enough", done: false });
        expect(since(again)).toMatchObject([{ root: root(3), last: true }]);
    });
    it("ends the second that comes in the place of one that has crashed", () => {
        says(second!, { say: "root", root: root(4), done: false });
        says(first!, { say: "enough", done: false });
        second!.crashes();
        const again = Idle.all.at(-1)!;
        says(again, { say: "root", root: root(5), done: false });
        expect(since(again)).toEqual([{ enough: asked(again).id }]);
    });
    it("is called off as one", () => {
        stop();
        for (const worker of [first!, second!]) expect(since(worker)).toEqual([{ stop: asked(worker).id }]);
    });
    it.each([
        [2, true],
        [8, false],
    ])("is not made on %d processors where the pointer is fine: %s", (hardwareConcurrency, matches) => {
        stop();
        vi.stubGlobal("navigator", { hardwareConcurrency });
        vi.stubGlobal("matchMedia", () => ({ matches }));
        const before = Idle.all.flatMap((one) => one.told).length;
        stop = analyse({ line: "iago", seconds: 1, moves: 1, onanalysis: () => undefined });
        const after = Idle.all.flatMap((one) => one.told);
        expect(after).toHaveLength(before + 1);
    });
});

describe("a line that somebody plays", () => {
    afterEach(() => {
        refusal.of = null;
        vi.unstubAllGlobals();
    });
    it("is neither analysed nor reviewed, and it is said why", async () => {
        vi.stubGlobal("Worker", Idle);
        refusal.of = (line) => Promise.resolve(line === "iago moves d4" ? problem : null);
        const hired = Idle.all.length;
        const onproblem = vi.fn();
        analyse({ line: "iago moves d4", seconds: 1, moves: 1, onanalysis: () => expect.unreachable(), onproblem });
        review({ line: "iago moves d4", seconds: 1, onreview: () => expect.unreachable(), onproblem });
        await vi.waitFor(() => expect(onproblem).toHaveBeenCalledTimes(2));
        expect(onproblem).toHaveBeenCalledWith(problem);
        const told = Idle.all.slice(hired).flatMap((one) => one.told);
        expect(told.filter((one) => "ask" in one && (one.ask === "analyse" || one.ask === "review"))).toEqual([]);
    });
    it("is asked about no more once it is called off", async () => {
        const onproblem = vi.fn();
        refusal.of = () => Promise.resolve(problem);
        analyse({ line: "iago", seconds: 1, moves: 1, onanalysis: () => expect.unreachable(), onproblem })();
        await Promise.resolve();
        await Promise.resolve();
        await Promise.resolve();
        expect(onproblem).not.toHaveBeenCalled();
    });
});
