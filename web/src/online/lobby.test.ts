import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LobbyMessage, PublicGame, Seek } from "../lib/types";

vi.mock("./here", () => ({ line: {} }));
const { Lobby } = await import("./lobby.svelte");

const rules = { kind: "days" as const, main: 1, increment: 0, cap: 0, periods: 0, period: 0, delay: 0 };
const guest = { name: null, deleted: false, rating: null, provisional: false, change: null };
const seek = (id: string, created: number): Seek => ({
    ...{ id, game: "vacu(size=9)", rules, seat: 1, public: false, rated: false, player: guest, created },
});
const game = (id: string, created: number, moves = 0): PublicGame => ({
    ...{ id, game: "vacu(size=3)", rules, rows: ".../.../...", moves, rated: false, players: [guest, guest], created },
});
const told = (more: Partial<LobbyMessage>): LobbyMessage => ({
    ...{ type: "lobby", whole: false, seeks: [], games: [], gone: [], over: [], ...more },
});
const idsOf = (some: { id: string }[]): string[] => some.map(({ id }) => id);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the lobby", () => {
    it("lists who has waited longest first, and the game that began last", () => {
        const lobby = new Lobby();
        lobby.hear(told({ whole: true, seeks: [seek("b", 2)], games: [game("x", 1)] }));
        lobby.hear(told({ seeks: [seek("a", 1)], games: [game("y", 2)] }));
        expect(idsOf(lobby.seeks)).toEqual(["a", "b"]);
        expect(idsOf(lobby.games)).toEqual(["y", "x"]);
        lobby.hear(told({ games: [game("x", 1, 7)], over: ["y"] }));
        expect(lobby.games).toEqual([game("x", 1, 7)]);
    });

    it("leaves what is gone where it was for a while, and as long as somebody points at the list", () => {
        const lobby = new Lobby();
        lobby.hear(told({ whole: true, seeks: [seek("a", 1), seek("b", 2)] }));
        lobby.hear(told({ gone: ["a"] }));
        expect([idsOf(lobby.seeks), [...lobby.gone]]).toEqual([["a", "b"], ["a"]]);
        vi.advanceTimersByTime(3000);
        expect(idsOf(lobby.seeks)).toEqual(["b"]);
        lobby.hold(true);
        lobby.hear(told({ gone: ["b"] }));
        vi.advanceTimersByTime(9000);
        expect(idsOf(lobby.seeks)).toEqual(["b"]);
        lobby.hold(false);
        expect([lobby.seeks, lobby.gone.size]).toEqual([[], 0]);
    });

    it("lists a game to watch that somebody has just sought", () => {
        const lobby = new Lobby();
        lobby.hear(told({ whole: true, seeks: [seek("a", 1)] }));
        lobby.hear(told({ games: [game("a", 1)] }));
        lobby.hear(told({ gone: ["a"] }));
        expect([[...lobby.gone], idsOf(lobby.games)]).toEqual([["a"], ["a"]]);
    });

    it("knows after a lost line what has gone meanwhile, and what has come back", () => {
        const lobby = new Lobby();
        lobby.hear(told({ whole: true, seeks: [seek("a", 1), seek("b", 2)], games: [game("x", 1)] }));
        lobby.hear(told({ gone: ["b"] }));
        lobby.hear(told({ whole: true, seeks: [seek("b", 2)] }));
        expect([[...lobby.gone], lobby.games]).toEqual([["a"], []]);
        vi.advanceTimersByTime(3000);
        expect(idsOf(lobby.seeks)).toEqual(["b"]);
    });
});
