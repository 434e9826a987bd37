/** What pages hand to the board beside the view. */
import type { Colour } from "../lib/types";

/** Analysis: a top move with visits or values, or a text on a point. `strength`: 0 to 1. */
export interface Mark {
    point: string;
    kind: "move" | "best" | "good" | "text";
    text?: string;
    sub?: string;
    strength?: number;
}

/** A stone of a variation, drawn translucent with its number. */
export interface Ghost {
    point: string;
    colour: Colour;
    number: number | null;
}

export type Overlay = "none" | "count";
