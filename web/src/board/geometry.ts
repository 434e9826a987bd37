/**
 * Where everything on a board is: pure functions from shape and names to positions in board units.
 *
 * One step from a point to the next is `STEP` units; x grows to the right and y downwards. Names come from the server
 * only: they are given in the order of the rows, from the top down and from the left.
 */

export const STEP = 40;
/** How far the ground reaches beyond its path. */
export const ROUNDING = 4;

/** Points of a grid of lines (Vacu, Vadus) or cells with borders (Kaomi, Iago). */
export type Kind = "square-points" | "square-cells" | "hex-points" | "hex-cells";
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

export interface Layout {
    kind: Kind;
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
    /** The points of the inner area (Iago), by index; all of them on other boards. */
    inner: ReadonlySet<number>;
    /** The ground of the cells of the inner and of the outer area (Iago), of all cells (Kaomi: inner), as paths. */
    fields: { inner: string; outer: string };
    /** Border between the inner and the outer area (Iago), as a path; empty elsewhere. */
    innerBorder: string;
    /** Points with a small dot, by index: the stars of square boards, the centre of Vadus. */
    stars: number[];
    /** The marked centre cell (Iago), by index; -1 elsewhere. */
    centre: number;
    /** Coordinates around the board, and their height. */
    labels: Label[];
    labelSize: number;
    /** Coloured bands along the edges (Convacu), as paths; null elsewhere. */
    edges: { black: string[]; white: string[]; dots: Spot[]; bars: Spot[] } | null;
    /** What of the plane is shown. */
    box: Box;
}

const HEX_ROW = (STEP * Math.sqrt(3)) / 2;

/** How the board of a game is drawn. */
export function kindOf(game: string, shape: Shape): Kind {
    if (shape === "square") return game === "kaomi" || game === "squared" ? "square-cells" : "square-points";
    return game.startsWith("iago") ? "hex-cells" : "hex-points";
}

/** The lengths of the rows of a board with so many points, from the top down. Throws for any other number. */
export function rowLengths(shape: Shape, points: number): number[] {
    if (shape === "square") {
        const size = Math.round(Math.sqrt(points));
        if (size < 1 || size * size !== points) throw new RangeError(`no square board has ${points} points`);
        return Array<number>(size).fill(size);
    }
    const size = Math.round((3 + Math.sqrt(Math.max(0, 12 * points - 3))) / 6);
    if (size < 1 || 3 * size * (size - 1) + 1 !== points)
        throw new RangeError(`no hexagonal board has ${points} points`);
    return Array.from({ length: 2 * size - 1 }, (_, row) => 2 * size - 1 - Math.abs(row - size + 1));
}

/** The middle of each point of a board with such rows; the whole board has its middle at the origin. */
export function spotsOf(shape: Shape, lengths: number[]): Spot[] {
    const height = shape === "square" ? STEP : HEX_ROW;
    return lengths.flatMap((length, row) =>
        Array.from({ length }, (_, place) => ({
            x: (place - (length - 1) / 2) * STEP,
            y: (row - (lengths.length - 1) / 2) * height,
        })),
    );
}

const text = (value: number): string => String(Math.round(value * 100) / 100);
const path = (spots: Spot[]): string => `M${spots.map(({ x, y }) => `${text(x)} ${text(y)}`).join("L")}Z`;
const stroke = (from: Spot, to: Spot): string =>
    `M${text(from.x)} ${text(from.y)}L${text(to.x)} ${text(to.y)}`;

/** Six corners around a point, a hexagon that stands on a corner; `apothem` is half of its width. */
function corners({ x, y }: Spot, apothem: number): Spot[] {
    const long = (2 * apothem) / Math.sqrt(3);
    return [
        [0, -long],
        [apothem, -long / 2],
        [apothem, long / 2],
        [0, long],
        [-apothem, long / 2],
        [-apothem, -long / 2],
    ].map(([dx, dy]) => ({ x: x + dx!, y: y + dy! }));
}

