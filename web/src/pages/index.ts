import type { Component } from "svelte";

type Loaded = { default: Component<any> };
type Route = [pattern: RegExp, load: () => Promise<Loaded>];

const missing = () => import("./Missing.svelte");

/** The pages by address; named groups of the pattern become properties of the page. */
const ROUTES: Route[] = [
    [/^\/$/, () => import("./Home.svelte")],
    [/^\/new\/(?<game>[a-z-]+)$/, () => import("./New.svelte")],
    [/^\/games$/, () => import("./Games.svelte")],
    [/^\/games\/(?<id>\w+)$/, () => import("./Game.svelte")],
    [/^\/games\/(?<id>\w+)\/analyse$/, () => import("./GameAnalyse.svelte")],
    [/^\/games\/(?<id>\w+)\/review$/, () => import("./Review.svelte")],
    // Files alone bring nobody together: a static edition is built without these, as its builder sees here.
    [/^\/lobby$/, () => (__DATA__ ? missing() : import("./Lobby.svelte"))],
    [/^\/meet\/(?<id>\w+)$/, () => (__DATA__ ? missing() : import("./Meet.svelte"))],
    [/^\/meet\/(?<id>\w+)\/review$/, () => (__DATA__ ? missing() : import("./MeetReview.svelte"))],
    [/^\/account$/, () => (__DATA__ ? missing() : import("./Account.svelte"))],
    [/^\/account\/mail$/, () => (__DATA__ ? missing() : import("./MailLink.svelte"))],
    [/^\/people\/(?<name>[^/]+)$/, () => (__DATA__ ? missing() : import("./Person.svelte"))],
    [/^\/analyse$/, () => import("./Analyse.svelte")],
    [/^\/edit$/, () => import("./Edit.svelte")],
    [/^\/learn$/, () => import("./Learn.svelte")],
    [/^\/learn\/(?<game>[a-z-]+)$/, () => import("./Guide.svelte")],
];

export function pageOf(path: string): {
    load: () => Promise<Loaded>;
    details: Record<string, string>;
    key: string;
} {
    for (const [pattern, load] of ROUTES) {
        const found = pattern.exec(path);
        if (found) return { load, details: { ...found.groups }, key: path };
    }
    return { load: missing, details: {}, key: path };
}
