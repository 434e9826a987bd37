/**
 * Alerts on this device: in games over days the server tells it that a turn has come, also when the page is closed. The
 * browser keeps whether they are on: it has subscribed, or not.
 */
import { language } from "../lib/texts.svelte";
import { bytesOf } from "./base64url";
import { keptSeats } from "./kept";
import { alertsKey, signedIn } from "./offered";
import { wantAlerts } from "./requests";

const WORKER = "/alerts.js";
/** The server takes so many. */
const MOST = 64;

/**
 * `none`: the server sends no alerts. `insecure`: only at a safe address are there any. `install`: the browser has them
 * for installed pages alone. `missing`: it has none. `blocked`: somebody has refused them.
 */
export type AlertsState = "none" | "insecure" | "install" | "missing" | "blocked" | "off" | "on";

export const alerts = $state({ state: "none" as AlertsState, busy: false });

/** See how it stands, and tell the server again for which games: they may be others than last time. */
export async function lookAtAlerts(): Promise<void> {
    alerts.state = await stateNow();
    if (alerts.state === "on") await turnOnAlerts();
}

async function stateNow(): Promise<AlertsState> {
    if ((await alertsKey()) === null) return "none";
    if (!globalThis.isSecureContext) return "insecure";
    if (!("serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis))
        return (navigator as { standalone?: boolean }).standalone === false ? "install" : "missing";
    if (Notification.permission === "denied") return "blocked";
    const registration = await navigator.serviceWorker.getRegistration("/");
    const subscribed = Notification.permission === "granted" && (await registration?.pushManager.getSubscription());
    return subscribed ? "on" : "off";
}

/** Have alerts shown on this device; the browser asks whether it may. Rejects with what has gone wrong. */
export async function turnOnAlerts(): Promise<void> {
    await busily(async () => {
        if ((await Notification.requestPermission()) !== "granted") return;
        await navigator.serviceWorker.register(WORKER);
        const { pushManager } = await navigator.serviceWorker.ready;
        const key = bytesOf((await alertsKey())!);
        const known = await pushManager.getSubscription();
        // Another server may have had this address before.
        if (known && !sameBytes(known.options.applicationServerKey, key)) await known.unsubscribe();
        const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
        await tell(subscription, seatsHere(), !!(await signedIn()));
    });
}

/** Whoever goes for good leaves none behind on this device; of the account the server tells nothing any more, either. */
export async function endAlerts(): Promise<void> {
    if ((await stateNow()) === "on") await turnOffAlerts();
}

/** Have none shown any more. */
export async function turnOffAlerts(): Promise<void> {
    await busily(async () => {
        const registration = await navigator.serviceWorker.getRegistration("/");
        const subscription = await registration?.pushManager.getSubscription();
        if (!subscription) return;
        await tell(subscription, [], false);
        await subscription.unsubscribe();
    });
}

async function busily(work: () => Promise<void>): Promise<void> {
    alerts.busy = true;
    try {
        await work();
    } finally {
        alerts.busy = false;
        alerts.state = await stateNow();
    }
}

type Seats = Parameters<typeof wantAlerts>[0]["games"];

const seatsHere = (): Seats =>
    keptSeats()
        .slice(0, MOST)
        .map(({ id, token }) => ({ id, token }));

/** With `account` all games of who has signed in are told here, also those that begin later and elsewhere. */
async function tell(subscription: PushSubscription, games: Seats, account: boolean): Promise<void> {
    const { endpoint, keys } = subscription.toJSON();
    const { p256dh: key = "", auth = "" } = keys ?? {};
    await wantAlerts({ endpoint: endpoint!, key, secret: auth, language: language.now, games, account });
}

function sameBytes(one: ArrayBuffer | null, other: Uint8Array): boolean {
    if (!one) return true; // a browser that does not say
    const bytes = new Uint8Array(one);
    return bytes.length === other.length && bytes.every((byte, place) => byte === other[place]);
}
