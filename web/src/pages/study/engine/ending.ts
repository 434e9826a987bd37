import type { Analysis } from "../../../engine/messages";
import type { Colour, ScoreStyle } from "../../../lib/types";

/** What the score at the end is expected to be made of, as a sentence; "" where an analysis does not say. */
export function endText({ expected: shape, expectedTold }: ScoreStyle, expected: Analysis["expected"]): string {
    if (!expected || !shape || !expectedTold) return "";
    const shown = (colour: Colour): string =>
        shape
            .replace(/\{(\w+)\}/g, (_, name: string) => (expected[colour][name] ?? 0).toFixed(1))
            .replaceAll(" ", "\u00a0");
    return expectedTold.replace("{black}", shown("B")).replace("{white}", shown("W"));
}
