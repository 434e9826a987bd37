// @vitest-environment jsdom
import { mount, unmount } from "svelte";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
vi.hoisted(() =>
    vi.stubGlobal("matchMedia", () => ({
        matches: false,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
    })),
);
import { loadTexts } from "../../lib/texts.svelte";
import type { ReviewedMove } from "../../lib/types";
import { countingOf } from "../../lib/positions/counting";
import Worst from "./Worst.svelte";

const made: object[] = [];
beforeAll(() => loadTexts("en"));
afterEach(() => made.splice(0).forEach((component) => void unmount(component)));

/** Leads between which there are 12 points. */
const TWELVE = { scoreLead: -7, scoreLoss: 12, byChance: { best: "z9", scoreLead: 5 } as ReviewedMove["byChance"] };

const move = (ply: number): ReviewedMove =>
    ({
        ply,
        move: `a${ply}`,
        colour: "B",
        winrateLoss: 0.34,
        winrateLossError: 0.05,
        judgedBy: "chance",
        verdict: "blunder",
    }) as unknown as ReviewedMove;

function show(finished: boolean, moves = [1, 2, 3, 4, 5, 6].map(move), more: object = {}): string {
    const props = {
        moves,
        by: "chance" as const,
        score: { unit: null, kind: "none" as const },
        settles: () => false,
        counting: countingOf([0, 1, 2, 3, 4, 5]),
        chosen: null,
        finished,
        onchoose: () => undefined,
        ...more,
    };
    made.push(mount(Worst, { target: document.body, props }));
    return document.body.textContent!.replace(/\s+/g, " ");
}

it("tells no verdict and no count before they are final, and says so", () => {
    const text = show(false);
    expect(text).toContain("not final yet");
    expect(text).toContain("−34% ± 5");
    expect(text).not.toMatch(/Blunder|\?\?|all 6/);
});

it("tells both when they are", () => {
    const text = show(true);
    expect(text).toContain("?? Blunder −34% ± 5");
    expect(text).toContain("Show all 6");
    expect(text).not.toContain("not final yet");
});

it("says of a large loss within its error that it is unclear, whatever losses are shown as", () => {
    const unsure = { ...move(7), verdict: null, winrateLoss: 0.39, winrateLossError: 0.45 };
    const text = show(true, [{ ...unsure, byChance: { best: "a1" } as ReviewedMove["byChance"] }]);
    expect(text).toMatch(/a7 Unclear −39% ± 45/);
    const loss = document.querySelector(".loss")!;
    expect(loss.getAttribute("title")).toBe("−39% ± 45");
});

it("tells points in columns without what they are counted in, but aloud with it", () => {
    const decided = { ...move(3), ...TWELVE, judgedBy: "points" as const, scoreLossError: 1.2 };
    show(true, [decided], { score: { unit: "points", kind: "points" }, by: "points" });
    const [number, error, aloud] = document.querySelector(".loss")!.children;
    expect([number, error, aloud].map((part) => part!.textContent)).toEqual(["−12.0", "± 1.2", "−12.0 points ± 1.2"]);
    expect([number, error, aloud].map((part) => part!.ariaHidden)).toEqual(["true", "true", null]);
});

it("tells losses in points apart from those in percent, and what stands above them takes a row", () => {
    const decided = (ply: number): ReviewedMove => ({
        ...move(ply),
        ...TWELVE,
        judgedBy: "points",
        scoreLossError: 0,
    });
    const text = show(true, [move(1), move(2), decided(3), decided(4)]);
    expect(text).toMatch(/a2.*While one side was almost certain to win.*a3.*−12/);
    expect(text).not.toContain("a4");
    expect(text).toContain("Show all 4");
});

it("shows the worst of those in points, where the others before it are less bad", () => {
    const decided: ReviewedMove = { ...move(5), ...TWELVE, judgedBy: "points", scoreLossError: 0 };
    const slip = (ply: number): ReviewedMove => ({ ...move(ply), verdict: "slip" });
    const text = show(true, [move(1), slip(2), slip(3), slip(4), decided]);
    expect(text).toMatch(/a1.*a2.*While one side was almost certain to win.*a5 \?\? Blunder/);
    expect(text).not.toMatch(/a3|a4/);
});

it("hides no blunder under lesser mistakes, wherever the list has it", () => {
    const slip = (ply: number): ReviewedMove => ({ ...move(ply), verdict: "slip" });
    const decided = (ply: number): ReviewedMove => ({ ...move(ply), ...TWELVE, judgedBy: "points", scoreLossError: 0 });
    const plain = show(true, [slip(1), move(2), slip(3), slip(4), move(5), move(6)]);
    expect(plain).toMatch(/a1 \?!.*a2 \?\?.*a5 \?\?.*a6 \?\?/);
    expect(plain).not.toMatch(/a3|a4/);
    made.splice(0).forEach((component) => void unmount(component));
    const text = show(true, [slip(1), slip(2), slip(3), { ...decided(4), verdict: "mistake" }, decided(5), decided(6)]);
    expect(text).toMatch(/While one side was almost certain to win.*a4 \?.*a5 \?\?.*a6 \?\?/);
    expect(text).not.toMatch(/a1|a2|a3/);
});

it("says how many of all are not clear, which the count of mistakes leaves out", () => {
    const open = {
        ...move(3),
        byChance: { best: "b2" },
        judgedBy: "chance",
        verdict: null,
        winrateLoss: 0.3,
        winrateLossError: 0.4,
    } as ReviewedMove;
    expect(show(true, [move(1), move(2), move(5), move(6), open, { ...open, ply: 4 }])).toContain(
        "Show all 6 (2 unclear)",
    );
});
