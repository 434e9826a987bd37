/**
 * Shows alerts, also when no page is open: in a game over days a turn has come. It is a worker of the browser (a service
 * worker), without a cache of its own, and the page loads as if it were not there.
 */

/** What the server sends; no secret is in it. */
interface Alert {
    title: string;
    body: string;
    /** The game: a later alert takes the place of an earlier one. */
    tag: string;
    /** Within the page. */
    address: string;
}

/** What a service worker has that is not among the types of a page. */
interface Scope {
    registration: ServiceWorkerRegistration;
    clients: {
        matchAll(options: { type: "window"; includeUncontrolled: true }): Promise<readonly Client[]>;
        openWindow(address: string): Promise<unknown>;
    };
    addEventListener(kind: string, listener: (event: Happening) => void): void;
}
interface Client {
    readonly url: string;
    focus(): Promise<unknown>;
}
interface Happening {
    data?: { json(): Alert } | null;
    notification?: Notification;
    waitUntil(work: Promise<unknown>): void;
}

const scope = globalThis as unknown as Scope;

function show({ data }: Happening): Promise<void> {
    const alert = data!.json();
    const options = { body: alert.body, tag: alert.tag, data: alert.address, icon: "/icon-180.png", renotify: true };
    return scope.registration.showNotification(alert.title, options as NotificationOptions);
}

/** Go to the page of the game where one is open, else open one. */
async function open(notification: Notification): Promise<void> {
    notification.close();
    const address = new URL(String(notification.data), scope.registration.scope).href;
    const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = pages.find(({ url }) => url.split(/[?#]/, 1)[0] === address);
    await (there ? there.focus() : scope.clients.openWindow(address));
}

scope.addEventListener("push", (event) => event.waitUntil(show(event)));
scope.addEventListener("notificationclick", (event) => event.waitUntil(open(event.notification!)));
