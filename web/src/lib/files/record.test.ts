import { describe, expect, it } from "vitest";
import views from "../../fixtures/views-vacu.json";
import { parts } from "../positions/line";
import { comment, grow, growAll, plant, promote, remove, turnsFrom } from "../positions/tree";
import type { Tree as GameTree, View } from "../types";
import { recordOf, treeOf, type GameRecord } from "./record";

const VIEW = views.empty as unknown as View;
const ROOT = parts(VIEW.line).start;
const line = (moves: string) => `${ROOT} moves ${moves}`;
const black = { colour: "B", seat: 1, settles: false } as const;
const white = { colour: "W", seat: 2, settles: false } as const;

/** c3 d3, and instead of d3 c2 with what was said of it. */
const TREE: GameTree = {
    comment: "all",
    nodes: [
        { after: 0, move: "c3", ...black, turn: 0, comment: "" },
        { after: 1, move: "d3", ...white, turn: 1, comment: "" },
        { after: 1, move: "c2", ...white, turn: 1, comment: "better" },
    ],
};
const SOURCE: GameRecord = {
    format: "fieldstone-record",
    version: 1,
    game: "vacu",
    options: { size: 5 },
    seats: [{ name: "Ana" }, {}],
    comment: "all",
    result: { winner: 1, reason: "time" },
    finalHash: "0",
    moves: [
        { move: "c3", clock: { left: 5 } },
        { move: "d3", ours: true },
        { move: "c2", after: 1, comment: "better", evaluation: { visits: 3 } },
    ],
};

describe("a tree of the server", () => {
    const tree = treeOf(ROOT, TREE);
    it("has its variations and comments", () => {
        expect(tree.nodes[ROOT]!.comment).toBe("all");
        expect(tree.nodes[line("c3")]!.children).toEqual([line("c3,d3"), line("c3,c2")]);
        expect(tree.nodes[line("c3,c2")]).toMatchObject({ parent: line("c3"), comment: "better" });
        expect(turnsFrom(tree, ROOT)[1]!.variations[0]![0]!.colour).toBe("W");
    });
    it("is the same as one that has been grown", () => {
        const [c3, d3, c2] = TREE.nodes as [(typeof TREE.nodes)[0], (typeof TREE.nodes)[0], (typeof TREE.nodes)[0]];
        let grown = growAll(plant(ROOT), ROOT, [c3, d3]).tree;
        grown = grow(grown, line("c3"), c2).tree;
        expect(Object.keys(grown.nodes)).toEqual(Object.keys(tree.nodes));
    });
});

describe("a tree as a record", () => {
    const tree = treeOf(ROOT, TREE);
    it("keeps all that its source says", () => {
        const made = recordOf(tree, VIEW, SOURCE);
        expect(made).toEqual({
            ...SOURCE,
            moves: SOURCE.moves.map((move, before) => ({ after: before, ...move })),
        });
    });
    it("has what was added and changed since", () => {
        let changed = comment(tree, line("c3,c2"), "");
        changed = comment(changed, line("c3"), "mine");
        changed = grow(changed, line("c3,c2"), { move: "a1", ...black, turn: 2 }).tree;
        const { moves, result } = recordOf(changed, VIEW, SOURCE);
        expect(moves).toEqual([
            { move: "c3", after: 0, clock: { left: 5 }, comment: "mine" },
            { move: "d3", after: 1, ours: true },
            { move: "c2", after: 1, evaluation: { visits: 3 } },
            { move: "a1", after: 3 },
        ]);
        expect(result).toEqual(SOURCE.result);
    });
    it("keeps a result with the moves that were played, whichever variation comes first", () => {
        const made = recordOf(promote(tree, line("c3,c2")), VIEW, SOURCE);
        expect(made.moves.map(({ move, after }) => [move, after])).toEqual([
            ["c3", 0],
            ["d3", 1],
            ["c2", 1],
        ]);
        expect(made).toMatchObject({ result: SOURCE.result, finalHash: "0" });
        const { result: _, ...unfinished } = SOURCE;
        const study = recordOf(promote(tree, line("c3,c2")), VIEW, unfinished);
        expect(study.moves.map(({ move }) => move)).toEqual(["c3", "c2", "d3"]);
        expect(Object.keys(study)).not.toContain("finalHash");
    });
    it("has no result where the moves that were played are not its main line", () => {
        const longer = grow(tree, line("c3,d3"), { move: "a1", ...black, turn: 2 }).tree;
        for (const changed of [longer, remove(tree, line("c3,d3"))]) {
            const made = recordOf(changed, VIEW, SOURCE);
            expect(Object.keys(made)).not.toContain("result");
            expect(Object.keys(made)).not.toContain("finalHash");
        }
    });
    it("needs no source", () => {
        const made = recordOf(tree, VIEW, null);
        expect(made).toMatchObject({ game: "vacu", options: VIEW.options, comment: "all" });
        expect(made.start).toBeUndefined();
        const start = `${ROOT} ...../...../...../...../..... B`;
        expect(recordOf(plant(start), VIEW, null)).toMatchObject({ start, moves: [] });
    });
});
