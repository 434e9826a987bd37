/**
 * The line to the server for games between people: one WebSocket for all of them, and plain requests where none gets
 * through. It opens again when it was lost, asks for what was missed, and sends again what has had no answer: each command
 * has a nonce, so that it is done once however often it comes.
 */
import { untrack } from "svelte";
import { ApiError } from "../lib/problems";
import type {
    ChallengesMessage,
    Command,
    EventMessage,
    FromOnline,
    Here,
    LobbyMessage,
    OnlineGame,
    Problem,
    ToOnline,
    UnknownGame,
} from "../lib/types";
import { PROTOCOL } from "./protocol";
import type { Players } from "./table";

const RESENT = 2500;
const WAITS = [100, 300, 1000, 3000, 10_000];
/** The server says something every 5 s; without a word for so long the line is dead, whatever the browser says. */
const SILENT = 12_000;
/** After a sleep, or when the network was away, sooner: the browser often does not notice that a line has died. */
const SILENT_AWAKE = 6000;
/** So many sockets in a row that never opened, and plain requests are tried. */
const CLOSED_AT_ONCE = 2;
const POLLED = 2000;
/** While plain requests are used, a socket is tried now and then: the server may only have been away. */
const TRIED_AGAIN = 15_000;

/** Who is told of a game. */
export interface Hearer {
    readonly token: string | null;
    /** The last event that is known. */
    readonly seq: number;
    welcome(game: OnlineGame): void;
    refused(problem: Problem): void;
    event(event: EventMessage): void;
    here(here: Here): void;
    players(players: Players): void;
}

/** A WebSocket as it is used here. */
export type Socket = Pick<WebSocket, "send" | "close" | "readyState" | "onopen" | "onmessage" | "onclose">;

/** What the line needs of the world. */
export interface World {
    open(): Socket;
    events(id: string, token: string | null, after: number): Promise<OnlineGame>;
    act(id: string, token: string | null, command: Command): Promise<unknown>;
    lobby(): Promise<LobbyMessage>;
    challenges(): Promise<ChallengesMessage>;
    /** The server speaks another protocol: the page is older than it. Returns what is said of all that is asked for. */
    outdated(): ApiError;
}

interface Waiting {
    game: string;
    command: Command;
    done: () => void;
    failed: (error: unknown) => void;
}

const OPEN = 1;

/** Whether this is the answer to a plain request of a page that is older than the server. */
const isOutdated = (error: unknown): boolean => error instanceof ApiError && error.is("online-other-protocol");

export class Line {
    /** "lost": it is being tried again; "outdated": not before the page is loaded again. */
    state: "closed" | "opening" | "open" | "lost" | "outdated" = $state("closed");
    /** Beside `state`: an effect that enters a game must not depend on what that changes. */
    #outdated = false;
    #socket: Socket | null = null;
    #hearers = new Map<string, Hearer>();
    #looker: ((lobby: LobbyMessage) => void) | null = null;
    #challenged: ((challenges: ChallengesMessage) => void) | null = null;
    #waiting = new Map<string, Waiting>();
    #attempts = 0;
    #retry: ReturnType<typeof setTimeout> | undefined;
    /** When something was last heard, or the socket was made. By the clock: others stand still while a device sleeps. */
    #heardAt = 0;
    #silence: ReturnType<typeof setTimeout> | undefined;
    #resend: ReturnType<typeof setInterval> | undefined;
    #poll: ReturnType<typeof setInterval> | undefined;
    #trial: ReturnType<typeof setInterval> | undefined;

    constructor(private readonly world: World) {}

