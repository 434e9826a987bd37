/** Where the loupe of a finger lies, and how much it shows. */
import { STEP } from "./geometry";

/** Cells below this width, in CSS pixels, are hidden by the finger that points at them. */
const FINGER = 28;
/** The width of a cell in the loupe, in CSS pixels: as wide as a finger. */
const CELL = 40;
/** The diameter of the loupe, in CSS pixels, and the distance of its rim from what it shows. */
export const SIZE = 144;
const AWAY = 40;
/** From its middle to its rim, in the units of the layout. */
export const REACH = ((SIZE / CELL) * STEP) / 2;

export interface Place {
    x: number;
    y: number;
}

/** Whether the cells of a board are too small for a finger; both widths are of the whole board. */
export const isSmall = (pixels: number, units: number): boolean => pixels > 0 && pixels * STEP < units * FINGER;

/**
 * The middle of the loupe on a board of a width, in CSS pixels from its upper left corner: above the finger, and within
 * the board; where there is no room above, on that side where the board is wider.
 */
export function placeOf(finger: Place, width: number): Place {
    const half = SIZE / 2;
    const within = (x: number): number => Math.min(Math.max(x, half), width - half);
    if (finger.y >= SIZE + AWAY) return { x: within(finger.x), y: finger.y - AWAY - half };
    const side = finger.x > width / 2 ? -1 : 1;
    return { x: within(finger.x + side * (half + AWAY)), y: Math.max(half, finger.y) };
}
