import { describe, expect, it } from "vitest";
import {
    comment,
    continuation,
    endOf,
    grow,
    growAll,
    isMain,
    join,
    next,
    nodeOf,
    pathTo,
    plant,
    previous,
    promote,
    remove,
    sibling,
    turnsFrom,
    type Made,
    type ListedTurn,
} from "./tree";

const ROOT = "vacu(size=5)";

/** Moves that alternate from Black, from a ply on. */
function moves(text: string, from = 0): Made[] {
    return text.split(",").map((move, index) => {
        const first = (from + index) % 2 === 0;
        return { move, colour: first ? "B" : "W", seat: first ? 1 : 2, settles: false, turn: from + index };
    });
}

/** Turns of Vadus: one stone, then two a turn. */
function vadus(text: string, from = 0): Made[] {
    return text.split(",").map((move, index) => {
        const turn = Math.ceil((from + index) / 2);
        return { move, colour: turn % 2 ? "W" : "B", seat: turn % 2 ? 2 : 1, settles: false, turn };
    });
}

/** c3 d3 e3 with c2 instead of d3 (and c1 after it) and a1 instead of c3. */
function sample() {
    let { tree } = growAll(plant(ROOT), ROOT, moves("c3,d3,e3"));
    tree = growAll(tree, `${ROOT} moves c3`, moves("c2,c1", 1)).tree;
    return grow(tree, ROOT, moves("a1")[0]!).tree;
}

const spoken = (turns: ListedTurn[]): string =>
    turns
        .map((turn) => {
            const aside = turn.variations.map((one) => `(${spoken(one)})`);
            return [`${turn.number}${turn.nodes.map((node) => node.made!.move).join("+")}`, ...aside].join("");
        })
        .join(" ");

describe("two trees of one game", () => {
    it("are joined: what one has stays as it is, and the other's variations and comments come after it", () => {
        const { tree: mine, line } = growAll(plant(ROOT), ROOT, moves("a1,b2"));
        const other = growAll(plant(ROOT), ROOT, moves("a1,c3,d4"));
        const told = comment(comment(other.tree, other.line, "theirs"), `${ROOT} moves a1`, "not taken");
        const joined = join(comment(mine, line, "mine"), told);
        expect(nodeOf(joined, `${ROOT} moves a1`).children).toEqual([line, `${ROOT} moves a1,c3`]);
        expect(nodeOf(joined, line).comment).toBe("mine");
        expect(nodeOf(joined, other.line).comment).toBe("theirs");
        expect(nodeOf(joined, `${ROOT} moves a1`).comment).toBe("");
    });
});

describe("growing", () => {
    it("keys nodes by their lines", () => {
        const tree = sample();
        expect(Object.keys(tree.nodes).sort()).toEqual([
            "vacu(size=5)",
            "vacu(size=5) moves a1",
            "vacu(size=5) moves c3",
            "vacu(size=5) moves c3,c2",
            "vacu(size=5) moves c3,c2,c1",
            "vacu(size=5) moves c3,d3",
            "vacu(size=5) moves c3,d3,e3",
        ]);
    });
    it("goes into a move that is there already and changes nothing", () => {
        const tree = sample();
        const again = grow(tree, ROOT, moves("a1")[0]!);
        expect(again.line).toBe(`${ROOT} moves a1`);
        expect(again.tree).toBe(tree);
    });
    it("leaves the tree it was given as it was", () => {
        const tree = plant(ROOT);
        grow(tree, ROOT, moves("c3")[0]!);
        expect(tree.nodes[ROOT]!.children).toEqual([]);
    });
    it("says which line is missing", () => {
        expect(() => grow(plant(ROOT), `${ROOT} moves e5`, moves("c3")[0]!)).toThrow(/no vacu\(size=5\) moves e5/);
    });
});

