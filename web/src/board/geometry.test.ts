import { describe, expect, it } from "vitest";
import { emptyRows, type Layout, layoutOf, moved, rowEnd, type Shape, STEP } from "./geometry";
import { boardOf } from "../fixtures/facts.testing";
import { hexagonNames, squareNames, views } from "./views.testing";

const SIZES: [string, Shape, number][] = [
    ...Array.from({ length: 19 }, (_, size): [string, Shape, number] => ["convacu", "square", size + 1]),
    ...Array.from({ length: 12 }, (_, size): [string, Shape, number] => ["kaomi", "square", size + 2]),
    ...Array.from({ length: 12 }, (_, size): [string, Shape, number] => ["vadus", "hexagon", size + 2]),
    ["iago", "hexagon", 5],
];
const namesOf = (shape: Shape, size: number): string[] => (shape === "square" ? squareNames(size) : hexagonNames(size));
const layoutFor = (game: string, shape: Shape, size: number, coordinates = true): Layout =>
    layoutOf(boardOf(game), shape, namesOf(shape, size), coordinates);
const spotOf = (layout: Layout, name: string) => layout.at[layout.index.get(name)!]!;

it("the names that are made here are the server's", () => {
    expect(squareNames(views.kaomi.empty.size)).toEqual(views.kaomi.empty.points);
    expect(hexagonNames(5)).toEqual(views.iago.empty.points);
});

describe.each(SIZES)("%s, %s of size %i", (game, shape, size) => {
    const layout = layoutFor(game, shape, size);

    it("is symmetric around the middle", () => {
        for (const { x, y } of layout.at)
            expect(layout.at.some((other) => Math.hypot(other.x + x, other.y + y) < 1e-6)).toBe(true);
    });

    it("has as many pairs of neighbours as the board has lines between points", () => {
        const pairs = layout.neighbours.flat().length / 2;
        const expected = shape === "square" ? 2 * size * (size - 1) : 9 * size * size - 15 * size + 6;
        expect(pairs).toBe(expected);
    });

    it("has its neighbours one step away, and nothing else as near", () => {
        layout.at.forEach(({ x, y }, point) => {
            const near = layout.at.flatMap((other, index) =>
                index !== point && Math.hypot(other.x - x, other.y - y) < STEP * 1.1 ? [index] : [],
            );
            expect(layout.neighbours[point]).toEqual(near);
        });
    });

    it("is empty in rows of the same lengths", () => {
        const rows = emptyRows(boardOf(game), shape, size);
        expect(rows.map((row) => row.length)).toEqual(layout.rows.map(({ length }) => length));
        expect(rows.join("")).toMatch(/^\.+$/);
    });

    it("lets no two stones overlap and keeps all of them on the ground", () => {
        expect(2 * layout.radius).toBeLessThan(STEP);
        const { box } = layout;
        for (const { x, y } of layout.at) {
            expect(x - layout.radius).toBeGreaterThan(box.x);
            expect(x + layout.radius).toBeLessThan(box.x + box.width);
            expect(y - layout.radius).toBeGreaterThan(box.y);
            expect(y + layout.radius).toBeLessThan(box.y + box.height);
        }
    });

    it("keeps its coordinates inside the picture, and takes no more room without them", () => {
        const bare = layoutFor(game, shape, size, false);
        expect(bare.labels).toEqual([]);
        expect(bare.box.width).toBeLessThanOrEqual(layout.box.width);
        for (const { x, y } of layout.labels) {
            expect(x - layout.labelSize / 2).toBeGreaterThan(layout.box.x);
            expect(x + layout.labelSize / 2).toBeLessThan(layout.box.x + layout.box.width);
            expect(y + layout.labelSize / 2).toBeLessThan(layout.box.y + layout.box.height);
        }
        const letters = layout.labels.filter(({ text }) => /^[a-z]+$/.test(text));
        expect(letters).toHaveLength(shape === "square" ? size : 2 * size - 1);
        expect(new Set(layout.labels.map(({ text }) => text)).size).toBe(layout.labels.length);
    });

    it("leads from any point to any other by arrow keys", () => {
        const reached = new Set([0]);
        for (const from of reached)
            for (const direction of ["left", "right", "up", "down"] as const)
                reached.add(moved(layout, from, direction));
        expect(reached.size).toBe(layout.points.length);
    });
});

it("puts a1 of a square board at the bottom left and the last name at the top right", () => {
    const layout = layoutFor("vacu", "square", 9);
    expect(spotOf(layout, "a1")).toEqual({ x: -4 * STEP, y: 4 * STEP });
    expect(spotOf(layout, "i9")).toEqual({ x: 4 * STEP, y: -4 * STEP });
    expect(spotOf(layout, "e5")).toEqual({ x: 0, y: 0 });
});

