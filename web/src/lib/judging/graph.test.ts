import { describe, expect, it } from "vitest";
import { alone, area, band, curve, dots, heightOf, type Look, plyAt, reach, stacked, ticks } from "./graph";

const frame = { width: 100, height: 40, plies: 4 };
const look = (ply: number, chance: number, margin: number | null = null): Look => ({ ply, chance, margin });

describe("the graph over a game", () => {
    it("has player 1's certain win at the top and the middle in the middle", () => {
        expect(heightOf(1, "chance", 1, frame)).toBe(0);
        expect(heightOf(0.5, "chance", 1, frame)).toBe(20);
        expect(heightOf(-10, "points", 10, frame)).toBe(40);
        expect(heightOf(99, "points", 10, frame)).toBe(0);
    });
    it("reaches to a round number", () => {
        expect(reach([look(0, 0.5, 0.2)])).toBe(1);
        expect(reach([look(0, 0.5, -3), look(1, 0.5, 2)])).toBe(3);
        expect(reach([look(0, 0.5, 14)])).toBe(15);
        expect(reach([look(0, 0, -100.5)])).toBe(150);
    });
    it("orders looks by ply and leaves out what has no margin", () => {
        const looks = [look(2, 0.25, 1), look(0, 0.5), look(1, 0.75, -1)];
        expect(dots(looks, "chance", frame).map((dot) => [dot.x, dot.y])).toEqual([
            [0, 20],
            [25, 10],
            [50, 30],
        ]);
        expect(dots(looks, "points", frame).map((dot) => dot.ply)).toEqual([1, 2]);
    });
    it("draws no margin that contradicts a settled game", () => {
        const looks = [look(0, 0.5, 1), look(1, 1, -40), look(2, 0, -1)];
        expect(dots(looks, "points", frame).map((dot) => dot.ply)).toEqual([0, 2]);
        expect(reach(looks)).toBe(1);
    });
    it("passes over what has been looked at and has no margin that may be told", () => {
        const looks = [look(0, 0.5, 1), look(1, 1, -40), look(2, 1), look(3, 1, 1), look(5, 1, 1)];
        const found = dots(looks, "points", frame);
        expect(found.map(({ ply, joined }) => [ply, joined])).toEqual([
            [0, false],
            [3, true],
            [5, false],
        ]);
        expect(curve(found)).toBe("M0.0,0.0L75.0,0.0M125.0,0.0");
        expect(alone(found)).toBe("M125.0,0.0h0");
    });
    it("breaks the curve where a game that is settled contradicts its course", () => {
        const joined = (chance: number) =>
            dots([look(0, 0.4, -8), look(1, chance), look(2, 0.5, -7)], "points", frame).map((dot) => dot.joined);
        expect(joined(0)).toEqual([false, true]);
        expect(joined(1)).toEqual([false, false]);
    });
    it("breaks the curve where a ply is missing", () => {
        const found = dots([look(0, 0.5), look(1, 0.5), look(3, 1), look(4, 0)], "chance", frame);
        expect(curve(found)).toBe("M0.0,20.0L25.0,20.0M75.0,0.0L100.0,40.0");
        expect(area(found, frame)).toBe(
            "M0.0,20.0L0.0,20.0L25.0,20.0L25.0,20.0ZM75.0,20.0L75.0,0.0L100.0,40.0L100.0,20.0Z",
        );
    });
    it("says between which chances the truth may lie, and nothing of points", () => {
        const looks = [{ ...look(1, 0.5), error: 0.25 }, { ...look(0, 1), error: 0.25 }, look(3, 0.5)];
        expect(band(looks, "chance", frame)).toBe("M0.0,0.0L25.0,10.0L25.0,30.0L0.0,10.0Z");
        expect(band([...looks, { ...look(2, 0), error: null }], "chance", frame)).toBe(
            "M0.0,0.0L25.0,10.0L50.0,40.0L75.0,20.0L75.0,20.0L50.0,40.0L25.0,30.0L0.0,10.0Z",
        );
        expect(band(looks, "points", frame)).toBe("");
    });
    it("draws what stands alone as dots", () => {
        const found = dots([look(0, 0.5), look(2, 1), look(3, 1), look(4, 0)], "chance", frame);
        expect(alone(found)).toBe("M0.0,20.0h0");
        expect(alone(found.slice(1))).toBe("");
    });
    it("finds the ply under the pointer", () => {
        expect([-5, 0, 12, 13, 100, 130].map((x) => plyAt(x, frame))).toEqual([0, 0, 0, 1, 4, 4]);
        expect(plyAt(50, { ...frame, plies: 0 })).toBe(0);
    });
    it("numbers some plies, and none at its ends", () => {
        expect(ticks(0)).toEqual([]);
        expect(ticks(5)).toEqual([]);
        expect(ticks(12)).toEqual([5, 10]);
        expect(ticks(54)).toEqual([10, 20, 30, 40, 50]);
        expect(ticks(300)).toEqual([50, 100, 150, 200, 250]);
    });
    it("moves marks aside that would cover each other, and no others", () => {
        const level = (...places: number[]) => places.map((x) => ({ x, y: 70 }));
        expect(stacked(level(0, 100, 200), 20)).toEqual([0, 0, 0]);
        expect(stacked(level(0, 10, 25, 90), 20)).toEqual([0, 1, 0, 0]);
        expect(stacked(level(0, 4, 8, 12), 20)).toEqual([0, 1, 2, 3]);
        expect(stacked([...level(0), { x: 4, y: 10 }], 20)).toEqual([0, 0]);
    });
    it("draws a game without moves as one dot", () => {
        const found = dots([look(0, 0.5)], "chance", { ...frame, plies: 0 });
        expect(found[0]!.x).toBe(50);
        expect(area(found, frame)).toBe("");
    });
});
