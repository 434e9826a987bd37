import { describe, expect, it, vi } from "vitest";
import type { Challenge } from "../lib/types";

vi.mock("./here", () => ({ line: {} }));
const { Challenges } = await import("./challenges.svelte");

const RULES = { kind: "days" as const, main: 86_400_000, increment: 0, cap: 0, periods: 0, period: 0, delay: 0 };
const player = (name: string) => ({ name, deleted: false, rating: null, provisional: false, change: null });

function challenge(id: string, mine: boolean): Challenge {
    const [by, to] = mine ? ["Me", "Mina"] : ["Mina", "Me"];
    const about = { game: "vacu(size=9)", rules: RULES, seat: 2 as const, public: false, rated: false };
    return { id, ...about, by: player(by!), to: player(to!), mine, created: 0, expires: 1 };
}

const message = (open: Challenge[], over: { id: string; how: "accepted" | "declined" } | null = null) => ({
    type: "challenges" as const,
    open,
    over,
});

function following() {
    const [known, told] = [new Challenges(), { come: vi.fn(), answered: vi.fn() }];
    return { known, told, hear: (...said: Parameters<typeof message>) => known.hear(message(...said), told) };
}

describe("challenges", () => {
    it("tells of each that has come once, and of none by oneself", () => {
        const { known, told, hear } = following();
        const [to, by] = [challenge("a", false), challenge("b", true)];
        hear([to, by]);
        hear([to, by]);
        expect(told.come).toHaveBeenCalledExactlyOnceWith(to);
        expect(known.received).toEqual([to]);
        const later = challenge("c", false);
        hear([to, by, later]);
        expect(told.come).toHaveBeenLastCalledWith(later);
        expect(told.come).toHaveBeenCalledTimes(2);
        expect(told.answered).not.toHaveBeenCalled();
    });

    it("tells what has become of one that was known, and nothing of others", () => {
        const { known, told, hear } = following();
        const one = challenge("b", true);
        hear([one]);
        hear([], { id: "b", how: "declined" });
        expect(told.answered).toHaveBeenCalledExactlyOnceWith(one, "declined");
        hear([], { id: "x", how: "accepted" });
        expect(told.answered).toHaveBeenCalledOnce();
        expect(known.open).toEqual([]);
    });

    it("says nothing of what was answered while the line was lost", () => {
        const { known, told, hear } = following();
        hear([challenge("b", true)]);
        hear([]);
        expect(told.answered).not.toHaveBeenCalled();
        expect(known.open).toEqual([]);
    });
});
