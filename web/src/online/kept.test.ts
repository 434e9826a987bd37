import { beforeEach, describe, expect, it, vi } from "vitest";

const notes = new Map<string, string>();
vi.mock("../lib/settings.svelte", () => ({
    recall: (name: string, instead: unknown) => JSON.parse(notes.get(name) ?? "null") ?? instead,
    remember: (name: string, what: unknown) => notes.set(name, JSON.stringify(what)),
    forget: (name: string) => notes.delete(name),
    remembered: (beginning: string) => [...notes.keys()].filter((name) => name.startsWith(beginning)),
}));
const { forgetSeat, keepOver, keepSeat, keptSeat, keptSeats } = await import("./kept");

const ids = (): string[] => keptSeats().map(({ id }) => id);
const numbered = (count: number): string[] => Array.from({ length: count }, (_, number) => `g${number}`);

beforeEach(() => notes.clear());

describe("the seats that are kept", () => {
    it("are those of games that go on, however many begin and end beside them", () => {
        keepSeat({ id: "goes on", token: "t" });
        for (const id of numbered(100)) {
            keepSeat({ id, token: "t" });
            keepOver([id]);
        }
        expect(ids()).toHaveLength(60);
        expect(ids().slice(0, 3)).toEqual(["goes on", "g99", "g98"]);
    });

    it("are all of those that go on, even if they are many", () => {
        for (const id of numbered(80)) keepSeat({ id, token: "t" });
        expect(ids()).toHaveLength(80);
        keepOver(numbered(30));
        expect(ids()).toHaveLength(80);
        keepSeat({ id: "next", token: "t" });
        expect(ids()).toHaveLength(60);
        expect(ids().slice(0, 51)).not.toContain("g29");
        expect(ids().slice(51)).toEqual(numbered(30).slice(21).reverse());
    });

    it("of games that are over stay for a rematch, and are not noted twice", () => {
        keepSeat({ id: "a", token: "t", game: "vacu" });
        keepOver(["a", "unknown"]);
        expect(keptSeat("a")).toEqual({ id: "a", token: "t", game: "vacu", over: true });
        const before = notes.get("fieldstone.seat.a");
        keepOver(["a"]);
        expect(notes.get("fieldstone.seat.a")).toBe(before);
        expect(ids()).toEqual(["a"]);
    });

    it("have each a place of its own, so that another tab's are not undone", () => {
        keepSeat({ id: "a", token: "t" });
        const other = new Map(notes); // what another tab sees
        keepSeat({ id: "b", token: "t" });
        expect([...notes.keys()].filter((name) => !other.has(name))).toEqual(["fieldstone.seat.b"]);
        expect(notes.get("fieldstone.seat.a")).toBe(other.get("fieldstone.seat.a"));
    });

    it("are taken over from the one list in which they were before, in its order", () => {
        const list = [
            { id: "new", token: "1", over: true },
            { id: "old", token: "2" },
            { id: "older", token: "3" },
        ];
        notes.set("fieldstone.people", JSON.stringify(list));
        expect(keptSeats()).toEqual([list[1], list[2], list[0]]);
        expect(notes.has("fieldstone.people")).toBe(false);
        // A page of before in another tab writes it anew: what has been kept since then stays.
        notes.set("fieldstone.people", JSON.stringify([{ id: "old", token: "of before" }]));
        expect(keptSeat("old")!.token).toBe("2");
        keepSeat({ id: "newest", token: "4" });
        expect(ids()).toEqual(["newest", "old", "older", "new"]);
    });

    it("are not forgotten where another tab has kept another secret meanwhile", () => {
        keepSeat({ id: "a", token: "of the other tab" });
        forgetSeat("a", "of this tab");
        expect(ids()).toEqual(["a"]);
        forgetSeat("a", "of the other tab");
        expect(ids()).toEqual([]);
    });
});
