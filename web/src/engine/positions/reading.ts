/** Texts as Python reads them: what is a blank there, and characters where JavaScript counts halves of some. */

const BLANKS = /[\t-\r\x1c- \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;
const AROUND = new RegExp(`^${BLANKS.source}|${BLANKS.source}$`, "g");
const DIGITS = /^[0-9]{1,9}$/;

/** What stands between blanks. */
export function tokensOf(text: string): string[] {
    return text.split(BLANKS).filter(Boolean);
}

/** A text without the blanks around it. */
export function stripped(text: string): string {
    return text.replace(AROUND, "");
}

/** The first characters of a text. */
export function begin(text: string, count: number): string {
    return text.length <= count ? text : [...text].slice(0, count).join("");
}

/** How many characters a text has. */
export function lengthOf(text: string): number {
    return [...text].length;
}

/** A text before and after the first sign; `sign` is false where it has none. */
export function parted(text: string, at: string): { name: string; sign: boolean; value: string } {
    const place = text.indexOf(at);
    return place < 0
        ? { name: text, sign: false, value: "" }
        : { name: text.slice(0, place), sign: true, value: text.slice(place + at.length) };
}

/** A whole number of at most nine digits, null for anything else. */
export function wholeNumber(text: string): number | null {
    return DIGITS.test(text) ? Number(text) : null;
}

const NUMBERING = /^[0-9]+\.$/;

/**
 * The moves of a list: between commas or, where there is none, between blanks, numbered ("1. d4") or not. A number
 * belongs to the word before it ("komi 7").
 */
export function movesIn(text: string): string[] {
    if (text.includes(",")) return text.split(",").map(stripped).filter(Boolean);
    const moves: string[] = [];
    for (const word of tokensOf(text)) {
        if (NUMBERING.test(word)) continue;
        if (moves.length && /^[0-9]/.test(word)) moves.push(`${moves.pop()!} ${word}`);
        else moves.push(word);
    }
    return moves;
}
