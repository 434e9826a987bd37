/**
 * Empty boards as they are drawn, from a file that the Python package computes at build time (`boards.json`): nothing is
 * laid out here but how high coordinates are on a page of some width.
 *
 * One step from a point to the next is `STEP` units; x grows to the right and y downwards. Names come from the server
 * only: they are given in the order of the rows, from the top down and from the left.
 */
import type { BoardStyle } from "../lib/types";
import file from "./boards.json";

export const STEP = file.step;
/** How far the ground reaches beyond its path. */
export const ROUNDING = file.rounding;

export type Shape = "square" | "hexagon";

export interface Spot {
    x: number;
    y: number;
}
export interface Label extends Spot {
    text: string;
}
export interface Box extends Spot {
    width: number;
    height: number;
}

/** A board of the file; "What a board is made of" in fieldstone/diagram/geometry.py. */
interface Stored {
    /** Length of each row and the place of its first point, from the top down. */
    rows: [length: number, x: number, y: number][];
    radius: number;
    reach: number;
    cell: string;
    lines?: string;
    outer?: number[];
    fields?: string[];
    border?: string;
    stars?: number[];
    centre?: number;
    edges?: { black: string[]; white: string[]; dots: number[]; bars: number[] };
    /** A coordinate stands at (x, y) and so many times (dx, dy) as coordinates are away. */
    labels: [text: string, x: number, y: number, dx: number, dy: number][];
    /** A corner of the ground lies at (x, y) and so many times (dx, dy) as the margin is wide. */
    plate: [x: number, y: number, dx: number, dy: number][];
    /** At least, and parts of how far away coordinates are and of how high. */
    margin: [least: number, byAway: number, byHeight: number];
    labelHeight: number;
}
const boards = file.boards as unknown as Record<string, Stored>;

export interface Layout {
    shape: Shape;
    /** Whether points are cells, not crossings of lines. */
    cells: boolean;
    /** Names in the order of the view, and the place of each. */
    points: string[];
    at: Spot[];
    index: Map<string, number>;
    /** First point and length of each row, from the top down. */
    rows: { first: number; length: number }[];
    /** Of a stone or disc. */
    radius: number;
    /** A whole cell around the origin, as a path: what a pointer can hit. */
    cell: string;
    /** The ground of the board, as a path; it is drawn `ROUNDING` wider all around, with round corners. */
    plate: string;
    /** All lines of a board of points, or all borders of one of cells, as one path. */
    lines: string;
    /** The points of the inner area, by index; all of them on boards without a rim. */
    inner: ReadonlySet<number>;
    /** The ground of the cells of the inner and of the outer area, as paths; empty on boards of points. */
    fields: { inner: string; outer: string };
    /** Border between the inner and the outer area, as a path; empty on boards without a rim. */
    innerBorder: string;
    /** Points with a small dot, by index. */
    stars: number[];
    /** The marked centre cell, by index; -1 for none. */
    centre: number;
    /** Coordinates around the board, and their height. */
    labels: Label[];
    labelSize: number;
    /** Bands of the players' colours along the edges, as paths; null for none. */
    edges: { black: string[]; white: string[]; dots: Spot[]; bars: Spot[] } | null;
    /** Whether the pieces are flat discs. */
    discs: boolean;
    /** What of the plane is shown. */
    box: Box;
}

/** The length of a side of a board with so many points. Throws for a number that no board has. */
export function sizeOf(shape: Shape, points: number): number {
    const size = Math.round(shape === "square" ? Math.sqrt(points) : (3 + Math.sqrt(Math.max(0, 12 * points - 3))) / 6);
    const fits = shape === "square" ? size * size : 3 * size * (size - 1) + 1;
    if (size < 1 || fits !== points) {
        const kind = shape === "square" ? "square" : "hexagonal";
        throw new RangeError(`no ${kind} board has ${points} points`);
    }
    return size;
}

/** The board of a style and size. Throws for one that no game has. */
function stored(style: BoardStyle, shape: Shape, size: number): Stored {
    const kind = [shape, style.cells ? "cells" : "points", style.stars];
    const key = [...kind, style.edges && "edges", style.rim && "rim", size].filter(Boolean).join("-");
    const found = boards[key];
    if (!found) throw new RangeError(`no game has a board ${key}: the page was built without it`);
    return found;
}

const text = (value: number): string => String(Math.round(value * 100) / 100);
const path = (spots: Spot[]): string => `M${spots.map(({ x, y }) => `${text(x)} ${text(y)}`).join("L")}Z`;
const pairs = (numbers: number[]): Spot[] =>
    Array.from({ length: numbers.length / 2 }, (_, pair) => ({
        x: numbers[2 * pair]!,
        y: numbers[2 * pair + 1]!,
    }));

/** Indices of the neighbours of each point: the four or six that are one step away. */
export function neighboursOf(layout: Pick<Layout, "at">): number[][] {
    const near = STEP * 1.1;
    return layout.at.map(({ x, y }, point) =>
        layout.at.flatMap((other, index) =>
            index !== point && Math.hypot(other.x - x, other.y - y) < near ? [index] : [],
        ),
    );
}

