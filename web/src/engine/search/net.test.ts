import { describe, expect, test, vi } from "vitest";
import { SETTINGS } from "../interface";
import { Kernels, ModuleError } from "../kernels";
import { networkModuleOf, networkOf, source } from "../loading.testing";
import type { FromWorker, Study } from "../messages";
import { Net, NetError } from "./net";
import type { Entry } from "./review";
import { Serving } from "../serving";
import type { Source } from "../source";

const FILE = "kaomi.net";
const good = await networkOf(FILE);
const module = await networkModuleOf("kaomi");

/** The file with a word of its card replaced by another one as long. */
function withWord(word: string, other: string): Uint8Array<ArrayBuffer> {
    const file = good.slice();
    file.set(new TextEncoder().encode(other), new TextDecoder().decode(good.subarray(0, 500)).indexOf(word));
    return file;
}

describe("the file of a network", () => {
    test("is read, and weighs for a search of its own", async () => {
        const usual = Array.from({ length: SETTINGS.length }, (_, place) => place + 1);
        const settings = (await Net.read(good, module)).settings(usual);
        expect(settings).toHaveLength(usual.length);
        expect(settings.filter((one) => one === 0)).toHaveLength(2);
    });

    test.each([
        ["nothing", new Uint8Array()],
        ["something else", new TextEncoder().encode("PK and more\nand more\n")],
        ["a card without an end", good.slice(0, 100)],
        ["a card that is none", new TextEncoder().encode("Fieldstone network 1\n{\n")],
        ["a card that says nothing", new TextEncoder().encode("Fieldstone network 1\nnull\n")],
        ["a card without the ways of a search", withWord("walk", "talk")],
        ["a part", good.slice(0, -8)],
        ["more than it", new Uint8Array([...good, 0, 0, 0, 0])],
        ["a damaged one", good.map((byte, place) => (place === good.length - 3 ? byte ^ 1 : byte))],
    ])("is no %s", async (_, file) => {
        await expect(Net.read(file, module)).rejects.toThrow(NetError);
    });
});

/** What a worker says while it thinks, with this in the place of the network and of the module that searches by it. */
function thinker(network: Source["network"], networkModule = source.networkModule) {
    const told: FromWorker[] = [];
    const serving = new Serving({ ...source, network, networkModule }, (message) => told.push(message));
    let id = 0;
    return async (task: Study): Promise<FromWorker[]> => {
        told.length = 0;
        id += 1;
        serving.hear({ id, language: "en", task });
        const through = (said?: FromWorker) => said?.say === "move" || (said && "done" in said && said.done);
        await vi.waitFor(() => expect(through(told.at(-1))).toBe(true), { timeout: 20_000 });
        return [...told];
    };
}

const parts = (told: FromWorker[]) => told.flatMap((one) => (one.say === "network" ? [one.part] : []));

describe("a level that goes by a network", () => {
    /** What a worker says while it chooses a move. */
    function worker(network: Source["network"], networkModule = source.networkModule) {
        const think = thinker(network, networkModule);
        return (line: string, level: number | "max") =>
            think({ ask: "choose", line, seat: "game 1", level, seconds: 0.02 });
    }

    test("has it fetched once, and tells how much has come", async () => {
        const network = vi.fn<Source["network"]>(async (file, onpart) => {
            onpart!(good.length / 4);
            onpart!(good.length);
            return networkOf(file);
        });
        const networkModule = vi.fn(source.networkModule);
        const choose = worker(network, networkModule);
        expect(parts(await choose("kaomi", "max"))).toEqual([0, expect.closeTo(0.25), 1]);
        expect(parts(await choose("kaomi moves d4,c3", "max"))).toEqual([]);
        expect(network).toHaveBeenCalledTimes(1);
        expect(network.mock.calls[0]![0]).toBe(FILE);
        expect(networkModule.mock.calls).toEqual([["kaomi", "en"]]);
    });

    test.each([9, 12])("has it fetched for level %i too", async (level) => {
        const network = vi.fn<Source["network"]>((file) => networkOf(file));
        await worker(network)("kaomi", level);
        expect(network).toHaveBeenCalledTimes(1);
    });

    test.each([
        ["kaomi", 8],
        ["kaomi(size=5)", 9],
        ["kaomi(size=5)", "max"],
        ["kaomi(pie=false)", "max"],
        ["squared(komi=2)", "max"],
        ["vacu", "max"],
    ] as const)("is none in %s at level %s", async (line, level) => {
        const network = vi.fn<Source["network"]>();
        await worker(network)(line, level);
        expect(network).not.toHaveBeenCalled();
    });

    test.each([
        ["does not come", async () => Promise.reject(new Error("nobody answers"))],
        ["is damaged", async () => good.slice(0, -4)],
    ])("plays on, says so, and asks again where it %s", async (_, answer) => {
        const network = vi.fn<Source["network"]>(answer);
        const choose = worker(network);
        for (const line of ["kaomi", "kaomi moves d4,c3"]) {
            const says = (await choose(line, "max")).map((one) => (one.say === "network" ? one.part : one.say));
            expect(says).toEqual([0, "missing", "move"]);
        }
        expect(network).toHaveBeenCalledTimes(2);
    });
});

