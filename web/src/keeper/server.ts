/** A server that keeps the games: its addresses as functions. */
import { unreached } from "../lib/edition";
import { FORMATS } from "../lib/files/formats";
import { watch } from "../lib/live.svelte";
import { ApiError, problem } from "../lib/problems";
import { language, say } from "../lib/texts.svelte";
import type { GameFacts, GameList, Guide, NewGame, Review, Seat, StoredGame, Tree } from "../lib/types";
import type { File, Keeper, Reviews } from "./keeper";
import { changing } from "./newer.svelte";

const KIND = "application/problem+json";

async function refusal(response: Response): Promise<ApiError> {
    if (response.headers.get("content-type")?.startsWith(KIND)) return new ApiError(await response.json());
    return problem(response.status, say("common.refused", { status: response.status }));
}

type Headers = Record<string, string>;

/** Characters of a body that outlives its page: browsers promise that for 64 KiB, and ours are of one byte. */
const LONGEST_LASTING = 60_000;

async function ask(
    method: string,
    path: string,
    body?: unknown,
    signal?: AbortSignal,
    more: Headers = {},
    lasting = false,
): Promise<Response> {
    const headers: Headers = { "Accept-Language": language.now, ...more };
    const init: RequestInit = { method, headers, signal: signal ?? null };
    if (body !== undefined) {
        headers["Content-Type"] = "application/json";
        init.body = JSON.stringify(body);
        init.keepalive = lasting && init.body.length < LONGEST_LASTING;
    }
    let response: Response;
    try {
        const answer = fetch("/api" + path, init);
        response = await (method === "GET" ? answer : changing(answer));
    } catch (error) {
        if (signal?.aborted) throw error;
        // Without a network nothing has left this device: what was asked for has not been done.
        throw problem(0, method === "GET" || navigator.onLine ? unreached() : say("common.not-sent"));
    }
    if (!response.ok) throw await refusal(response);
    return response;
}

/** Ask the server for something; `more` are further headers. Rejects with an ApiError. */
export async function request<T>(
    method: string,
    path: string,
    body?: unknown,
    signal?: AbortSignal,
    more?: Headers,
): Promise<T> {
    const response = await ask(method, path, body, signal, more);
    return (response.status === 204 ? undefined : await response.json()) as T;
}

const place = (id: string) => `/games/${encodeURIComponent(id)}`;

// Facts and guides change with the language only.
const kept = new Map<string, Promise<unknown>>();
function keep<T>(path: string): Promise<T> {
    const key = `${language.now} ${path}`;
    let found = kept.get(key) as Promise<T> | undefined;
    if (!found) {
        found = request<T>("GET", path);
        kept.set(key, found);
        found.catch(() => kept.delete(key));
    }
    return found;
}

/** All games, each variant after its base. */
const facts = () => keep<GameFacts[]>("/facts");
const guide = (game: string) => keep<Guide>(`/guides/${encodeURIComponent(game)}`);

const newGame = (wanted: NewGame) => request<StoredGame>("POST", "/games", wanted);
const getGame = (id: string, signal?: AbortSignal) => request<StoredGame>("GET", place(id), undefined, signal);
const deleteGame = (id: string) => request<void>("DELETE", place(id));

/** Games, the one that changed last first; `before`: the `updated` of the last one that is known. */
function listGames(limit = 50, before?: string): Promise<GameList> {
    const wanted = new URLSearchParams({ limit: String(limit) });
    if (before) wanted.set("before", before);
    return request("GET", `/games?${wanted}`);
}

/** Make a move; `ply` moves are known here, so that the server can refuse a move made on an old board (409). */
const play = (id: string, move: string, ply: number) =>
    request<StoredGame>("POST", `${place(id)}/moves`, { move, ply });
/** Make the computer's move. */
const playForComputer = (id: string, move: string, ply: number) =>
    request<StoredGame>("POST", `${place(id)}/moves`, { move, ply, computer: true });
const undo = (id: string, ply: number) => request<StoredGame>("POST", `${place(id)}/undo`, { ply });
const finish = (id: string, ply: number) => request<StoredGame>("POST", `${place(id)}/finish`, { ply });
const resume = (id: string) => request<StoredGame>("POST", `${place(id)}/resume`, {});
const resign = (id: string, seat: Seat) => request<StoredGame>("POST", `${place(id)}/resign`, { seat });
const rematch = (id: string) => request<StoredGame>("POST", `${place(id)}/rematch`, {});

async function file(method: string, path: string, body?: unknown): Promise<File> {
    const response = await ask(method, path, body);
    const said = response.headers.get("content-disposition") ?? "";
    return { name: /filename="([^"]+)"/.exec(said)?.[1] ?? "fieldstone", content: await response.blob() };
}

/** A game as a file; a picture is of the position after `ply` moves. */
const gameFile = (id: string, format: string, ply?: number) =>
    file(
        "GET",
        `${place(id)}/record?${new URLSearchParams({ format, ...(ply === undefined ? {} : { ply: `${ply}` }) })}`,
    );
/** A record, or a line, as a file in a format. */
const exportFile = (wanted: { record: unknown } | { text: string }, format: string) =>
    file("POST", `/export?${new URLSearchParams({ format })}`, wanted);
/** A game's moves with the variations and comments of the file that it came from. */
const gameTree = (id: string) => request<Tree>("GET", `${place(id)}/tree`);
/** Keep the game of a file: a record, SGF, AbstractPlay's JSON, a move list or a position. */
const importGame = (text: string) => request<StoredGame>("POST", "/games/import", { text });

const reviews: Reviews = {
    get: (id) => request<Review | null>("GET", `${place(id)}/review`),
    // A review may be kept while its page is being closed.
    keep: async (id, review) => void (await ask("PUT", `${place(id)}/review`, review, undefined, {}, true)),
};

/** Kept in the browser: what a person has set belongs to the machine and not to the server. */
const notes = {
    get(name: string): string | null {
        try {
            return localStorage.getItem(name);
        } catch {
            return null; // storage is switched off
        }
    },
    set(name: string, text: string): void {
        try {
            localStorage.setItem(name, text);
        } catch {
            return; // storage is full or switched off: nothing that is played is lost by it
        }
    },
    remove(name: string): void {
        try {
            localStorage.removeItem(name);
        } catch {
            return; // storage is switched off: there was nothing
        }
    },
    names(): string[] {
        try {
            return Object.keys(localStorage);
        } catch {
            return []; // storage is switched off
        }
    },
};

export const keeper: Keeper = {
    ready: () => Promise.resolve(),
    notes,
    facts,
    guide,
    newGame,
    getGame,
    deleteGame,
    listGames,
    play,
    playForComputer,
    undo,
    finish,
    resume,
    resign,
    rematch,
    watch,
    formats: FORMATS,
    gameFile,
    exportFile,
    gameTree,
    importGame,
    reviews,
    everything: null,
};
