/** A position with its history, as the kernels hold it: played, checked, and set up from what others have written. */
import { answers, setups } from "./interface";
import type { Kernels } from "./kernels";
import type { ArrayRef } from "./memory";

const FIRST_ROOM = 256;

/** A game with its options: the record of what never changes in it. */
export class Rules {
    readonly place: ArrayRef;
    readonly points: number;
    readonly actions: number;
    readonly texts: readonly string[];

    /**
     * `name` is the game's; `options` are numbers, as `GameSpec.numbers` has them: the variant, then each option; `texts`
     * are the moves by their numbers, or what names so many.
     */
    constructor(
        readonly kernels: Kernels,
        readonly name: string,
        readonly options: readonly number[],
        texts: readonly string[] | ((count: number) => readonly string[]),
    ) {
        const { memory, entries } = kernels;
        const given = memory.allocate("options", { options: options.length });
        memory.fill(given, options);
        this.place = memory.allocate("rules");
        entries.make_rules(this.place, given);
        this.points = memory.get(this.place, "points");
        this.actions = memory.get(this.place, "num_actions");
        this.texts = typeof texts === "function" ? texts(this.actions) : texts;
        if (this.texts.length !== this.actions) {
            throw new Error(`${name} has ${this.actions} moves here, not the ${this.texts.length} that are named`);
        }
    }
}

/** A position with its history, outside of the kernels' memory. */
export interface Saved {
    readonly start: Uint8Array;
    readonly record: Uint8Array;
    readonly keys: Uint8Array;
    readonly history: readonly number[];
}

export class Position {
    /** Two records: the position, and one to try moves in. */
    readonly states: ArrayRef;
    /** The moves since the start, by their numbers. */
    readonly history: number[] = [];
    /** The bytes of the start position. */
    start: Uint8Array;
    private keys: ArrayRef;
    private readonly order: ArrayRef;
    private readonly found: ArrayRef;

    /** `room` is for so many moves before the history is moved to a larger place. */
    constructor(
        readonly rules: Rules,
        room = FIRST_ROOM,
    ) {
        const { memory, entries } = rules.kernels;
        this.states = memory.allocate("states");
        this.keys = memory.allocate("keys", { keys: room });
        this.order = memory.allocate("actions", { actions: rules.actions });
        this.found = memory.allocate("actions", { actions: rules.actions });
        memory.fill(this.order, [...Array(rules.actions).keys()]);
        entries.start_states(rules.place, memory.rows(this.states, 0));
        this.start = memory.bytes(this.states).slice();
        this.noteKey();
    }

    /** A position without history that others have written: a record as bytes. */
    static of(rules: Rules, record: Uint8Array): Position {
        const position = new Position(rules);
        position.restart(record);
        return position;
    }

    /** Forget the history and begin with a record. */
    restart(record: Uint8Array): void {
        this.rules.kernels.memory.bytes(this.states).set(record);
        this.start = record.slice();
        this.history.length = 0;
        this.noteKey();
    }

    /** What `load` brings back. */
    save(): Saved {
        const { memory } = this.rules.kernels;
        return {
            start: this.start,
            record: memory.bytes(this.states).slice(),
            keys: memory.allBytes(this.keys).slice(0, 8 * this.known),
            history: [...this.history],
        };
    }

    /** Become a position that was saved, of the same game with the same options. */
    load(saved: Saved): void {
        const { memory } = this.rules.kernels;
        this.start = saved.start;
        this.history.length = 0;
        for (const action of saved.history) this.history.push(action);
        this.makeRoom(this.known + 1);
        memory.bytes(this.states).set(saved.record);
        memory.allBytes(this.keys).set(saved.keys);
    }

    /** The same position with the same history, in a place of its own: in this memory, or in that of other kernels. */
    copy(rules = this.rules): Position {
        const twin = new Position(rules);
        twin.load(this.save());
        return twin;
    }

    /** The record of the position. */
    get state(): ArrayRef {
        return this.rules.kernels.memory.rows(this.states, 0);
    }

    /** The keys of the positions that have stood on the table, the present one last, with room for more. */
    get pastKeys(): ArrayRef {
        return this.keys;
    }

    /** How many of them there are. */
    get known(): number {
        return this.history.length + 1;
    }

    /** A field of the state's record that all games have. */
    field(name: string): number {
        return this.rules.kernels.memory.get(this.states, name);
    }

    get over(): boolean {
        return this.field("over") !== 0;
    }

    /** The player, 1 or 2, whose turn it is. */
    get seat(): 1 | 2 {
        return (this.field("to_move") === 1) === (this.field("exchanged") === 0) ? 1 : 2;
    }

    get naming(): boolean {
        return this.field("setup") === setups.NAMING_KOMI;
    }

    /** Play a move if it is legal. Returns what the rules say: see `answers`. */
    play(action: number): number {
        this.makeRoom(this.known + 1);
        const { entries } = this.rules.kernels;
        const answer = entries.advance(this.rules.place, this.states, this.keys, this.known, action);
        if (answer === answers.PLAYED || answer === answers.REPEATED) this.history.push(action);
        return answer;
    }

    /** Whether a move is legal; the second record is written to. */
    allows(action: number): boolean {
        const { entries } = this.rules.kernels;
        this.makeRoom(this.known + 1);
        const answer = entries.advance(this.rules.place, this.remember(), this.keys, this.known, action);
        return answer === answers.PLAYED || answer === answers.REPEATED;
    }

    /** Try a legal move in the second record, which becomes the position after it. Returns that record. */
    look(action: number): ArrayRef {
        this.makeRoom(this.known + 1);
        const { entries } = this.rules.kernels;
        const after = this.remember();
        entries.advance(this.rules.place, after, this.keys, this.known, action);
        return after;
    }

    /** Write the position to the second record. Returns that record. */
    remember(): ArrayRef {
        const { memory } = this.rules.kernels;
        memory.bytes(this.states, 1).set(memory.bytes(this.states));
        return memory.rows(this.states, 1);
    }

    /** The numbers of the legal moves, ascending; none when the game is over. */
    legal(): number[] {
        const { memory, entries } = this.rules.kernels;
        return memory.items(this.found, entries.list_legal(this.rules.place, this.states, this.order, this.found));
    }

    private noteKey(): void {
        const { memory } = this.rules.kernels;
        memory.fillBits(this.keys, [memory.bits(this.states, "key")]);
    }

    private makeRoom(count: number): void {
        const { memory } = this.rules.kernels;
        let room = this.keys.dims[0]!;
        if (count <= room) return;
        while (room < count) room *= 2;
        const larger = memory.allocate("keys", { keys: room });
        memory.allBytes(larger).set(memory.allBytes(this.keys));
        this.keys = larger;
    }
}
