/** Files on their way to the disk and from it. */
import type { File } from "../api";

/** Have the browser keep a file, as if a link to it had been followed. */
export function keep({ name, content }: File): void {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(content);
    link.download = name;
    link.click();
    // Not at once: some browsers have not begun to read it then.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * The text in a file. It is UTF-8 unless it is no such; then SGF says what it is (`CA`), and means Latin-1 where it
 * says nothing.
 */
export function textIn(content: ArrayBuffer): string {
    try {
        return new TextDecoder("utf-8", { fatal: true }).decode(content);
    } catch {
        const begin = new TextDecoder("latin1").decode(content.slice(0, 4096));
        const charset = /\bCA\s*\[\s*([\w-]{1,40})\s*\]/.exec(begin)?.[1] ?? "latin1";
        try {
            return new TextDecoder(charset).decode(content);
        } catch {
            return new TextDecoder("latin1").decode(content); // a charset that nobody knows
        }
    }
}
