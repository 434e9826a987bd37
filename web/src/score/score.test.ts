// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: false })));
import Board from "../board/Board.svelte";
import { groupText } from "../board/counting";
import { views } from "../board/views.testing";
import convacu from "../fixtures/views-convacu.json";
import squared from "../fixtures/views-squared.json";
import { loadTexts } from "../lib/texts.svelte";
import type { PlayedMove, View } from "../lib/types";
import Score from "./Score.svelte";
import { sortGroups } from "./groups";
import { signsOf } from "./signs";

const made: Record<string, unknown>[] = [];
const all = <Kind extends Element = HTMLElement>(selector: string) => [...document.querySelectorAll<Kind>(selector)];

beforeAll(async () => {
    await loadTexts("en");
    window.ResizeObserver = class {
        observe() {}
        unobserve() {}
        disconnect() {}
    };
    window.matchMedia = vi.fn(() => ({ matches: false }) as MediaQueryList);
});
afterEach(() => {
    for (const one of made.splice(0)) void unmount(one);
    document.body.replaceChildren();
});

function draw(view: View, moves: PlayedMove[] = []): void {
    made.push(mount(Score, { target: document.body, props: { view, moves } }));
    flushSync();
}

const finished: [string, View][] = [
    ["vacu", views.vacu.finished],
    ["convacu", (convacu as unknown as Record<string, View>).finished!],
    ["kaomi", views.kaomi.finished],
    ["squared", (squared as unknown as Record<string, View>).finished!],
    ["iago", views.iago.finished],
    ["vadus", views.vadus.finished],
];

it.each(finished)("explains everything that the board shows of a score: %s", (_, view) => {
    made.push(mount(Board, { target: document.body, props: { view, overlay: "count" } }));
    flushSync();
    const shown = new Set(all("[data-glyph]").map((one) => one.getAttribute("data-glyph")));
    expect(shown.size).toBeGreaterThan(0);
    const named = view.score.glyphs.map(({ glyph }) => glyph as string);
    expect(named).toEqual(expect.arrayContaining([...shown]));
});

it.each(finished)("has lines, groups or a sentence that say where the score comes from: %s", (_, view) => {
    draw(view);
    expect(all(".decided, tbody tr, .chip").length).toBeGreaterThan(0);
    // And the last move; of discs, what captives look like and the centre too.
    const moves = view.last ? signsOf(view, []).length : 0;
    expect(all("li").length).toBe(view.score.glyphs.length + (view.board.discs ? 4 : 1) + moves);
});

it("tells how it would end, and nothing as the end, where somebody has left the game", () => {
    const { finished } = views.kaomi;
    draw(finished);
    expect(document.body.textContent).not.toContain("If the game ended now");
    const left = { ...finished.outcome!, termination: "resignation", sentence: "Black resigned." };
    draw({ ...finished, outcome: left as View["outcome"] });
    expect(document.body.textContent).toContain("On the board when the game ended:");
});

it("explains what moves do, on the board and in the list, as far as it occurs", () => {
    const effects = { placed: ["a1"], removed: [], flipped: [], captured: [], released: [], returned: [], faces: {} };
    const pushed = [{ from: "b1", to: "c1", wraps: false }];
    const move = (more: object) => ({ ply: 0, move: "a1", effects: { ...effects, pushed: [], ...more } });
    const texts = (view: View, moves: object[]) => {
        draw(view, moves as PlayedMove[]);
        return all("li").map((one) => one.textContent!.trim());
    };
    const view = { ...views.kaomi.finished, last: null };
    const plain = texts(view, [move({})]);
    expect(plain.filter((text) => text.includes("move list"))).toEqual([]);
    expect(plain.join(" ")).not.toContain("rrow");
    const wraps = [{ from: "a1", to: "e1", wraps: true }];
    const told = texts({ ...view, effects: { c1: { ...effects, pushed: wraps, returned: ["b1"] } } }, [
        move({ pushed }),
    ]).join("\n");
    expect(told).toContain("Arrow: a stone is pushed.");
    expect(told).toContain("Dashed arrow: it goes over the edge");
    expect(told).toContain("Arrow turning back");
    expect(told).toContain("→2In the move list: pushes 2 stones.");
    const iago = texts(views.iago.finished, [move({ captured: ["b1"], released: ["c1"] })]).join("\n");
    expect(iago).toContain("×2In the move list: captures 2 discs.");
    expect(iago).toContain("+2In the move list: releases 2 discs.");
});

it("adds up", () => {
    draw(views.vacu.finished);
    const rows = all("tbody tr").map((row) => row.querySelectorAll("td")[0]!.textContent);
    const number = (text: string): number => Number(text.replace("–", "0").replace("½", ".5"));
    const total = all("tfoot td")[0]!.textContent;
    expect(rows.map(number).reduce((sum, one) => sum + one, 0)).toBe(number(total));
});

