/** A tree with a position at its root, which is kept from move to move; `fieldstone/search/mcts/rooted.py` is its twin. */
import type { Layouts } from "../interface";
import type { Kernels } from "../kernels";
import type { ArrayRef } from "../memory";
import type { Position } from "../position";

const ROOT = 0;
/** Nodes that are copied at a time. */
const COPIED_AT_ONCE = 100_000;

export class Tree {
    /** The game up to the root; null while that is unknown. */
    private line: number[] | null = null;
    private start: Uint8Array = new Uint8Array();

    constructor(
        private readonly kernels: Kernels,
        private readonly worker: Layouts["worker"],
        /** All blocks; a search grows into those of the worker, the first. */
        private readonly pool: ArrayRef,
    ) {}

    /** Make a position the root; what is known below it is kept, unless `keep` is false. */
    moveTo(position: Position, keep: boolean, greedy: boolean): void {
        const { memory, entries } = this.kernels;
        const { worker, line } = this;
        memory.set(worker.scratch, "results", 0);
        memory.set(worker.scratch, "squares", 0);
        let kept = keep && line && this.goesOn(position, line) ? ROOT : -1;
        for (const action of position.history.slice(line?.length ?? 0)) {
            if (kept >= 0) kept = entries.find_child(worker.nodes, kept, action);
        }
        if (kept < 0) entries.plant(worker.nodes, worker.scratch, position.seat);
        else if (kept !== ROOT) {
            this.cut(kept);
            if (greedy) entries.reopen(worker.nodes);
        }
        memory.bytes(worker.states, 0).set(position.rules.kernels.memory.bytes(position.states));
        this.start = position.start;
        this.line = [...position.history];
    }

    private goesOn(position: Position, line: readonly number[]): boolean {
        const same = this.start.every((byte, place) => byte === position.start[place]);
        return same && line.every((action, place) => action === position.history[place]);
    }

    /** Keep the tree below a node and no other: it is copied behind what is in use, and from there to the beginning. */
    private cut(kept: number): void {
        const { memory } = this.kernels;
        const { nodes, scratch } = this.worker;
        const first = Math.ceil(memory.get(scratch, "used") / memory.dims(nodes, "value")[0]!);
        const free = memory.rows(this.pool, first, this.pool.dims[0]! - first);
        this.copy(nodes, free, kept);
        this.copy(free, nodes, ROOT);
    }

    /** Make room for a search by a network, as only what lies below the nodes with most visits is kept. */
    prune(): void {
        const { memory, entries } = this.kernels;
        const { nodes, scratch } = this.worker;
        const most = nodes.dims[0]!;
        entries.prune!(nodes, memory.rows(this.pool, most, this.pool.dims[0]! - most), scratch);
    }

    /** Copy the tree below a node to another pool. */
    private copy(nodes: ArrayRef, other: ArrayRef, kept: number): void {
        const { entries } = this.kernels;
        entries.begin_cut(nodes, other, kept);
        let [used, done] = [1, 0];
        while (done < used) [used, done] = entries.copy_subtree(nodes, other, used, done, COPIED_AT_ONCE, 0);
        entries.end_cut(other, this.worker.scratch, used, done);
    }
}
