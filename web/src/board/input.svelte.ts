/** Pointers and keys on a board, told apart from what is drawn: what is aimed at, chosen and played. */
import type { Attachment } from "svelte/attachments";
import { type Direction, type Layout, moved, rowEnd } from "./geometry";

export interface Wiring {
    layout: () => Layout;
    /** A touch has to be confirmed. */
    confirm: () => boolean;
    interactive: () => boolean;
    isLegal: (point: string) => boolean;
    /** Called with a legal point; a promise says when the server has answered. */
    play: (point: string) => unknown;
    illegal: (point: string) => void;
    hover: (point: string | null) => void;
}

export interface Input {
    /** The point that the pointer or the keys are at. */
    readonly aim: string | null;
    /** The point that waits for its confirmation. */
    readonly chosen: string | null;
    /** The point that was played and not answered yet. */
    readonly pressed: string | null;
    /** The point that the tab key leads to, by index. */
    readonly cursor: number;
    /** Whether the keys are in use, so that the cursor is shown. */
    readonly keyboard: boolean;
    /** The letters and digits typed so far. */
    readonly typed: string;
    listen: Attachment<SVGGElement>;
    confirm: () => void;
    cancel: () => void;
    /** A new view has come. */
    settle: () => void;
}

const ARROWS: Record<string, Direction> = {
    ArrowLeft: "left",
    ArrowRight: "right",
    ArrowUp: "up",
    ArrowDown: "down",
};
/** Without an answer for so long (milliseconds) the board takes choices again. */
const PATIENCE = 4000;
const LONGEST_NAME = 4;

export function listenTo(wiring: Wiring): Input {
    let hovered = $state<number | null>(null);
    let chosen = $state<string | null>(null);
    let pressed = $state<string | null>(null);
    let place = $state<number | null>(null);
    let keyboard = $state(false);
    let typed = $state("");
    let pointer = "";
    let waiting = 0;
    let grid: SVGGElement | undefined;

    const points = (): string[] => wiring.layout().points;
    const cursor = $derived(Math.min(place ?? Math.floor(points().length / 2), points().length - 1));
    const aim = $derived.by(() => {
        if (chosen !== null) return chosen;
        if (hovered !== null) return points()[hovered] ?? null;
        return keyboard ? (points()[cursor] ?? null) : null;
    });

    function pointOf(event: Event): number | null {
        const found = (event.target as Element).closest?.("[data-point]")?.getAttribute("data-point");
        return found === null || found === undefined ? null : Number(found);
    }

    function over(point: number | null): void {
        if (point === hovered) return;
        hovered = point;
        wiring.hover(point === null ? null : points()[point]!);
    }

    function released(): void {
        pressed = null;
        clearTimeout(waiting);
    }

    function choose(point: string, byTouch: boolean): void {
        if (!wiring.interactive() || pressed !== null) return;
        if (!wiring.isLegal(point)) {
            chosen = null;
            wiring.illegal(point);
        } else if (byTouch && wiring.confirm() && chosen !== point) {
            chosen = point;
        } else {
            press(point);
        }
    }

    function press(point: string): void {
        chosen = null;
        pressed = point;
        waiting = window.setTimeout(released, PATIENCE);
        const answer = wiring.play(point);
        if (answer instanceof Promise) answer.then(released, released);
    }

    function goTo(point: number): void {
        place = point;
        keyboard = true;
        hovered = null;
        grid?.querySelector<SVGElement>(`[data-point="${point}"]`)?.focus();
        wiring.hover(points()[point]!);
    }

    function type(text: string): void {
        typed = text.slice(0, LONGEST_NAME);
        const found = wiring.layout().index.get(typed);
        if (found !== undefined) goTo(found);
    }

    function enter(): void {
        const point = typed ? (points().includes(typed) ? typed : null) : points()[cursor]!;
        typed = "";
        if (point !== null) choose(point, false);
    }

    /** What a key does; undefined for keys that are not the board's. */
    function action(event: KeyboardEvent): (() => void) | undefined {
        const direction = ARROWS[event.key];
        if (direction) return () => goTo(moved(wiring.layout(), cursor, direction));
        switch (event.key) {
            case "Home":
                return () => goTo(rowEnd(wiring.layout(), cursor, "first"));
            case "End":
                return () => goTo(rowEnd(wiring.layout(), cursor, "last"));
            case "Enter":
            case " ":
                return enter;
            case "Escape":
                return typed || chosen ? () => ((typed = ""), (chosen = null)) : undefined;
            case "Backspace":
                return typed ? () => type(typed.slice(0, -1)) : undefined;
        }
        const letter = event.key.toLowerCase();
        if (/^[a-z]$/.test(letter) && wiring.interactive()) return () => type(typed + letter);
        if (/^[0-9]$/.test(letter) && typed) return () => type(typed + letter);
        return undefined;
    }

    function onkeydown(event: KeyboardEvent): void {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const act = action(event);
        if (!act) return;
        event.preventDefault();
        event.stopPropagation();
        act();
    }

    function onclick(event: Event): void {
        const point = pointOf(event);
        if (point === null) return;
        place = point;
        keyboard = false;
        choose(points()[point]!, pointer === "touch");
    }

    const listen: Attachment<SVGGElement> = (node) => {
        grid = node;
        const handlers: [string, (event: never) => void][] = [
            ["click", onclick],
            ["keydown", onkeydown],
            ["pointerdown", (event: PointerEvent) => (pointer = event.pointerType)],
            ["pointerover", (event: PointerEvent) => event.pointerType !== "touch" && over(pointOf(event))],
            ["pointerleave", () => over(null)],
            ["focusin", (event: FocusEvent) => focused(event)],
            ["focusout", () => ((keyboard = false), (typed = ""))],
        ];
        for (const [name, handler] of handlers) node.addEventListener(name, handler as EventListener);
        return () => {
            clearTimeout(waiting);
            for (const [name, handler] of handlers) node.removeEventListener(name, handler as EventListener);
        };
    };

    function focused(event: FocusEvent): void {
        const point = pointOf(event);
        if (point === null) return;
        place = point;
        keyboard = (event.target as Element).matches(":focus-visible");
    }

    return {
        get aim() {
            return aim;
        },
        get chosen() {
            return chosen;
        },
        get pressed() {
            return pressed;
        },
        get cursor() {
            return cursor;
        },
        get keyboard() {
            return keyboard;
        },
        get typed() {
            return typed;
        },
        listen,
        confirm: () => chosen !== null && press(chosen),
        cancel: () => (chosen = null),
        settle: () => {
            released();
            chosen = null;
        },
    };
}
