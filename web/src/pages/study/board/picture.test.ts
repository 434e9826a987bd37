import { describe, expect, it, vi } from "vitest";
import { NO_EFFECTS } from "../../../lib/announce";
import type { PlayedMove, View } from "../../../lib/types";

const made = (move: string, effects: Partial<PlayedMove["effects"]> = {}): PlayedMove => ({
    ply: 0,
    move,
    seat: 1,
    colour: "B",
    settles: false,
    turn: 0,
    effects: { ...NO_EFFECTS, placed: [move], ...effects },
});
const PLAYED = [
    made("c4"),
    made("c3", { pushed: [{ from: "c4", to: "c5", wraps: false }] }),
    made("pass", { placed: [] }),
    made("b3", { placed: ["b3"], pushed: [{ from: "c3", to: "d3", wraps: false }] }),
    made("a1", { removed: ["a1"] }),
    made("e5", { removed: ["b3"] }),
];
vi.mock("../../../lib/positions/positions", () => ({
    viewOf: async (line: string) => ({ line, points: ["a2", "b2", "a1", "b1"], rows: ["Bw", ".W"] }) as unknown as View,
    movesOf: async () => [made("x"), made("a2"), made("b2"), made("b1")],
}));
import { numbered, pictureOf } from "./picture";

describe("the stones of a line", () => {
    it("keep their numbers when they are pushed and lose them when they go", () => {
        expect([...numbered(PLAYED)]).toEqual([
            ["c5", 1],
            ["d3", 2],
            ["e5", 6],
        ]);
    });
    it("may change places at once", () => {
        const crossing = made("z", {
            pushed: [
                { from: "a1", to: "b1", wraps: false },
                { from: "b1", to: "c1", wraps: false },
            ],
        });
        expect([...numbered([made("a1"), made("b1"), crossing])].sort()).toEqual([
            ["b1", 1],
            ["c1", 2],
            ["z", 3],
        ]);
    });
    it("stand as the server says, captives without a number", async () => {
        expect(await pictureOf("iago moves x", ["a2", "b2", "b1"])).toEqual({
            rows: ["Bw", ".W"],
            marks: [
                { point: "a2", kind: "text", text: "1" },
                { point: "b1", kind: "text", text: "3" },
            ],
        });
    });
});
