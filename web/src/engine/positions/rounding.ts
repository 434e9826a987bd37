/** Numbers of so many digits, as Python rounds them. */

/** Enough to see whether a number lies exactly between two that have fewer. */
const EXACT_DIGITS = 60;

/** A number with so many digits, at least one, behind the point; halves go to the even digit. There is no minus before a zero. */
export function rounded(value: number, digits: number): number {
    const size = Math.abs(value);
    const text = size.toFixed(digits);
    const rest = size.toFixed(EXACT_DIGITS).slice(text.length);
    let near = Number(text);
    // `toFixed` takes the larger one of two that are as near.
    if (/^50*$/.test(rest) && /[13579]$/.test(text)) near = Number((near - 10 ** -digits).toFixed(digits));
    return (value < 0 ? -near : near) + 0;
}
