/**
 * The grammar of SGF, FF[4]: text to nodes and back; the twin of `fieldstone/records/sgf_grammar.py`. A tree is a flat
 * list of nodes, each with the number of the one that it follows, so that nothing descends into it.
 */
import { Unreadable } from "../refusals";
import { shortened } from "../shape";

/** A property's values, still escaped, by its name. */
export type Values = Map<string, string[]>;

/** `after` is the number of the node that this one follows; -1: it is the first. */
export interface SgfNode {
    after: number;
    values: Values;
}

const MOST_NODES = 20_000;
const TOKEN = /\s*(?:([();])|([A-Za-z]+)|\[([^\]\\]*(?:\\[^][^\]\\]*)*)\])/y;
const BEGIN = /\(\s*;/;
const SHOWN = 20;

/** The nodes of the one game in a text, each after a smaller number. Throws Unreadable naming the place. */
export function parse(text: string): SgfNode[] {
    const start = BEGIN.exec(text);
    if (!start) throw new Unreadable("sgf.no-sgf");
    const reader = new Reader(text);
    const end = reader.read(start.index);
    const rest = text.slice(end);
    if (!reader.closed) throw new Unreadable("sgf.cut-off");
    if (BEGIN.test(rest)) throw new Unreadable("sgf.several");
    if (rest.trim()) throw broken(text, text.length - rest.trimStart().length, "sgf.rest");
    return reader.nodes;
}

class Reader {
    readonly nodes: SgfNode[] = [];
    readonly #branches: number[] = [];
    #last = -1;
    #name = "";

    constructor(private readonly text: string) {}

    get closed(): boolean {
        return !this.#branches.length && this.nodes.length > 0;
    }

    /** Read from a place on; returns where the game ends. */
    read(start: number): number {
        TOKEN.lastIndex = start;
        let place = start;
        for (let match = TOKEN.exec(this.text); match; match = TOKEN.exec(this.text)) {
            const [, sign, name, value] = match;
            const unfinished = this.#name !== "" && !this.#values().get(this.#name)!.length;
            if (value === undefined && unfinished) throw broken(this.text, match.index);
            place = TOKEN.lastIndex;
            if (sign !== undefined) {
                this.#name = "";
                if (this.#sign(sign, match.index)) return place;
            } else if (name !== undefined) this.#begin(name, match.index);
            else if (this.#name) this.#values().get(this.#name)!.push(value!);
            else throw broken(this.text, match.index);
        }
        if (this.text.slice(place).trim()) throw broken(this.text, place);
        return place;
    }

    #values(): Values {
        return this.nodes.at(-1)!.values;
    }

    /** Returns whether the game has ended. */
    #sign(sign: string, place: number): boolean {
        if (sign === "(") this.#branches.push(this.#last);
        else if (sign === ";") {
            if (this.nodes.length > MOST_NODES)
                throw new Unreadable("record.too-long", { where: "SGF", allowed: MOST_NODES });
            this.nodes.push({ after: this.#last, values: new Map() });
            this.#last = this.nodes.length - 1;
        } else {
            const before = this.#branches.pop();
            if (before === undefined) throw broken(this.text, place);
            this.#last = before;
            return !this.#branches.length;
        }
        return false;
    }

    #begin(written: string, place: number): void {
        const name = written.replace(/[a-z]/g, ""); // FF[3] wrote "Comment" for "C"
        if (!name || !this.nodes.length || this.#values().has(name)) throw broken(this.text, place);
        this.#values().set(name, []);
        this.#name = name;
    }
}

function broken(text: string, place: number, key = "sgf.broken"): Unreadable {
    const before = text.slice(0, place).split("\n");
    const details = { line: before.length, column: before.at(-1)!.length + 1 };
    return new Unreadable(key, { ...details, text: shortened(text.slice(place, place + 30), SHOWN) });
}

/** Nodes as the text of one game; `children` of each number are the nodes after it, the main line first. */
export function serialise(nodes: readonly SgfNode[], children: readonly (readonly number[])[]): string {
    const parts = ["("];
    const waiting: (number | string)[] = [0];
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
        if (typeof one === "string") {
            parts.push(one);
            continue;
        }
        const values = [...nodes[one]!.values].map(([name, found]) => `${name}[${found.join("][")}]`);
        parts.push(`;${values.join("")}\n`);
        const following = children[one] ?? [];
        if (following.length === 1) waiting.push(following[0]!);
        else for (const number of following.toReversed()) waiting.push(")\n", number, "(");
    }
    return [...parts, ")\n"].join("");
}

/** A text as the value of a property. */
export const escape = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("]", "\\]");

/** The text of a property's value; a `simple` one has no line breaks. */
export function unescape(value: string, simple = false): string {
    const text = value
        .replace(/\r\n|\n\r|\r|\n/g, "\n")
        .replace(/\\(?:\n|([^\n]))/gu, "$1") // a line break after a backslash is none
        .replace(/[\t\v\f]/g, " ");
    return simple ? text.replaceAll("\n", " ") : text;
}

/** What SGF makes of a text: it knows no tabs, only one kind of line break, and in simple texts none. */
export const plain = (text: string, simple: boolean): string => unescape(escape(text), simple);
