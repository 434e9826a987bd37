/**
 * A page that was loaded before its server was brought up to date. Nothing forces it to go: it is told, offers to load
 * itself again, and does so only when no move is on its way.
 */

export const newer: { there: boolean; changing: number } = $state({ there: false, changing: 0 });

/** The script that this page began with, whose name changes with what is in the page. */
function ownScript(): string | null {
    const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
    return script?.getAttribute("src") ?? null;
}

/** Look whether the server's page is another one by now; a server that does not answer says nothing. */
export async function lookForNewer(): Promise<void> {
    const own = ownScript();
    if (newer.there || !own) return;
    try {
        const answer = await fetch("/", { cache: "no-store" });
        if (answer.ok) newer.there = !(await answer.text()).includes(own);
    } catch {
        // It is looked again when the server is back.
    }
}

/** Count a request that changes something until it is through. */
export async function changing<T>(request: Promise<T>): Promise<T> {
    newer.changing++;
    try {
        return await request;
    } finally {
        newer.changing--;
    }
}
