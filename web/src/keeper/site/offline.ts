/**
 * The page without a network, and its new versions. A worker of the browser keeps all files, and answers with them. A
 * newer version is fetched beside the one that runs, and takes over between games: on a page where nothing is played or
 * looked into, and only if no other tab is open, which would lose its files.
 */
import { route } from "../../lib/router.svelte";

const WORKER = "sw.js";
/** Milliseconds between two looks for a new version, and until the first where one may be waiting. */
const OFTEN = 60 * 60 * 1000;
const SOON = 2000;
/** Milliseconds that a first visit has to itself: what is fetched for later must not delay the first move. */
const FIRST = 5000;
const QUIET = /^\/(?:games|learn)?$/;

/** Keep the page in the browser and up to date; `alone` says whether no other tab has it open. */
export function stayCurrent(alone: () => Promise<boolean>): void {
    // Only where the address is a safe one there are such workers.
    const workers = globalThis.navigator?.serviceWorker;
    if (!workers) return;
    const begin = (): void =>
        void workers
            .register(WORKER)
            .then((registration) => attend(registration, workers, alone))
            .catch(() => undefined); // without it the page needs its network, and nothing else
    if (workers.controller) begin();
    else setTimeout(begin, FIRST);
}

function attend(
    registration: ServiceWorkerRegistration,
    workers: ServiceWorkerContainer,
    alone: () => Promise<boolean>,
): void {
    const take = async (): Promise<void> => {
        if (!registration.waiting || !QUIET.test(route.path) || !(await alone())) return;
        // The very first one waits for nobody, and may have begun meanwhile.
        const { waiting } = registration;
        if (!waiting || !workers.controller) return;
        workers.addEventListener("controllerchange", () => location.reload(), { once: true });
        waiting.postMessage({ type: "SKIP_WAITING" });
    };
    const look = (): void => void take();
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
    addEventListener("popstate", look);
    addEventListener("click", () => setTimeout(look, SOON));
    setTimeout(look, SOON);
    setInterval(() => void registration.update().catch(() => undefined), OFTEN);
}
