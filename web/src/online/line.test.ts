import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../lib/problems";
import type { Command, EventMessage, OnlineEvent, OnlineGame, Problem, ToOnline } from "../lib/types";
import { type Hearer, Line, type Socket, type World } from "./line.svelte";
import { PROTOCOL } from "./protocol";
import { heard, type Players, resumed, type Table, tableOf } from "./table";

const CLOCK = { left: [60_000, 60_000] as [number, number], running: 1 as const, since: 0 };
const HERE = { seats: [true, true] as [boolean, boolean], away: [null, null] as [null, null], watchers: 0 };
const RULES = { kind: "fischer" as const, main: 60_000, increment: 0, cap: 0, periods: 0, period: 0, delay: 0 };
const GUEST = { name: null, deleted: false, rating: null, provisional: false, change: null };
const GUESTS: Players = [GUEST, GUEST];
const problem = (status: number): Problem => ({ type: "urn:x", title: "", status, detail: "no" });
const outdated = new ApiError(problem(409));

/** A server of one game: each command is done once, and any command may be given. */
class Server {
    events: OnlineEvent[] = [{ seq: 1, kind: "join", at: 0, seat: 2 }];
    nonces = new Map<string, number>();
    sockets: Pipe[] = [];

    game(after: number): OnlineGame {
        const events = this.events.filter(({ seq }) => seq > after);
        const rest = { clock: CLOCK, here: HERE, now: 0, created: 0, drawable: true, rules: RULES };
        const open = { open: false, sought: false, public: false, rated: false, challenge: null, players: GUESTS };
        return { id: "g", seat: 1, start: "vacu(size=3)", events, ...open, ...rest };
    }
    do({ nonce, move }: Command, sender: Pipe | null = null): number {
        const known = this.nonces.get(nonce);
        if (known !== undefined) {
            sender?.tell({ type: "done", nonce, seq: known });
            return known;
        }
        const seq = this.events.length + 1;
        this.nonces.set(nonce, seq);
        const event: OnlineEvent = { seq, kind: "move", at: 0, seat: 1, move: move! };
        this.events.push(event);
        for (const pipe of this.sockets) {
            const told = { type: "event", game: "g", ...event, clock: CLOCK, now: 0 };
            pipe.tell(pipe === sender ? { ...told, nonce } : told);
        }
        return seq;
    }
    take(pipe: Pipe, message: ToOnline): void {
        if (message.type === "hello")
            pipe.tell({
                type: "welcome",
                protocol: PROTOCOL,
                games: message.games.map(({ seq }) => this.game(seq ?? 0)),
            });
        else if (message.type === "do") {
            if (message.move === "bad") pipe.tell({ type: "refused", nonce: message.nonce, problem: problem(422) });
            else this.do(message, pipe);
        }
    }
}

/** What may happen to a message: how often it comes, and after how many milliseconds each time. */
type Fate = () => number[];
const atOnce: Fate = () => [0];

/** A socket that loses, doubles and holds up what goes through it. */
class Pipe implements Socket {
    readyState: WebSocket["readyState"] = 0;
    onopen: Socket["onopen"] = null;
    onmessage: Socket["onmessage"] = null;
    onclose: Socket["onclose"] = null;
    sent: ToOnline[] = [];

    constructor(
        private readonly server: Server,
        private readonly fate: Fate,
        opens: boolean,
    ) {
        setTimeout(() => (opens ? this.#open() : this.cut()), 1);
    }
    #open(): void {
        if (this.readyState !== 0) return;
        this.readyState = 1;
        this.server.sockets.push(this);
        this.onopen?.call(this as unknown as WebSocket, new Event("open"));
    }
    cut(): void {
        if (this.readyState === 3) return;
        this.readyState = 3;
        this.server.sockets = this.server.sockets.filter((one) => one !== this);
        this.onclose?.call(this as unknown as WebSocket, new Event("close") as CloseEvent);
    }
    close(): void {
        this.cut();
    }
    send(text: string): void {
        const message = JSON.parse(text) as ToOnline;
        this.sent.push(message);
        for (const wait of this.fate())
            setTimeout(() => this.readyState === 1 && this.server.take(this, message), wait);
    }
    tell(message: object): void {
        const data = JSON.stringify(message);
        for (const wait of this.fate())
            setTimeout(() => {
                if (this.readyState === 1)
                    this.onmessage?.call(this as unknown as WebSocket, new MessageEvent("message", { data }));
            }, wait);
    }
}

class Watcher implements Hearer {
    token = "t";
    table: Table | null = null;
    constructor(private readonly line: () => Line) {}
    get seq(): number {
        return this.table?.seq ?? 0;
    }
    welcome(game: OnlineGame): void {
        this.table = this.table ? resumed(this.table, game) : tableOf(game);
        if (!this.table) this.line().ask();
    }
    event(event: EventMessage): void {
        if (!this.table) return;
        const table = heard(this.table, event);
        if (table) this.table = table;
        else this.line().ask();
    }
    refused(): void {}
    here(): void {}
    players(players: Players): void {
        if (this.table) this.table = { ...this.table, players };
    }
}

let server: Server;
let pipes: Pipe[];
let opens: boolean;
let fate: Fate;
let world: World;
let line: Line;
let watcher: Watcher;

beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, "random").mockReturnValue(0.5); // waits are as long as they are on average
    server = new Server();
    pipes = [];
    opens = true;
    fate = atOnce;
    world = {
        open: () => {
            pipes.push(new Pipe(server, () => fate(), opens));
            return pipes.at(-1)!;
        },
        events: vi.fn(() => Promise.reject(new ApiError(problem(0)))),
        act: vi.fn(() => Promise.reject(new ApiError(problem(0)))),
        lobby: vi.fn(() => Promise.reject(new ApiError(problem(0)))),
        challenges: vi.fn(() => Promise.reject(new ApiError(problem(0)))),
        outdated: () => outdated,
    };
    line = new Line(world);
    watcher = new Watcher(() => line);
});
afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const command = (nonce: string, move = nonce): Command => ({ nonce, move, what: "move", seq: watcher.seq });

