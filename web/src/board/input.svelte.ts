/** Pointers and keys on a board, told apart from what is drawn: what is aimed at, chosen and played. */
import type { Attachment } from "svelte/attachments";
import { type Layout, moved, rowEnd } from "./geometry";
import { type KeyMeaning, readKey } from "./keys";

export interface Wiring {
    layout: () => Layout;
    /** Moves that set no stone, by what is typed for them. */
    words: () => ReadonlyMap<string, string>;
    /** A touch has to be confirmed. */
    confirm: () => boolean;
    interactive: () => boolean;
    /** Of a point, or of a move that sets no stone. */
    isLegal: (move: string) => boolean;
    /** Called with a legal point or word; a promise says when the server has answered. */
    play: (point: string) => unknown;
    /** Called with a point or word that is not legal, or with what was typed and is neither. */
    illegal: (point: string) => void;
    /** Called with a legal point that waits for its confirmation from now on. */
    chosen: (point: string) => void;
    /** Called with a choice where nothing can be chosen. */
    closed: () => void;
    hover: (point: string | null) => void;
    /** Called with any point that is chosen; true: it was only looked at. */
    look: (point: string) => boolean;
}

/** Where no promise says when the answer is there, the board takes choices again after so long (milliseconds). */
const PATIENCE = 1000;
/** A finger that rests for so long (milliseconds) aims: from then on it does not scroll the page. */
const REST = 180;

export class Input {
    /** The point that waits for its confirmation. */
    chosen: string | null = $state(null);
    /** The point that was played and not answered yet. */
    pressed: string | null = $state(null);
    /** The letters and digits typed so far. */
    typed = $state("");
    /** Whether the keys are in use, so that the cursor is shown. */
    keyboard = $state(false);
    /** Whether the board was pointed at last: then the arrow keys are the page's, until others are used. */
    pointed = $state(false);
    /** Whether a finger rests on the board and aims. */
    aiming = $state(false);
    #hovered: number | null = $state(null);
    #place: number | null = $state(null);
    #wiring: Wiring;
    #grid: SVGGElement | undefined;
    #pointer = "";
    #swallow = false;
    #waiting = 0;
    #choices = 0;
    #resting = 0;
    /** Whether a promise will say when the move is answered. */
    #promised = false;
    /** The position that was shown last. */
    #line: string | null = null;
    /** What was chosen while a move had no answer yet. */
    #early: { point: string; byTouch: boolean }[] = [];

    constructor(wiring: Wiring) {
        this.#wiring = wiring;
    }

