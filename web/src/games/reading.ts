/** A game that was given as text: JSON is a record, everything else a line. */
export function wishOf(text: string): { record: unknown } | { line: string } {
    const trimmed = text.replace(/^\uFEFF/, "").trim();
    if (!trimmed.startsWith("{")) return { line: trimmed };
    try {
        return { record: JSON.parse(trimmed) as unknown };
    } catch {
        // The server says what is wrong with it, in words.
        return { line: trimmed };
    }
}
