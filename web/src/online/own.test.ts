import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Account, OnlineStanding, OwnGames } from "../lib/types";

const seats = ["both", "ended", "gone"].map((id) => ({ id, token: "t" }));
const keepOver = vi.fn();
const told = (id: string, updated: number, moves = ""): OnlineStanding =>
    ({ id, updated, moves, phase: "playing", seat: 1, offers: {}, clock: { running: 2 } }) as OnlineStanding;
const ended = { ...told("ended", 1), phase: "over" } as OnlineStanding;
const pages = new Map<number | null, OwnGames>([
    [null, { games: [told("new", 9), told("both", 8, "a1,b2")], more: 8 }],
    [8, { games: [told("older", 7)], more: 7 }],
    [7, { games: [told("oldest", 6)], more: null }],
]);
let me: Account | null | undefined;
const asked: (number | null)[] = [];

vi.mock("./kept", () => ({ keptSeats: () => seats, keepOver }));
vi.mock("./offered", () => ({ signedIn: () => Promise.resolve(me) }));
vi.mock("./requests", () => ({ standings: () => Promise.resolve({ games: [told("both", 8), ended] }) }));
vi.mock("./people", () => ({
    gamesBefore: (before: number | null) => {
        asked.push(before);
        return Promise.resolve(pages.get(before)!);
    },
}));
vi.mock("./stored", () => ({}));
const { ownTables } = await import("./own");

const ids = async (until?: number): Promise<string[]> => (await ownTables(until)).tables.map(({ id }) => id);

beforeEach(() => {
    me = { name: "Mina" } as Account;
    asked.length = 0;
});

describe("one's own games", () => {
    it("are those of this browser for a guest, who has no others", async () => {
        for (const nobody of [null, undefined]) {
            me = nobody;
            expect(await ids()).toEqual(["both", "ended"]);
            expect((await ownTables()).more).toBeNull();
        }
        expect(asked).toEqual([]);
    });
    it("are those of the account too, each once, as the account tells it", async () => {
        expect(await ids()).toEqual(["new", "both", "ended"]);
        const { tables, more } = await ownTables();
        expect(tables[1]!.moves).toEqual(["a1", "b2"]);
        expect(more).toBe(8);
    });
    it("are kept in this browser as over where they are, or are not there any more", async () => {
        await ids();
        expect(keepOver).toHaveBeenLastCalledWith(["ended", "gone"]);
    });
    it("go down to where they are wanted", async () => {
        expect(await ids(8)).toEqual(["new", "both", "older", "ended"]);
        expect((await ownTables(8)).more).toBe(7);
        expect(await ids(7)).toEqual(["new", "both", "older", "oldest", "ended"]);
        expect((await ownTables(7)).more).toBeNull();
    });
});
