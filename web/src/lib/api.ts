/** The server's addresses as functions. Each failure is an ApiError whose `problem` has a sentence for people. */
import { language, say } from "./texts.svelte";
import type { GameFacts, GameList, Tree, Guide, NewGame, Problem, Seat, StoredGame } from "./types";

/** The server's refusal, or (status 0) no answer at all. `message` can be shown as it is. */
export class ApiError extends Error {
    constructor(readonly problem: Problem) {
        super(problem.detail);
        this.name = "ApiError";
    }
    get status(): number {
        return this.problem.status;
    }
    /** The server did not answer: it may do so again later. */
    get offline(): boolean {
        return this.status === 0 || this.status === 502 || this.status === 504;
    }
}

/** What went wrong, as a sentence for people. */
export function reasonOf(error: unknown): string {
    return error instanceof Error ? error.message : String(error);
}

const KIND = "application/problem+json";

function problem(status: number, detail: string): ApiError {
    return new ApiError({ type: "about:blank", title: detail, status, detail });
}

async function refusal(response: Response): Promise<ApiError> {
    if (response.headers.get("content-type")?.startsWith(KIND)) return new ApiError(await response.json());
    return problem(response.status, say("common.refused", { status: response.status }));
}

async function ask(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
    const headers: Record<string, string> = { "Accept-Language": language.now };
    const init: RequestInit = { method, headers, signal: signal ?? null };
    if (body !== undefined) {
        headers["Content-Type"] = "application/json";
        init.body = JSON.stringify(body);
    }
    let response: Response;
    try {
        response = await fetch("/api" + path, init);
    } catch (error) {
        if (signal?.aborted) throw error;
        throw problem(0, say("common.offline"));
    }
    if (!response.ok) throw await refusal(response);
    return response;
}

async function request<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
    const response = await ask(method, path, body, signal);
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
export const facts = () => keep<GameFacts[]>("/facts");
export const guide = (game: string) => keep<Guide>(`/guides/${encodeURIComponent(game)}`);

export const newGame = (wanted: NewGame) => request<StoredGame>("POST", "/games", wanted);
export const getGame = (id: string, signal?: AbortSignal) => request<StoredGame>("GET", place(id), undefined, signal);
export const deleteGame = (id: string) => request<void>("DELETE", place(id));

/** Games, the one that changed last first; `before`: the `updated` of the last one that is known. */
export function listGames(limit = 50, before?: string): Promise<GameList> {
    const wanted = new URLSearchParams({ limit: String(limit) });
    if (before) wanted.set("before", before);
    return request("GET", `/games?${wanted}`);
}

/** Make a move; `ply` moves are known here, so that the server can refuse a move made on an old board (409). */
export const play = (id: string, move: string, ply: number) =>
    request<StoredGame>("POST", `${place(id)}/moves`, { move, ply });
/** Make the computer's move. */
export const playForComputer = (id: string, move: string, ply: number) =>
    request<StoredGame>("POST", `${place(id)}/moves`, { move, ply, computer: true });
export const undo = (id: string, ply: number) => request<StoredGame>("POST", `${place(id)}/undo`, { ply });
export const resign = (id: string, seat: Seat) => request<StoredGame>("POST", `${place(id)}/resign`, { seat });
export const rematch = (id: string) => request<StoredGame>("POST", `${place(id)}/rematch`, {});

/** A file that the server has made. */
export interface File {
    name: string;
    content: Blob;
}

async function file(method: string, path: string, body?: unknown): Promise<File> {
    const response = await ask(method, path, body);
    const said = response.headers.get("content-disposition") ?? "";
    return { name: /filename="([^"]+)"/.exec(said)?.[1] ?? "fieldstone", content: await response.blob() };
}

/** A game as a file; a picture is of the position after `ply` moves. */
export const gameFile = (id: string, format: string, ply?: number) =>
    file(
        "GET",
        `${place(id)}/record?${new URLSearchParams({ format, ...(ply === undefined ? {} : { ply: `${ply}` }) })}`,
    );
/** A record, or a line, as a file in a format. */
export const exportFile = (wanted: { record: unknown } | { text: string }, format: string) =>
    file("POST", `/export?${new URLSearchParams({ format })}`, wanted);
/** A game's moves with the variations and comments of the file that it came from. */
export const gameTree = (id: string) => request<Tree>("GET", `${place(id)}/tree`);
/** Keep the game of a file: a record, SGF, AbstractPlay's JSON, a move list or a position. */
export const importGame = (text: string) => request<StoredGame>("POST", "/games/import", { text });
