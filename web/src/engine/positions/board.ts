/** A board: points by number, row by row from the bottom, from the left in each row. */
import type { BoardsData } from "../source";
import type { Sentences } from "./sentences";
import { TextError } from "./sentences";
import { begin } from "./reading";

const A = "a".charCodeAt(0);

export class Board {
    readonly names: string[] = [];
    readonly index = new Map<string, number>();
    /** The points in the order of the characters of a position: rows from the top, each from the left. */
    readonly fromTheTop: number[] = [];
    private readonly lengths: number[];
    private readonly columns: number[] = [];
    private readonly rowOf: number[] = [];

    constructor(
        private readonly data: BoardsData,
        size: number,
    ) {
        const rows = data.sizes[size]!;
        this.lengths = rows.map(([length]) => length);
        for (const [row, [length, first]] of rows.entries()) {
            const points: number[] = [];
            for (let place = 0; place < length; place += 1) {
                const [letter, number] = data.letter === "row" ? [row, place] : [place, row];
                points.push(this.names.length);
                this.names.push(`${String.fromCharCode(A + letter)}${number + 1}`);
                this.columns.push(first + place);
                this.rowOf.push(row);
            }
            this.fromTheTop.unshift(...points);
        }
        this.names.forEach((name, point) => this.index.set(name, point));
    }

    /** Whether two points are next to each other. */
    adjacent(one: number, other: number): boolean {
        const column = this.columns[other]! - this.columns[one]!;
        const row = this.rowOf[other]! - this.rowOf[one]!;
        return this.data.steps.some(([columns, rows]) => columns === column && rows === row);
    }

    /** One symbol a point as rows of text, from the top of the board down. */
    rows(symbols: readonly string[]): string[] {
        let first = 0;
        const rows = this.lengths.map((length) => symbols.slice(first, (first += length)).join(""));
        return rows.reverse();
    }

    /** The symbols of rows of text in the order of the points. Throws TextError for the first row that does not fit. */
    symbols(rows: readonly string[], sentences: Sentences): string[] {
        const allowed = this.lengths.length;
        if (rows.length !== allowed) {
            throw new TextError(sentences.say("position.rows", { count: rows.length, allowed }));
        }
        return [...rows].reverse().flatMap((row, place) => {
            const symbols = [...row];
            const length = this.lengths[place]!;
            if (symbols.length !== length) {
                const details = { number: place + 1, row: begin(row, 60), length: symbols.length, allowed: length };
                throw new TextError(sentences.say("position.row", details));
            }
            return symbols;
        });
    }
}
