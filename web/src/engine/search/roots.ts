/** What a search knows of the moves at its root, as it goes from one worker to another that adds it to its own. */
import layout from "../layout.json";
import type { Layouts } from "../interface";
import type { ArrayRef, Memory } from "../memory";

/** Bytes of a tree's root and its children, field after field, and of the state of the search; what simulations gave. */
export interface Root {
    nodes: Uint8Array<ArrayBuffer>;
    run: Uint8Array<ArrayBuffer>;
    results: number;
    squares: number;
}

const ROOT = 0;
const FIRST = 1; // the root's children come behind it, in the same block
/** The fields that every node of a block has. */
const FIELDS = Object.entries(layout.records.block.fields).flatMap(([name, [, , places]]) => (places ? [name] : []));

/** The root of a worker's tree. */
export function rootOf(memory: Memory, { nodes, scratch, run }: Layouts["worker"]): Root {
    const count = FIRST + memory.get(nodes, "children", ROOT);
    const fields = FIELDS.map((field) => memory.allBytes(memory.fieldArray(nodes, field, count)));
    const all = new Uint8Array(fields.reduce((length, field) => length + field.length, 0));
    let at = 0;
    for (const field of fields) {
        all.set(field, at);
        at += field.length;
    }
    const [results, squares] = [memory.get(scratch, "results"), memory.get(scratch, "squares")];
    return { nodes: all, run: memory.bytes(run).slice(), results, squares };
}

/** Room for the root of another worker's tree, in the form in which kernels add it. */
export class Peer {
    readonly nodes: ArrayRef;
    readonly scratch: ArrayRef;
    readonly run: ArrayRef;

    constructor(private readonly memory: Memory) {
        this.nodes = memory.allocate("nodes", { blocks: 1 });
        this.scratch = memory.record("scratch");
        this.run = memory.record("run");
    }

    take({ nodes, run, results, squares }: Root): void {
        const { memory } = this;
        const places = (count: number) =>
            FIELDS.map((field) => memory.allBytes(memory.fieldArray(this.nodes, field, count)));
        const width = places(1).reduce((bytes, field) => bytes + field.length, 0);
        let at = 0;
        for (const field of places(nodes.length / width)) {
            field.set(nodes.subarray(at, at + field.length));
            at += field.length;
        }
        memory.bytes(this.run).set(run);
        memory.set(this.scratch, "results", results);
        memory.set(this.scratch, "squares", squares);
    }
}
