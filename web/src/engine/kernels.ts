/**
 * The kernels of one game in this thread: its module, with a memory of its own, and one function for each entry. What
 * searches by a network is a module of its own, and joins the other in its memory when it is wanted.
 *
 * An entry takes its arguments from a buffer of numbers: the results, then each argument, an array as its address and
 * its dimensions. Where each of them stands is in the layout that `make kernels` wrote.
 */
import layout from "./layout.json";
import { INTERFACE, type Entries } from "./interface";
import { Memory, type ArrayRef, type RecordLayout } from "./memory";

const SECTION = "fieldstone";

/** How a search thinks in a game, as `games/<game>/tuning.py` has it. */
export interface GameFacts {
    variant: number;
    settings: number[];
    solving: {
        scratch: string;
        look_from: number;
        use_lead: boolean;
        exact_from: number;
        growth: number;
        by_margin: boolean;
        always: boolean;
        copied: number;
    };
    levels: Level[];
    /** The level above them, which time alone bounds. */
    highest: Level;
    /** What a score is made of, in the order of the columns of `sums`. */
    parts: string[];
    counts: boolean;
}

/** What makes a level. */
export interface Level {
    simulations: number | null;
    temperature: number;
    slack: number;
    seconds: number;
    prior_temperature: number;
    /** Whether positions are judged by the network that the game brings, where that can be had. */
    net: boolean;
    /** A move where the network judges; null for as many as with playouts. */
    net_simulations: number | null;
}

/** What every module says of itself. */
interface Made {
    family: string;
    interface: string;
    sources: { files: Record<string, string>; hash: string };
    /** Where the constants of each module end that works in the same memory: free memory begins at the last. */
    ends: number[];
}

/** What the module of a game says of itself. */
export interface ModuleFacts extends Made {
    records: Record<string, RecordLayout>;
    games: Record<string, GameFacts>;
    made_with: Record<string, string>;
}

interface EntryLayout {
    results: string[];
    slots: number;
    arguments: [path: string, slot: number, dims: number][];
}

const ENTRIES = layout.entries as unknown as Record<keyof Entries, EntryLayout>;

/** A module that this page cannot run: it is no module of ours, or was made for another edition of the page. */
export class ModuleError extends Error {}

/** A kernel has failed: an error of ours. */
export class KernelError extends Error {}

/** What the module of a game says of itself. Throws ModuleError where the page cannot run it. */
export const factsOf = (module: WebAssembly.Module): ModuleFacts => read(module) as ModuleFacts;

function read(module: WebAssembly.Module): Made {
    const [section] = WebAssembly.Module.customSections(module, SECTION);
    if (!section) throw new ModuleError("this is no module of a game");
    const facts = JSON.parse(new TextDecoder().decode(section)) as Made;
    if (facts.interface !== INTERFACE) {
        throw new ModuleError(
            `the module of ${facts.family} is of another edition: ${facts.interface}, not ${INTERFACE}`,
        );
    }
    return facts;
}

export class Kernels {
    /** The module of a network, once it has been joined. */
    private joined: WebAssembly.Module | null = null;

    private constructor(
        readonly module: WebAssembly.Module,
        readonly facts: ModuleFacts,
        readonly memory: Memory,
        readonly entries: Entries,
        private readonly buffer: number,
    ) {}

    /** Start a module. Throws ModuleError. */
    static async start(module: WebAssembly.Module): Promise<Kernels> {
        const facts = factsOf(module);
        const memory = new Memory(facts.records);
        const { exports } = await WebAssembly.instantiate(module, importsOf(memory));
        memory.release(facts.ends.at(-1)!);
        const slots = Math.max(...Object.values(ENTRIES).map((entry) => entry.slots));
        const buffer = memory.take(8 * slots);
        return new Kernels(module, facts, memory, entriesOf(exports, memory, buffer) as Entries, buffer);
    }

    /** Throws ModuleError unless the module of a network was made together with that of the game. */
    check(module: WebAssembly.Module): void {
        const { family, sources, ends } = read(module);
        const { facts } = this;
        if (sources.hash !== facts.sources.hash || String(ends) !== String(facts.ends)) {
            throw new ModuleError(`the network of ${family} was not made with the module of ${facts.family}`);
        }
    }

    /** Have the entries of the module of a network, too. Throws ModuleError. */
    join(module: WebAssembly.Module): void {
        if (this.joined === module) return;
        this.check(module);
        // Small enough to be ready at once.
        const { exports } = new WebAssembly.Instance(module, importsOf(this.memory));
        Object.assign(this.entries, entriesOf(exports, this.memory, this.buffer));
        this.joined = module;
    }
}

const importsOf = ({ memory }: Memory): WebAssembly.Imports => ({ env: { memory } });

/** The functions of those entries that a module has: some games lack some. */
function entriesOf(exports: WebAssembly.Exports, memory: Memory, buffer: number): Partial<Entries> {
    const found: Record<string, (...given: unknown[]) => unknown> = {};
    for (const [name, entry] of Object.entries(ENTRIES)) {
        const run = exports[name] as ((buffer: number) => number) | undefined;
        if (run) found[name] = bind(name, entry, run, memory, buffer);
    }
    return found;
}

/** The function of an entry. */
function bind(
    name: string,
    entry: EntryLayout,
    run: (buffer: number) => number,
    memory: Memory,
    buffer: number,
): (...given: unknown[]) => unknown {
    return (...given) => {
        const numbers = new Float64Array(memory.memory.buffer, buffer, entry.slots);
        const end = given.reduce<number>((slot, one) => write(numbers, slot, one), entry.results.length);
        if (end !== entry.slots) throw new KernelError(`${name} takes ${entry.slots} numbers, not ${end}`);
        const status = run(buffer);
        if (status !== 0) throw new KernelError(`${name} failed with ${status}`);
        const results = entry.results.map((type, place) =>
            type === "boolean" ? numbers[place] !== 0 : numbers[place]!,
        );
        return results.length < 2 ? results[0] : results;
    };
}

/** Write an argument to the buffer from a slot on; returns the next slot. */
function write(numbers: Float64Array, slot: number, given: unknown): number {
    if (typeof given === "number" || typeof given === "boolean") {
        numbers[slot] = Number(given);
        return slot + 1;
    }
    if (Array.isArray(given)) return given.reduce<number>((next, one) => write(numbers, next, one), slot);
    const place = given as Partial<ArrayRef>;
    if (typeof place.address !== "number") {
        return Object.values(given as object).reduce<number>((next, one) => write(numbers, next, one), slot);
    }
    numbers[slot] = place.address;
    place.dims!.forEach((size, index) => (numbers[slot + 1 + index] = size));
    return slot + 1 + place.dims!.length;
}
