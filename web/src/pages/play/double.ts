/** A double click on a word, such as a pass, is one move: its second half is no move of whoever is to move then. */
import type { Attachment } from "svelte/attachments";
import { on } from "svelte/events";

/** Milliseconds between the two halves with a mouse, and between two taps that are meant as one. */
const CLICKS = 500;
const TAPS = 350;
/** Pixels within which two clicks are at the same spot. */
const SPOT = 10;

/** Of the buttons in an element: what follows a word too soon is not pressed, whichever button has come there. */
export class Doubled {
    #at = -Infinity;
    #spot = [-Infinity, -Infinity] as const;
    #pressed: EventTarget | null = null;

    /** Play a word. */
    play(word: () => unknown): void {
        this.#at = performance.now();
        word();
    }

    readonly within: Attachment<HTMLElement> = (element) => {
        function stop(event: Event): void {
            event.preventDefault();
            event.stopImmediatePropagation();
        }
        return on(
            element,
            "click",
            (event) => {
                const since = performance.now() - this.#at;
                const tap = (event as PointerEvent).pointerType === "touch";
                const [x, y] = this.#spot;
                const button = (event.target as Element).closest("button");
                // Where another button has come to the spot, a browser counts its clicks anew.
                const there = event.detail > 0 && Math.hypot(event.clientX - x, event.clientY - y) < SPOT;
                const second = event.detail > 1 || (there && button !== this.#pressed);
                if (since < (tap ? TAPS : CLICKS) && (tap || second)) return stop(event);
                this.#spot = [event.clientX, event.clientY];
                this.#pressed = button;
            },
            { capture: true },
        );
    };
}
