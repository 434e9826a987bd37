/**
 * The one socket for everything live. It opens with the first request, opens again when it was lost, and then asks
 * again for everything that is still wanted; what it carries is described by `ToServer` and `FromServer`.
 */
import { language } from "./texts.svelte";
import type { FromServer, Problem, ReviewedMove, StoredGame, ToServer } from "./types";

type Line = "closed" | "opening" | "open" | "lost";
/** Whether the server can be heard: "lost" after a connection broke, until it stands again. */
export const live: { line: Line } = $state({ line: "closed" });

type Received<K extends FromServer["type"]> = Extract<FromServer, { type: K }>;
export interface ReviewRequest {
    line: string;
    /** For each position. */
    seconds: number;
    by: "chance" | "points";
    onlook: (look: Received<"reviewed">) => void;
    onreview: (moves: ReviewedMove[], worst: number[]) => void;
    onqueued?: (ahead: number) => void;
    /** Waiting until the engine is compiled, which happens once. */
    onpreparing?: () => void;
    onproblem?: (problem: Problem) => void;
}

interface Pending {
    ask: ToServer;
    hear: (message: FromServer) => void;
}
const pending = new Map<string, Pending>();
const watchers = new Map<string, Set<(game: StoredGame) => void>>();
// Also shown by a watched game that is gone, as the "error" with that game's id.
const failures = new Map<string, Set<(problem: Problem) => void>>();

let socket: WebSocket | null = null;
let attempts = 0;
let retry: ReturnType<typeof setTimeout> | undefined;
let number = 0;

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
        attempts = 0;
        live.line = "open";
        for (const game of watchers.keys()) tell({ type: "watch", game });
        for (const request of pending.values()) tell(request.ask);
    };
    opened.onmessage = (event) => hear(JSON.parse(event.data) as FromServer);
    opened.onclose = () => {
        if (socket === opened) lost();
    };
}

function lost(): void {
    socket = null;
    if (!watchers.size && !pending.size) {
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
    if (watchers.size || pending.size) open();
}

function hear(message: FromServer): void {
    if (message.type === "game") {
        for (const told of watchers.get(message.game.id) ?? []) told(message.game);
    } else if (message.id === null) {
        console.warn("The server refused a message:", message);
    } else {
        pending.get(message.id)?.hear(message);
        if (message.type === "error") for (const told of failures.get(message.id) ?? []) told(message.problem);
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

function request(id: string, ask: ToServer, heard: (message: FromServer) => void): () => void {
    const end = () => pending.delete(id);
    pending.set(id, {
        ask,
        hear: (message) => {
            // What is finished must not be asked for again when the connection was lost.
            if (!["reviewed", "queued", "preparing"].includes(message.type)) end();
            heard(message);
        },
    });
    tell(ask);
    return () => {
        if (end() && socket) tell({ type: "stop", id });
    };
}

/** Have all moves of a line reviewed until it is done or the function that is returned is called. */
export function review(wanted: ReviewRequest): () => void {
    const id = `review-${++number}`;
    const { line, seconds, by } = wanted;
    return request(id, { type: "review", id, line, seconds, by }, (message) => {
        if (message.type === "reviewed") wanted.onlook(message);
        else if (message.type === "review") wanted.onreview(message.moves, message.worst);
        else if (message.type === "queued") wanted.onqueued?.(message.ahead);
        else if (message.type === "preparing") wanted.onpreparing?.();
        else if (message.type === "error") wanted.onproblem?.(message.problem);
    });
}

globalThis.addEventListener?.("online", again);
// A page that is left stops its engine work at once.
globalThis.addEventListener?.("pagehide", () => socket?.close());
globalThis.addEventListener?.("pageshow", (event) => event.persisted && again());
