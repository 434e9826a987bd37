import { describe, expect, it } from "vitest";
import { STEP } from "./geometry";
import { isSmall, placeOf, REACH, SIZE } from "./loupe";

describe("the loupe", () => {
    it.each([
        ["Vacu 19x19 on a phone", 336, 20, true],
        ["Vadus of size 9 on a phone", 336, 19, true],
        ["Vacu 9x9 on a phone", 336, 10, false],
        ["Vacu 19x19 on a large screen", 700, 20, false],
        ["a board that has no width yet", 0, 20, false],
    ])("is for cells that a finger hides: %s", (_, pixels, cells, small) => {
        expect(isSmall(pixels, cells * STEP)).toBe(small);
    });

    it("shows all cells that it is for larger than they are", () => {
        expect(SIZE / (2 * REACH)).toBeGreaterThan(28 / STEP);
    });

    const WIDTH = 336;
    const fingers = [0, 20, 90, 168, 250, 320, 336].flatMap((x) => [0, 60, 150, 184, 200, 336].map((y) => ({ x, y })));
    it.each(fingers)("lies within the board and beside the finger: $x, $y", (finger) => {
        const { x, y } = placeOf(finger, WIDTH);
        expect(x).toBeGreaterThanOrEqual(SIZE / 2);
        expect(x).toBeLessThanOrEqual(WIDTH - SIZE / 2);
        expect(y).toBeGreaterThanOrEqual(SIZE / 2);
        expect(Math.hypot(x - finger.x, y - finger.y)).toBeGreaterThan(SIZE / 2);
    });

    it("is above the finger where there is room", () => {
        expect(placeOf({ x: 168, y: 200 }, WIDTH)).toEqual({ x: 168, y: 200 - 40 - SIZE / 2 });
        expect(placeOf({ x: 60, y: 90 }, WIDTH).x).toBeGreaterThan(60);
        expect(placeOf({ x: 300, y: 90 }, WIDTH).x).toBeLessThan(300);
    });
});
