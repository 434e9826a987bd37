/** What pages hand to the board beside the view. */
/** Analysis: a top move with visits or values, a text on a point, or where to play. `strength`: 0 to 1. */
export interface Mark {
    point: string;
    kind: "move" | "best" | "good" | "text" | "here";
    text?: string;
    sub?: string;
    strength?: number;
}

/** When the points that are open are marked on the board. */
export type LegalPoints = "few" | "always" | "never";

export type Overlay = "none" | "count";
