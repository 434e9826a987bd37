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
import Worst from "./Worst.svelte";

const made: object[] = [];
beforeAll(() => loadTexts("en"));
afterEach(() => made.splice(0).forEach((component) => void unmount(component)));

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

function show(finished: boolean, moves = [1, 2, 3, 4, 5, 6].map(move)): string {
    const props = {
        moves,
        by: "chance" as const,
        unit: null,
        settles: () => false,
        chosen: null,
        finished,
        onchoose: () => undefined,
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
    expect(text).toContain("Unclear −39% ± 45");
});

it("tells losses in points apart from those in percent, and what stands above them takes a row", () => {
    const decided = (ply: number): ReviewedMove => ({
        ...move(ply),
        judgedBy: "points",
        scoreLoss: 12,
        scoreLossError: 0,
    });
    const text = show(true, [move(1), move(2), decided(3), decided(4)]);
    expect(text).toMatch(/a2.*While one side was almost certain to win.*a3.*−12/);
    expect(text).not.toContain("a4");
    expect(text).toContain("Show all 4");
});
