// @vitest-environment jsdom
import { beforeAll, describe, expect, test } from "vitest";
import type { Analysis, MoveInfo } from "../../../engine/messages";
import { NO_EFFECTS } from "../../../lib/announce";
import { loadTexts } from "../../../lib/texts.svelte";
import type { Effects, Group, View } from "../../../lib/types";
import { despite, doing, hintText, isAsGood, joined, lowers, whyOf } from "./why";
import type { Known } from "./known";

beforeAll(() => loadTexts("en"));

const effects = (more: Partial<Effects>): Effects => ({ ...NO_EFFECTS, ...more });
/** A board of three points in a row, Black to move. */
const view = (more: Partial<View> = {}): View =>
    ({
        points: ["a1", "b1", "c1"],
        rows: [".BW"],
        toMove: "B",
        seat: 1,
        legal: { points: ["a1", "c1"], namedMoves: [], komi: null },
        effects: {},
        score: { kind: "groups", unit: "group" },
        count: {},
        turnOpen: false,
        obliged: null,
        outcome: null,
        ...more,
    }) as View;
/** What is counted where there are groups. */
const grouped = (...groups: Group[]) => ({ lines: [], decided: "", groups });
const info = (more: Partial<MoveInfo> = {}): MoveInfo => ({
    move: "a1",
    order: 0,
    visits: 10,
    winrate: 0.6,
    scoreLead: null,
    proven: null,
    distance: null,
    pv: ["a1"],
    ...more,
});
const known = (more: Partial<Known> = {}): Known => ({
    view: view(),
    after: view({ toMove: "W", seat: 2 }),
    turn: more.after ?? view({ toMove: "W", seat: 2 }),
    reply: null,
    ...more,
});
const group = (points: string[], colour: "B" | "W" = "B"): Group => ({ colour, points });

describe("before the first stone (S1)", () => {
    test("the fairest komi is the one to set", () => {
        const found = [info({ move: "komi 36", winrate: 0.5 }), info({ move: "komi 30", winrate: 0.5 })];
        const analysis = { moveInfos: found, rootInfo: { proven: null, winrate: 0.5 } } as unknown as Analysis;
        expect(hintText(analysis, ["komi 30"], known({ view: view({ setup: "komi" }) }))).toBe(
            "Consider komi 36: the fairest of those tried. Other choices: komi 30. Your win rate: 50%.",
        );
    });
    test("of a side is told how both of them stand", () => {
        const found = [info({ move: "white", winrate: 0.52 }), info({ move: "black", winrate: 0.46 })];
        const analysis = { moveInfos: found, rootInfo: { proven: null, winrate: 0.52 } } as unknown as Analysis;
        expect(hintText(analysis, [], known({ view: view({ setup: "side" }) }))).toBe(
            "Consider White: your win rate is 52%; with Black it is 48%.",
        );
    });
});

