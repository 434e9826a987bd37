// @vitest-environment jsdom
import { flushSync } from "svelte";
import { describe, expect, it, vi } from "vitest";
import { problem } from "../lib/problems";
import type { OnlineGame } from "../lib/types";

const gameOf = vi.fn();
const join = vi.fn();
vi.mock("./requests", () => ({ join }));
vi.mock("./stored", () => ({ gameOf }));
const act = vi.fn();
const line = $state({ state: "open", enter: () => () => undefined, ask: () => undefined, act });
vi.mock("./here", () => ({ line }));
vi.mock("../lib/settings.svelte", () => ({
    recall: (name: string, instead: unknown) => JSON.parse(localStorage.getItem(name) ?? "null") ?? instead,
    remember: (name: string, what: unknown) => localStorage.setItem(name, JSON.stringify(what)),
    remembered: (beginning: string) => Object.keys(localStorage).filter((name) => name.startsWith(beginning)),
    forget: (name: string) => localStorage.removeItem(name),
}));
const { Meeting } = await import("./meeting.svelte");

const GUEST = { name: null, deleted: false, rating: null, provisional: false, change: null };
const told = {
    ...{ id: "g", seat: 1, start: "vacu(size=3)", events: [], created: 0, now: 0 },
    ...{ open: false, sought: false, public: false, rated: false, challenge: null, drawable: true },
    rules: { kind: "days", main: 1, increment: 0, cap: 0, periods: 0, period: 0, delay: 0 },
    clock: { left: [0, 0], running: 1, since: 0 },
    here: { seats: [true, true], away: [null, null], watchers: 0 },
    players: [GUEST, GUEST],
} as unknown as OnlineGame;

describe("a seat that another tab has", () => {
    it("is left here too when somebody signs out there", () => {
        localStorage.setItem("fieldstone.seat.g", JSON.stringify({ id: "g", token: "t", at: 1 }));
        const meeting = new Meeting("g");
        expect(meeting.token).toBe("t");
        const leave = meeting.follow();
        const tell = (key: string, newValue: string | null): boolean =>
            dispatchEvent(new StorageEvent("storage", { key, newValue }));
        tell("fieldstone.seat.other", null);
        tell("fieldstone.seat.g", "{}");
        expect(meeting.token).toBe("t");
        tell("fieldstone.seat.g", null);
        expect(meeting.token).toBeNull();
        leave();
    });
});

describe("a game whose rules this page cannot play", () => {
    it("says why there is none, also when it is asked for again", async () => {
        vi.spyOn(console, "error").mockReturnValue();
        const why = problem(500, "The engine has stopped.");
        gameOf.mockRejectedValue(why);
        const meeting = new Meeting("g");
        const first = meeting.getGame();
        meeting.welcome(told);
        await expect(first).rejects.toBe(why);
        await expect(meeting.getGame()).rejects.toBe(why);
        const game = { id: "g", outcome: null };
        gameOf.mockResolvedValue(game);
        expect(await meeting.getGame()).toBe(game);
    });
});

describe("a seat that is being taken", () => {
    it("is nobody else's until it is told with whose secret, or refused", async () => {
        const meeting = new Meeting("g");
        let answer: (game: OnlineGame) => void = () => undefined;
        join.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
        const done = meeting.join("secret");
        expect(meeting.joining).toBe(true);
        answer(told);
        await done;
        expect([meeting.joining, meeting.token !== null]).toEqual([true, true]);
        gameOf.mockResolvedValue({ id: "g", outcome: null });
        meeting.welcome(told);
        expect(meeting.joining).toBe(false);
        join.mockRejectedValueOnce(problem(409, "It is taken."));
        await expect(meeting.join("secret")).rejects.toThrow();
        expect(meeting.joining).toBe(false);
    });
});

describe("a pause", () => {
    it("ends once, by a double click, or when both resume at the same time", async () => {
        const game = { id: "g", outcome: null };
        gameOf.mockResolvedValue(game);
        const meeting = new Meeting("g");
        meeting.welcome(told);
        const phase = (now: "paused" | "playing"): void => void (meeting.table = { ...meeting.table!, phase: now });
        phase("paused");
        act.mockReset();
        act.mockImplementation(async () => phase("playing"));
        await Promise.all([meeting.resume(), meeting.resume()]);
        await meeting.resume();
        expect(act).toHaveBeenCalledOnce();
        phase("paused");
        act.mockImplementation(async () => {
            phase("playing"); // the other one was first
            throw problem(409, "The game is not paused.");
        });
        expect(await meeting.resume()).toBe(game);
        phase("paused");
        act.mockRejectedValue(problem(409, "Your opponent is away."));
        await expect(meeting.resume()).rejects.toThrow("away");
        act.mockReset();
    });
});

describe("a move that is on its way", () => {
    it("has the clock stand, and run on while the line is lost", async () => {
        gameOf.mockResolvedValue({ id: "g", outcome: null });
        const meeting = new Meeting("g");
        meeting.welcome(told);
        const stands = (): boolean => gameOf.mock.lastCall![2];
        let arrived: () => void = () => undefined;
        act.mockReturnValueOnce(new Promise<void>((resolve) => (arrived = resolve)));
        const done = meeting.play("g", "a1");
        flushSync();
        expect([stands(), meeting.isWaiting]).toEqual([true, false]);
        line.state = "lost";
        flushSync();
        expect([stands(), meeting.isWaiting]).toEqual([false, true]);
        line.state = "open";
        flushSync();
        expect([stands(), meeting.isWaiting]).toEqual([true, false]);
        arrived();
        await done;
        expect([stands(), meeting.isWaiting]).toEqual([false, false]);
    });
});
