/** A small network in a file, and in the memory of kernels; `fieldstone/search/net/file.py` says what a file holds. */
import { SETTINGS, type Entries, type Layouts } from "../interface";
import layout from "../layout.json";
import type { Kernels } from "../kernels";

const FIRST_LINE = "Fieldstone network 1\n";
const LINE_END = 10;
const NUMBER_BYTES = 4;
/** The dimensions of its layers, in the order in which a file has them. */
const LAYERS = Object.entries(layout.arrays as Record<string, { dims?: (number | string)[] }>)
    .filter(([path]) => path.startsWith("weights."))
    .map(([, { dims }]) => dims!);
/** The sizes that these go by. */
const SIZES = [...new Set(LAYERS.flat().filter((size) => typeof size === "string"))];
/** How a search weighs what a network says, in the order in which the kernels take it. */
const WALK = ["exploration", "reduction", "lead_part", "lead_scale", "playout_part"] as const;
/** What files from before it was there do not say of that. */
const LATER = { playout_part: 0 };

/** How a search weighs what a network says. */
export type Walk = Parameters<NonNullable<Entries["think"]>>[9];

/** What a file says of a network. */
interface Card {
    game: string;
    sizes: Record<string, number>;
    walk: Walk;
    sha256: string;
}

/** A file that holds no network that can be used. */
export class NetError extends Error {}

/** A network: for which game, and its numbers as bytes, layer after layer. */
export class Net {
    private constructor(
        private readonly card: Card,
        private readonly numbers: Uint8Array,
        private readonly module: WebAssembly.Module,
    ) {}

    /** The network in a file, and the module that searches by it. Throws NetError where the file is damaged, or none. */
    static async read(file: Uint8Array<ArrayBuffer>, module: WebAssembly.Module): Promise<Net> {
        const begin = new TextDecoder().decode(file.subarray(0, FIRST_LINE.length));
        const end = file.indexOf(LINE_END, FIRST_LINE.length);
        if (begin !== FIRST_LINE || end < 0) throw new NetError("not a file of a network");
        const card = readCard(new TextDecoder().decode(file.subarray(FIRST_LINE.length, end)));
        const numbers = file.slice(end + 1);
        if (numbers.length !== bytesOf(card.sizes)) throw new NetError("there are weights missing, or too many");
        // Where the address is no safe one there is nothing to work out a hash with: then the length has to do.
        const subtle = crypto.subtle as SubtleCrypto | undefined;
        const digest = await subtle?.digest("SHA-256", numbers);
        if (digest && hex(digest) !== card.sha256) throw new NetError("its weights are not those of its card");
        return new Net(card, numbers, module);
    }

    /** The settings of a search by it, from those of its game: without AMAF, which it has no use for. */
    settings(usual: readonly number[]): number[] {
        const { lead_part, lead_scale } = this.card.walk;
        const own: Partial<Record<(typeof SETTINGS)[number], number>> = {
            equivalence: 0,
            prior: 0,
            lead_part,
            lead_scale,
        };
        return SETTINGS.map((name, place) => own[name] ?? usual[place]!);
    }

    /** Have it in the memory of kernels. Throws ModuleError where its module was not made with theirs. */
    placeIn(kernels: Kernels): NetPlace {
        kernels.join(this.module);
        const { memory } = kernels;
        const { sizes, walk } = this.card;
        const weights = memory.allocate("weights", sizes);
        let at = 0;
        for (const layer of Object.values(weights)) {
            const bytes = memory.allBytes(layer);
            bytes.set(this.numbers.subarray(at, at + bytes.length));
            at += bytes.length;
        }
        // In this order, whatever that of the card is.
        const ways = Object.fromEntries(WALK.map((name) => [name, walk[name]])) as unknown as Walk;
        return { weights, mind: memory.allocate("mind", sizes), walk: ways, net: this };
    }
}

/** A network in the memory of kernels, with what it works on. */
export interface NetPlace {
    readonly weights: Layouts["weights"];
    readonly mind: Layouts["mind"];
    readonly walk: Walk;
    readonly net: Net;
}

/** A card, its entries of the right kinds. Throws NetError. */
function readCard(line: string): Card {
    let card: Partial<Card> | null;
    try {
        card = JSON.parse(line) as Partial<Card> | null;
    } catch {
        throw new NetError("its card is not JSON");
    }
    if (!hasAll(card?.sizes, SIZES, isSize)) throw new NetError(`its card should have the sizes ${SIZES.join(", ")}`);
    const walk: unknown = { ...LATER, ...card?.walk };
    if (!hasAll(walk, WALK, isShare)) throw new NetError(`its card should say under walk: ${WALK.join(", ")}`);
    return { ...card, walk } as Card;
}

const isSize = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) > 0;
const isShare = (value: unknown): boolean => Number.isFinite(value) && (value as number) >= 0;

/** Whether an object has values of a kind under all these names. */
const hasAll = (given: unknown, names: readonly string[], fits: (value: unknown) => boolean): boolean =>
    typeof given === "object" && given !== null && names.every((name) => fits(Reflect.get(given, name)));

/** How many bytes the numbers of a network take. */
function bytesOf(sizes: Record<string, number>): number {
    const items = (dims: (number | string)[]): number =>
        dims.reduce<number>((product, size) => product * (typeof size === "number" ? size : sizes[size]!), 1);
    return NUMBER_BYTES * LAYERS.reduce((sum, dims) => sum + items(dims), 0);
}

const hex = (bytes: ArrayBuffer): string =>
    [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