/** A hexagon that lies on a side, around the origin; `reach` is half of its width. */
function flatHexagon(reach: number): Spot[] {
    const height = (reach * Math.sqrt(3)) / 2;
    return [
        { x: -reach / 2, y: -height },
        { x: reach / 2, y: -height },
        { x: reach, y: 0 },
        { x: reach / 2, y: height },
        { x: -reach / 2, y: height },
        { x: -reach, y: 0 },
    ];
}

const rectangle = (x: number, y: number): Spot[] => [
    { x: -x, y: -y },
    { x, y: -y },
    { x, y },
    { x: -x, y },
];

/** Indices of the neighbours of each point: the four or six that are one step away. */
export function neighboursOf(layout: Pick<Layout, "at">): number[][] {
    const near = STEP * 1.1;
    return layout.at.map(({ x, y }, point) =>
        layout.at.flatMap((other, index) =>
            index !== point && Math.hypot(other.x - x, other.y - y) < near ? [index] : [],
        ),
    );
}

/** Columns and rows with a star, as Go boards of such sizes have them. */
function starsOf(size: number): number[] {
    if (size < 5) return [];
    const middle = (size - 1) / 2;
    if (size < 7) return size % 2 ? [middle * size + middle] : [];
    const inset = size < 12 ? 2 : 3;
    const ends = [inset, size - 1 - inset];
    const lines = size >= 17 && size % 2 ? [inset, middle, size - 1 - inset] : ends;
    const stars = lines.flatMap((row) => lines.map((column) => row * size + column));
    if (size % 2 && !stars.includes(middle * size + middle)) stars.push(middle * size + middle);
    return stars;
}

/** Borders between neighbouring cells and around the outer ones, each drawn once. */
function cellBorders(spots: Spot[], cornersOf: (spot: Spot) => Spot[]): string {
    const seen = new Set<string>();
    let lines = "";
    for (const spot of spots) {
        const around = cornersOf(spot);
        around.forEach((from, side) => {
            const to = around[(side + 1) % around.length]!;
            const middle = `${Math.round(from.x + to.x)},${Math.round(from.y + to.y)}`;
            if (seen.has(middle)) return;
            seen.add(middle);
            lines += stroke(from, to);
        });
    }
    return lines;
}

/** Lines through all points, in the directions of the grid, each from one end of the board to the other. */
function gridLines(spots: Spot[], axes: Spot[]): string {
    const known = new Map(spots.map((spot) => [key(spot), spot]));
    let lines = "";
    for (const axis of axes) {
        for (const spot of spots) {
            if (known.has(key(shifted(spot, axis, -1)))) continue;
            let length = 0;
            while (known.has(key(shifted(spot, axis, length + 1)))) length++;
            if (length > 0) lines += stroke(spot, shifted(spot, axis, length));
        }
    }
    return lines;
}
const key = ({ x, y }: Spot): string => `${Math.round(x)},${Math.round(y)}`;
const shifted = ({ x, y }: Spot, step: Spot, times: number): Spot => ({
    x: x + step.x * times,
    y: y + step.y * times,
});

const SQUARE_AXES = [
    { x: STEP, y: 0 },
    { x: 0, y: STEP },
];
const HEX_AXES = [
    { x: STEP, y: 0 },
    { x: STEP / 2, y: HEX_ROW },
    { x: -STEP / 2, y: HEX_ROW },
];

/** The bands of Convacu's edges: above and below Black's, left and right White's, cut slantwise at the corners; dots on Black's, bars on White's. */
function edgeBands(half: number, at: number[]): NonNullable<Layout["edges"]> {
    const [inner, outer] = [half + STEP * 0.56, half + STEP * 0.8];
    const middle = (inner + outer) / 2;
    const gap = STEP * 0.06;
    const band = (turn: (spot: Spot) => Spot): string =>
        path(
            [
                { x: -inner + gap, y: -inner },
                { x: inner - gap, y: -inner },
                { x: outer - gap, y: -outer },
                { x: -outer + gap, y: -outer },
            ].map(turn),
        );
    return {
        black: [band((spot) => spot), band(({ x, y }) => ({ x, y: -y }))],
        white: [band(({ x, y }) => ({ x: y, y: x })), band(({ x, y }) => ({ x: -y, y: x }))],
        dots: at.flatMap((x) => [-middle, middle].map((y) => ({ x, y }))),
        bars: at.flatMap((y) => [-middle, middle].map((x) => ({ x, y }))),
    };
}