it("puts row a of a hexagonal board at the bottom and the middle of the longest row in the middle", () => {
    const layout = layoutFor("iago", "hexagon", 5);
    expect(spotOf(layout, "e5")).toEqual({ x: 0, y: 0 });
    expect(spotOf(layout, "a1").y).toBeGreaterThan(spotOf(layout, "b1").y);
    expect(spotOf(layout, "b1").x).toBe(spotOf(layout, "a1").x - STEP / 2);
    expect(layout.points[layout.centre]).toBe("e5");
    expect(layout.inner.size).toBe(37);
});

it("has the stars of Go boards", () => {
    const stars = (size: number) => {
        const layout = layoutFor("vacu", "square", size);
        return layout.stars.map((star) => layout.points[star]).sort();
    };
    expect(stars(4)).toEqual([]);
    expect(stars(5)).toEqual(["c3"]);
    expect(stars(9)).toEqual(["c3", "c7", "e5", "g3", "g7"]);
    expect(stars(13)).toEqual(["d10", "d4", "g7", "j10", "j4"]);
    expect(stars(19)).toHaveLength(9);
    expect(stars(19)).toContain("p16");
});

it("draws lines or cells as the game has them, and coloured edges for Convacu only", () => {
    expect(layoutFor("vacu", "square", 9).cells).toBe(false);
    expect(layoutFor("squared", "square", 9).cells).toBe(true);
    expect(layoutFor("vadus", "hexagon", 9).cells).toBe(false);
    expect(layoutFor("iago-free", "hexagon", 5).cells).toBe(true);
    expect(layoutFor("vacu", "square", 9).edges).toBeNull();
    expect(layoutFor("convacu", "square", 9).edges?.dots).toHaveLength(18);
    // 9 lines in each direction; 17 in each of three.
    expect(layoutFor("vacu", "square", 9).lines.match(/M/g)).toHaveLength(18);
    expect(layoutFor("vadus", "hexagon", 9).lines.match(/M/g)).toHaveLength(51);
    // The borders of a row of cells are one line: 7 across and as many down.
    expect(layoutFor("kaomi", "square", 6).lines.match(/M/g)).toHaveLength(14);
    // Each border of a hexagonal cell once: three a cell, and 6·9 - 3 more around the board.
    expect(layoutFor("iago", "hexagon", 5).lines.match(/M/g)).toHaveLength(3 * 61 + 27);
});

it("refuses numbers of points that no board has", () => {
    const names = (count: number) => Array.from({ length: count }, (_, point) => `p${point}`);
    expect(() => layoutOf(boardOf("vacu"), "square", names(8), false)).toThrow(
        "no game has a board square-points-go of 8",
    );
    expect(() => layoutOf(boardOf("vadus"), "hexagon", names(8), false)).toThrow("of 8 points");
    expect(layoutOf(boardOf("vadus"), "hexagon", names(7), false).rows).toHaveLength(3);
    expect(() => layoutFor("kaomi", "square", 14)).toThrow("no game has a board square-cells of 196 points");
    expect(() => emptyRows(boardOf("kaomi"), "square", 14)).toThrow("no game has a board square-cells-14");
});

it("keeps the cursor on the board, and goes up and down to the nearest point of the next row", () => {
    const layout = layoutFor("iago", "hexagon", 5);
    const at = (name: string) => layout.index.get(name)!;
    const from = (name: string, direction: "left" | "right" | "up" | "down") =>
        layout.points[moved(layout, at(name), direction)];
    expect(from("e1", "left")).toBe("e1");
    expect(from("e9", "right")).toBe("e9");
    expect(from("e1", "up")).toBe("f1");
    expect(from("e9", "up")).toBe("f8");
    expect(from("a1", "down")).toBe("a1");
    expect(from("i5", "up")).toBe("i5");
    expect(layout.points[rowEnd(layout, at("e5"), "first")]).toBe("e1");
    expect(layout.points[rowEnd(layout, at("e5"), "last")]).toBe("e9");
});

describe("coordinates", () => {
    const pixels = (layout: Layout, width: number) => (layout.labelSize * width) / layout.box.width;
    const named = (game: string, shape: Shape, size: number, width: number) => {
        const { points } = layoutFor(game, shape, size);
        return layoutOf(boardOf(game), shape, points, true, width);
    };

    it.each([
        ["vacu", "square", 4, 700],
        ["vacu", "square", 19, 336],
        ["kaomi", "square", 5, 336],
        ["vadus", "hexagon", 11, 336],
        ["iago", "hexagon", 5, 780],
    ] as const)("of %s (%s, %i) on %i pixels can be read and are not giant", (game, shape, size, width) => {
        const height = pixels(named(game, shape, size, width), width);
        expect(height).toBeGreaterThan(9.9);
        expect(height).toBeLessThan(16);
    });

    it("leave some out where there is no room for all, the same number of both kinds of neighbours", () => {
        const layout = named("vadus", "hexagon", 13, 336);
        const texts = layout.labels.map(({ text }) => text);
        expect(texts).toEqual(expect.arrayContaining(["a", "c", "1", "3", "25"]));
        expect(texts).not.toContain("b");
        expect(texts).not.toContain("2");
    });
});
