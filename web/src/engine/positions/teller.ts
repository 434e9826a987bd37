/**
 * What the kernels tell of positions, with the names that the game's data gives to their numbers; the twin of
 * `fieldstone/games/adapter.py`.
 */
import type { Colour, Count, Effects, Group } from "../../lib/types";
import { ofAPoint, parts, type Layouts } from "../interface";
import type { ArrayRef } from "../memory";
import type { Game } from "./game";
import type { Rules } from "../position";
import type { Details, Sentences } from "./sentences";
import type { CommonData, GroupPart, SentenceData } from "../source";

export const COLOURS: readonly Colour[] = ["B", "W"];

export interface Duty {
    kind: string;
    short: string;
    details: Details;
}

/** What a move does that is no placement. */
export function nothing(): Effects {
    return { placed: [], removed: [], flipped: [], captured: [], released: [], pushed: [], returned: [], faces: {} };
}

export class Teller {
    private readonly numbers: ArrayRef;
    private readonly facts: ArrayRef;
    private readonly detailColumns: ArrayRef;
    private readonly spare: ArrayRef;
    private readonly fresh: ArrayRef;
    private readonly told: Pick<Layouts, "codes" | "values" | "lengths" | "parts" | "groups" | "sums" | "effects">;
    private readonly room: number;

    constructor(
        private readonly common: CommonData,
        private readonly game: Game,
        private readonly rules: Rules,
        private readonly sentences: Sentences,
    ) {
        const { memory, entries } = rules.kernels;
        this.room = entries.room(rules.points);
        const sizes = { points: rules.points, columns: game.data.columns, room: this.room };
        this.numbers = memory.allocate("numbers", sizes);
        this.facts = memory.allocate("numbers", sizes);
        this.detailColumns = memory.allocate("details");
        const states = memory.allocate("states");
        [this.spare, this.fresh] = [memory.rows(states, 0), memory.rows(states, 1)];
        this.told = {
            codes: memory.allocate("codes", sizes),
            values: memory.allocate("values", sizes),
            lengths: memory.allocate("lengths"),
            parts: memory.allocate("parts", sizes),
            groups: memory.allocate("groups", sizes),
            sums: memory.allocate("sums"),
            effects: memory.allocate("effects", sizes),
        };
    }

    /** A copy of a record, for kernels that write to its scratch fields; there is one at a time. */
    private copied(state: ArrayRef): ArrayRef {
        const { memory } = this.rules.kernels;
        memory.bytes(this.spare).set(memory.bytes(state));
        return this.spare;
    }

    /** What stands on each point, as in a position text. */
    symbols(state: ArrayRef): string[] {
        const { memory, entries } = this.rules.kernels;
        entries.codes_of(this.rules.place, state, this.told.codes);
        return memory.items(this.told.codes).map((code) => this.game.data.symbols[code]!);
    }

    /** What a position text adds to board and side, where it is not as usual: "name=value" each. */
    details(state: ArrayRef): string[] {
        const { memory, entries } = this.rules.kernels;
        entries.details_of(this.rules.place, state, this.detailColumns);
        const numbers = memory.items(this.detailColumns);
        return this.common.details.flatMap(({ name, values }, column) => {
            const number = numbers[column]!;
            // A detail without words is a number itself, less than 0 where there is none.
            const named = Object.keys(values).length > 0;
            if (named ? number === 0 : number < 0) return [];
            const word = Object.keys(values).find((one) => values[one] === number);
            return [`${name}=${word ?? number}`];
        });
    }

    /** What a placement does, from the records before and after it. */
    effects(before: ArrayRef, after: ArrayRef, action: number): Effects {
        const found = nothing();
        const { names } = this.game.board;
        found.placed.push(names[action]!);
        if (!this.game.data.effects) return found;
        const { memory, entries } = this.rules.kernels;
        const count = entries.list_effects(this.rules.place, before, after, action, this.told.effects);
        const rows = memory.items(this.told.effects, this.width("effects") * count);
        const turned: number[] = [];
        for (let at = 0; at < rows.length; at += this.width("effects")) {
            const [kind, point, to] = [rows[at]!, rows[at + 1]!, rows[at + 2]!];
            const name = this.common.effects[kind]! as Exclude<keyof Effects, "faces">;
            if (name === "pushed") {
                const wraps = !this.game.board.adjacent(point, to);
                found.pushed.push({ from: names[point]!, to: names[to]!, wraps });
            } else found[name].push(names[point]!);
            if (this.common.faces.includes(name)) turned.push(point);
        }
        if (turned.length) {
            const symbols = this.symbols(after);
            for (const point of turned) found.faces[names[point]!] = symbols[point]!;
        }
        return found;
    }