const LETTERS = /^[a-z]+/;
/** The parts of a name: the letter is a column of a square board and a row of a hexagonal one. */
export const letterOf = (name: string): string => LETTERS.exec(name)?.[0] ?? "";
export const numberOf = (name: string): string => name.replace(LETTERS, "");

/** Coordinates: letters below and numbers left of a square board; letters left of, numbers below a hexagonal one. */
function labelsOf(layout: Pick<Layout, "at" | "points" | "rows">, shape: Shape, away: number): Label[] {
    const { at, points, rows } = layout;
    const bottom = rows[rows.length - 1]!;
    const below = Array.from({ length: bottom.length }, (_, place) => bottom.first + place);
    if (shape === "square") {
        return [
            ...rows.map(({ first }) => ({
                text: numberOf(points[first]!),
                x: at[first]!.x - away,
                y: at[first]!.y,
            })),
            ...below.map((point) => ({
                text: letterOf(points[point]!),
                x: at[point]!.x,
                y: at[point]!.y + away,
            })),
        ];
    }
    // A number keeps its place along a slant in the lower half of the board: its label stands at the lower end of it.
    const lowerRight = rows
        .slice((rows.length - 1) / 2, rows.length - 1)
        .map(({ first, length }) => first + length - 1)
        .reverse();
    return [
        ...rows.map(({ first }) => ({
            text: letterOf(points[first]!),
            x: at[first]!.x - away,
            y: at[first]!.y,
        })),
        ...[...below, ...lowerRight].map((point) => ({
            text: numberOf(points[point]!),
            x: at[point]!.x + away / 2,
            y: at[point]!.y + (away * Math.sqrt(3)) / 2,
        })),
    ];
}

/** The innermost cells of a hexagonal board of cells: all but the rim. */
function innerCells(rows: Layout["rows"]): number[] {
    return rows
        .slice(1, -1)
        .flatMap(({ first, length }) =>
            Array.from({ length: Math.max(0, length - 2) }, (_, place) => first + 1 + place),
        );
}

/** The outline of some cells: the borders that only one of them has. */
function outlineOf(spots: Spot[], apothem: number): string {
    const sides = new Map<string, [Spot, Spot, number]>();
    for (const spot of spots) {
        const around = corners(spot, apothem);
        around.forEach((from, side) => {
            const to = around[(side + 1) % 6]!;
            const middle = `${Math.round(from.x + to.x)},${Math.round(from.y + to.y)}`;
            sides.set(middle, [from, to, (sides.get(middle)?.[2] ?? 0) + 1]);
        });
    }
    return [...sides.values()]
        .filter(([, , times]) => times === 1)
        .map(([from, to]) => stroke(from, to))
        .join("");
}

/** Coordinates are so high on the page, in CSS pixels: never giant on small boards, never unreadable on large ones. */
const LABEL = { least: 10.5, most: 15 };

/** The height of coordinates on a board that is `base` units wide without them and grows by `growth` times their height. */
function labelSizeOf(rows: number, width: number, base: number, growth: number): number {
    const usual = STEP * Math.min(0.5, Math.max(0.32, 0.32 + (rows - 9) * 0.018));
    if (width <= growth * LABEL.most) return usual; // not known yet
    const inUnits = (pixels: number): number => (pixels * base) / (width - growth * pixels);
    return Math.min(inUnits(LABEL.most), Math.max(inUnits(LABEL.least), usual));
}

/** Every second or third label where there is no room for all. */
function thinned(labels: Label[], size: number, distance: number): Label[] {
    const every = Math.ceil((size * 1.2) / distance);
    const letters = labels.flatMap(({ text }) => (/\d/.test(text) ? [] : [text])).sort();
    return labels.filter(
        ({ text }) => (letters.includes(text) ? letters.indexOf(text) : +text - 1) % every === 0,
    );
}

