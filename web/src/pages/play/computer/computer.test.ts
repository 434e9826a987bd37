// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { StoredGame } from "../../../lib/types";
import type { Session } from "../session.svelte";

type Task = { line: string; game: string; seat: number; level: number | "max"; seconds: number | null };
const { chosen, told, answers } = vi.hoisted(() => ({
    chosen: [] as (Task & { signal: AbortSignal; resolve: (move: string) => void })[],
    told: [] as [string, string, number][],
    answers: [] as (() => Promise<unknown>)[],
}));
vi.mock("../../../lib/texts.svelte", () => ({ language: { now: "en" }, say: (key: string) => key }));
vi.mock("../../../lib/engine", () => ({
    choose: (task: Task, signal: AbortSignal) =>
        new Promise<string>((resolve, reject) => {
            chosen.push({ ...task, signal, resolve });
            signal.addEventListener("abort", () => reject(signal.reason as Error));
        }),
}));
vi.mock("../../../lib/api", async (original) => ({
    ...(await original<typeof import("../../../lib/api")>()),
    playForComputer: (id: string, move: string, ply: number) => {
        told.push([id, move, ply]);
        return answers.shift()!();
    },
}));
import { ApiError } from "../../../lib/api";
import { Computer } from "./computer";

const game = (updated: string, thinking = true) =>
    ({
        id: "abc",
        updated,
        thinking,
        status: "playing",
        handed: [],
        moves: [{}],
        view: { line: `kaomi moves ${updated}`, seat: 2 },
        seats: { 2: { level: 3 } },
        clock: null,
        clockRules: null,
    }) as unknown as StoredGame;
const refused = (status: number) => () =>
    Promise.reject(new ApiError({ type: "about:blank", title: "", status, detail: `${status}` }));
const settle = () => new Promise((resolve) => setTimeout(resolve));

describe("the computer's seat", () => {
    const session = { heard: 0, take: vi.fn(), load: vi.fn(), fail: vi.fn() };
    let computer: Computer;
    beforeEach(() => {
        chosen.length = told.length = answers.length = 0;
        vi.clearAllMocks();
        computer = new Computer(session as unknown as Session, undefined);
    });

    it("thinks only when it is to move, once a position", () => {
        computer.attend(game("1", false));
        expect(chosen).toHaveLength(0);
        computer.attend(game("2"));
        computer.attend(game("2"));
        expect(chosen.map(({ line, game, seat }) => [line, game, seat])).toEqual([["kaomi moves 2", "abc", 2]]);
    });
    it("tells its move to the server, and shows what comes of it", async () => {
        const after = game("3", false);
        answers.push(() => Promise.resolve(after));
        computer.attend(game("2"));
        chosen[0]!.resolve("c3");
        await settle();
        expect(told).toEqual([["abc", "c3", 1]]);
        expect(session.take).toHaveBeenCalledExactlyOnceWith(after);
        expect(session.fail).not.toHaveBeenCalled();
    });
    it("plays for both as well as can be where a decided game was left to it", async () => {
        vi.useFakeTimers();
        const left = { ...game("2"), handed: [{ after: 0, until: null }] } as unknown as StoredGame;
        answers.push(() => Promise.resolve(left));
        computer.attend({
            ...left,
            view: { ...left.view, seat: 1 },
            seats: { 1: { kind: "human", level: null } },
        } as never);
        expect([chosen[0]!.seat, chosen[0]!.level, chosen[0]!.seconds]).toEqual([1, "max", 0.3]);
        chosen[0]!.resolve("c3");
        await vi.advanceTimersByTimeAsync(300);
        expect(told).toEqual([]); // one sees each move
        await vi.advanceTimersByTimeAsync(100);
        vi.useRealTimers();
        expect(told).toEqual([["abc", "c3", 1]]);
    });
    it("calls off what it thinks about when the game has gone on or is left", async () => {
        computer.attend(game("2"));
        computer.attend(game("3"));
        expect(chosen[0]!.signal.aborted).toBe(true);
        computer.end();
        expect(chosen[1]!.signal.aborted).toBe(true);
        await settle();
        expect(told).toEqual([]);
        expect(session.fail).not.toHaveBeenCalled();
    });
    it("looks again where somebody was quicker", async () => {
        answers.push(refused(409));
        computer.attend(game("2"));
        chosen[0]!.resolve("c3");
        await settle();
        expect(session.load).toHaveBeenCalledOnce();
        expect(session.fail).not.toHaveBeenCalled();
    });
    it("tells its move again until the server is back", async () => {
        vi.useFakeTimers();
        answers.push(refused(0), refused(502), () => Promise.resolve(game("3", false)));
        computer.attend(game("2"));
        chosen[0]!.resolve("c3");
        await vi.advanceTimersByTimeAsync(5000);
        vi.useRealTimers();
        expect(told).toHaveLength(3);
        expect(session.take).toHaveBeenCalledOnce();
    });
    it("says what else went wrong", async () => {
        answers.push(refused(500));
        computer.attend(game("2"));
        chosen[0]!.resolve("c3");
        await settle();
        expect(session.fail).toHaveBeenCalledOnce();
    });
    describe("where another page thinks", () => {
        let free: () => void;
        const locks = {
            request: async (
                _name: string,
                options: { ifAvailable?: boolean },
                work: (lock: object | null) => Promise<unknown>,
            ) => {
                if (options.ifAvailable) return work(null);
                await new Promise<void>((resolve) => (free = resolve));
                return work({});
            },
        };
        const waiting = async (now: string) => {
            const of = { ...session, game: game(now) };
            computer = new Computer(of as unknown as Session, locks as unknown as LockManager);
            computer.attend(game("2"));
            await settle();
            expect(chosen).toHaveLength(0);
            free();
            await settle();
        };

        it("takes its place when that is closed", async () => {
            await waiting("2");
            expect(chosen).toHaveLength(1);
        });
        it("does not think of what that has answered", async () => {
            await waiting("3");
            expect(chosen).toHaveLength(0);
        });
    });
    it("thinks at once where no other page does", () => {
        const locks = { request: (_name: string, _options: object, work: (lock: object) => unknown) => work({}) };
        computer = new Computer(session as unknown as Session, locks as unknown as LockManager);
        computer.attend(game("2"));
        expect(chosen).toHaveLength(1);
    });
});