describe("walking", () => {
    const tree = sample();
    it("goes back, on, to the end and between variations", () => {
        expect(previous(tree, ROOT)).toBeNull();
        expect(next(tree, ROOT)).toBe(`${ROOT} moves c3`);
        expect(next(tree, `${ROOT} moves c3,d3,e3`)).toBeNull();
        expect(endOf(tree, ROOT)).toBe(`${ROOT} moves c3,d3,e3`);
        expect(sibling(tree, `${ROOT} moves c3`, 1)).toBe(`${ROOT} moves a1`);
        expect(sibling(tree, `${ROOT} moves c3`, -1)).toBeNull();
        expect(sibling(tree, `${ROOT} moves c3,c2`, -1)).toBe(`${ROOT} moves c3,d3`);
        expect(sibling(tree, ROOT, 1)).toBeNull();
    });
    it("knows the main line and the way to a node", () => {
        expect(continuation(tree, ROOT).map((node) => node.made!.move)).toEqual(["c3", "d3", "e3"]);
        expect(isMain(tree, `${ROOT} moves c3,d3`)).toBe(true);
        expect(isMain(tree, `${ROOT} moves c3,c2,c1`)).toBe(false);
        expect(continuation(tree, `${ROOT} moves c3,c2`).map((node) => node.made!.move)).toEqual(["c1"]);
        expect(pathTo(tree, `${ROOT} moves c3,c2`).map((node) => node.line)).toEqual([
            ROOT,
            `${ROOT} moves c3`,
            `${ROOT} moves c3,c2`,
        ]);
    });
});

describe("changing", () => {
    it("promotes a variation on its whole way", () => {
        const tree = promote(sample(), `${ROOT} moves c3,c2,c1`);
        expect(endOf(tree, ROOT)).toBe(`${ROOT} moves c3,c2,c1`);
        expect(nodeOf(tree, `${ROOT} moves c3`).children).toEqual([`${ROOT} moves c3,c2`, `${ROOT} moves c3,d3`]);
        expect(nodeOf(promote(tree, `${ROOT} moves a1`), ROOT).children[0]).toBe(`${ROOT} moves a1`);
    });
    it("deletes a node with what follows it", () => {
        const tree = remove(sample(), `${ROOT} moves c3,c2`);
        expect(tree.nodes[`${ROOT} moves c3,c2`]).toBeUndefined();
        expect(tree.nodes[`${ROOT} moves c3,c2,c1`]).toBeUndefined();
        expect(nodeOf(tree, `${ROOT} moves c3`).children).toEqual([`${ROOT} moves c3,d3`]);
        expect(() => remove(tree, ROOT)).toThrow(RangeError);
    });
    it("keeps comments", () => {
        const tree = comment(sample(), ROOT, "the empty board");
        expect(nodeOf(tree, ROOT).comment).toBe("the empty board");
    });
});

describe("listing", () => {
    it("shows variations beside the move that they replace", () => {
        expect(spoken(turnsFrom(sample(), ROOT))).toBe("0c3(0a1) 1d3(1c2 2c1) 2e3");
    });
    it("nests variations of variations once", () => {
        const { tree } = growAll(sample(), `${ROOT} moves c3,c2`, moves("b1,b2", 2));
        expect(spoken(turnsFrom(tree, ROOT))).toBe("0c3(0a1) 1d3(1c2 2c1(2b1 3b2)) 2e3");
    });
    it("shows two decisions of a turn as one", () => {
        const root = "vadus(size=4)";
        let { tree } = growAll(plant(root), root, vadus("d4,c3,e4,a1,a2"));
        expect(spoken(turnsFrom(tree, root))).toBe("0d4 1c3+e4 2a1+a2");
        tree = growAll(tree, `${root} moves d4,c3`, vadus("b1,g1,g2", 2)).tree;
        expect(spoken(turnsFrom(tree, root))).toBe("0d4 1c3+e4(1b1 2g1+g2) 2a1+a2");
    });
    it("gives no colour to moves that settle who has which", () => {
        const root = "vacu(size=3,setup=auction)";
        const settling = (move: string, turn: number) => ({ ...moves(move, turn)[0]!, settles: true });
        const all = [settling("komi 3", 0), settling("black", 1), ...moves("b2", 2)];
        const { tree } = growAll(plant(root), root, all);
        expect(turnsFrom(tree, root).map((turn) => turn.colour)).toEqual([null, null, "B"]);
    });
});
