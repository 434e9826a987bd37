// @vitest-environment jsdom
import { beforeAll, describe, expect, it } from "vitest";
import type { Analysis } from "../../../engine/messages";
import { loadTexts } from "../../../lib/texts.svelte";
import type { View } from "../../../lib/types";
import { Finishing, isLate } from "./finishing.svelte";

beforeAll(() => loadTexts("en"));

const found = (winrate: number, winrateError: number, more: object = {}, moves: (string | null)[] = []) =>
    ({
        isDuringSearch: false,
        rootInfo: { seat: 2, currentPlayer: "W", winrate, winrateError, proven: null, ...more },
        moveInfos: moves.map((proven) => ({ proven, winrate: 0.5 })),
    }) as unknown as Analysis;
const at = (ply: number, moves = 0) =>
    ({ ply, legal: { points: Array(moves).fill("a1"), namedMoves: [] } }) as unknown as View;
const proven = (result: string, moves: (string | null)[] = []) => found(0.5, 0, { proven: result }, moves);

describe("the rest of a game", () => {
    it("is decided at once by proof, whoever wins, and of a draw", () => {
        for (const [result, text] of [
            ["win", "White wins with good play from both sides."],
            ["loss", "Black wins with good play from both sides."],
            ["draw", "Good play from both sides ends in a draw."],
        ] as const) {
            const finishing = new Finishing();
            finishing.hear(proven(result, [result, result]), at(12, 2));
            expect(finishing.textAt(12)).toBe(text);
            expect(finishing.textAt(11)).toBe(""); // taken back
        }
    });
    it("is open while only few moves keep what is proven", () => {
        const finishing = new Finishing();
        finishing.hear(proven("win", ["win", "loss", "loss"]), at(12, 3));
        expect(finishing.textAt(12)).toBe("");
        finishing.hear(proven("draw", ["draw", "loss", null]), at(14, 3));
        expect(finishing.textAt(14)).toBe("");
        finishing.hear(proven("win", ["win"]), at(16, 3)); // nothing is known of the others
        expect(finishing.textAt(16)).toBe("");
        finishing.hear(proven("win", ["win", "win", "loss"]), at(18, 3));
        expect(finishing.textAt(18)).not.toBe("");
    });
    it("is decided when a chance is high with all its error", () => {
        for (const [winrate, error, decided] of [
            [0.99, 0.01, "White"],
            [0.01, 0.01, "Black"],
            [0.99, 0.05, null],
            [0.94, 0.01, null],
        ] as const) {
            const finishing = new Finishing();
            finishing.hear(found(winrate, error), at(12));
            expect(finishing.textAt(12)).toBe(decided ? `${decided} is almost sure to win.` : "");
        }
    });
    it("is open again when the favourite has let go of it, and not for a little", () => {
        const finishing = new Finishing();
        finishing.hear(found(0.99, 0.01), at(14));
        finishing.hear(found(0.95, 0.03), at(16));
        expect(finishing.textAt(16)).toBe("White is almost sure to win.");
        finishing.hear(found(0.8, 0.03), at(18));
        expect(finishing.textAt(18)).toBe("");
    });
    it("is not told of a search that goes on", () => {
        const finishing = new Finishing();
        finishing.hear({ ...proven("win"), isDuringSearch: true }, at(12));
        expect(finishing.textAt(12)).toBe("");
    });
    it("is looked for when a third of the board is covered", () => {
        const of = (row: string, setup: string | null = null) =>
            isLate({ rows: [row, "..."], points: Array(6).fill("a1"), setup } as unknown as View);
        expect([of("B.."), of("BW."), of("BW.", "komi")]).toEqual([false, true, false]);
    });
});
