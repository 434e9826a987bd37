/** The rules of a game that lie beside what one is doing: which game's, and at which rule they are open. */

export const book: { game: string | null; number: string | null; times: number } = $state({
    game: null,
    number: null,
    times: 0,
});

/** Where they lie over the page they are a place of the browser's history: going back closes them. */
const OVER = "(max-width: 59.99rem), (max-height: 32rem)";
const isHere = (): boolean => Boolean((history.state as { rules?: boolean } | null)?.rules);

/** What had the focus when they were opened. */
let opener: HTMLElement | SVGElement | null = null;

/** Open the rules of a game, at one of them if its number is given. */
export function openRules(game: string, number: string | null = null): void {
    const { activeElement } = document;
    const within = activeElement?.closest("[data-rules]");
    if (!within && (activeElement instanceof HTMLElement || activeElement instanceof SVGElement))
        opener = activeElement;
    if (book.game === null && matchMedia(OVER).matches) history.pushState({ rules: true }, "");
    Object.assign(book, { game, number, times: book.times + 1 });
}

/** Close them, and go back to where they were opened from. */
export function closeRules(): void {
    if (book.game !== null && isHere()) history.back();
    shut();
}

addEventListener("popstate", () => {
    if (book.game !== null && !isHere()) shut();
});

function shut(): void {
    book.game = null;
    if (opener?.isConnected) opener.focus({ preventScroll: true });
    opener = null;
}
