/** Where the page is: `route.path` and `route.search` follow the address; links inside the page need no reload. */
export const route = $state({ path: location.pathname, search: location.search });

function follow(): void {
    route.path = location.pathname;
    route.search = location.search;
}

/** Whether a page was gone to without a reload: then nothing on it has the focus. */
export const inside = { now: false };

/** Go to an address inside the page; `replace` leaves no entry in the browser's history. */
export function go(address: string, replace = false): void {
    history[replace ? "replaceState" : "pushState"](null, "", address);
    const before = route.path;
    inside.now = true;
    follow();
    if (route.path !== before) scrollTo(0, 0);
}

addEventListener("popstate", follow);
addEventListener("click", (event) => {
    const link = (event.target as Element).closest?.("a");
    const modified = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!link || event.defaultPrevented || modified || link.target || link.hasAttribute("download")) return;
    const address = new URL(link.href, location.href);
    if (address.origin !== location.origin || address.pathname.startsWith("/api/") || address.hash) return;
    event.preventDefault();
    go(address.pathname + address.search);
});
