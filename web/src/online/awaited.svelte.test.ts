import { beforeEach, describe, expect, it, vi } from "vitest";
import type { KeptSeat } from "./kept";

const kept = new Map<string, KeptSeat>();
vi.mock("./kept", () => ({
    keepSeat: (seat: KeptSeat) => kept.set(seat.id, seat),
    keptSeat: (id: string) => kept.get(id) ?? null,
    keptSeats: () => [{ id: "before", token: "t", waits: true }],
}));
const { awaitAlso, awaitAt, awaited, awaitNoMore } = await import("./awaited.svelte");

beforeEach(() => kept.clear());

describe("the games to which somebody is awaited", () => {
    it("are those of this browser and of the account, each once", () => {
        kept.set("here", { id: "here", token: "t" });
        awaitAt("here");
        awaitAlso(["here", "elsewhere"]);
        awaitAlso(["elsewhere"]);
        expect(awaited.ids).toEqual(["before", "here", "elsewhere"]);
    });
    it("are gone when nobody is awaited any more, and no seat is kept that was not", () => {
        awaitNoMore("elsewhere");
        expect(awaited.ids).toEqual(["before", "here"]);
        expect(kept.size).toBe(0);
    });
});
