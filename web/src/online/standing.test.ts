import { describe, expect, it } from "vitest";
import type { OnlineStanding } from "../lib/types";
import type { Players } from "./table";
import { inOrder, offeredTo, tableOf, waitsForMe } from "./standing";

const rules = { kind: "days" as const, main: 86_400_000, increment: 0, cap: 0, periods: 0, period: 0, delay: 0 };
function standing(id: string, updated: number, more: Partial<OnlineStanding> = {}): OnlineStanding {
    const clock = { left: [0, 0] as [number, number], running: 2 as const, since: 0 };
    const game = {
        start: "vacu(size=3)",
        moves: "",
        phase: "playing" as const,
        sought: false,
        offers: {},
        end: null,
        annulled: false,
        rated: false,
        challenge: null,
        players: [null, null] as Players,
        rules,
        clock,
    };
    return { id, seat: 1, created: 0, updated, now: 0, ...game, ...more };
}
const mine = { clock: { left: [0, 0] as [number, number], running: 1 as const, since: 0 } };

describe("one's own games", () => {
    it("have their moves", () => {
        expect(tableOf(standing("a", 1)).moves).toEqual([]);
        expect(tableOf(standing("a", 1, { moves: "a1,b2" })).moves).toEqual(["a1", "b2"]);
    });
    it("say whether they were annulled", () => {
        expect(tableOf(standing("a", 1)).annulled).toBe(false);
        expect(tableOf(standing("a", 1, { phase: "over", annulled: true })).annulled).toBe(true);
    });
    it("wait for oneself where one's own clock runs", () => {
        expect(waitsForMe(tableOf(standing("a", 1)))).toBe(false);
        expect(waitsForMe(tableOf(standing("a", 1, mine)))).toBe(true);
        expect(waitsForMe(tableOf(standing("a", 1, { ...mine, phase: "paused" })))).toBe(false);
    });
    it("wait for an answer to what the other one offers", () => {
        expect(offeredTo(tableOf(standing("a", 1)))).toBeUndefined();
        expect(offeredTo(tableOf(standing("a", 1, { offers: { draw: 1 } })))).toBeUndefined();
        expect(offeredTo(tableOf(standing("a", 1, { offers: { draw: 1, pause: 2 } })))).toBe("pause");
    });
    it("come in the order of what can be done, the latest first", () => {
        const told = [
            standing("their rematch", 8, { phase: "over", offers: { rematch: 2 } }),
            standing("my rematch", 7, { phase: "over", offers: { rematch: 1 } }),
            standing("over", 9, { phase: "over" }),
            standing("theirs", 5),
            standing("mine", 1, mine),
            standing("open", 6, { phase: "open" }),
            standing("mine too", 2, mine),
        ];
        const order = ["their rematch", "mine too", "mine", "open", "theirs", "over", "my rematch"];
        expect(inOrder(told).map(({ id }) => id)).toEqual(order);
    });
});
