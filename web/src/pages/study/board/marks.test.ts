import { describe, expect, it } from "vitest";
import type { Analysis } from "../../../engine/messages";
import type { MoveInfo } from "../../../engine/messages";
import type { View } from "../../../lib/types";
import { marksOf, topMarks, wordMarks } from "./marks";

const view = { points: ["a1", "b1", "a2", "b2"] } as View;
const info = (move: string, order: number, visits: number, winrate: number | null, proven: "win" | null = null) =>
    ({ move, order, visits, winrate, proven }) as MoveInfo;

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
    it("tell no visits of what is proven without any", () => {
        const analysis = { moveInfos: [info("a1", 0, 0, 1, "win"), info("b2", 1, 50, 0.5)] } as Analysis;
        expect(topMarks(analysis, view)[0]).toEqual({ point: "a1", kind: "best", text: "100", strength: 0 });
    });
    it("tell no number of what is not proven, as long as nothing is known", () => {
        const analysis = (winrateError: number): Analysis =>
            ({
                rootInfo: { proven: null, winrateError },
                moveInfos: [info("a1", 0, 9, 0.61), info("b1", 1, 3, 1, "win"), info("pass", 2, 2, 0.4)],
            }) as unknown as Analysis;
        const texts = (error: number) => marksOf(analysis(error), view).map(({ text }) => text);
        expect(texts(0.5)).toEqual(["–", "100", "–"]);
        expect(texts(0.2)).toEqual(["61", "100", "40"]);
    });
    it("stand on the buttons of moves that are words", () => {
        const analysis = {
            moveInfos: [info("swap", 0, 129_000, 0.61), info("b1", 1, 120, 0.43), info("pass", 2, 0, null)],
        } as Analysis;
        expect(wordMarks(analysis, view)).toEqual([{ point: "swap", kind: "best", text: "61" }]);
        expect(topMarks(analysis, view)).toMatchObject([{ point: "b1", kind: "move" }]);
    });
});