    /** The numbers that make the score of each colour. */
    scores(state: ArrayRef): Record<Colour, number[]> {
        const { memory, entries } = this.rules.kernels;
        const { values, lengths } = this.told;
        entries.scores_of(this.rules.place, this.copied(state), values, lengths);
        const numbers = memory.items(values);
        const [black, white] = memory.items(lengths) as [number, number];
        return { B: numbers.slice(0, black), W: numbers.slice(this.room, this.room + white) };
    }

    scoreTells(state: ArrayRef): boolean {
        return this.rules.kernels.entries.score_tells_of(this.rules.place, state);
    }

    turnOpen(state: ArrayRef): boolean {
        return this.rules.kernels.entries.turn_open_of(this.rules.place, state);
    }

    /** Stones that are left in the turn; null where a turn is one move. */
    stonesLeft(state: ArrayRef): number | null {
        if (this.game.data.turnLength === 1) return null;
        return this.rules.kernels.entries.stones_left_of(this.rules.place, state);
    }

    /** What the position is made of. */
    count(state: ArrayRef): Omit<Count, "lines" | "decided"> {
        const { memory, entries } = this.rules.kernels;
        const { groups, sums } = this.told;
        const place = this.told.parts;
        const rows = entries.parts_of(this.rules.place, this.copied(state), place, groups, this.facts, sums);
        const { count, columns } = this.game.data;
        const [points, numbers] = [memory.items(place), memory.items(sums)];
        const found: Record<string, unknown> = {};
        if (count.areas) {
            found.areas = Array.from({ length: count.areas }, (_, area) => ({
                B: this.inArea(points, 1, area),
                W: this.inArea(points, 2, area),
            }));
        }
        if (count.territory) found.territory = { B: this.owned(points, 1), W: this.owned(points, 2) };
        for (const [name, column] of Object.entries(count.sums)) {
            found[name] = { B: Math.trunc(numbers[column]!), W: Math.trunc(numbers[this.width("sums") + column]!) };
        }
        if (count.groups) found.groups = this.groups(count.groups, points, memory.items(groups, rows * columns), rows);
        return found;
    }

    /** The sums by colour and the facts of the position that was counted last, in their order. */
    get counted(): { sums: Record<Colour, number[]>; facts: number[] } {
        const { memory } = this.rules.kernels;
        const sums = memory.items(this.told.sums);
        return {
            sums: { B: sums.slice(0, this.width("sums")), W: sums.slice(this.width("sums")) },
            facts: memory.items(this.facts),
        };
    }

    /** How many numbers a row has of what the kernels write. */
    private width(array: "effects" | "parts" | "sums"): number {
        return this.told[array].dims[1]!;
    }

    private inArea(points: readonly number[], colour: number, area: number): string[] {
        return this.game.board.names.filter((_, point) => {
            const at = this.width("parts") * point;
            return points[at + ofAPoint.OWNER] === colour && points[at + ofAPoint.PART] === area;
        });
    }

    private owned(points: readonly number[], colour: number): string[] {
        const { names } = this.game.board;
        return names.filter((_, point) => points[this.width("parts") * point + ofAPoint.OWNER] === colour).sort();
    }

