import { describe, expect, it, vi } from "vitest";

const START = "kaomi(size=3,pie=true)";
/** The games here, by their ids: what each begins at, and its moves. */
const GAMES: Record<string, [gameText: string, line: string]> = {
    longer: [START, `${START} moves b2,a1,c3`],
    other: [START, `${START} moves b2,c3`],
    twin: [START, `${START} moves b2,a1`],
    "from a position": [START, `${START} .../.B./... W moves a1,b1`],
    "of another game": ["kaomi(size=4,pie=true)", "kaomi(size=4,pie=true) moves b2,a1"],
};
const file = (text: string) => ({ name: "", content: new Blob([`${text}\n`]) });
const asked: string[] = [];
vi.mock("../../lib/api", () => ({
    exportFile: async ({ text }: { text: string }) => {
        if (!text.startsWith("kaomi")) throw new Error("no game");
        return file(text.replace("kaomi(size=3)", START));
    },
    gameFile: async (id: string) => {
        asked.push(id);
        return file(GAMES[id]![1]);
    },
    listGames: async () => ({
        games: Object.entries(GAMES).map(([id, [gameText, line]]) => ({
            ...{ id, gameText, plies: line.split(" moves ")[1]!.split(",").length, updated: id },
            ...{ seats: { 1: { kind: "human" }, 2: { kind: "human" } }, outcome: null, status: "playing" },
            ...{ rows: ["...", "...", "..."], handed: [], imported: true },
        })),
        more: false,
        unreadable: [],
    }),
}));
const { twinOf } = await import("./twin");

describe("a game that is to be imported", () => {
    it("is found where it is here already, in whatever spelling", async () => {
        expect((await twinOf("kaomi(size=3) moves b2,a1"))?.id).toBe("twin");
        expect(asked).toEqual(["other", "twin", "from a position"]); // no game is asked for that cannot be it
        expect((await twinOf(`${START} .../.B./... W moves a1,b1`))?.id).toBe("from a position");
    });
    it("is a new one with other moves", async () => {
        expect(await twinOf("kaomi(size=3) moves b2")).toBeNull();
        expect(await twinOf("kaomi(size=3) moves b2,b1")).toBeNull();
    });
    it("that cannot be read is refused", () => expect(twinOf("chess")).rejects.toThrow("no game"));
});