describe("the line", () => {
    it("says hello, hears what there is and what comes, and closes when nobody listens", async () => {
        const leave = line.enter("g", watcher);
        expect(line.state).toBe("opening");
        await pass(10);
        expect(line.state).toBe("open");
        expect(pipes[0]!.sent).toEqual([
            {
                type: "hello",
                protocol: PROTOCOL,
                games: [{ id: "g", token: "t", seq: 0 }],
                lobby: false,
                challenges: false,
            },
        ]);
        server.do(command("other"));
        await pass(10);
        expect(watcher.table!.moves).toEqual(["other"]);
        leave();
        expect([line.state, pipes[0]!.readyState]).toEqual(["closed", 3]);
    });

    it("answers a ping at once", async () => {
        line.enter("g", watcher);
        await pass(10);
        pipes[0]!.tell({ type: "ping", n: 7 });
        await pass(1);
        expect(pipes[0]!.sent.at(-1)).toEqual({ type: "pong", n: 7 });
    });

    it("tells who sits in the seats whenever that changes", async () => {
        line.enter("g", watcher);
        await pass(10);
        expect(watcher.table!.players).toEqual(GUESTS);
        const players: Players = [{ ...GUEST, name: "Mina", rating: 1512, change: 8 }, GUEST];
        pipes[0]!.tell({ type: "players", game: "g", players });
        pipes[0]!.tell({ type: "players", game: "another", players: [null, null] });
        await pass(1);
        expect(watcher.table!.players).toEqual(players);
    });

    it("says the same command again until it is answered, and it is done once", async () => {
        line.enter("g", watcher);
        await pass(10);
        fate = () => [];
        const done = vi.fn();
        void line.act("g", command("a")).then(done);
        await pass(2600);
        expect(done).not.toHaveBeenCalled();
        fate = () => [0, 40];
        await pass(2600);
        expect(done).toHaveBeenCalledOnce();
        expect(watcher.table!.moves).toEqual(["a"]);
    });

    it("says what is refused", async () => {
        line.enter("g", watcher);
        await pass(10);
        const failed = vi.fn();
        line.act("g", command("bad")).catch(failed);
        await pass(10);
        expect(failed).toHaveBeenCalledWith(expect.objectContaining({ status: 422 }));
        await pass(10_000);
        expect(pipes[0]!.sent.filter(({ type }) => type === "do")).toHaveLength(1);
    });

    it("fails what was asked of a game that is not there any more", async () => {
        line.enter("g", watcher);
        await pass(10);
        fate = () => []; // nothing gets through
        const failed = vi.fn();
        line.act("g", command("lost")).catch(failed);
        fate = atOnce;
        pipes[0]!.tell({ type: "welcome", protocol: PROTOCOL, games: [{ id: "g", problem: problem(404) }] });
        await pass(10);
        expect(failed).toHaveBeenCalledWith(expect.objectContaining({ status: 404 }));
    });

    it("opens again after a cut, asks for what was missed, and says again what had no answer", async () => {
        line.enter("g", watcher);
        await pass(10);
        pipes[0]!.cut();
        expect(line.state).toBe("lost");
        void line.act("g", command("mine"));
        server.do(command("theirs"));
        await pass(200);
        expect(line.state).toBe("open");
        expect(pipes[1]!.sent[0]).toMatchObject({ type: "hello", games: [{ seq: 1 }] });
        expect(watcher.table!.moves).toEqual(["theirs", "mine"]);
    });

    it("takes a line for dead over which nothing comes, and tries at once when the network is back", async () => {
        line.enter("g", watcher);
        await pass(10);
        fate = () => [];
        await pass(12_100);
        expect(pipes.length).toBeGreaterThan(1);
        expect(line.state).toBe("lost");
        opens = false;
        pipes.at(-1)!.cut();
        await pass(2_000);
        const before = pipes.length;
        opens = true;
        fate = atOnce;
        line.again();
        expect(pipes).toHaveLength(before + 1);
        await pass(10);
        expect(line.state).toBe("open");
    });

    it("does not trust a line that was silent while the device slept", async () => {
        line.enter("g", watcher);
        await pass(10);
        fate = () => []; // it is dead, and does not say so
        server.do(command("theirs"));
        vi.setSystemTime(Date.now() + 60_000); // asleep: no timer runs
        fate = atOnce;
        line.again();
        expect(pipes).toHaveLength(2);
        expect([pipes[0]!.readyState, line.state]).toEqual([3, "lost"]);
        void line.act("g", command("mine"));
        await pass(10);
        expect(line.state).toBe("open");
        expect(watcher.table!.moves).toEqual(["theirs", "mine"]);
    });

    it("waits for less long after waking, and leaves a line alone over which something comes", async () => {
        line.enter("g", watcher);
        await pass(10);
        line.again();
        await pass(4000);
        pipes[0]!.tell({ type: "ping", n: 1 });
        await pass(10_000);
        expect(pipes).toHaveLength(1); // it is heard: the usual wait begins anew
        pipes[0]!.tell({ type: "ping", n: 2 });
        await pass(1000);
        line.again();
        await pass(4900);
        expect(pipes).toHaveLength(1);
        await pass(300);
        expect(pipes).toHaveLength(2);
    });

    it("is lost as soon as the network goes, and asks for what was missed when it is back", async () => {
        line.enter("g", watcher);
        await pass(10);
        opens = false;
        line.gone();
        expect([pipes[0]!.readyState, line.state]).toEqual([3, "lost"]);
        server.do(command("theirs"));
        await pass(30_000);
        expect(line.state).toBe("lost");
        opens = true;
        line.again();
        await pass(10);
        expect(line.state).toBe("open");
        expect(watcher.table!.moves).toEqual(["theirs"]);
    });

    it("is told of the lobby while somebody looks at it, and says what it leaves", async () => {
        const looked: unknown[] = [];
        const leaveLobby = line.look((lobby) => looked.push(lobby));
        await pass(10);
        expect(pipes[0]!.sent).toEqual([
            { type: "hello", protocol: PROTOCOL, games: [], lobby: true, challenges: false },
        ]);
        const lobby = { type: "lobby" as const, whole: true, seeks: [], games: [], gone: [], over: [] };
        pipes[0]!.tell(lobby);
        await pass(10);
        expect(looked).toEqual([lobby]);
        const leaveGame = line.enter("g", watcher);
        await pass(10);
        leaveLobby();
        expect(pipes[0]!.sent.at(-1)).toMatchObject({ games: [{ id: "g" }], lobby: false });
        line.look(() => undefined);
        leaveGame();
        expect(pipes[0]!.sent.at(-1)).toMatchObject({ games: [], lobby: true });
        expect(pipes).toHaveLength(1);
    });

    it("is told of one's own challenges on whichever page, and asks by requests where no socket opens", async () => {
        const nothing = { type: "challenges" as const, open: [], over: null };
        const heard = vi.fn();
        const leave = line.attend(heard);
        await pass(10);
        expect(pipes[0]!.sent).toMatchObject([{ type: "hello", games: [], lobby: false, challenges: true }]);
        pipes[0]!.tell(nothing);
        await pass(10);
        expect(heard).toHaveBeenCalledExactlyOnceWith(nothing);
        leave();
        expect(line.state).toBe("closed");
        opens = false;
        world.challenges = vi.fn(() => Promise.resolve(nothing));
        line.attend(heard);
        await pass(3000);
        expect(heard.mock.calls.length).toBeGreaterThan(1);
        expect(line.state).toBe("open");
    });

    it("asks for the lobby by requests where no socket opens", async () => {
        opens = false;
        const lobby = { type: "lobby" as const, whole: true, seeks: [], games: [], gone: [], over: [] };
        world.lobby = vi.fn(() => Promise.resolve(lobby));
        const looked = vi.fn();
        const leave = line.look(looked);
        await pass(3000);
        expect(looked).toHaveBeenCalledWith(lobby);
        const asked = looked.mock.calls.length;
        await pass(2100);
        expect(looked.mock.calls.length).toBeGreaterThan(asked);
        leave();
        expect(line.state).toBe("closed");
    });

    it("asks by requests where no socket opens, and goes back to a socket when one does", async () => {
        opens = false;
        world.events = vi.fn((_id, _token, after) => Promise.resolve(server.game(after)));
        world.act = vi.fn((_id, _token, wanted) => Promise.resolve(server.do(wanted)));
        line.enter("g", watcher);
        await pass(3000);
        expect(line.state).toBe("open");
        const done = vi.fn();
        void line.act("g", command("a")).then(done);
        await pass(10);
        expect(done).toHaveBeenCalledOnce();
        expect(watcher.table!.moves).toEqual(["a"]);
        server.do(command("theirs"));
        await pass(2100);
        expect(watcher.table!.moves).toEqual(["a", "theirs"]);
        opens = true;
        await pass(15_100);
        const asked = vi.mocked(world.events).mock.calls.length;
        await pass(10_000);
        expect(world.events).toHaveBeenCalledTimes(asked);
        server.do(command("over the socket"));
        await pass(10);
        expect(watcher.table!.moves.at(-1)).toBe("over the socket");
    });

    it("asks for an event that has got lost, as the answer to one's own command names it", async () => {
        line.enter("g", watcher);
        await pass(10);
        let told = 0;
        fate = () => (++told === 2 ? [] : [0]); // the command comes, its event does not
        void line.act("g", command("a"));
        await pass(2600); // said again, it is answered by the number of the event
        expect(watcher.table!.moves).toEqual(["a"]);
    });

    it("answers all that waits when the server speaks another protocol, and tries nothing more", async () => {
        const leave = line.enter("g", watcher);
        await pass(10);
        fate = () => []; // no answer
        const waits = Promise.allSettled([line.act("g", command("mine"))]);
        pipes[0]!.cut();
        await pass(200);
        fate = atOnce;
        pipes[1]!.tell({ type: "other-protocol", protocol: 99 });
        await pass(1);
        expect(await waits).toEqual([{ status: "rejected", reason: outdated }]);
        expect([line.state, pipes[1]!.readyState]).toEqual(["outdated", 3]);
        await pass(60_000);
        line.again();
        leave();
        line.enter("g", watcher);
        await pass(60_000);
        expect(pipes).toHaveLength(2);
        expect(line.state).toBe("outdated");
        await expect(line.act("g", command("more"))).rejects.toBe(outdated);
    });

    it("hears of another protocol over plain requests too", async () => {
        opens = false;
        world.events = vi.fn(() => Promise.resolve(server.game(0)));
        line.enter("g", watcher);
        await pass(3000);
        expect(line.state).toBe("open");
        const refusal = new ApiError({ ...problem(409), type: "urn:fieldstone:problem:online-other-protocol" });
        world.events = vi.fn(() => Promise.reject(refusal));
        world.act = vi.fn(() => Promise.reject(refusal));
        await expect(line.act("g", command("mine"))).rejects.toBe(outdated);
        expect(line.state).toBe("outdated");
        const [asked, opened] = [vi.mocked(world.events).mock.calls.length, pipes.length];
        await pass(60_000);
        expect(world.events).toHaveBeenCalledTimes(asked);
        expect(pipes).toHaveLength(opened);
    });

    it.each(Array.from({ length: 40 }, (_, seed) => seed + 1))("loses and doubles nothing: %i", async (seed) => {
        let state = seed * 2654435761;
        const chance = (): number => {
            state = (state ^ (state << 13)) >>> 0;
            state = (state ^ (state >>> 17)) >>> 0;
            state = (state ^ (state << 5)) >>> 0;
            return state / 2 ** 32;
        };
        const bad: Fate = () => {
            const times = chance() < 0.3 ? 0 : chance() < 0.2 ? 2 : 1;
            return Array.from({ length: times }, () => Math.floor(chance() * 600));
        };
        fate = bad;
        line.enter("g", watcher);
        const done = vi.fn();
        for (let at = 0; at < 12; at += 1) {
            void line.act("g", command(`m${at}`)).then(done);
            if (chance() < 0.3) server.do(command(`other${at}`));
            if (chance() < 0.3) pipes.at(-1)!.cut();
            await pass(Math.floor(chance() * 4000));
        }
        fate = atOnce;
        await pass(13_000);
        pipes.at(-1)!.cut(); // what got lost last is asked for on the next line
        await pass(15_000);
        expect(done).toHaveBeenCalledTimes(12);
        expect(watcher.table!.moves).toEqual(server.events.slice(1).map(({ move }) => move));
        expect(new Set(watcher.table!.moves).size).toBe(watcher.table!.moves.length);
    });
});