    private groups(
        named: readonly GroupPart[],
        points: readonly number[],
        cells: readonly number[],
        rows: number,
    ): Group[] {
        const lists = Array.from({ length: rows }, () => ({
            stones: [] as string[],
            connection: [] as string[],
            ends: [] as string[],
            rest: [] as string[],
        }));
        for (const [point, name] of this.game.board.names.entries()) {
            const own = lists[points[this.width("parts") * point + ofAPoint.GROUP]!];
            const part = points[this.width("parts") * point + ofAPoint.PART]!;
            own?.stones.push(name);
            own?.[part ? "connection" : "rest"].push(name);
            if (part === parts.ENDS) own?.ends.push(name);
        }
        const { columns } = this.game.data;
        return lists.map((own, row) => {
            const told = named.map(({ name, kind, column }): [string, unknown] => {
                const list = own[kind as keyof typeof own] as string[] | undefined;
                return [name, list ?? this.columnValue(kind, cells[row * columns + column!]!)];
            });
            return Object.fromEntries(told) as unknown as Group;
        });
    }

    private columnValue(kind: GroupPart["kind"], number: number): unknown {
        if (kind === "colour") return this.common.colours[number];
        if (kind === "place") return number < 0 ? null : number;
        return kind === "yes" ? number !== 0 : number;
    }

    /** What the rules ask of the side to move beyond moving. */
    duty(state: ArrayRef): Duty | null {
        const code = this.rules.kernels.entries.duty_of(this.rules.place, state, this.numbers);
        if (!code) return null;
        const { kind, short, told } = this.game.data.duties[code - 1]!;
        return { kind, short, details: this.detailsOf(told) };
    }

    /** Why a move is illegal in a game that goes on. */
    reason(state: ArrayRef, action: number): string {
        const code = this.rules.kernels.entries.reason_of(this.rules.place, state, action, this.numbers);
        return this.said(this.game.data.reasons[code]!);
    }

    /** Why several moves, legal one after the other, are not one turn; `moves` is the text that was asked about. */
    turnReason(state: ArrayRef, moves: string): string {
        const code = this.rules.kernels.entries.turn_reason_of(this.rules.place, state, this.numbers);
        return this.said(this.game.data.reasons[code]!, moves);
    }

    /** Whether the position shows that the game is over, and by what; else by what it may be over. */
    endings(state: ArrayRef): { shown: boolean; endings: number[] } {
        const { memory, entries } = this.rules.kernels;
        const count = entries.endings_of(this.rules.place, state, this.numbers);
        return { shown: count > 0, endings: memory.items(this.numbers, Math.abs(count)) };
    }

    /** Who has won a game that ended so. */
    winner(state: ArrayRef, over: number): number {
        return this.rules.kernels.entries.winner_of(this.rules.place, this.copied(state), over);
    }

    /**
     * Set up a position: a record with `codes` on the board and the details as numbers. Returns the record, which the
     * next call writes to again, or what is wrong with the position.
     */
    setUp(codes: readonly number[], toMove: number, details: readonly number[]): ArrayRef | string {
        const { memory, entries } = this.rules.kernels;
        memory.fill(this.told.codes, codes);
        memory.fill(this.detailColumns, details);
        memory.bytes(this.fresh).fill(0);
        const { place } = this.rules;
        const code = entries.set_up(place, this.fresh, this.told.codes, toMove, this.detailColumns, this.numbers);
        return code ? this.said(this.game.data.problems[code - 1]!) : this.fresh;
    }

    private said(sentence: SentenceData, moves = ""): string {
        return this.sentences.say(sentence.key, this.detailsOf(sentence, moves));
    }

    /** What the kernel's numbers say in a sentence. */
    private detailsOf(sentence: SentenceData, moves = ""): Details {
        const { memory } = this.rules.kernels;
        const { names } = this.game.board;
        const details: Details = {};
        let place = 0;
        for (const [name, kind] of sentence.details) {
            if (kind === "moves") {
                details[name] = moves;
                continue;
            }
            const number = memory.item(this.numbers, place);
            place += 1;
            if (kind === "points") {
                const listed = Array.from({ length: number }, (_, one) => memory.item(this.numbers, place + one));
                details[name] = listed.map((point) => names[point]!).join(", ");
                place += number;
            } else {
                details[name] =
                    kind === "point" ? names[number]! : kind === "colour" ? this.common.colours[number]! : number;
            }
        }
        if (sentence.rule) details.rule = sentence.rule;
        return details;
    }
}
