import { describe, expect, test } from "vitest";
import { answers, kinds } from "./interface";
import { factsOf, KernelError, Kernels, ModuleError } from "./kernels";
import { Memory, MemoryError, MOST_BYTES, sizeOf } from "./memory";
import { Position, Rules } from "./position";
import { Search, Workspace } from "./search/search";
import { makeRng, scramble } from "./search/seeds";

// The modules as the page's build finds them, in base64.
const KAOMI = import.meta.glob("../../../src/fieldstone/games/kaomi/kernels.wasm", {
    query: "?inline",
    import: "default",
    eager: true,
});

async function module(): Promise<WebAssembly.Module> {
    const [address] = Object.values(KAOMI) as string[];
    const text = atob(address!.slice(address!.indexOf(",") + 1));
    return WebAssembly.compile(Uint8Array.from(text, (one) => one.charCodeAt(0)));
}

const TEXTS = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3", "swap"];

async function kaomi(): Promise<Rules> {
    return new Rules(await Kernels.start(await module()), "kaomi", [0, 3, 1], TEXTS);
}

describe("memory", () => {
    const own = { state: { bytes: 16, fields: { small: ["int8", 0, 4], key: ["uint64", 8] } } } as never;

    test("arrays are zeros, aligned, and given back to a mark", () => {
        const memory = new Memory(own);
        memory.take(3);
        const mark = memory.mark;
        const codes = memory.allocate("codes", { points: 5 });
        expect([codes.address % 64, codes.dims, codes.kind, sizeOf(codes)]).toEqual([0, [5], "int8", 5]);
        memory.fill(codes, [1, -2, 3]);
        expect(memory.items(codes)).toEqual([1, -2, 3, 0, 0]);
        memory.release(mark);
        expect(memory.items(memory.allocate("codes", { points: 5 }))).toEqual([0, 0, 0, 0, 0]);
    });

    test("fields of records are read and written by their names", () => {
        const memory = new Memory(own);
        const states = memory.allocate("states");
        memory.set(states, "small", -7, 1, 2);
        expect(memory.get(states, "small", 1, 2)).toBe(-7);
        expect(memory.get(states, "small", 0, 2)).toBe(0);
        expect(memory.dims(states, "small")).toEqual([4]);
        memory.fillBits(memory.words(states), [0n, 2n ** 63n + 1n]);
        expect(memory.bits(states, "key")).toBe(2n ** 63n + 1n);
        expect(() => memory.get(states, "gone")).toThrow("state has no field gone");
    });

    test("it grows, up to a limit, and what is there stays", () => {
        const memory = new Memory(own);
        const first = memory.allocate("codes", { points: 4 });
        memory.fill(first, [9, 8, 7, 6]);
        memory.take(40 * 2 ** 20);
        expect(memory.items(first)).toEqual([9, 8, 7, 6]);
        expect(() => memory.take(MOST_BYTES)).toThrow(MemoryError);
    });

    test("a size that is missing is named", () => {
        expect(() => new Memory(own).allocate("codes")).toThrow('codes needs the size "points"');
    });
});

describe("modules", () => {
    test("say what they are, and no other edition is run", async () => {
        const facts = factsOf(await module());
        expect(facts.family).toBe("kaomi");
        expect(Object.keys(facts.games)).toEqual(["kaomi", "squared"]);
        const bare = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
        expect(() => factsOf(new WebAssembly.Module(bare))).toThrow(ModuleError);
        const said = new TextEncoder().encode('{"family":"kaomi","interface":"old"}');
        const named = [10, ...new TextEncoder().encode("fieldstone"), ...said];
        const other = Uint8Array.of(...bare, 0, named.length, ...named);
        expect(() => factsOf(new WebAssembly.Module(other))).toThrow("kaomi is of another edition: old");
    });

    test("an entry that is called with too little says so", async () => {
        const { entries } = (await kaomi()).kernels;
        expect(() => (entries.margin_of as unknown as (one: number) => number)(1)).toThrow(KernelError);
    });

    test("moves have to be named, all of them", async () => {
        const kernels = await Kernels.start(await module());
        expect(() => new Rules(kernels, "kaomi", [0, 3, 1], ["a1"])).toThrow("kaomi has 10 moves here, not the 1");
    });
});

describe("positions", () => {
    test("are played by the rules, and tried moves change nothing", async () => {
        const position = new Position(await kaomi());
        const before = position.rules.kernels.memory.bytes(position.states).slice();
        expect(position.play(9)).toBe(answers.ILLEGAL);
        expect(position.play(10)).toBe(answers.UNKNOWN);
        expect(position.rules.kernels.memory.bytes(position.states)).toEqual(before);
        expect(position.play(4)).toBe(answers.PLAYED);
        expect(position.legal()).toEqual([0, 1, 2, 3, 5, 6, 7, 8, 9]);
        expect(position.seat).toBe(2);
    });

    test("copies go their own ways, however long the history", async () => {
        const position = new Position(await kaomi());
        position.play(4);
        const copy = position.copy();
        copy.play(9);
        expect([copy.known, position.known]).toEqual([3, 2]);
        expect(copy.field("exchanged")).toBe(1);
        expect(position.field("exchanged")).toBe(0);
    });
});

describe("searches", () => {
    const choose = (limit: { simulations?: number; seconds?: number }) => ({ kind: kinds.CHOOSE, limit });

    test("repeat themselves from a seed", async () => {
        const rules = await kaomi();
        const position = new Position(rules);
        const found = () =>
            new Search(position, new Workspace(rules, 3n, 8), choose({ simulations: 200 })).run().found(3);
        const first = found();
        expect(found()).toEqual(first);
        expect(first.moves).toHaveLength(9);
        expect(first.choice).toBe(first.moves[0]!.action);
        expect(first.moves[0]!.line.length).toBeGreaterThan(1);
    });

    test("hear a stop, and end with a move", async () => {
        const rules = await kaomi();
        const search = new Search(new Position(rules), new Workspace(rules, 3n, 8), choose({ seconds: 1000 }));
        for (let steps = 0; steps < 5; steps += 1) search.step();
        search.stop();
        const found = search.run().found();
        expect(found.complete).toBe(false);
        expect(found.choice).not.toBeNull();
        search.stop();
        expect(search.done).toBe(true);
    });

    test("end with the time", async () => {
        const rules = await kaomi();
        const search = new Search(new Position(rules), new Workspace(rules, 3n, 8), choose({ seconds: 0.05 })).run();
        expect(search.found().choice).not.toBeNull();
    });

    test("a forced move takes no search", async () => {
        const rules = new Rules(await Kernels.start(await module()), "kaomi", [0, 2, 0], ["a1", "b1", "a2", "b2"]);
        const position = new Position(rules);
        for (const action of [0, 1, 2]) position.play(action);
        const search = new Search(position, new Workspace(rules, 3n, 4), choose({ simulations: 100 }));
        expect(search.done).toBe(true);
        expect(search.found()).toMatchObject({ choice: 3, thought: false, simulations: 0 });
    });
});

test("seeds are those of Python", () => {
    // fieldstone.core.rng: scramble(0), make_rng(7)[0], make_rng(7, 1)[0]
    expect([scramble(0n), makeRng(7n), makeRng(7n, 1n)]).toEqual([
        16294208416658607535n,
        13309476754707697221n,
        4414019431610648415n,
    ]);
});