it("says nothing twice: a product without its factors, and no sum of one line", () => {
    const view = views.iago.finished;
    draw(view);
    expect(all("tfoot td").map((one) => one.textContent)).toEqual(
        [view.scoreText.B, view.scoreText.W].map((text) => text.split(" = ")[1]),
    );
    void unmount(made.pop()!);
    const { finished } = squared as unknown as Record<string, View>;
    const line = finished!.count.lines[0]!;
    const text = { B: String(line.amounts.B), W: String(line.amounts.W) };
    draw({ ...finished!, scoreText: text, count: { ...finished!.count, lines: [line] } });
    expect(all("tbody tr")).toHaveLength(1);
    expect(all("tfoot")).toHaveLength(0);
});

it("puts pairs side by side, and lights what decides", () => {
    const { groups } = views.kaomi.finished.count;
    draw(views.kaomi.finished);
    const { pairs, left } = sortGroups(groups!);
    expect(all(".pair")).toHaveLength(pairs.length);
    expect(pairs.length).toBeGreaterThan(0);
    expect(all(".chip")).toHaveLength(2 * pairs.length + left.length);
    expect(all(".chip.deciding").length).toBeGreaterThan(0);
    expect(document.querySelector(".decided")!.textContent).toBe(views.kaomi.finished.count.decided);
});

it("says of a wall what is subtracted, and of a group that joins nothing that it is", () => {
    const { groups } = views.vadus.finished.count;
    const wall = groups!.find((group) => group.connection!.length && group.surplus!.length)!;
    const worth = wall.connection!.length - wall.surplus!.length;
    expect(groupText(wall)).toContain(`${wall.connection!.length} stones linking two edge stones`);
    expect(groupText(wall)).toContain(`less ${wall.surplus!.length} others`);
    expect(wall.value).toBe(worth);
    expect(groupText(groups!.find((group) => !group.connection!.length)!)).toContain("subtracted");
});

it("speaks of no score where nothing is counted", () => {
    const view = (convacu as unknown as Record<string, View>).empty!;
    draw(view);
    const said = all(".score > p").map((one) => one.textContent!.trim());
    expect(said).toEqual(["Neither player has won yet.", view.score.legend]);
    expect(all(".score")[0]!.getAttribute("aria-label")).toBe("What decides");
    document.body.replaceChildren();
    const { outcome } = views.kaomi.finished;
    draw({ ...view, outcome: { ...outcome!, termination: "resignation" } });
    expect(all(".score > p")[0]!.textContent).toBe("When the game ended nothing had been decided on the board.");
});

it("says what the score would be now while a game goes on, and shows a factor of nothing", () => {
    const none = { B: 0, W: 0 };
    const outer = { told: "Outer discs", amounts: none, countsAs: { B: 1, W: 1 } };
    const lines = [outer, { told: "Captives", amounts: none, countsAs: none }];
    draw({ ...views.iago.middle, count: { ...views.iago.middle.count, lines } });
    expect(all(".score > p")[0]!.textContent).toBe("If the game ended now:");
    expect(all("tbody tr").map((row) => row.textContent?.replace(/\s+/g, " ").trim())).toEqual([
        "Outer discs0 (counts as 1)0 (counts as 1)",
    ]);
});

it("outlines a group that is pointed at, with what cancels it, and tells it aloud", () => {
    const view = views.kaomi.finished;
    const props = { view, overlay: "count" as const, interactive: false };
    made.push(mount(Board, { target: document.body, props }));
    flushSync();
    const paired = view.count.groups!.find((group) => typeof group.cancelledBy === "number")!;
    expect(all("path.pointed")).toHaveLength(0);
    expect(all("path.deciding").length).toBeGreaterThan(0);
    const place = view.points.indexOf(paired.points[0]!);
    const cell = document.querySelector(`[data-point="${place}"]`)!;
    expect(cell.getAttribute("aria-label")).toContain(groupText(paired));
    cell.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    flushSync();
    expect(all("path.pointed, path.partner")).toHaveLength(2);
});

it("says in words that it is too early, or that there is nothing yet", () => {
    draw({ ...views.vacu.finished, scoreTells: false });
    expect(document.querySelector(".score p")!.textContent).toContain("too early");
    expect(all("table")).toHaveLength(0);
});

it("says what equal groups written together mean; a product is none", () => {
    const view = views.kaomi.finished;
    draw({ ...view, scoreText: { B: "7, 1 (×5)", W: "3" } });
    expect(document.querySelector(".score")!.textContent).toContain("1 (×5) means 5 groups of 1.");
    draw(views.iago.finished);
    expect(all(".score")[1]!.textContent).not.toContain("groups of");
});

it("explains the dots of legal moves, what is left of pushed stones, and the first stone of two, where there are any", () => {
    const shown = (view: View): string[] => signsOf(view, [], "few").map(({ glyph }) => glyph);
    expect(shown(views.kaomi.middle)).toEqual(expect.arrayContaining(["pushed", "left"]));
    expect(shown(views.kaomi.middle)).not.toContain("waiting");
    expect(shown(views.vadus.middle)).toContain("waiting");
    expect(shown(views.iago.middle)).toContain("legal");
    expect(signsOf(views.iago.middle, []).map(({ glyph }) => glyph)).not.toContain("legal");
    expect(shown(views.vadus.empty)).toEqual([]);
});
