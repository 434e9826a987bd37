import { describe, expect, it } from "vitest";
import type { Analysis } from "../../../engine/messages";
import type { View } from "../../../lib/types";
import { Finishing, isLate } from "./finishing.svelte";

const found = (winrate: number, winrateError: number, more: object = {}) =>
    ({
        isDuringSearch: false,
        rootInfo: { seat: 2, winrate, winrateError, proven: null, ...more },
    }) as unknown as Analysis;
const at = (ply: number) => ({ ply }) as View;

describe("the rest of a game", () => {
    it("is decided at once by proof, whoever wins, and of a draw", () => {
        for (const proven of ["win", "loss", "draw"]) {
            const finishing = new Finishing();
            finishing.hear(found(0.5, 0, { proven }), at(12));
            expect(finishing.decidedAt(12)).toBe(true);
            expect(finishing.decidedAt(11)).toBe(false); // taken back
        }
    });
    it("is decided when a chance is high with all its error", () => {
        for (const [winrate, error, decided] of [
            [0.99, 0.01, true],
            [0.01, 0.01, true],
            [0.99, 0.05, false],
            [0.94, 0.01, false],
        ] as const) {
            const finishing = new Finishing();
            finishing.hear(found(winrate, error), at(12));
            expect(finishing.decidedAt(12)).toBe(decided);
        }
    });
    it("is open again when the favourite has let go of it, and not for a little", () => {
        const finishing = new Finishing();
        finishing.hear(found(0.99, 0.01), at(14));
        finishing.hear(found(0.95, 0.03), at(16));
        expect(finishing.decidedAt(16)).toBe(true);
        finishing.hear(found(0.8, 0.03), at(18));
        expect(finishing.decidedAt(18)).toBe(false);
    });
    it("is not told of a search that goes on", () => {
        const finishing = new Finishing();
        finishing.hear({ ...found(1, 0, { proven: "win" }), isDuringSearch: true }, at(12));
        expect(finishing.decidedAt(12)).toBe(false);
    });
    it("is looked for when a third of the board is covered", () => {
        const of = (row: string, setup: string | null = null) =>
            isLate({ rows: [row, "..."], points: Array(6).fill("a1"), setup } as unknown as View);
        expect([of("B.."), of("BW."), of("BW.", "komi")]).toEqual([false, true, false]);
    });
});
