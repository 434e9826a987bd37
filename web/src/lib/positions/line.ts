/** Lines as text: a game or a position, and the moves from there ("The move list" in docs/formats.md). */

const MOVES = " moves ";
/** Characters of a line that is read, as a server reads it. */
export const LONGEST = 20_000;

/** What a line begins at, and its moves, one decision each. */
export function parts(line: string): { start: string; moves: string[] } {
    const at = line.indexOf(MOVES);
    if (at < 0) return { start: line.trim().replace(/\s+moves$/, ""), moves: [] };
    const moves = line.slice(at + MOVES.length).split(",");
    return { start: line.slice(0, at).trim(), moves: moves.map((move) => move.trim()).filter(Boolean) };
}

export function join(start: string, moves: readonly string[]): string {
    return moves.length ? start + MOVES + moves.join(",") : start;
}

/** The line one move further. */
export function after(line: string, ...moves: string[]): string {
    const { start, moves: before } = parts(line);
    return join(start, [...before, ...moves]);
}

/** A text as the value of an address, as readable as addresses allow. */
export function inAddress(text: string): string {
    return encodeURIComponent(text)
        .replace(/%20/g, "+")
        .replace(/%2C/gi, ",")
        .replace(/%2F/gi, "/")
        .replace(/%3D/gi, "=");
}

/** Where a line can be analysed. */
export const analyseAddress = (line: string): string => `/analyse?line=${inAddress(line)}`;
/** Where a position can be edited. */
export const editAddress = (position: string): string => `/edit?position=${inAddress(position)}`;
