/**
 * The keys of a game. Plain letters and digits are always coordinates: they go to the board from wherever one is. So
 * what else can be done has Shift, and walking through the game has keys that no coordinate has.
 */
import { boardPoint } from "../../controls/focus";

export interface Doings {
    undo: () => void;
    pass: () => void;
    button: () => void;
    hint: () => void;
    count: () => void;
    rules: () => void;
    keys: () => void;
    walk: (to: "first" | "back" | "on" | "now") => void;
}

/** These have all keys for themselves: fields, and menus, which are open while something in them has the focus. */
const APART = "input:not([type=radio]), textarea, select, [contenteditable], [popover]";
/** Within this something is typed, and a comma belongs to it. */
const TYPED = "[data-typed] [data-point]";
/** Within these the arrows are not for the walk through the game: on a board while its cursor is in use. */
const WITH_ARROWS = ":not([data-pointed]) > * > [data-point], [type=radio]";
const WITH_SHIFT = { U: "undo", P: "pass", B: "button", H: "hint", C: "count", R: "rules" } as const;
const ANYWHERE: Record<string, "back" | "on"> = { ",": "back", ".": "on", "[": "back", "]": "on" };
const OFF_THE_BOARD: Record<string, "first" | "back" | "on" | "now"> = {
    ArrowLeft: "back",
    ArrowRight: "on",
    Home: "first",
    End: "now",
};

/** What a key does; null if nothing here. `held`: the arrows belong to the board, or to a choice. */
export function doingOf(key: { key: string; shiftKey: boolean }, doings: Doings, held: boolean): (() => void) | null {
    if (key.key === "?") return doings.keys;
    const name = key.shiftKey ? WITH_SHIFT[key.key.toUpperCase() as keyof typeof WITH_SHIFT] : undefined;
    if (name) return doings[name];
    const to = ANYWHERE[key.key] ?? (held ? undefined : OFF_THE_BOARD[key.key]);
    return to ? () => doings.walk(to) : null;
}

/** A letter that is typed beside the board is meant for it. */
function handOver(event: KeyboardEvent): void {
    if (event.shiftKey || !/^\p{L}$/u.test(event.key)) return;
    const point = boardPoint();
    if (!point) return;
    point.focus();
    point.dispatchEvent(new KeyboardEvent("keydown", { key: event.key, bubbles: true, cancelable: true }));
    event.preventDefault();
}

/** Listen to keys until the function that is returned is called. */
export function listenForKeys(doings: Doings, on: () => boolean): () => void {
    function onkeydown(event: KeyboardEvent): void {
        if (!on() || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
        const target = event.target as Element;
        if (target.closest?.(APART) || (event.key === "," && target.closest?.(TYPED))) return;
        const doing = doingOf(event, doings, Boolean(target.closest?.(WITH_ARROWS)));
        if (doing) {
            event.preventDefault();
            // The board would take a letter with Shift for a coordinate.
            event.stopPropagation();
            doing();
        } else if (!target.closest?.("[data-point]")) {
            handOver(event);
        }
    }
    addEventListener("keydown", onkeydown, { capture: true });
    return () => removeEventListener("keydown", onkeydown, { capture: true });
}
