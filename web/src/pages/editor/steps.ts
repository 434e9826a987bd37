/** The texts that an editor has held, to go back and forth between them. */
export interface Steps {
    readonly before: readonly string[];
    readonly now: string;
    readonly after: readonly string[];
    /** The last step is still being typed: the next key belongs to it. */
    readonly typing: boolean;
}

export const begin = (text: string): Steps => ({ before: [], now: text, after: [], typing: false });

/** A step to another text; what was undone before it is lost, as everywhere. */
export function change(steps: Steps, text: string): Steps {
    if (text === steps.now) return steps;
    return { before: [...steps.before, steps.now], now: text, after: [], typing: false };
}

/** A key was typed: all that is typed in one go is one step. */
export function type(steps: Steps, text: string): Steps {
    return steps.typing ? amend(steps, text) : { ...change(steps, text), typing: true };
}

/** The same position, written another way: that is no step. */
export const amend = (steps: Steps, text: string): Steps => ({ ...steps, now: text });

/** What is typed next is a step of its own. */
export const settle = (steps: Steps): Steps => (steps.typing ? { ...steps, typing: false } : steps);

export function undo(steps: Steps): Steps {
    const { before, now, after } = steps;
    if (!before.length) return steps;
    return { before: before.slice(0, -1), now: before.at(-1)!, after: [now, ...after], typing: false };
}

export function redo(steps: Steps): Steps {
    const { before, now, after } = steps;
    const [next, ...later] = after;
    if (next === undefined) return steps;
    return { before: [...before, now], now: next, after: later, typing: false };
}

const FIELDS = "input:not([type=radio]), textarea, select, [contenteditable]";

/** What a key asks for: Ctrl or Cmd with Z, with Shift or as Y. In fields it is the browser's, which takes back letters. */
export function askedBy(event: KeyboardEvent): typeof undo | null {
    const held = (event.ctrlKey || event.metaKey) && !event.altKey;
    if (!held || (event.target as Partial<Element> | null)?.closest?.(FIELDS)) return null;
    const key = event.key.toLowerCase();
    if (key === "z") return event.shiftKey ? redo : undo;
    return key === "y" && !event.shiftKey ? redo : null;
}