describe("the module that searches by a network", () => {
    test.each([
        ["does not come", async () => Promise.reject(new Error("nobody answers"))],
        ["is of other sources", async () => networkModuleOf("iago")],
    ])("is done without, and asked for again, where it %s", async (_, answer) => {
        const networkModule = vi.fn<Source["networkModule"]>(answer);
        const network = vi.fn<Source["network"]>(networkOf);
        const think = thinker(network, networkModule);
        for (const line of ["kaomi", "kaomi moves d4,c3"]) {
            const says = await think({ ask: "choose", line, seat: "game 1", level: "max", seconds: 0.02 });
            expect(says.map((one) => (one.say === "network" ? one.part : one.say))).toEqual([0, "missing", "move"]);
        }
        expect(networkModule).toHaveBeenCalledTimes(2);
        expect(network).not.toHaveBeenCalled();
    });

    test("joins kernels once, in their memory, and none of other sources", async () => {
        const kernels = await Kernels.start(await source.module("kaomi", "en"));
        expect(kernels.entries.think).toBeUndefined();
        const { mark } = kernels.memory;
        kernels.join(module);
        const { think } = kernels.entries;
        expect(think).toBeInstanceOf(Function);
        kernels.join(module);
        expect(kernels.entries.think).toBe(think);
        expect(kernels.memory.mark).toBe(mark);
        const other = await Kernels.start(await source.module("iago", "en"));
        expect(() => other.join(module)).toThrow(ModuleError);
        expect(other.entries.think).toBeUndefined();
    });
});

describe("an analysis and a review that go by a network", { timeout: 30_000 }, () => {
    const analysis = (line: string): Study =>
        ({ ask: "analyse", line, seconds: 0.05, moves: 3, owners: true, helped: false }) as const;
    const review = (line: string, known: Entry[] = [], net = false): Study =>
        ({ ask: "review", line, seconds: 0.01, known, net }) as const;
    const entries = (told: FromWorker[]) =>
        told.flatMap((one) => (one.say === "review" && one.entry ? [one.entry] : []));

    test("have it fetched once, and tell how much has come", async () => {
        const network = vi.fn<Source["network"]>((file) => networkOf(file));
        const think = thinker(network);
        expect(parts(await think(analysis("kaomi moves d4,c3")))).toEqual([0]);
        expect(parts(await think(analysis("kaomi moves d4,c3,e5")))).toEqual([]);
        const told = await think(review("kaomi moves d4,c3"));
        expect(told.every((one) => one.say === "review" && one.net)).toBe(true);
        expect(network).toHaveBeenCalledTimes(1);
    });

    test.each(["kaomi(size=5) moves c3,d4", "kaomi(pie=false) moves c3,d4", "vacu"])("is none in %s", async (line) => {
        const network = vi.fn<Source["network"]>();
        await thinker(network)(analysis(line));
        expect(network).not.toHaveBeenCalled();
    });

    test("need no second worker, which would find the same", async () => {
        const network = vi.fn<Source["network"]>();
        const help = (line: string): Study => ({ ask: "help", line, seconds: 0.02 });
        expect(await thinker(network)(help("kaomi moves d4,c3"))).toMatchObject([
            { say: "root", root: null, done: true },
        ]);
        expect(network).not.toHaveBeenCalled();
        const helped = (await thinker(network)(help("kaomi(size=5) moves d4,c3"))).at(-1);
        expect(helped?.say === "root" && helped.root !== null).toBe(true);
    });

    test("go on by playouts where it does not come, and say so", async () => {
        const think = thinker(async () => Promise.reject(new Error("nobody answers")));
        const told = await think(analysis("kaomi moves d4,c3"));
        expect(parts(told)).toEqual([0, "missing"]);
        expect(told.at(-1)).toMatchObject({ say: "analysis", done: true });
        expect(parts(await think(review("kaomi moves d4,c3")))).toEqual([0, "missing"]);
    });

    test("a review goes on only from what was found in the same way", async () => {
        const [by, without] = [thinker(networkOf), thinker(async () => Promise.reject(new Error("nobody answers")))];
        const line = "kaomi moves d4,c3";
        const known = entries(await by(review(line)));
        expect(known.length).toBeGreaterThan(2);
        expect(entries(await by(review(line, known, true)))).toHaveLength(0);
        expect(entries(await without(review(line, known, true))).length).toBeGreaterThan(2);
        expect(entries(await by(review(line, known, false))).length).toBeGreaterThan(2);
    });
});
