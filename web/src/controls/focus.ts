/** The focus of who walks by keys: it is not lost, which would lead back to the beginning of the page. */
import type { Attachment } from "svelte/attachments";
import { inside } from "../lib/router.svelte";

const STOPS = ":is(a[href], button, input, select, textarea, [tabindex='0']):not(:disabled)";
const stopsIn = (element: Element): HTMLElement[] => [...element.querySelectorAll<HTMLElement>(STOPS)];

function held(button: HTMLElement): () => void {
    function stop(event: Event): void {
        event.preventDefault();
        event.stopImmediatePropagation();
    }
    button.setAttribute("aria-disabled", "true");
    button.addEventListener("click", stop, { capture: true });
    return () => {
        button.removeAttribute("aria-disabled");
        button.removeEventListener("click", stop, { capture: true });
    };
}
/** Whether a button cannot be pressed now. It keeps the focus, which a `disabled` one loses. */
export const unable = (now: boolean): Attachment<HTMLElement> | false => now && held;

/** The point of the board that the tab key leads to. */
export const boardPoint = (): SVGElement | null =>
    document.querySelector<SVGElement>('main [data-point][tabindex="0"]');

/** The heading of a page that was gone to without a reload: it has the focus, as nothing else on the page would. */
export const arrived: Attachment<HTMLElement> = (heading) => {
    heading.tabIndex = -1;
    if (inside.now && document.activeElement === document.body) heading.focus({ preventScroll: true });
};

/** Give the focus to the first that takes it: what is hidden does not. */
function focusOneOf(all: readonly (HTMLElement | SVGElement)[]): boolean {
    return all.some((one) => {
        one.focus({ preventScroll: true });
        return document.activeElement === one;
    });
}

/**
 * When what has the focus is removed from an element, the focus goes where `next` says; without it to what then stands
 * at the same place, or nearest to it, within the innermost part that is left.
 */
export function keepFocus(next: () => HTMLElement | SVGElement | null = () => null): Attachment<HTMLElement> {
    return (whole) => {
        let last: Element | null = null;
        /** The parts of the whole that it is in, innermost first, and its place among the stops of each. */
        let places: { part: Element; place: number }[] = [];
        function onfocusin({ target }: FocusEvent): void {
            last = target as Element;
            places = [];
            for (let part = last.parentElement; part; part = part === whole ? null : part.parentElement)
                places.push({ part, place: stopsIn(part).indexOf(last as HTMLElement) });
        }
        // Browsers differ in whether what is removed is left before: what has gone is known a moment later.
        const onfocusout = ({ target }: FocusEvent): void =>
            queueMicrotask(() => {
                if (target === last && last?.isConnected && document.activeElement !== last) last = null;
            });
        const watching = new MutationObserver(() => {
            if (!last || last.isConnected) return;
            last = null;
            if (document.activeElement !== document.body) return;
            const wanted = next();
            if (wanted && focusOneOf([wanted])) return;
            places.some(({ part, place }) => {
                const stops = part.isConnected ? stopsIn(part) : [];
                return focusOneOf([...stops.slice(place), ...stops.slice(0, place).reverse()]);
            });
        });
        watching.observe(whole, { childList: true, subtree: true });
        whole.addEventListener("focusin", onfocusin);
        whole.addEventListener("focusout", onfocusout);
        return () => {
            watching.disconnect();
            whole.removeEventListener("focusin", onfocusin);
            whole.removeEventListener("focusout", onfocusout);
        };
    };
}

/**
 * Of a question with its answers, the safe one last: that one has the focus, Escape is the same as it, and in the end
 * the focus goes back to where it was.
 */
export function question(cancel: () => void): Attachment<HTMLElement> {
    return (element) => {
        const opener = document.activeElement as HTMLElement | SVGElement | null;
        stopsIn(element).at(-1)?.focus({ preventScroll: true });
        function onkeydown(event: KeyboardEvent): void {
            if (event.key !== "Escape") return;
            event.preventDefault();
            event.stopPropagation();
            cancel();
        }
        element.addEventListener("keydown", onkeydown);
        return () => {
            element.removeEventListener("keydown", onkeydown);
            const { activeElement } = document;
            const lost = activeElement === document.body || element.contains(activeElement);
            if (lost && opener?.isConnected) opener.focus({ preventScroll: true });
        };
    };
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/**
 * A list of buttons is one stop of the tab key: what is current (`aria-current`), else where one was in it. Who is in
 * it goes along with what is current. `arrows` says whether they move in it now, as they walk through nothing else.
 */
export function oneStop(arrows: () => boolean): Attachment<HTMLElement> {
    return (list) => {
        const buttons = (): HTMLElement[] => [...list.querySelectorAll("button")];
        let current: HTMLElement | null = null;
        let stop: HTMLElement | null = null;
        function settle(): void {
            const now = list.querySelector<HTMLElement>("button[aria-current]");
            const moved = now !== current;
            current = now;
            if (now && moved) {
                stop = now;
                if (list.contains(document.activeElement)) now.focus({ preventScroll: true });
            }
            const all = buttons();
            if (!stop?.isConnected) stop = all[0] ?? null;
            for (const one of all) one.tabIndex = one === stop ? 0 : -1;
        }
        function onfocusin({ target }: FocusEvent): void {
            stop = target as HTMLElement;
            settle();
        }
        function onkeydown(event: KeyboardEvent): void {
            const step = STEPS[event.key];
            if (step === undefined || !arrows()) return;
            event.preventDefault();
            const all = buttons();
            all[all.indexOf(event.target as HTMLElement) + step]?.focus();
        }
        settle();
        const watching = new MutationObserver(settle);
        watching.observe(list, { childList: true, subtree: true, attributeFilter: ["aria-current"] });
        list.addEventListener("focusin", onfocusin);
        list.addEventListener("keydown", onkeydown);
        return () => {
            watching.disconnect();
            list.removeEventListener("focusin", onfocusin);
            list.removeEventListener("keydown", onkeydown);
        };
    };
}