describe("reasons", () => {
    test("what a move does is counted, and its own stones are given up", () => {
        const now = view({ effects: { a1: effects({ placed: ["a1"], removed: ["a1", "b1"], flipped: ["c1"] }) } });
        expect(whyOf(info(), known({ view: now }))).toEqual(["flips 1 stone", "gives up 2 stones"]);
        const taken = view({ effects: { a1: effects({ removed: ["c1"] }) } });
        expect(whyOf(info(), known({ view: taken }))).toEqual(["removes 1 stone"]);
    });
    test("what it does to the biggest groups, where these decide", () => {
        const before = view({ count: grouped(group(["a1"]), group(["b1", "c1"], "W")) });
        const cut = view({ count: grouped(group(["a1"]), group(["b1"], "W"), group(["c1"], "W")) });
        expect(whyOf(info(), known({ view: before, after: cut }))).toEqual([
            "cuts the biggest enemy group from 2 to 1",
        ]);
        const grown = view({ count: grouped(group(["a1", "b1"]), group(["b1", "c1"], "W")) });
        expect(whyOf(info(), known({ view: before, after: grown }))).toEqual(["grows the biggest own group to 2"]);
    });
    test("which group it cancels, where groups of one size do (K8)", () => {
        const enemy = group(["b1", "c1"], "W");
        const [own, less] = [group(["a1", "a2"]), group(["a1"])];
        const before = view({ count: grouped(less, enemy) });
        const now = view({ count: grouped({ ...own, cancelledBy: 1 }, { ...enemy, cancelledBy: 0 }) });
        expect(whyOf(info(), known({ view: before, after: now }))).toEqual([
            "grows the biggest own group to 2",
            "cancels the enemy group of 2",
        ]);
        const byValue = { score: { ...before.score, unit: "value" as const } }; // W6 compares no sizes
        expect(whyOf(info(), known({ view: { ...before, ...byValue }, after: { ...now, ...byValue } }))).toEqual([]);
        // It was cancelled before, or is there no more.
        const was = view({ count: now.count });
        expect(whyOf(info(), known({ view: was, after: now }))).toEqual([]);
        const cut = view({ count: grouped(less, group(["b1"], "W")) });
        expect(whyOf(info(), known({ view: before, after: cut }))).toEqual([
            "cuts the biggest enemy group from 2 to 1",
        ]);
    });
    test("a forced win, a draw, the only move", () => {
        expect(whyOf(info({ proven: "win", distance: 4 }), known())).toEqual(["wins by force in at most 5 moves"]);
        const over = view({ outcome: { winner: "B", winnerSeat: 1, termination: "x", sentence: "" } });
        expect(whyOf(info({ proven: "win", distance: 0 }), known({ after: over }))).toEqual(["wins the game"]);
        expect(whyOf(info({ proven: "draw" }), known())).toEqual(["holds the draw"]);
        const forced = view({ legal: { points: ["a1"], namedMoves: [], komi: null } });
        expect(whyOf(info(), known({ view: forced }))).toEqual(["the only legal move"]);
    });
    test("what the other side must do", () => {
        expect(whyOf(info(), known({ after: view({ toMove: "W", obliged: "capture" }) }))).toEqual([
            "then White must capture",
        ]);
        expect(whyOf(info(), known({ after: view({ toMove: "W", obliged: "something else" }) }))).toEqual([]);
    });
    test("what the next move would take; a push is no threat", () => {
        const takes = view({ effects: { c1: effects({ captured: ["b1"], pushed: [] }) } });
        const line = info({ pv: ["a1", "b1", "c1"] });
        expect(whyOf(line, known({ reply: { move: "b1", view: takes, without: [] } }))).toEqual([
            "if White answers with b1, c1 then captures 1 disc",
        ]);
        const pushes = view({ effects: { c1: effects({ pushed: [{ from: "b1", to: "a1", wraps: false }] }) } });
        expect(whyOf(line, known({ reply: { move: "b1", view: pushes, without: [] } }))).toEqual([]);
    });
    test("what a move can take already now is no threat", () => {
        const takes = view({ effects: { c1: effects({ captured: ["b1"] }) } });
        const line = info({ pv: ["a1", "d1", "c1"] });
        expect(whyOf(line, known({ view: takes, reply: { move: "d1", view: takes, without: [] } }))).toEqual([]);
        const more = view({ effects: { c1: effects({ captured: ["b1", "a1"] }) } });
        expect(whyOf(line, known({ view: takes, reply: { move: "d1", view: more, without: [] } }))).toEqual([
            "if White answers with d1, c1 then captures 2 discs",
        ]);
    });
    test("what the reply alone gives away is no threat", () => {
        const takes = view({ effects: { c1: effects({ captured: ["b1"] }) } });
        const line = info({ pv: ["a1", "b1", "c1"] });
        const reply = { move: "b1", view: takes, without: [view({ effects: {} }), takes] };
        expect(whyOf(line, known({ reply }))).toEqual([]);
        expect(whyOf(line, known({ reply: { ...reply, without: [view({ effects: {} })] } }))).toEqual([
            "if White answers with b1, c1 then captures 1 disc",
        ]);
    });
    test("groups are joined where they are pushed, and not where a stone is only added", () => {
        const before = view({
            count: grouped(group(["a1"]), group(["c1"]), group(["b1"], "W")),
            effects: { b1: effects({ pushed: [{ from: "c1", to: "d1", wraps: false }] }) },
        });
        const one = view({ count: grouped(group(["a1", "d1"])) });
        expect(joined(before, "b1", one)).toEqual({
            parts: [group(["a1"]), group(["c1"])],
            whole: group(["a1", "d1"]),
        });
        expect(doing(before, "b1", one)).toEqual(["pushes 1 stone", "joins the groups at a1, c1 into one of 2"]);
        expect(joined(before, "b1", view({ count: grouped(group(["a1", "b1"]), group(["d1"])) }))).toBeNull();
        expect(joined(view(), "b1", one)).toBeNull();
        // A stone of the second group stays behind.
        const torn = view({ ...before, count: grouped(group(["a1"]), group(["c1", "c2"]), group(["b1"], "W")) });
        expect(joined(torn, "b1", view({ count: grouped(group(["a1", "d1"]), group(["c2"])) }))).toBeNull();
    });
    test("walls are joined for what they are worth then, and not where they are worth no more (W5)", () => {
        const wall = (points: string[], value: number): Group => ({ ...group(points), connection: [], value });
        const before = view({ count: grouped(wall(["a1", "b1"], -2), wall(["d1", "e1"], 2)) });
        const after = (value: number): View => view({ count: grouped(wall(["a1", "b1", "c1", "d1", "e1"], value)) });
        expect(doing(before, "c1", after(5))).toEqual(["joins the groups at b1, d1 into one worth 5"]);
        expect(doing(before, "c1", after(2))).toEqual([]);
        expect(doing(before, "c1", after(-1))).toEqual([]);
    });
    test("what the best connection is worth after the whole turn, where it joins nothing (W6)", () => {
        const wall = (connection: string[], value: number): Group => ({ ...group(connection), connection, value });
        const before = view({ score: { ...view().score, unit: "value" }, count: grouped(wall([], -1)) });
        const turn = (...groups: Group[]): View => view({ count: grouped(...groups) });
        const why = (then: View, now = before) => whyOf(info(), known({ view: now, turn: then }));
        expect(why(turn(wall([], -1), wall(["a1", "b1", "c1"], 3)))).toEqual(["makes your best group worth 3"]);
        expect(why(turn(wall([], -1), wall(["a1", "b1"], -1)))).toEqual([]); // a lone stone was worth as much
        expect(why(turn(wall(["a1", "b1"], -2)))).toEqual([]);
        const low = { ...before, count: grouped(wall([], -5)) };
        expect(why(turn(wall(["a1", "b1"], -2)), low)).toEqual(["makes your best group worth −2"]);
        expect(why(turn(wall([], -1)))).toEqual([]);
        const had = { ...before, count: grouped(wall(["a1", "b1", "c1"], 3)) };
        expect(why(turn(wall(["a1", "b1", "c1"], 3)), had)).toEqual([]);
        expect(why(turn({ ...wall(["a1", "b1", "c1"], 3), colour: "W" }))).toEqual([]);
        // A connection that becomes worth less is told of; that of a lone stone says nothing.
        expect(lowers(had, turn(wall(["a1", "b1"], -2)))).toBe("lowers the best own group from 3 to −2");
        expect(lowers(had, turn(wall(["a1", "b1", "c1"], 3)))).toBe("");
        expect(lowers(before, turn(wall([], -2)))).toBe("");
        expect(lowers(view(), turn(wall([], -2)))).toBe("");
    });
});

