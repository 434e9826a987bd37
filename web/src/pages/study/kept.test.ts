// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: false })));
import { comment, grow, join, plant } from "../../lib/positions/tree";
import { forgetTree, keepTree, keptComments, keptTree } from "./kept";

const made = (move: string, turn: number) =>
    ({ move, colour: "B", seat: 1, settles: move.startsWith("komi"), turn }) as const;
const ROOT = "vacu(size=5)";
const tree = (() => {
    const one = grow(plant(ROOT), ROOT, made("a1", 0));
    const two = grow(one.tree, one.line, made("b1", 1));
    const three = grow(two.tree, ROOT, made("c1", 0));
    const four = grow(three.tree, one.line, made("komi 3", 1));
    return comment(comment(four.tree, three.line, "why not"), ROOT, "from the club");
})();

describe("kept variations", () => {
    beforeEach(() => localStorage.clear());
    it("come back with their order and comments", () => {
        keepTree("game 1", tree);
        expect(keptTree("game 1", ROOT)).toEqual(tree);
        expect(keptTree("game 2", ROOT)).toBeNull();
    });
    it("are searched for what was written about them", () => {
        keepTree("game 1", tree);
        expect(keptComments("game 1")).toBe("from the club\nwhy not");
        expect(keptComments("game 2")).toBe("");
    });
    it("are forgotten when told to", () => {
        keepTree("game 1", tree);
        forgetTree("game 1");
        expect(keptTree("game 1", ROOT)).toBeNull();
        expect(JSON.stringify(localStorage)).not.toContain("b1");
    });
    it("do not grow for ever", () => {
        for (let number = 0; number < 45; number++) keepTree(`game ${number}`, tree);
        expect(keptTree("game 4", ROOT)).toBeNull();
        expect(keptTree("game 5", ROOT)).not.toBeNull();
        const kept = Object.keys(localStorage).filter((name) => name.startsWith("fieldstone.tree "));
        expect(kept).toHaveLength(40);
    });
    it("that another version wrote are left alone", () => {
        localStorage.setItem("fieldstone.tree x", JSON.stringify({ comment: "", nodes: [[7, "a1", "B", 1, 0]] }));
        expect(keptTree("x", ROOT)).toBeNull();
        localStorage.setItem("fieldstone.tree x", "[3]");
        expect(keptTree("x", ROOT)).toBeNull();
    });
    it("of an earlier version learn from the game which moves settle the colours", () => {
        const old = [
            [0, "komi 3", "B", 1, 0, "mine"],
            [1, "a1", "W", 2, 1, ""],
        ];
        localStorage.setItem("fieldstone.tree x", JSON.stringify({ comment: "", nodes: old }));
        const kept = keptTree("x", ROOT)!;
        const own = grow(plant(ROOT), ROOT, { ...made("komi 3", 0), settles: true });
        const whole = join(kept, own.tree);
        expect(whole.nodes[own.line]).toMatchObject({ made: { settles: true }, comment: "mine" });
        expect(whole.nodes[own.line]!.children).toEqual([`${ROOT} moves komi 3,a1`]);
    });
});
