/** What pages hand to the board beside the view. */
import type { View } from "../lib/types";

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

/** Which legal points are marked: where nearly everything is legal, dots would be noise. */
export function markedOf(view: View, when: LegalPoints): readonly string[] {
    const { points } = view.legal;
    if (when === "never") return [];
    if (when === "always") return points;
    const empty = view.rows.join("").split(".").length - 1;
    return points.length < empty && (points.length <= 8 || points.length <= empty / 2) ? points : [];
}

export type Overlay = "none" | "count";
