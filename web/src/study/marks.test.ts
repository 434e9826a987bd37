import { describe, expect, it } from "vitest";
import type { Analysis, MoveInfo, PlayedMove, View } from "../lib/types";
import { ghostsOf, topMarks } from "./marks";

const view = { points: ["a1", "b1", "a2", "b2"] } as View;
const info = (
    move: string,
    order: number,
    visits: number,
    winrate: number | null,
    proven: "win" | null = null,
) => ({ move, order, visits, winrate, proven }) as MoveInfo;

describe("marks", () => {
    it("show the top moves that are points, with chance and visits", () => {
        const analysis = {
            moveInfos: [
                info("a1", 0, 2400, 1, "win"),
                info("pass", 1, 900, 0.5),
                info("b2", 2, 600, 0.98),
                info("a2", 3, 24, 0.4),
                info("b1", 4, 0, null),
            ],
        } as Analysis;
        expect(topMarks(analysis, view)).toEqual([
            { point: "a1", kind: "best", text: "100", sub: "2.4k", strength: 1 },
            { point: "b2", kind: "good", text: "98", sub: "600", strength: 0.5 },
            { point: "a2", kind: "move", text: "40", sub: "24", strength: 0.1 },
        ]);
    });
});

describe("ghosts", () => {
    it("are numbered by decision and keep the first stone on a point", () => {
        const made = ["a1", "pass", "b2", "a1"].map((move, ply) => ({ move, colour: ply % 2 ? "W" : "B" }));
        expect(ghostsOf(made as PlayedMove[], view)).toEqual([
            { point: "a1", colour: "B", number: 1 },
            { point: "b2", colour: "B", number: 3 },
        ]);
    });
});
