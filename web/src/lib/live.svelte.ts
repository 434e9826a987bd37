/**
 * The one socket for everything live. It opens with the first request, opens again when it was lost, and then asks
 * again for everything that is still wanted; what it carries is described by `ToServer` and `FromServer`.
 */
import { lookForNewer } from "../keeper/newer.svelte";
import { language } from "./texts.svelte";
import type { FromServer, Problem, StoredGame, ToServer } from "./types";

type Line = "closed" | "opening" | "open" | "lost";
/** Whether the server can be heard: "lost" after a connection broke, until it stands again. */
export const live: { line: Line } = $state({ line: "closed" });

const watchers = new Map<string, Set<(game: StoredGame) => void>>();
// Also shown by a watched game that is gone, as the "error" with that game's id.
const failures = new Map<string, Set<(problem: Problem) => void>>();

let socket: WebSocket | null = null;
let attempts = 0;
let retry: ReturnType<typeof setTimeout> | undefined;

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;

function address(): string {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    return `${scheme}//${location.host}/api/live?lang=${language.now}`;
}

function tell(message: ToServer): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    else open();
}

function open(): void {
    if (socket || retry !== undefined) return;
    live.line = attempts ? "lost" : "opening";
    const opened = new WebSocket(address());
    socket = opened;
    opened.onopen = () => {
        if (attempts) void lookForNewer(); // who was away may have been brought up to date
        attempts = 0;
        live.line = "open";
        ask();
    };
    opened.onmessage = (event) => hear(JSON.parse(event.data) as FromServer);
    opened.onclose = () => {
        if (socket === opened) lost();
    };
}

/** Ask for everything that is wanted. */
function ask(): void {
    for (const game of watchers.keys()) tell({ type: "watch", game });
}

function lost(): void {
    socket = null;
    if (!watchers.size) {
        live.line = "closed";
        attempts = 0;
        return;
    }
    live.line = "lost";
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempts++);
    retry = setTimeout(again, wait);
}

/** Try now instead of after the wait. */
function again(): void {
    clearTimeout(retry);
    retry = undefined;
    if (watchers.size) open();
}

function hear(message: FromServer): void {
    if (message.type === "game") {
        for (const told of watchers.get(message.game.id) ?? []) told(message.game);
    } else if (message.id === null) {
        console.warn("The server refused a message:", message);
    } else {
        for (const told of failures.get(message.id) ?? []) told(message.problem);
    }
}

/** Be told of a game now and whenever it changes, until the function that is returned is called. */
export function watch(
    game: string,
    changed: (game: StoredGame) => void,
    failed: (problem: Problem) => void = () => undefined,
): () => void {
    const first = !watchers.has(game);
    const told = watchers.get(game) ?? new Set();
    const warned = failures.get(game) ?? new Set();
    watchers.set(game, told.add(changed));
    failures.set(game, warned.add(failed));
    if (first) tell({ type: "watch", game });
    return () => {
        told.delete(changed);
        warned.delete(failed);
        if (told.size) return;
        watchers.delete(game);
        failures.delete(game);
        if (socket) tell({ type: "unwatch", game });
    };
}

// A socket may outlive a short time without a network: what was missed, and that all is well again, is asked for.
globalThis.addEventListener?.("online", () => (socket?.readyState === WebSocket.OPEN ? ask() : again()));
globalThis.addEventListener?.("pagehide", () => socket?.close());
globalThis.addEventListener?.("pageshow", (event) => event.persisted && again());