    get #points(): string[] {
        return this.#wiring.layout().points;
    }
    /** The point that the tab key leads to, by index; in the beginning the middle of the board. */
    get cursor(): number {
        return Math.min(this.#place ?? Math.floor(this.#points.length / 2), this.#points.length - 1);
    }
    /** The point that is shown with what a move there would do. */
    get aim(): string | null {
        if (this.chosen !== null) return this.chosen;
        if (this.#hovered !== null) return this.#points[this.#hovered] ?? null;
        return this.keyboard ? this.#points[this.cursor]! : null;
    }

    /** Play the point that waits for its confirmation. */
    confirm(): void {
        if (this.chosen !== null) this.#press(this.chosen);
    }
    cancel(): void {
        this.chosen = null;
        this.typed = "";
    }
    /**
     * A view has come, the position of a line, after a move: it answers what was chosen before, and what was chosen too
     * soon follows if that was it. The same position again says nothing, neither of a move that is on its way nor of a
     * point that waits for its second touch.
     */
    settle(line: string, played: string | null): void {
        if (line === this.#line && (this.#promised || this.pressed === null)) return;
        this.#line = line;
        const next = played !== null && played === this.pressed ? this.#early : [];
        this.#release();
        this.chosen = null;
        while (next.length && this.pressed === null) {
            const { point, byTouch } = next.shift()!;
            this.#choose(point, byTouch);
        }
        this.#early = next;
    }

    listen: Attachment<SVGGElement> = (grid) => {
        this.#grid = grid;
        const gone = new AbortController();
        const on = <Name extends keyof SVGElementEventMap>(
            name: Name,
            act: (event: SVGElementEventMap[Name]) => void,
        ): void => grid.addEventListener(name, act, { signal: gone.signal, passive: false });
        on("click", (event) => this.#clicked(event));
        on("keydown", (event) => this.#keyed(event));
        // Around the picture: Chromium lets the tab key lead to a part of one that listens for the focus.
        const around = grid.closest("div")!;
        around.addEventListener("focusin", (event) => this.#focused(event), { signal: gone.signal });
        around.addEventListener(
            "focusout",
            (event) => {
                if (pointOf(event.target) === null || grid.contains(event.relatedTarget as Node | null)) return;
                // A board that is being taken away loses the focus too, at a moment when no state may change.
                queueMicrotask(() => {
                    this.keyboard = false;
                    this.typed = "";
                });
            },
            { signal: gone.signal },
        );
        on("pointerdown", (event) => this.#down(event));
        on("pointerover", (event) => event.pointerType !== "touch" && this.#over(pointOf(event.target)));
        on("pointerleave", (event) => event.pointerType !== "touch" && this.#over(null));
        on("pointermove", (event) => {
            if (this.aiming) this.#over(pointOf(document.elementFromPoint(event.clientX, event.clientY)));
        });
        on("pointerup", () => this.#up());
        on("pointercancel", () => this.#stopAiming());
        on("touchmove", (event) => this.aiming && event.preventDefault());
        on("contextmenu", (event) => this.aiming && event.preventDefault());
        return () => {
            gone.abort();
            clearTimeout(this.#waiting);
            clearTimeout(this.#resting);
        };
    };

    #over(point: number | null): void {
        if (point === this.#hovered) return;
        this.#hovered = point;
        this.#wiring.hover(point === null ? null : this.#points[point]!);
    }

    #choose(point: string, byTouch: boolean): void {
        if (this.#wiring.look(point)) {
            this.chosen = null;
            return;
        }
        if (!this.#wiring.interactive()) return this.#wiring.closed();
        if (this.pressed !== null) {
            // The second half of a double click is no choice of its own.
            if (point !== (this.#early.at(-1)?.point ?? this.pressed)) this.#early.push({ point, byTouch });
            return;
        }
        if (!this.#wiring.isLegal(point)) {
            this.chosen = null;
            this.#wiring.illegal(point);
        } else if (byTouch && this.#wiring.confirm() && this.chosen !== point) {
            this.chosen = point;
            this.#wiring.chosen(point);
        } else {
            this.#press(point);
        }
    }
    #press(point: string): void {
        this.chosen = null;
        this.pressed = point;
        const choice = ++this.#choices;
        // An answer to an earlier choice says nothing of a later one.
        const answered = (): void => {
            if (choice === this.#choices) this.#release();
        };
        const answer = this.#wiring.play(point);
        this.#promised = answer instanceof Promise;
        if (answer instanceof Promise) answer.then(answered, answered);
        else this.#waiting = window.setTimeout(answered, PATIENCE);
    }
    #release(): void {
        this.pressed = null;
        this.#early = [];
        this.#promised = false;
        clearTimeout(this.#waiting);
    }

    #clicked(event: Event): void {
        const point = pointOf(event.target);
        if (point === null || this.#swallow) return;
        this.#place = point;
        this.keyboard = false;
        // The second half of a double click that has made a move asks for no other one.
        if ((event as MouseEvent).detail > 1 && !this.#wiring.interactive()) return;
        this.#choose(this.#points[point]!, this.#pointer === "touch");
    }

    #down(event: PointerEvent): void {
        this.#pointer = event.pointerType;
        this.pointed = true;
        this.#swallow = false;
        clearTimeout(this.#resting);
        if (event.pointerType !== "touch" || !event.isPrimary || !this.#wiring.interactive()) return this.#stopAiming();
        const point = pointOf(event.target);
        this.#resting = window.setTimeout(() => {
            this.aiming = true;
            this.#over(point);
        }, REST);
    }
    /** Lifting a finger that aimed chooses the point under it; the click that follows means the same and is left out. */
    #up(): void {
        const point = this.aiming ? this.#hovered : null;
        this.#swallow = this.aiming;
        this.#stopAiming();
        if (point === null) return;
        this.#place = point;
        this.#choose(this.#points[point]!, true);
    }
    #stopAiming(): void {
        clearTimeout(this.#resting);
        if (!this.aiming) return;
        this.aiming = false;
        this.#over(null);
    }

    #focused(event: FocusEvent): void {
        const point = pointOf(event.target);
        if (point === null) return;
        this.#place = point;
        this.keyboard = (event.target as Element).matches(":focus-visible");
    }
    #goTo(point: number): void {
        this.#place = point;
        this.#hovered = null;
        this.#grid?.querySelector<SVGElement>(`[data-point="${point}"]`)?.focus();
        this.keyboard = true;
        this.pointed = false;
        this.#wiring.hover(this.#points[point]!);
    }
    #keyed(event: KeyboardEvent): void {
        if (event.ctrlKey || event.metaKey || event.altKey || pointOf(event.target) === null) return;
        const meaning = readKey(event.key, this.typed, this.chosen !== null, [...this.#wiring.words().keys()]);
        if (!meaning) return;
        if (!this.#wiring.interactive() && (meaning.do === "type" || (meaning.do === "enter" && event.repeat))) {
            if (!event.repeat) this.#wiring.closed();
            return;
        }
        // Who points has no cursor on the board: these are the keys of the page then, which walk through its moves.
        if (this.pointed && (meaning.do === "step" || meaning.do === "end")) return;
        event.preventDefault();
        event.stopPropagation();
        this.#obey(meaning);
    }
    #obey(meaning: KeyMeaning): void {
        const layout = this.#wiring.layout();
        if (meaning.do === "type") {
            this.typed = meaning.text;
            const found = layout.index.get(meaning.text);
            if (found !== undefined) this.#goTo(found);
            return;
        }
        const typed = this.typed;
        this.typed = "";
        if (meaning.do === "step") this.#goTo(moved(layout, this.cursor, meaning.direction));
        else if (meaning.do === "end") this.#goTo(rowEnd(layout, this.cursor, meaning.end));
        else if (meaning.do === "escape") this.chosen = null;
        else if (this.#wiring.words().has(typed)) this.#choose(this.#wiring.words().get(typed)!, false);
        // What is typed and names no point is answered rather than played somewhere else.
        else if (typed && !layout.index.has(typed)) this.#wiring.illegal(typed);
        // What nobody sees is not played: the key shows where the cursor is.
        else if (!this.keyboard && this.chosen === null && !typed) this.#goTo(this.cursor);
        else this.#choose(layout.points[this.cursor]!, false);
    }
}

/** The point that an element stands for, by index. */
function pointOf(target: EventTarget | null): number | null {
    const found = target instanceof Element ? target.closest("[data-point]")?.getAttribute("data-point") : null;
    return found ? Number(found) : null;
}
