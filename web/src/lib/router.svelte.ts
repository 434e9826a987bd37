/**
 * Where the page is: `route.path` and `route.search` follow the address; links inside the page need no reload. In the
 * static edition they stand after `#`, for its files know of one document alone.
 */
import { at, STATIC } from "./edition";

export const route = $state(here());

function here(): { path: string; search: string } {
    if (!STATIC) return { path: location.pathname, search: location.search };
    const asked = location.hash.slice(1) || "/";
    const end = asked.indexOf("?");
    return end < 0 ? { path: asked, search: "" } : { path: asked.slice(0, end), search: asked.slice(end) };
}

function follow(): void {
    Object.assign(route, here());
}

/** Whether a page was gone to without a reload: then nothing on it has the focus. */
export const inside = { now: false };

/**
 * Go to an address inside the page; `replace` leaves no entry in the browser's history. What lies over a page, the
 * rules, has an entry with a state: it is left for good. Another page begins at its top, also where its address differs
 * in its search alone; what an address merely follows, by `replace`, stays where it is.
 */
export function go(address: string, replace = false): void {
    history[replace || history.state ? "replaceState" : "pushState"](null, "", at(address));
    const before = route.path;
    inside.now = true;
    follow();
    if (!replace || route.path !== before) scrollTo(0, 0);
}

/** The address inside the page that a link leads to; null where it leads elsewhere. */
function within(link: HTMLAnchorElement): string | null {
    const { origin, pathname, search, hash } = new URL(link.href, location.href);
    if (origin !== location.origin) return null;
    if (STATIC) return pathname === location.pathname && hash.startsWith("#/") ? hash.slice(1) : null;
    return pathname.startsWith("/api/") || hash ? null : pathname + search;
}

addEventListener("popstate", follow);
addEventListener("click", (event) => {
    const link = (event.target as Element).closest?.("a");
    const modified = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!link || event.defaultPrevented || modified || link.target || link.hasAttribute("download")) return;
    const address = within(link);
    if (address === null) return;
    event.preventDefault();
    go(address);
});
