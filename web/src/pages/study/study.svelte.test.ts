// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
// The settings ask for the size of the screen when they are loaded; jsdom has none.
vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: false })));
import { after, parts } from "../../lib/positions/line";
import { comment, growAll, plant } from "../../lib/positions/tree";
import type { Effects, PlayedMove, View } from "../../lib/types";
import { Study } from "./study.svelte";

const ROOT = "vacu(size=5)";

/** A server that knows no rules: every move but "no" is legal, and colours alternate. */
const made = (move: string, ply: number) =>
    ({
        ...{ move, ply, turn: ply, colour: ply % 2 ? "W" : "B", seat: ply % 2 ? 2 : 1, settles: false },
        effects: { removed: [`after ${ply}`] } as unknown as Effects,
    }) as PlayedMove;
const movesIn = (line: string) => parts(line).moves.map(made);
const view = (line: string) => ({ line, last: movesIn(line).at(-1) ?? null }) as View;
const waits = new Map<string, Promise<void>>();

vi.mock("../../lib/positions/positions", () => ({
    viewOf: async (line: string) => {
        await waits.get(line);
        if (line.includes("no")) throw new Error("That is not legal.");
        return view(line);
    },
    viewAfter: async (line: string, move: string) => {
        await waits.get(after(line, move));
        if (move === "no") throw new Error("That is not legal.");
        return view(after(line, move));
    },
    movesOf: async (line: string) => movesIn(line),
}));

