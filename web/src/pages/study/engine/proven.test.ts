import { describe, expect, it } from "vitest";
import type { Analysis } from "../../../engine/messages";
import { withProof } from "./proven";

const info = (move: string, winrate: number, proven: string | null = null) => ({
    ...{ move, order: 0, visits: 10, winrate, scoreLead: 1, proven, distance: null, pv: [move, "z9"] },
});
const analysis = (seat: 1 | 2, proven: string | null, ...moves: ReturnType<typeof info>[]) =>
    ({
        rootInfo: { seat, winrate: 0.9, winrateError: 0.1, scoreLead: 3, proven, distance: 4 },
        moveInfos: moves,
    }) as unknown as Analysis;
const look = (chance: number, margin: number | null = 12, certain = true) => ({ chance, margin, certain });
const rows = ({ moveInfos }: Analysis) =>
    moveInfos.map(({ move, order, winrate, proven }) => [move, order, winrate, proven]);

describe("what a review has proven", () => {
    it("is told of the position, and of the move that was made there, first", () => {
        const found = analysis(2, null, info("a1", 0.92), info("b2", 0.9));
        const known = withProof(found, look(0), [{ move: "c3", look: look(0, -7) }]);
        expect(known.rootInfo).toMatchObject({
            ...{ winrate: 1, winrateError: 0, scoreLead: -12, proven: "win", distance: null },
        });
        expect(rows(known)).toEqual([
            ["c3", 0, 1, "win"],
            ["a1", 1, 0.92, null],
            ["b2", 2, 0.9, null],
        ]);
        expect(known.moveInfos[0]).toMatchObject({ visits: 0, pv: ["c3"], scoreLead: 7 });
        expect(rows(found)[0]).toEqual(["a1", 0, 0.92, null]);
    });
    it("is told of a move where nothing is known of the position: one that loses comes last", () => {
        const found = analysis(1, null, info("a1", 0.6), info("b2", 0.5));
        const known = withProof(found, look(0.6, 2, false), [
            { move: "a1", look: look(0, null) },
            { move: "c3", look: look(0.3, 1, false) },
            { move: "d4", look: look(0.5) },
        ]);
        expect(known.rootInfo).toEqual(found.rootInfo);
        expect(rows(known)).toEqual([
            ["b2", 0, 0.5, null],
            ["d4", 1, 0.5, "draw"],
            ["a1", 2, 0, "loss"],
        ]);
        expect(known.moveInfos[2]).toMatchObject({ scoreLead: null, visits: 10, pv: ["a1", "z9"] });
    });
    it("leaves no move that does not lose in a lost position", () => {
        const known = withProof(analysis(1, null, info("a1", 0.3)), look(0), []);
        expect([known.rootInfo.proven, ...rows(known)]).toEqual(["loss", ["a1", 0, 0, "loss"]]);
        expect(withProof(analysis(2, null), look(0.5), []).rootInfo.proven).toBe("draw");
    });
    it("is not told where the search has proven it itself", () => {
        const found = analysis(1, "win", info("a1", 1, "win"));
        expect(withProof(found, look(1), [{ move: "a1", look: look(1) }])).toEqual(found);
    });
});
