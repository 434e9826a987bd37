/** From the server's words to what is drawn: previews, changes, counts, keys. */
import { describe, expect, it } from "vitest";
import type { Group, View } from "../lib/types";
import { changesBetween } from "./changes";
import { bodyOf, bridgeOf, middleOf, pairNumbers, worthOf } from "./counting";
import { arrowsOf, bounce } from "./effects";
import { boardOf } from "../fixtures/facts.testing";
import { layoutOf, STEP } from "./geometry";
import { readKey } from "./keys";
import { afterPlacing, NOTHING, squareNames, views } from "./views.testing";

const layout = layoutOf(boardOf("kaomi"), "square", squareNames(5), true);
const numbers = (path: string): number[] => path.match(/-?[\d.]+/g)!.map(Number);

describe("arrows of a push", () => {
    it("one arrow along the way of a stone", () => {
        const [arrow, ...others] = arrowsOf([{ from: "c3", to: "d3", wraps: false }], layout);
        expect(others).toEqual([]);
        const [x1, y1, x2, y2] = numbers(arrow!.line);
        expect([y1, y2]).toEqual([0, 0]);
        expect(x1).toBeGreaterThanOrEqual(0);
        expect(x2).toBeGreaterThan(x1!);
        expect(x2).toBeLessThanOrEqual(STEP);
    });

    it("two arrows over an edge: out on one side, in on the other, both in the direction of the push", () => {
        const [out, into] = arrowsOf([{ from: "e3", to: "a3", wraps: true }], layout);
        const [x1, , x2] = numbers(out!.line);
        const [x3, , x4] = numbers(into!.line);
        expect(x1).toBeGreaterThan(2 * STEP);
        expect(x2).toBeGreaterThan(x1!);
        expect(x3).toBeLessThan(-2 * STEP);
        expect(x4).toBeGreaterThan(x3!);
        expect(out!.wraps && into!.wraps).toBe(true);
    });

    it("stays in the picture at all four edges", () => {
        const { box } = layout;
        const edges = [
            ["e3", "a3"],
            ["a3", "e3"],
            ["c5", "c1"],
            ["c1", "c5"],
        ] as const;
        const arrows = arrowsOf(
            edges.map(([from, to]) => ({ from, to, wraps: true })),
            layout,
        );
        expect(arrows).toHaveLength(8);
        for (const { line, head } of arrows)
            numbers(line + head).forEach((value, order) => {
                const [low, room] = order % 2 ? [box.y, box.height] : [box.x, box.width];
                expect(value).toBeGreaterThan(low);
                expect(value).toBeLessThan(low + room);
            });
    });

    it("draws every push of the views that Python wrote along a row or a column", () => {
        const view = views.setup.wraps;
        const drawn = layoutOf(view.board, view.shape, view.points, true);
        const pushes = Object.values(view.effects).flatMap((effects) => effects.pushed);
        expect(pushes.length).toBeGreaterThan(0);
        for (const { line } of arrowsOf(pushes, drawn)) {
            const [x1, y1, x2, y2] = numbers(line);
            expect(x1 === x2 || y1 === y2).toBe(true);
        }
    });

    it("a stone that goes back has an arrow round its middle", () => {
        expect(bounce(8)).toMatch(/^M[-\d. ]+A8 8 0 1 1 [-\d. ]+M[-\d. ]+L[-\d. ]+L[-\d. ]+$/);
    });
});

describe("what happened between two views", () => {
    const before = views.setup.wraps;
    const point = before.legal.points[0]!;

    it("a stone was set down", () => {
        expect(changesBetween(before, afterPlacing(before, point))).toEqual([{ kind: "set", point }]);
    });

    it("one move back: what was set is lifted, and what was pushed slides home", () => {
        const after = afterPlacing(before, point);
        expect(changesBetween(after, before)).toEqual([{ kind: "lift", point, face: before.toMove }]);
        const pushed = [{ from: "d1", to: "e1", wraps: false }];
        const row = (faces: string, ply: number, last: View["last"]): View => ({
            ...before,
            ply,
            points: ["a1", "b1", "c1", "d1", "e1"],
            rows: [faces],
            last,
        });
        const made = { ...after.last!, move: "c1", effects: { ...NOTHING, placed: ["c1"], pushed } };
        expect(changesBetween(row("..B.W", 1, made), row("...W.", 0, null))).toEqual([
            { kind: "slide", point: "d1", from: "e1", wraps: false, face: "W" },
            { kind: "lift", point: "c1", face: "B" },
        ]);
    });

    it("nothing after several moves back, a jump or a change of games", () => {
        const after = afterPlacing(before, point);
        expect(changesBetween({ ...after, ply: before.ply + 2 }, before)).toEqual([]);
        expect(changesBetween(before, { ...after, ply: before.ply + 9 })).toEqual([]);
        expect(changesBetween({ ...before, gameText: "iago" }, after)).toEqual([]);
    });

    it("a stone that flips others and has no liberty itself is lifted away again", () => {
        const before = views.setup.flips;
        const [name, effects] = Object.entries(before.effects).find(([, one]) => one.flipped.length > 0)!;
        expect(effects.removed).toContain(name);
        const placed = afterPlacing(before, name);
        const after: View = { ...placed, rows: before.rows, last: { ...placed.last!, effects } };
        expect(changesBetween(before, after)).toContainEqual({
            kind: "lift",
            point: name,
            face: before.toMove,
        });
    });

    it("stones slide from where they stood, turn, and are lifted", () => {
        const row = (faces: string, ply: number): View => ({
            ...before,
            ply,
            points: ["a1", "b1", "c1", "d1", "e1"],
            rows: [faces],
            last: null,
        });
        const after: View = {
            ...row("..BWB", 1),
            last: {
                ply: 0,
                move: "c1",
                seat: 1,
                colour: "B",
                settles: false,
                turn: 0,
                effects: { ...NOTHING, placed: ["c1"], pushed: [{ from: "d1", to: "e1", wraps: false }] },
            },
        };
        expect(changesBetween(row("W..BB", 0), after)).toEqual([
            { kind: "slide", point: "e1", from: "d1", wraps: false, face: "B" },
            { kind: "set", point: "c1" },
            { kind: "lift", point: "a1", face: "W" },
        ]);
        const turned = {
            ...row("W.BWB", 1),
            last: { ...after.last!, effects: { ...NOTHING, placed: ["c1"] } },
        };
        expect(changesBetween(row("W..BB", 0), turned)).toEqual([
            { kind: "set", point: "c1" },
            { kind: "turn", point: "d1", face: "B" },
        ]);
    });
});