const LETTERS = /^[a-z]+/;
/** The parts of a name: the letter is a column of a square board and a row of a hexagonal one. */
export const letterOf = (name: string): string => LETTERS.exec(name)?.[0] ?? "";
export const numberOf = (name: string): string => name.replace(LETTERS, "");

/** Coordinates are so high on the page, in CSS pixels: never giant on small boards, never unreadable on large ones. */
const LABEL = { least: 10.5, most: 15 };

/** The height of coordinates on a board that is `base` units wide without them and grows by `growth` times their height. */
function labelSizeOf(usual: number, width: number, base: number, growth: number): number {
    if (width <= growth * LABEL.most) return usual; // not known yet
    const inUnits = (pixels: number): number => (pixels * base) / (width - growth * pixels);
    return Math.min(inUnits(LABEL.most), Math.max(inUnits(LABEL.least), usual));
}

/** Every second or third label where there is no room for all. */
function thinned(labels: Label[], size: number, distance: number): Label[] {
    const every = Math.ceil((size * 1.2) / distance);
    const letters = labels.flatMap(({ text }) => (/\d/.test(text) ? [] : [text])).sort();
    return labels.filter(({ text }) => (letters.includes(text) ? letters.indexOf(text) : +text - 1) % every === 0);
}

/**
 * The whole layout of a board.
 *
 * `points` are the names by rows; `width` is that of the board on the page, in CSS pixels, 0 where it is not known.
 */
export function layoutOf(style: BoardStyle, shape: Shape, points: string[], coordinates: boolean, width = 0): Layout {
    const board = stored(style, shape, sizeOf(shape, points.length));
    const at = board.rows.flatMap(([length, x, y]) =>
        Array.from({ length }, (_, place) => ({ x: x + place * STEP, y })),
    );
    let first = 0;
    const rows = board.rows.map(([length]) => ({ first: (first += length) - length, length }));
    const across = 2 * (Math.max(...at.map(({ x }) => x)) + board.reach + ROUNDING);
    const labelSize = labelSizeOf(board.labelHeight, width, across, shape === "square" ? 1.24 : 2.63);
    const away = board.reach + labelSize * file.labelAway;
    const [least, byAway, byHeight] = board.margin;
    const margin = coordinates ? Math.max(least, byAway * away + byHeight * labelSize) : least;
    const plate = board.plate.map(([x, y, dx, dy]) => ({ x: x + dx * margin, y: y + dy * margin }));
    const labels = board.labels.map(([text, x, y, dx, dy]) => ({ text, x: x + dx * away, y: y + dy * away }));
    const [left, right] = [Math.min(...plate.map(({ x }) => x)), Math.max(...plate.map(({ x }) => x))];
    const [top, bottom] = [Math.min(...plate.map(({ y }) => y)), Math.max(...plate.map(({ y }) => y))];
    const outer = new Set(board.outer);
    const { edges } = board;
    return {
        shape,
        cells: style.cells,
        points,
        at,
        index: new Map(points.map((name, place) => [name, place])),
        rows,
        radius: board.radius,
        cell: board.cell,
        plate: path(plate),
        lines: board.lines ?? "",
        inner: new Set([...at.keys()].filter((point) => !outer.has(point))),
        fields: { inner: board.fields?.[0] ?? "", outer: board.fields?.[1] ?? "" },
        innerBorder: board.border ?? "",
        stars: board.stars ?? [],
        centre: board.centre ?? -1,
        labels: coordinates ? thinned(labels, labelSize, shape === "square" ? STEP : file.row) : [],
        labelSize,
        edges: edges ? { ...edges, dots: pairs(edges.dots), bars: pairs(edges.bars) } : null,
        discs: style.discs,
        box: {
            x: left - ROUNDING,
            y: top - ROUNDING,
            width: right - left + 2 * ROUNDING,
            height: bottom - top + 2 * ROUNDING,
        },
    };
}

export type Direction = "left" | "right" | "up" | "down";

/** The point that an arrow key leads to; the same point where the board ends. */
export function moved(layout: Pick<Layout, "at" | "rows">, from: number, direction: Direction): number {
    const row = layout.rows.findIndex(({ first, length }) => from >= first && from < first + length);
    const here = layout.rows[row]!;
    if (direction === "left") return Math.max(here.first, from - 1);
    if (direction === "right") return Math.min(here.first + here.length - 1, from + 1);
    const next = layout.rows[row + (direction === "up" ? -1 : 1)];
    if (!next) return from;
    const { x } = layout.at[from]!;
    const candidates = Array.from({ length: next.length }, (_, place) => next.first + place);
    return candidates.reduce((best, point) =>
        Math.abs(layout.at[point]!.x - x) < Math.abs(layout.at[best]!.x - x) - 1e-6 ? point : best,
    );
}

/** The first or the last point of the row that a point is in. */
export function rowEnd(layout: Pick<Layout, "rows">, from: number, end: "first" | "last"): number {
    const { first, length } = layout.rows.find((row) => from >= row.first && from < row.first + row.length)!;
    return end === "first" ? first : first + length - 1;
}
