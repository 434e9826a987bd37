/** What is said in passing: aloud to screen readers, and on the page for some seconds. */
export interface Toast {
    id: number;
    text: string;
    kind: "plain" | "wrong";
    /** Where more of it is to be seen. */
    link?: { address: string; text: string };
    /** On a phone it is about the headline, which it must not cover. */
    low: boolean;
}

const SHOWN = 6000;
/** Who wants to follow a link has to reach it. */
const SHOWN_WITH_LINK = 15_000;
/** More would cover the board. */
const MOST = 3;

export const toasts: Toast[] = $state([]);
export const aloud: { text: string } = $state({ text: "" });
let number = 0;

/** Have a text read aloud politely; the same text twice is read twice. */
export function announce(text: string): void {
    // A region whose text stays the same is silent: a space without width makes it another.
    aloud.text = text === aloud.text ? `${text}\u200b` : text;
}

/** Show a text for some seconds and have it read aloud; returns what it is dismissed by. */
export function toast(text: string, kind: Toast["kind"] = "plain", link?: Toast["link"], low = false): number {
    const id = ++number;
    toasts.push({ id, text, kind, link, low });
    if (toasts.length > MOST) toasts.shift();
    setTimeout(() => dismiss(id), link ? SHOWN_WITH_LINK : SHOWN);
    return id;
}

export function dismiss(id: number): void {
    const place = toasts.findIndex((one) => one.id === id);
    if (place >= 0) toasts.splice(place, 1);
}
