/**
 * The memory that a game's kernels work in: arrays and records in it, found by the layout that `make kernels` wrote.
 *
 * Room is taken from the bottom up and given back in one piece, down to a mark.
 */
import layout from "./layout.json";
import type { Layouts, Records } from "./interface";

/** The largest memory of a module. */
export const MOST_BYTES = 128 * 2 ** 20;
const PAGE_BYTES = 2 ** 16;
const ALIGNMENT = 64;

/** A field of a record: its type, where it begins, and its dimensions. */
type Field = [type: string, offset: number, ...dims: number[]];

/** A record as it lies in memory. */
export interface RecordLayout {
    bytes: number;
    fields: Record<string, Field>;
}

/** An array in memory. */
export interface ArrayRef {
    readonly address: number;
    readonly dims: readonly number[];
    /** The name of a record, or of a number's type. */
    readonly kind: string;
}

const NUMBER_BYTES: Record<string, number> = {
    bool: 1,
    int8: 1,
    uint8: 1,
    int16: 2,
    uint16: 2,
    int32: 4,
    uint32: 4,
    float32: 4,
    int64: 8,
    uint64: 8,
    float64: 8,
};

interface ArrayLayout {
    kind?: string;
    dims?: (number | string)[];
    same?: string;
    memory_of?: string;
}

const ARRAYS = layout.arrays as Record<string, ArrayLayout>;

/** Memory is full: what was asked for does not fit. */
export class MemoryError extends Error {}

export class Memory {
    readonly memory = new WebAssembly.Memory({ initial: 17, maximum: MOST_BYTES / PAGE_BYTES });
    private readonly records: Record<string, RecordLayout>;
    private top = 0;
    /** Above this nothing has been written yet: all is zero. */
    private clean = 0;
    private data = new DataView(this.memory.buffer);

    /** `own` are the records that this game has its own of. */
    constructor(own: Record<string, RecordLayout>) {
        this.records = { ...(layout.records as unknown as Record<string, RecordLayout>), ...own };
    }

    /** Where free memory begins; what is given to `release` later. */
    get mark(): number {
        return this.top;
    }

    /** Give back all that was taken since a mark, or let free memory begin at an address. */
    release(mark: number): void {
        this.clean = Math.max(this.clean, this.top);
        this.top = Math.ceil(mark / ALIGNMENT) * ALIGNMENT;
    }

    /** Take `bytes` of zeros and return their address. Throws MemoryError. */
    take(bytes: number): number {
        const address = this.top;
        const end = Math.ceil((address + bytes) / ALIGNMENT) * ALIGNMENT;
        const missing = Math.ceil((end - this.memory.buffer.byteLength) / PAGE_BYTES);
        if (missing > 0) {
            try {
                this.memory.grow(missing);
            } catch {
                throw new MemoryError(`no room for ${bytes} bytes`);
            }
            this.data = new DataView(this.memory.buffer);
        }
        const written = Math.min(end, this.clean) - address;
        if (written > 0) new Uint8Array(this.memory.buffer, address, written).fill(0);
        this.top = end;
        return address;
    }

    /** Bytes of one item of an array. */
    itemBytes(kind: string): number {
        const bytes = this.records[kind]?.bytes ?? NUMBER_BYTES[kind];
        if (bytes === undefined) throw new Error(`nothing in memory is called ${kind}`);
        return bytes;
    }

    /** Make room for what has a name in the layouts, of these sizes. Throws MemoryError. */
    allocate<Name extends keyof Layouts>(name: Name, sizes: Record<string, number> = {}): Layouts[Name] {
        return this.make(name, sizes, {}) as Layouts[Name];
    }

    /** The same, where some of the arrays are there already: by their paths, such as "worker.rules". */
    allocateWith<Name extends keyof Layouts>(
        name: Name,
        sizes: Record<string, number>,
        given: Record<string, ArrayRef>,
    ): Layouts[Name] {
        return this.make(name, sizes, { ...given }) as Layouts[Name];
    }

    /** Make room for one record. Throws MemoryError. */
    record(kind: string): ArrayRef {
        return { kind, dims: [1], address: this.take(this.itemBytes(kind)) };
    }

    private make(path: string, sizes: Record<string, number>, made: Record<string, ArrayRef>): unknown {
        const own = ARRAYS[path];
        if (own) return (made[path] ??= this.array(path, own, sizes, made));
        const parts: Record<string, unknown> = {};
        for (const name of partsOf(path)) parts[name] = this.make(`${path}.${name}`, sizes, made);
        return parts;
    }

    private array(
        path: string,
        one: ArrayLayout,
        sizes: Record<string, number>,
        made: Record<string, ArrayRef>,
    ): ArrayRef {
        const first = one.same ?? one.memory_of;
        if (first !== undefined) {
            const there = made[first];
            if (!there) throw new Error(`${path} needs ${first}, which is not there`);
            return one.same ? there : this.words(there);
        }
        const kind = one.kind!;
        const dims = one.dims!.map((size) => (typeof size === "number" ? size : sizes[size]));
        const unknown = one.dims!.find((_, place) => dims[place] === undefined);
        if (unknown !== undefined) throw new Error(`${path} needs the size "${unknown}"`);
        const items = (dims as number[]).reduce((product, size) => product * size, 1);
        return { kind, dims: dims as number[], address: this.take(items * this.itemBytes(kind)) };
    }

    /** The memory of an array of records as rows of uint64. */
    words(records: ArrayRef): ArrayRef {
        return { kind: "uint64", address: records.address, dims: [records.dims[0]!, this.itemBytes(records.kind) / 8] };
    }

