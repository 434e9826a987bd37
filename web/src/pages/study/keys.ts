import { settings } from "../../lib/settings.svelte";

/**
 * The keys of a tree: arrows, Home and End anywhere but in fields and on the board, whose own they are; comma, period
 * and the square brackets on the board too.
 */
export interface Walker {
    previous: () => unknown;
    next: () => unknown;
    first: () => unknown;
    last: () => unknown;
    variation: (step: 1 | -1) => unknown;
}

const SIGNS = [",", ".", "[", "]"];

/** What a key does to a walker; null if nothing. Signs can be switched off, since dictated words may hold them. */
export function stepOf(key: string, walker: Walker, signs = true): (() => unknown) | null {
    if (!signs && SIGNS.includes(key)) return null;
    switch (key) {
        case "ArrowLeft":
        case ",":
            return walker.previous;
        case "ArrowRight":
        case ".":
            return walker.next;
        case "ArrowUp":
        case "[":
            return () => walker.variation(-1);
        case "ArrowDown":
        case "]":
            return () => walker.variation(1);
        case "Home":
            return walker.first;
        case "End":
            return walker.last;
    }
    return null;
}

const FIELDS = "input:not([type=radio]), textarea, select, [contenteditable], [role=slider]";

/** Whether a key asks for the list of keys: not where it is written. */
export const isHelp = ({ key, target, defaultPrevented }: KeyboardEvent): boolean =>
    key === "?" && !defaultPrevented && !(target as Element).closest?.(FIELDS);

/** Walk by keys until the function that is returned is called. */
export function listenForKeys(walker: Walker): () => void {
    function onkeydown(event: KeyboardEvent): void {
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
        const target = event.target as Element;
        if (target.closest?.(FIELDS)) return;
        // Within a choice the arrows move from one to the next.
        if (target.matches?.("[type=radio]") && event.key.startsWith("Arrow")) return;
        const step = stepOf(event.key, walker, settings.shortcuts);
        if (!step) return;
        event.preventDefault();
        step();
    }
    addEventListener("keydown", onkeydown);
    return () => removeEventListener("keydown", onkeydown);
}