    /** Be told of a game until the function that is returned is called. */
    enter(id: string, hearer: Hearer): () => void {
        this.#hearers.set(id, hearer);
        this.#begin(() => this.#ask(id));
        return () => {
            if (this.#hearers.get(id) !== hearer) return;
            this.#hearers.delete(id);
            this.#leave();
        };
    }

    /** Be told what the lobby lists until the function that is returned is called. */
    look(looker: (lobby: LobbyMessage) => void): () => void {
        this.#looker = looker;
        this.#begin(() => this.#askLobby());
        return () => {
            if (this.#looker !== looker) return;
            this.#looker = null;
            this.#leave();
        };
    }

    /** Be told of one's own challenges until the function that is returned is called. */
    attend(challenged: (challenges: ChallengesMessage) => void): () => void {
        this.#challenged = challenged;
        this.#begin(() => this.#askChallenges());
        return () => {
            if (this.#challenged !== challenged) return;
            this.#challenged = null;
            this.#leave();
        };
    }

    #begin(ask: () => Promise<unknown>): void {
        if (this.#poll !== undefined) void ask();
        else if (this.#socket?.readyState === OPEN) this.#hello();
        else this.#open();
    }

    /** What is not named any more is not told any more. */
    #leave(): void {
        if (!this.#isWanted) this.#close();
        else if (this.#socket?.readyState === OPEN) this.#hello();
    }

    get #isWanted(): boolean {
        return this.#hearers.size > 0 || this.#looker !== null || this.#challenged !== null;
    }

    /** Say again what is known of all games, and hear what is not. */
    ask(): void {
        if (this.#poll !== undefined) void this.#askAll();
        else if (this.#socket?.readyState === OPEN) this.#hello();
    }

    /** Do something. Resolves when it is on the server's disk; rejects with an ApiError when it is refused. */
    act(game: string, command: Command): Promise<void> {
        if (this.#outdated) return Promise.reject(this.world.outdated());
        return new Promise((done, failed) => {
            this.#waiting.set(command.nonce, { game, command, done, failed });
            this.#resend ??= setInterval(() => this.#send(), RESENT);
            this.#send(command.nonce);
        });
    }

    /** The network is back, or the page is looked at again: try now, and do not trust a line that was silent. */
    again(): void {
        if (this.#poll !== undefined) this.#tryAgain();
        if (this.#socket) this.#doubt(this.#socket);
        if (this.#retry === undefined) return;
        clearTimeout(this.#retry);
        this.#retry = undefined;
        this.#open();
    }

    /** The network is gone: a line that looks open carries nothing any more. */
    gone(): void {
        if (this.#socket) this.#drop(this.#socket);
    }

    #turn(state: "closed" | "opening" | "open" | "lost"): void {
        if (!this.#outdated) this.state = state;
    }

    /** No word of this page is understood any more: what waits is answered, and nothing is tried again. */
    #outdate(): void {
        this.#close();
        this.#outdated = true;
        this.state = "outdated";
        const why = this.world.outdated();
        for (const nonce of [...this.#waiting.keys()]) this.#answered(nonce)?.failed(why);
    }

    // -- the socket -------------------------------------------------------------------------------------------------

    #open(): void {
        if (this.#socket || this.#retry !== undefined || this.#poll !== undefined || !this.#isWanted) return;
        if (this.#outdated) return;
        this.#turn(this.#attempts ? "lost" : "opening");
        this.#use(this.world.open());
    }

    #use(socket: Socket): void {
        let opened = false;
        this.#socket = socket;
        this.#listen(socket);
        const begin = (): void => {
            opened = true;
            this.#hello();
            this.#send();
        };
        if (socket.readyState === OPEN) begin();
        else socket.onopen = begin;
        socket.onmessage = ({ data }: MessageEvent) => {
            if (this.#socket !== socket) return;
            this.#listen(socket);
            this.#hear(JSON.parse(data as string) as FromOnline);
        };
        socket.onclose = () => this.#socket === socket && this.#lost(opened);
    }

    /** A line that is dead does not always say so. */
    #listen(socket: Socket): void {
        this.#heardAt = Date.now();
        this.#allow(socket, SILENT);
    }

    /** Take a line for dead if nothing comes over it for so many milliseconds. */
    #allow(socket: Socket, silence: number): void {
        clearTimeout(this.#silence);
        this.#silence = setTimeout(() => {
            if (this.#socket === socket) this.#drop(socket);
        }, silence);
    }

    #drop(socket: Socket): void {
        this.#lost(true);
        socket.close();
    }

    #doubt(socket: Socket): void {
        const rest = SILENT_AWAKE - (Date.now() - this.#heardAt);
        // What is dropped waits for the next try, and `again` ends that wait.
        if (rest > 0) this.#allow(socket, rest);
        else this.#drop(socket);
    }

    #lost(opened: boolean): void {
        this.#socket = null;
        clearTimeout(this.#silence);
        if (!this.#isWanted) {
            this.#turn("closed");
            return;
        }
        this.#turn("lost");
        const base = WAITS[Math.min(this.#attempts, WAITS.length - 1)]!;
        this.#attempts += 1;
        if (!opened && this.#attempts >= CLOSED_AT_ONCE) void this.#tryRequests();
        this.#retry = setTimeout(() => this.again(), base * (0.5 + Math.random()));
    }

    #close(): void {
        clearTimeout(this.#retry);
        clearTimeout(this.#silence);
        this.#retry = undefined;
        this.#endRequests();
        const socket = this.#socket;
        this.#socket = null;
        socket?.close();
        this.#turn("closed");
        this.#attempts = 0;
    }

    #say(message: ToOnline): void {
        if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(message));
    }

    #hello(): void {
        // Who begins to listen in an effect does not begin anew with each event of a game.
        const games = untrack(() => [...this.#hearers].map(([id, { token, seq }]) => ({ id, token, seq })));
        const wanted = { lobby: this.#looker !== null, challenges: this.#challenged !== null };
        this.#say({ type: "hello", protocol: PROTOCOL, games, ...wanted });
    }

    #hear(message: FromOnline): void {
        switch (message.type) {
            case "ping":
                return this.#say({ type: "pong", n: message.n });
            case "welcome":
                this.#attempts = 0;
                this.#turn("open");
                for (const game of message.games) this.#welcome(game);
                return;
            case "event":
                this.#hearers.get(message.game)?.event(message);
                if (message.nonce !== undefined) this.#answered(message.nonce)?.done();
                return;
            case "here":
                return this.#hearers.get(message.game)?.here(message);
            case "players":
                return this.#hearers.get(message.game)?.players(message.players);
            case "lobby":
                return this.#looker?.(message);
            case "challenges":
                return this.#challenged?.(message);
            case "again":
                return this.#hello();
            case "done": {
                const answered = this.#answered(message.nonce);
                const hearer = answered && this.#hearers.get(answered.game);
                if (hearer && hearer.seq < message.seq) this.#hello(); // its event has got lost
                return answered?.done();
            }
            case "refused":
                return this.#answered(message.nonce)?.failed(new ApiError(message.problem));
            case "other-protocol":
                return this.#outdate();
            case "wrong":
                console.warn("The server refused a message:", message.problem);
        }
    }

    #welcome(game: OnlineGame | UnknownGame): void {
        const hearer = this.#hearers.get(game.id);
        if (!("problem" in game)) return hearer?.welcome(game);
        hearer?.refused(game.problem);
        for (const [nonce, { game: id }] of [...this.#waiting])
            if (id === game.id) this.#answered(nonce)?.failed(new ApiError(game.problem));
    }

    #answered(nonce: string): Waiting | undefined {
        const found = this.#waiting.get(nonce);
        this.#waiting.delete(nonce);
        if (!this.#waiting.size) {
            clearInterval(this.#resend);
            this.#resend = undefined;
        }
        return found;
    }

    /** Send what has had no answer, or one command alone. */
    #send(nonce?: string): void {
        for (const [name, { game, command }] of this.#waiting) {
            if (nonce !== undefined && nonce !== name) continue;
            if (this.#poll !== undefined) void this.#post(name);
            else this.#say({ type: "do", game, ...command });
        }
    }

    // -- plain requests -----------------------------------------------------------------------------------------------

    /** Ask by requests from now on, if the server answers those although it opens no socket. */
    async #tryRequests(): Promise<void> {
        if (this.#poll !== undefined || !(await this.#askAll()) || this.#socket) return;
        if (this.#outdated) return;
        clearTimeout(this.#retry);
        this.#retry = undefined;
        this.#poll = setInterval(() => this.ask(), POLLED);
        this.#trial = setInterval(() => this.#tryAgain(), TRIED_AGAIN);
        this.#send();
    }

    #endRequests(): void {
        clearInterval(this.#poll);
        clearInterval(this.#trial);
        this.#poll = this.#trial = undefined;
    }

    /** Try a socket beside the requests; one that opens takes their place. */
    #tryAgain(): void {
        const socket = this.world.open();
        socket.onopen = () => {
            if (this.#poll === undefined) return socket.close();
            this.#endRequests();
            this.#use(socket);
        };
    }

    /** Ask about everything; returns whether anything was answered. */
    async #askAll(): Promise<boolean> {
        const asked = [...this.#hearers.keys()].map((id) => this.#ask(id));
        if (this.#looker) asked.push(this.#askLobby());
        if (this.#challenged) asked.push(this.#askChallenges());
        return (await Promise.all(asked)).includes(true);
    }

    #askLobby(): Promise<boolean> {
        return this.#askFor(this.world.lobby, (lobby) => this.#looker?.(lobby));
    }

    #askChallenges(): Promise<boolean> {
        return this.#askFor(this.world.challenges, (challenges) => this.#challenged?.(challenges));
    }

    async #askFor<T>(ask: () => Promise<T>, tell: (told: T) => void): Promise<boolean> {
        try {
            const told = await ask();
            this.#turn("open");
            tell(told);
            return true;
        } catch (error) {
            if (isOutdated(error)) this.#outdate();
            else if (error instanceof ApiError && error.offline) this.#turn("lost");
            return false;
        }
    }

    async #ask(id: string): Promise<boolean> {
        const hearer = this.#hearers.get(id);
        if (!hearer) return false;
        try {
            const game = await this.world.events(id, hearer.token, hearer.seq);
            this.#turn("open");
            this.#welcome(game);
            return true;
        } catch (error) {
            if (isOutdated(error)) this.#outdate();
            else if (error instanceof ApiError && !error.offline) this.#hearers.get(id)?.refused(error.problem);
            else this.#turn("lost");
            return false;
        }
    }

    async #post(nonce: string): Promise<void> {
        const { game, command } = this.#waiting.get(nonce)!;
        try {
            await this.world.act(game, this.#hearers.get(game)?.token ?? null, command);
            await this.#ask(game);
            this.#answered(nonce)?.done();
        } catch (error) {
            if (isOutdated(error)) return this.#outdate();
            if (error instanceof ApiError && error.offline) return; // it is sent again
            this.#answered(nonce)?.failed(error);
        }
    }
}