const RADIUS: Record<Kind, number> = {
    "square-points": 0.475,
    "square-cells": 0.405,
    "hex-points": 0.465,
    "hex-cells": 0.4,
};

/**
 * The whole layout of a board.
 *
 * `game` decides between points and cells and whether the edges are coloured; `points` are the names by rows; `width`
 * is that of the board on the page, in CSS pixels, 0 where it is not known.
 */
export function layoutOf(
    game: string,
    shape: Shape,
    points: string[],
    coordinates: boolean,
    width = 0,
): Layout {
    const kind = kindOf(game, shape);
    const lengths = rowLengths(shape, points.length);
    const at = spotsOf(shape, lengths);
    let first = 0;
    const rows = lengths.map((length) => ({ first: (first += length) - length, length }));
    const size = rows[0]!.length;
    const half = Math.max(...at.map(({ x }) => x));
    const cells = kind.endsWith("cells");
    const edges =
        game === "convacu"
            ? edgeBands(
                  half,
                  at.slice(0, size).map(({ x }) => x),
              )
            : null;
    const outer = STEP * (edges ? 0.82 : cells ? 0.56 : 0.6);
    const labelSize =
        shape === "square"
            ? labelSizeOf(lengths.length, width, 2 * (half + outer + ROUNDING), 1.24)
            : labelSizeOf(lengths.length, width, 2 * (half + outer + ROUNDING), 2.63);
    const away = outer + labelSize * 0.62;
    const cell = shape === "hexagon" ? corners({ x: 0, y: 0 }, STEP / 2) : rectangle(STEP / 2, STEP / 2);
    // The labels of a square board need room at two sides only, those of a hexagonal one stand on slants.
    const margin = coordinates ? away + labelSize * 0.62 : outer;
    const hexMargin = Math.max(
        coordinates ? away * 0.87 + labelSize * 0.6 : 0,
        outer + (cells ? STEP * 0.06 : 0),
    );
    const plate =
        shape === "square"
            ? [
                  { x: -half - margin, y: -half - outer },
                  { x: half + outer, y: -half - outer },
                  { x: half + outer, y: half + margin },
                  { x: -half - margin, y: half + margin },
              ]
            : flatHexagon(half + (hexMargin * 2) / Math.sqrt(3));
    const [left, right] = [Math.min(...plate.map(({ x }) => x)), Math.max(...plate.map(({ x }) => x))];
    const [top, bottom] = [Math.min(...plate.map(({ y }) => y)), Math.max(...plate.map(({ y }) => y))];
    const layout = { kind, points, at, rows };
    const cellAt = (spot: Spot): Spot[] => cell.map((corner) => shifted(corner, spot, 1));
    const inner = new Set(kind === "hex-cells" ? innerCells(rows) : at.keys());
    const field = (isInner: boolean): string =>
        cells
            ? at.flatMap((spot, point) => (inner.has(point) === isInner ? [path(cellAt(spot))] : [])).join("")
            : "";
    return {
        ...layout,
        index: new Map(points.map((name, place) => [name, place])),
        radius: STEP * RADIUS[kind],
        cell: path(cell),
        plate: path(plate),
        lines: cells ? cellBorders(at, cellAt) : gridLines(at, shape === "square" ? SQUARE_AXES : HEX_AXES),
        inner,
        fields: { inner: field(true), outer: field(false) },
        innerBorder:
            kind === "hex-cells"
                ? outlineOf(
                      [...inner].map((point) => at[point]!),
                      STEP / 2,
                  )
                : "",
        stars:
            kind === "square-points"
                ? starsOf(size)
                : kind === "hex-points" && size > 2
                  ? [(points.length - 1) / 2]
                  : [],
        centre: kind === "hex-cells" ? (points.length - 1) / 2 : -1,
        labels: coordinates
            ? thinned(labelsOf(layout, shape, away), labelSize, shape === "square" ? STEP : HEX_ROW)
            : [],
        labelSize,
        edges,
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