const analysis = (root: Partial<Analysis["rootInfo"]>, moves: MoveInfo[] = [info()]): Analysis =>
    ({ rootInfo: { proven: null, winrate: 0.5, ...root }, moveInfos: moves }) as Analysis;

describe("a hint in words", () => {
    test("the move, its reasons, and the others", () => {
        expect(hintText(analysis({}), ["b1", "c1"], null)).toBe(
            "Consider a1. Other choices: b1, c1. Your win rate: 60%.",
        );
        const taken = view({ effects: { a1: effects({ removed: ["c1"] }) } });
        expect(hintText(analysis({}), [], known({ view: taken }))).toBe(
            "Consider a1: removes 1 stone. Your win rate: 60%.",
        );
        expect(hintText(analysis({}, []), [], null)).toBe("");
    });
    test("the second stone of its turn is named once", () => {
        const turn = analysis({}, [info({ pv: ["a1", "c1"] })]);
        expect(hintText(turn, ["c1", "b1"], known({ after: view({ turnOpen: true }) }))).toBe(
            "Consider a1 and then c1. Other choices: b1. Your win rate: 60%.",
        );
    });
    test("both stones of a turn, and how much better it is", () => {
        const two = analysis({}, [info({ pv: ["a1", "c1"] }), info({ move: "b1", order: 1, winrate: 0.55 })]);
        expect(hintText(two, [], known({ after: view({ turnOpen: true }) }))).toBe(
            "Consider a1 and then c1: your win rate is 60%; with the next best move, b1, it is 55%.",
        );
    });
    test("where nothing else can be said for it, by how much it is better", () => {
        const two = analysis({}, [info(), info({ move: "c1", order: 1, winrate: 0.55 })]);
        expect(hintText(two, [], known())).toBe(
            "Consider a1: your win rate is 60%; with the next best move, c1, it is 55%.",
        );
        expect(hintText(analysis({}), [], known())).toBe("Consider a1. Your win rate: 60%.");
    });
    test("a swap is not told apart by the win rate of the side that it gives away", () => {
        const swap = (next: number): string =>
            hintText(
                analysis({}, [info({ move: "swap" }), info({ move: "c1", order: 1, winrate: next })]),
                [],
                known(),
            );
        expect(swap(0.45)).toMatch(/^Consider swap\. Your win rate: 60%\.$/i);
        expect(swap(0.599)).toContain("several moves are about as good");
    });
    test("that it pushes stones is no reason beside how much better it is, and is told where there is no other", () => {
        const pushing = view({ effects: { a1: effects({ pushed: [{ from: "b1", to: "c1", wraps: false }] }) } });
        const two = analysis({}, [info(), info({ move: "c1", order: 1, winrate: 0.55 })]);
        expect(hintText(two, [], known({ view: pushing }))).toBe(
            "Consider a1: your win rate is 60%; with the next best move, c1, it is 55%.",
        );
        expect(hintText(analysis({}), [], known({ view: pushing }))).toMatch(/^Consider a1: pushes 1 stone/);
    });
    test("moves that are alike are not told apart by their win rates", () => {
        const alike = [info(), info({ move: "c1", order: 1, winrate: 0.599 })];
        expect(hintText(analysis({}, alike), ["c1"], known())).toBe(
            "Consider a1: several moves are about as good. Other choices: c1. Your win rate: 60%.",
        );
        const behind = analysis({ winrate: 0.05 }, alike);
        expect(hintText(behind, ["c1"], known())).toMatch(/best chance\. Consider a1\. Other choices: c1\./);
    });
    test("a lost game has a best move too", () => {
        expect(despite(analysis({ proven: "loss", winrate: 0 }))).toMatch(/^Lost against best play/);
        expect(despite(analysis({ winrate: 0.05 }))).toMatch(/^You are far behind/);
        expect(despite(analysis({ winrate: 0.2 }))).toBe("");
        expect(despite(analysis({ proven: "win", winrate: 0.05 }))).toBe("");
    });
});

describe("another move beside the best", () => {
    test("gives away no proven result, and little of the win rate", () => {
        const won = info({ proven: "win" });
        expect(isAsGood(won, info({ proven: "win" }))).toBe(true);
        expect(isAsGood(won, info({ proven: "loss", winrate: 0 }))).toBe(false);
        expect(isAsGood(won, info({ winrate: 0.99 }))).toBe(false);
        expect(isAsGood(info(), info({ winrate: 0.52 }))).toBe(true);
        expect(isAsGood(info(), info({ winrate: 0.45 }))).toBe(false);
        expect(isAsGood(info({ winrate: 0.05 }), info({ proven: "loss", winrate: 0 }))).toBe(false);
    });
});
