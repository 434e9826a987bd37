/** What keys mean on a board. */
import type { Direction } from "./geometry";

export type KeyMeaning =
    | { do: "step"; direction: Direction }
    | { do: "end"; end: "first" | "last" }
    | { do: "type"; text: string }
    | { do: "enter" }
    | { do: "escape" };

const MEANINGS: Record<string, KeyMeaning> = {
    ArrowLeft: { do: "step", direction: "left" },
    ArrowRight: { do: "step", direction: "right" },
    ArrowUp: { do: "step", direction: "up" },
    ArrowDown: { do: "step", direction: "down" },
    Home: { do: "end", end: "first" },
    End: { do: "end", end: "last" },
    Enter: { do: "enter" },
    " ": { do: "enter" },
};
/** "m25" is the longest name of a point. */
const LONGEST = 3;

/**
 * What a key means after `typed` letters and digits, null if it is not the board's.
 *
 * A coordinate begins with a letter and goes on with digits; a letter in the middle begins a new one, unless it goes on
 * with one of the `words` that are moves too.
 */
export function readKey(
    key: string,
    typed: string,
    waiting: boolean,
    words: readonly string[] = [],
): KeyMeaning | null {
    if (key in MEANINGS) return MEANINGS[key]!;
    // Of a turn of two stones, as it is written: "e5,f6".
    if (key === "," && typed) return { do: "enter" };
    if (key === "Escape") return typed || waiting ? { do: "escape" } : null;
    if (key === "Backspace") return typed ? { do: "type", text: typed.slice(0, -1) } : null;
    if (/^\p{L}$/u.test(key)) {
        const letter = key.toLowerCase();
        const begun = [typed + letter, letter].find((text) => words.some((word) => word.startsWith(text)));
        if (begun !== undefined) return { do: "type", text: begun };
        return /^[a-z]$/.test(letter) ? { do: "type", text: letter } : null;
    }
    // A digit belongs to the last letter, where those before it are of a word.
    if (/^[0-9]$/.test(key) && typed)
        return { do: "type", text: (typed.replace(/^\p{L}+(?=\p{L})/u, "") + key).slice(0, LONGEST) };
    return null;
}
