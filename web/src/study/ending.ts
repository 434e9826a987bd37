import { say } from "../lib/texts.svelte";
import type { Analysis, Colour } from "../lib/types";

type Numbers = Record<string, number>;
const tenths = (number = 0): string => number.toFixed(1);
const SHOWN = {
    vacu: (one: Numbers) => `${tenths(one.stones)}\u00a0+\u00a0${tenths(one.territory)}`,
    kaomi: (one: Numbers) => tenths(one.biggest),
    squared: (one: Numbers) => tenths(one.squares),
    iago: (one: Numbers) => `${tenths(one.inner)}\u00a0×\u00a0${tenths(one.outer)}`,
};

/** What the score at the end is expected to be made of, as a sentence; "" where an analysis does not say. */
export function endText(game: string, expected: Analysis["expected"]): string {
    if (!expected) return "";
    const name = game.replace("-free", "") as keyof typeof SHOWN;
    const told = (colour: Colour) => SHOWN[name](expected[colour]);
    return say(`analysis.end.${name}`, { black: told("B"), white: told("W") });
}
