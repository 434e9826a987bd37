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
    /** Of each row but the last, how far to the right its points have their neighbours in the row below. */
    below?: number[][];
    radius: number;
    reach: number;
    cell: string;
    sides: number;
    lines?: string;
    outer?: number[];
    fields?: string[];
    border?: string;
    stars?: number[];
    centre?: number;
    edges?: { black: string[]; white: string[]; dots: number[]; bars: number[] };
    /** A coordinate stands at (x, y) and so many times (dx, dy) as coordinates are away; those of a kind are counted. */
    labels: [text: string, x: number, y: number, dx: number, dy: number, place: number][];
    /** A corner of the ground lies at (x, y) and so many times (dx, dy) as the margin is wide. */
    plate: [x: number, y: number, dx: number, dy: number][];
    /** At least, and parts of how far away coordinates are and of how high. */
    margin: [least: number, byAway: number, byHeight: number];
    labelHeight: number;
    /** How much wider the ground becomes, in heights of the coordinates, and how far apart these stand. */
    labelGrowth: number;
    labelStep: number;
}
const boards = file.boards as unknown as Record<string, Stored>;
/** The same boards by style and number of points. */
const byPoints = new Map(
    Object.entries(boards).map(([key, board]) => {
        const points = board.rows.reduce((sum, [length]) => sum + length, 0);
        return [`${key.replace(/-\d+$/, "")} ${points}`, board];
    }),
);

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
    /** The neighbours of each point, by index, ascending. */
    neighbours: number[][];
    /** Of a stone or disc. */
    radius: number;
    /** A whole cell around the origin, as a path: what a pointer can hit; and how many sides it has. */
    cell: string;
    sides: number;
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

const styleOf = (style: BoardStyle, shape: Shape): string =>
    [shape, style.cells ? "cells" : "points", style.stars, style.edges && "edges", style.rim && "rim"]
        .filter(Boolean)
        .join("-");

/** The board of a style with so many points. Throws for one that no game has. */
function stored(style: BoardStyle, shape: Shape, points: number): Stored {
    const key = styleOf(style, shape);
    const found = byPoints.get(`${key} ${points}`);
    if (!found) throw new RangeError(`no game has a board ${key} of ${points} points: the page was built without it`);
    return found;
}

/** The rows of an empty board of a size. Throws for one that no game has. */
export function emptyRows(style: BoardStyle, shape: Shape, size: number): string[] {
    const key = `${styleOf(style, shape)}-${size}`;
    const found = boards[key];
    if (!found) throw new RangeError(`no game has a board ${key}: the page was built without it`);
    return found.rows.map(([length]) => ".".repeat(length));
}

const text = (value: number): string => String(Math.round(value * 100) / 100);
const path = (spots: Spot[]): string => `M${spots.map(({ x, y }) => `${text(x)} ${text(y)}`).join("L")}Z`;
const pairs = (numbers: number[]): Spot[] =>
    Array.from({ length: numbers.length / 2 }, (_, pair) => ({
        x: numbers[2 * pair]!,
        y: numbers[2 * pair + 1]!,
    }));

/** The neighbours of each point: those beside it in its row, and those in the rows below and above. */
function neighboursOf(rows: Layout["rows"], below: readonly number[][]): number[][] {
    const found: number[][] = rows.flatMap(({ length }) => Array.from({ length }, () => []));
    const join = (one: number, other: number): void => {
        found[one]!.push(other);
        found[other]!.push(one);
    };
    for (const [row, { first, length }] of rows.entries()) {
        const next = rows[row + 1];
        for (let place = 0; place < length; place++) {
            if (place > 0) join(first + place - 1, first + place);
            for (const shift of (next && below[row]) ?? [])
                if (place + shift >= 0 && place + shift < next!.length)
                    join(first + place, next!.first + place + shift);
        }
    }
    return found.map((near) => near.sort((one, other) => one - other));
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
function thinned<T extends { place: number }>(labels: T[], size: number, distance: number): T[] {
    const every = Math.ceil((size * 1.2) / distance);
    return labels.filter(({ place }) => place % every === 0);
}

/**
 * The whole layout of a board.
 *
 * `points` are the names by rows; `width` is that of the board on the page, in CSS pixels, 0 where it is not known.
 */
export function layoutOf(style: BoardStyle, shape: Shape, points: string[], coordinates: boolean, width = 0): Layout {
    const board = stored(style, shape, points.length);
    const at = board.rows.flatMap(([length, x, y]) =>
        Array.from({ length }, (_, place) => ({ x: x + place * STEP, y })),
    );
    let first = 0;
    const rows = board.rows.map(([length]) => ({ first: (first += length) - length, length }));
    const across = 2 * (Math.max(...at.map(({ x }) => x)) + board.reach + ROUNDING);
    const labelSize = labelSizeOf(board.labelHeight, width, across, board.labelGrowth);
    const away = board.reach + labelSize * file.labelAway;
    const [least, byAway, byHeight] = board.margin;
    const margin = coordinates ? Math.max(least, byAway * away + byHeight * labelSize) : least;
    const plate = board.plate.map(([x, y, dx, dy]) => ({ x: x + dx * margin, y: y + dy * margin }));
    const labels = board.labels.map(([text, x, y, dx, dy, place]) => ({
        text,
        x: x + dx * away,
        y: y + dy * away,
        place,
    }));
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
        neighbours: neighboursOf(rows, board.below ?? []),
        radius: board.radius,
        cell: board.cell,
        sides: board.sides,
        plate: path(plate),
        lines: board.lines ?? "",
        inner: new Set([...at.keys()].filter((point) => !outer.has(point))),
        fields: { inner: board.fields?.[0] ?? "", outer: board.fields?.[1] ?? "" },
        innerBorder: board.border ?? "",
        stars: board.stars ?? [],
        centre: board.centre ?? -1,
        labels: coordinates ? thinned(labels, labelSize, board.labelStep) : [],
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

/** The point that an arrow key leads to, up and down the leftmost neighbour; the same point where the board ends. */
export function moved(layout: Pick<Layout, "rows" | "neighbours">, from: number, direction: Direction): number {
    const row = layout.rows.findIndex(({ first, length }) => from >= first && from < first + length);
    const here = layout.rows[row]!;
    if (direction === "left") return Math.max(here.first, from - 1);
    if (direction === "right") return Math.min(here.first + here.length - 1, from + 1);
    const next = layout.rows[row + (direction === "up" ? -1 : 1)];
    if (!next) return from;
    return layout.neighbours[from]!.find((near) => near >= next.first && near < next.first + next.length) ?? from;
}

/** The first or the last point of the row that a point is in. */
export function rowEnd(layout: Pick<Layout, "rows">, from: number, end: "first" | "last"): number {
    const { first, length } = layout.rows.find((row) => from >= row.first && from < row.first + row.length)!;
    return end === "first" ? first : first + length - 1;
}