    /** Rows of an array of records, from `first` on, as an array of their own. */
    rows(records: ArrayRef, first: number, count = 1): ArrayRef {
        return { ...records, address: records.address + first * this.itemBytes(records.kind), dims: [count] };
    }

    /** A field of a record, or one of its numbers where it has several. */
    get(records: ArrayRef, field: string, row = 0, place = 0): number {
        const [type, offset] = this.field(records, field);
        return this.read(type, this.at(records, offset, type, row, place));
    }

    /** Write a field of a record. */
    set(records: ArrayRef, field: string, value: number | boolean, row = 0, place = 0): void {
        const [type, offset] = this.field(records, field);
        this.write(type, this.at(records, offset, type, row, place), Number(value));
    }

    /** A 64-bit field whose every bit counts, as those of keys do. */
    bits(records: ArrayRef, field: string, row = 0): bigint {
        const [type, offset] = this.field(records, field);
        return this.fresh().getBigUint64(this.at(records, offset, type, row, 0), true);
    }

    /** The first `count` numbers of a field of the first record, as an array. */
    fieldArray(records: ArrayRef, field: string, count: number): ArrayRef {
        const [type, offset] = this.field(records, field);
        return { kind: type, address: records.address + offset, dims: [count] };
    }

    /** The dimensions of a field; [] where it is a single number. */
    dims(records: ArrayRef, field: string): number[] {
        return this.field(records, field).slice(2) as number[];
    }

    private field(records: ArrayRef, name: string): Field {
        const field = this.records[records.kind]?.fields[name];
        if (!field) throw new Error(`${records.kind} has no field ${name}`);
        return field;
    }

    private at(records: ArrayRef, offset: number, type: string, row: number, place: number): number {
        return records.address + row * this.itemBytes(records.kind) + offset + place * NUMBER_BYTES[type]!;
    }

    private read(type: string, at: number): number {
        const data = this.fresh();
        switch (type) {
            case "int8":
                return data.getInt8(at);
            case "int16":
                return data.getInt16(at, true);
            case "uint16":
                return data.getUint16(at, true);
            case "int32":
                return data.getInt32(at, true);
            case "uint32":
                return data.getUint32(at, true);
            case "float32":
                return data.getFloat32(at, true);
            case "int64":
                return Number(data.getBigInt64(at, true));
            case "uint64":
                return Number(data.getBigUint64(at, true));
            case "float64":
                return data.getFloat64(at, true);
            default:
                return data.getUint8(at);
        }
    }

    private write(type: string, at: number, value: number): void {
        const data = this.fresh();
        switch (type) {
            case "int16":
            case "uint16":
                return data.setInt16(at, value, true);
            case "int32":
            case "uint32":
                return data.setInt32(at, value, true);
            case "float32":
                return data.setFloat32(at, value, true);
            case "int64":
            case "uint64":
                return data.setBigInt64(at, BigInt(value), true);
            case "float64":
                return data.setFloat64(at, value, true);
            default:
                return data.setInt8(at, value);
        }
    }

    private fresh(): DataView {
        if (this.data.buffer !== this.memory.buffer) this.data = new DataView(this.memory.buffer);
        return this.data;
    }

    /** One number of an array of numbers. */
    item(numbers: ArrayRef, index: number): number {
        return this.read(numbers.kind, numbers.address + index * NUMBER_BYTES[numbers.kind]!);
    }

    /** The first `count` numbers of an array, or all of them. */
    items(numbers: ArrayRef, count = sizeOf(numbers)): number[] {
        return Array.from({ length: count }, (_, index) => this.item(numbers, index));
    }

    /** Write numbers to the beginning of an array. */
    fill(numbers: ArrayRef, values: readonly (number | boolean)[]): void {
        const bytes = NUMBER_BYTES[numbers.kind]!;
        values.forEach((value, index) => this.write(numbers.kind, numbers.address + index * bytes, Number(value)));
    }

    /** Write a 64-bit number whose every bit counts, as those of seeds and keys do. */
    fillBits(numbers: ArrayRef, values: readonly bigint[]): void {
        const data = this.fresh();
        values.forEach((value, index) => data.setBigUint64(numbers.address + 8 * index, value, true));
    }

    /** The bytes of a row of an array of records: a view, which lasts until the memory grows. */
    bytes(records: ArrayRef, row = 0): Uint8Array<ArrayBuffer> {
        const bytes = this.itemBytes(records.kind);
        return new Uint8Array(this.memory.buffer, records.address + row * bytes, bytes);
    }

    /** All bytes of an array: a view, which lasts until the memory grows. */
    allBytes(place: ArrayRef): Uint8Array<ArrayBuffer> {
        return new Uint8Array(this.memory.buffer, place.address, sizeOf(place) * this.itemBytes(place.kind));
    }
}

/** Items of an array. */
export function sizeOf(place: ArrayRef): number {
    return place.dims.reduce((product, size) => product * size, 1);
}

const KNOWN_PARTS = new Map<string, string[]>();

/** The names of what a layout is made of, in their order. */
function partsOf(path: string): string[] {
    let names = KNOWN_PARTS.get(path);
    if (!names) {
        const begin = `${path}.`;
        const below = Object.keys(ARRAYS).filter((name) => name.startsWith(begin));
        names = [...new Set(below.map((name) => name.slice(begin.length).split(".")[0]!))];
        if (names.length === 0) throw new Error(`there is no layout ${path}`);
        KNOWN_PARTS.set(path, names);
    }
    return names;
}

export type FieldOf<Name extends keyof Records> = Records[Name];