describe("counts", () => {
    const group = (colour: "B" | "W", points: string[], more: Partial<Group> = {}): Group => ({
        colour,
        points,
        ...more,
    });

    it("gives both groups of a pair the same number", () => {
        const groups = [
            group("B", ["a1"], { cancelledBy: 2 }),
            group("B", ["c1", "c2"], { cancelledBy: null }),
            group("W", ["a3"], { cancelledBy: 0 }),
            group("B", ["e5"], { cancelledBy: 4 }),
            group("W", ["a5"], { cancelledBy: 3 }),
        ];
        expect(pairNumbers(groups)).toEqual([1, null, 1, 2, 2]);
    });

    it("puts the number on a stone of the group, and lines between stones that touch", () => {
        expect(middleOf(["a1", "b1", "c1"], layout)).toEqual(layout.at[layout.index.get("b1")!]);
        expect(bridgeOf(["a1", "b1", "d1"], layout).match(/M/g)).toHaveLength(1);
    });

    it("an outline goes around a block of four stones, not through its middle", () => {
        const closed = (points: string[]) => bodyOf(points, layout).match(/Z/g)?.length ?? 0;
        expect(closed(["b3", "b4", "c3", "c4"])).toBe(1);
        expect(closed(["b2", "b3", "b4", "c2", "c3", "c4"])).toBe(2);
        // A ring keeps the line around its hole.
        expect(closed(["b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4"])).toBe(0);
        expect(closed(["b3", "b4", "c4", "d3"])).toBe(0);
    });

    it("writes values with signs in Vadus, squares and sizes without", () => {
        expect(worthOf(group("B", ["a1"], { value: -1, connection: [] }))).toBe("−1");
        expect(worthOf(group("B", ["a1"], { value: 3, connection: ["a1"] }))).toBe("+3");
        expect(worthOf(group("B", ["a1"], { value: 0, connection: ["a1"] }))).toBe("0");
        expect(worthOf(group("B", ["a1"], { value: 9 }))).toBe("9");
        expect(worthOf(group("B", ["a1", "a2"]))).toBe("2");
    });
});

describe("keys", () => {
    it("steps, ends and choices", () => {
        expect(readKey("ArrowUp", "", false)).toEqual({ do: "step", direction: "up" });
        expect(readKey("End", "", false)).toEqual({ do: "end", end: "last" });
        expect(readKey(" ", "", false)).toEqual({ do: "enter" });
        // As a turn of two stones is written.
        expect(readKey(",", "e5", false)).toEqual({ do: "enter" });
        expect(readKey(",", "", false)).toBeNull();
    });

    it("a coordinate begins with a letter, goes on with digits, and can be taken back", () => {
        expect(readKey("5", "", false)).toBeNull();
        expect(readKey("E", "", false)).toEqual({ do: "type", text: "e" });
        expect(readKey("1", "e", false)).toEqual({ do: "type", text: "e1" });
        expect(readKey("2", "e1", false)).toEqual({ do: "type", text: "e12" });
        expect(readKey("f", "e12", false)).toEqual({ do: "type", text: "f" });
        expect(readKey("Backspace", "e1", false)).toEqual({ do: "type", text: "e" });
    });

    it("goes on with a word that is a move, and with a coordinate after a letter of one", () => {
        const words = ["swap", "button", "패스"];
        const type = (keys: string): string =>
            [...keys].reduce((typed, key) => {
                const meaning = readKey(key, typed, false, words);
                return meaning?.do === "type" ? meaning.text : typed;
            }, "");
        expect(type("Swap")).toBe("swap");
        expect(type("b2button")).toBe("button");
        expect(type("sw3")).toBe("w3");
        expect(type("bu12")).toBe("u12");
        expect(type("swb")).toBe("b");
        expect(type("패스")).toBe("패스");
        expect(readKey("스", "", false, words)).toBeNull();
    });

    it("leaves other keys to the page", () => {
        for (const key of ["Tab", "F5", "Escape", "Backspace", "PageUp", "?"])
            expect(readKey(key, "", false)).toBeNull();
        expect(readKey("Escape", "e", false)).toEqual({ do: "escape" });
        expect(readKey("Escape", "", true)).toEqual({ do: "escape" });
    });
});
