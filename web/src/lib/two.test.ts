import { afterEach, beforeEach, expect, it, vi } from "vitest";
vi.mock("./texts.svelte", () => ({ language: { now: "en" }, say: (key: string) => key }));
import { source } from "../engine/loading.testing";
import type { Analysis, FromWorker, ToWorker } from "../engine/messages";
import { Serving } from "../engine/serving";
import type { Working } from "./engine";
import { analyse } from "./engine";

// Compiled before: in one thread the one who thinks would let the other wait for it.
const module = await source.module("kaomi", "en");
const ready = { ...source, module: async () => module };

/** What a worker does, in this thread. */
class Here implements Working {
    static hired: Here[] = [];
    told: FromWorker[] = [];
    onmessage: Working["onmessage"] = null;
    onerror: Working["onerror"] = null;
    onmessageerror: Working["onmessageerror"] = null;
    #ended = false;
    #serving = new Serving(ready, (said) => {
        if (this.#ended) return;
        this.told.push(said);
        this.onmessage?.({ data: structuredClone(said) } as MessageEvent<FromWorker>);
    });
    constructor() {
        Here.hired.push(this);
    }
    postMessage(message: ToWorker): void {
        this.#serving.hear(structuredClone(message));
    }
    terminate(): void {
        this.#ended = true;
    }
    crashes(): void {
        this.onerror!({ message: "out of memory" } as ErrorEvent);
    }
}

let stop = () => undefined as void;
beforeEach(() => {
    vi.stubGlobal("Worker", Here);
    vi.stubGlobal("document", new EventTarget());
    vi.stubGlobal("navigator", { hardwareConcurrency: 8 });
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => stop());

/** Analyse for a while; returns the last that was told. */
async function analysed(meanwhile: () => void = () => undefined): Promise<Analysis> {
    const found: Analysis[] = [];
    await new Promise<void>((resolve, reject) => {
        const onanalysis = (analysis: Analysis, done: boolean) => {
            found.push(analysis);
            if (found.length === 1) meanwhile();
            if (done) resolve();
        };
        stop = analyse({ line: "kaomi", seconds: 1, moves: 3, onanalysis, onproblem: reject });
    });
    return found.at(-1)!;
}

/** Who has told what it knows as the second worker. */
const seconds = () => Here.hired.filter((one) => one.told.some((said) => said.say === "root"));

it("counts what both workers have found, and ends", { timeout: 30_000 }, async () => {
    const { isDuringSearch, rootInfo, moveInfos } = await analysed();
    expect(isDuringSearch).toBe(false);
    expect(seconds()).toHaveLength(1);
    const last = seconds()[0]!.told.findLast((said) => said.say === "root")!;
    expect(last).toMatchObject({ done: true });
    expect(moveInfos.reduce((sum, { visits }) => sum + visits, 0)).toBeLessThanOrEqual(rootInfo.visits);
    expect(rootInfo.visits).toBeGreaterThan(0);
});

it("goes on when either of them crashes", { timeout: 30_000 }, async () => {
    const before = Here.hired.length;
    const { rootInfo } = await analysed(() => seconds()[0]!.crashes());
    expect(rootInfo.visits).toBeGreaterThan(0);
    const again = await analysed(() => Here.hired.find((one) => one !== seconds()[0])!.crashes());
    expect(again.rootInfo.visits).toBeGreaterThan(0);
    expect(Here.hired.length).toBeGreaterThan(before);
});