describe("a study", () => {
    let study: Study;
    beforeEach(async () => {
        waits.clear();
        localStorage.clear();
        study = new Study();
        await study.open(`${ROOT} moves a1,b1`);
    });

    it("opens a line with all its moves", () => {
        expect(study.now).toBe(`${ROOT} moves a1,b1`);
        expect(study.view!.last!.move).toBe("b1");
        expect(Object.keys(study.tree.nodes)).toHaveLength(3);
    });
    it("knows the moves of the turn that came last, which may be two", async () => {
        expect(study.lastTurn).toEqual(["b1"]);
        await study.first();
        expect(study.lastTurn).toEqual([]);
        const two = ["a1", "b2", "c3", "d4"].map((move, ply) => ({ ...made(move, ply), turn: Math.ceil(ply / 2) }));
        await study.openGame(ROOT, two);
        // What plays them here knows of no turns of two: the last move says in which turn it was.
        study.view = { ...study.view!, last: two.at(-1)! };
        expect(study.lastTurn).toEqual(["d4"]);
        await study.previous();
        study.view = { ...study.view!, last: two.at(-2)! };
        expect(study.lastTurn).toEqual(["b2", "c3"]);
    });
    it("plays into variations and walks back", async () => {
        await study.previous();
        await study.play("c1");
        expect(study.now).toBe(`${ROOT} moves a1,c1`);
        expect(study.tree.nodes[`${ROOT} moves a1`]!.children).toHaveLength(2);
        await study.variation(-1);
        expect(study.now).toBe(`${ROOT} moves a1,b1`);
        await study.first();
        expect(study.now).toBe(ROOT);
    });
    it("is emptied, also of what came with its address", async () => {
        await study.play("c1");
        await study.clear();
        expect(study.now).toBe(ROOT);
        expect(Object.keys(study.tree.nodes)).toEqual([ROOT]);
        expect(study.grown).toBe(false);
    });
    it("learns what the moves of variations did that were kept without it", async () => {
        await study.previous();
        await study.play("c1");
        await study.play("d1");
        study.keep();
        const again = new Study();
        await again.open(`${ROOT} moves a1,b1`);
        const did = (line: string) => again.tree.nodes[`${ROOT} moves ${line}`]?.made?.effects?.removed;
        await vi.waitFor(() => expect(did("a1,c1,d1")).toEqual(["after 2"]));
        expect(["a1", "a1,b1", "a1,c1"].map(did)).toEqual([["after 0"], ["after 1"], ["after 1"]]);
    });
    it("says why a move cannot be played, and stays", async () => {
        await study.play("no");
        expect(study.problem).toBe("That is not legal.");
        expect(study.now).toBe(`${ROOT} moves a1,b1`);
        await study.play("c1");
        expect(study.problem).toBeNull();
    });
    it("keeps the tree for lines of the same game, and begins anew for others", async () => {
        await study.open(`${ROOT} moves a1,d1`);
        expect(study.tree.nodes[`${ROOT} moves a1`]!.children).toHaveLength(2);
        await study.open("iago");
        expect(Object.keys(study.tree.nodes)).toEqual(["iago"]);
    });
    it("shows what was wanted last, however late an earlier answer comes", async () => {
        let come = () => {};
        waits.set(ROOT, new Promise((resolve) => (come = resolve)));
        const slow = study.goTo(ROOT);
        await study.goTo(`${ROOT} moves a1`);
        come();
        await slow;
        expect(study.view!.line).toBe(`${ROOT} moves a1`);
        expect(study.now).toBe(`${ROOT} moves a1`);
    });
    describe("while the answer to a move is still to come", () => {
        const HERE = `${ROOT} moves a1,b1`;
        let answer: () => void;
        const late = (move: string) => waits.set(after(HERE, move), new Promise((come) => (answer = come)));

        it("plays the next moves after it", async () => {
            late("c1");
            const plays = ["c1", "d1", "e1"].map((move) => study.play(move));
            expect(study.now).toBe(HERE);
            answer();
            await Promise.all(plays);
            expect(study.now).toBe(`${HERE},c1,d1,e1`);
            expect(study.view!.line).toBe(study.now);
            expect(study.tree.nodes[HERE]!.children).toEqual([`${HERE},c1`]);
        });
        it("plays none after one that is refused, and says why that was", async () => {
            late("no");
            const plays = ["no", "d1"].map((move) => study.play(move));
            answer();
            await Promise.all(plays);
            expect(study.now).toBe(HERE);
            expect(study.problem).toBe("That is not legal.");
            await study.play("e1");
            expect(study.now).toBe(`${HERE},e1`);
        });
        it("plays none of them once one has walked away, and plays from there at once", async () => {
            late("c1");
            const plays = ["c1", "d1"].map((move) => study.play(move));
            await study.previous();
            await study.play("e1");
            expect(study.now).toBe(`${ROOT} moves a1,e1`);
            answer();
            await Promise.all(plays);
            expect(study.now).toBe(`${ROOT} moves a1,e1`);
            expect(study.tree.nodes[HERE]!.children).toEqual([]);
        });
    });
    it("adds a line that was found, and stands on its first move", async () => {
        await study.follow(`${ROOT} moves a1`, ["d1", "e1"]);
        expect(study.now).toBe(`${ROOT} moves a1,d1`);
        await study.last();
        expect(study.now).toBe(`${ROOT} moves a1,d1,e1`);
    });
    it("deletes what is shown and stands before it", async () => {
        await study.remove();
        expect(study.now).toBe(`${ROOT} moves a1`);
        expect(study.tree.nodes[`${ROOT} moves a1`]!.children).toEqual([]);
    });
    it("keeps variations under where they begin, until they are forgotten", async () => {
        expect(study.grown).toBe(false);
        await study.previous();
        await study.play("c1");
        expect(study.grown).toBe(true);
        study.keep();

        const again = new Study();
        await again.open(`${ROOT} moves a1,b1`);
        expect(again.tree.nodes[`${ROOT} moves a1`]!.children).toHaveLength(2);
        await again.goTo(`${ROOT} moves a1,c1`);
        await again.forget();
        expect(again.now).toBe(`${ROOT} moves a1`);
        expect(again.grown).toBe(false);
        again.keep();
        const last = new Study();
        await last.open(`${ROOT} moves a1,b1`);
        expect(last.tree.nodes[`${ROOT} moves a1`]!.children).toHaveLength(1);
    });
    it("takes variations and comments of an imported game for its own, beside what was kept", async () => {
        const moves = movesIn(`${ROOT} moves a1,b1`);
        await study.openGame(ROOT, moves, "game z");
        await study.goTo(`${ROOT} moves a1`);
        await study.play("e1");
        study.keep();

        const imported = growAll(plant(ROOT), ROOT, movesIn(`${ROOT} moves a1,d1`)).tree;
        const own = comment(growAll(imported, ROOT, moves).tree, `${ROOT} moves a1`, "played");
        const again = new Study();
        await again.openGame(ROOT, moves, "game y", moves.length, own);
        expect(again.grown).toBe(false);
        expect(again.tree).toEqual(own);
        await again.openGame(ROOT, moves, "game z", moves.length, own);
        expect(again.grown).toBe(true);
        expect(again.tree.nodes[`${ROOT} moves a1`]!.children).toHaveLength(3);
    });
    it("keeps what was added to a game under its name, and its own moves first", async () => {
        const moves = movesIn(`${ROOT} moves a1,b1`);
        await study.openGame(ROOT, moves, "game x");
        expect(study.grown).toBe(false);
        await study.goTo(`${ROOT} moves a1`);
        await study.play("e1");
        study.comment("why?");
        study.keep();

        const again = new Study();
        await again.openGame(ROOT, moves, "game x");
        const fork = again.tree.nodes[`${ROOT} moves a1`]!;
        expect(fork.children).toEqual([`${ROOT} moves a1,b1`, `${ROOT} moves a1,e1`]);
        expect(again.tree.nodes[`${ROOT} moves a1,e1`]!.comment).toBe("why?");
        await again.openGame(ROOT, moves, "game y");
        expect(again.grown).toBe(false);
        await again.openGame(ROOT, moves);
        await again.play("e1");
        again.keep();
        expect(Object.keys(localStorage)).not.toContain("fieldstone.tree null");
    });
});
