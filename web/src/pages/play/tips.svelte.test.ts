// @vitest-environment jsdom
import { flushSync } from "svelte";
import { beforeAll, describe, expect, test, vi } from "vitest";

vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: false })));
import { NOTHING } from "../../board/views.testing";
import { loadTexts } from "../../lib/texts.svelte";
import { set } from "../../lib/settings.svelte";
import type { Effects, View } from "../../lib/types";
import { tipFor, Tips } from "./tips.svelte";

const view = (line: string, effects: Partial<Effects> | null = null, rows = ["....", "...."]): View =>
    ({
        line,
        rows,
        points: ["a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2"],
        legal: { points: ["a1"], namedMoves: [], komi: null },
        score: { kind: "groups" },
        last: effects && { effects: { ...NOTHING, ...effects } },
    }) as unknown as View;

describe("which hint", () => {
    test("how to play first, then what a move did, then the count when the end is near", () => {
        const pushed = { pushed: [{ from: "a1", to: "b1", wraps: false }] };
        expect(tipFor(view("x"), false, [])).toBe("play");
        expect(tipFor(view("x"), true, [])).toBeNull();
        expect(tipFor(view("x", {}), true, ["play"])).toBeNull();
        expect(tipFor(view("x", pushed), true, ["play"])).toBe("effect");
        expect(tipFor(view("x", pushed, ["BWBW", "BW.."]), true, ["play", "effect"])).toBe("count");
        expect(tipFor(view("x", pushed, ["BWBW", "BW.."]), false, ["play", "effect", "count"])).toBeNull();
    });
});

describe("hints of a first game", () => {
    beforeAll(() => loadTexts("en"));

    test("the first names keys to who uses them, and changes with what is used", () => {
        window.dispatchEvent(new Event("pointerdown")); // whatever was used before
        const tips = new Tips();
        tips.attend(view("keys"), false);
        let text = "";
        const stop = $effect.root(() => {
            $effect(() => {
                text = tips.textAt(view("keys"));
            });
        });
        flushSync();
        expect(text).toMatch(/^Point at/);
        for (const [kind, expected] of [
            ["keydown", /arrow keys.*Enter/],
            ["pointerdown", /^Point at/],
        ] as const) {
            window.dispatchEvent(new Event(kind));
            flushSync();
            expect(text).toMatch(expected);
        }
        stop();
        localStorage.clear();
    });

    test("of the marks of a move those are named that it has left", () => {
        const pushed = { pushed: [{ from: "a1", to: "b1", wraps: false }] };
        const cases: [Partial<Effects>, RegExp][] = [
            [pushed, /^Arrows show/],
            [{ removed: ["a1"] }, /^Crosses show/],
            [{ removed: ["a1"], flipped: ["b1"] }, /^Rings and crosses show/],
            [{ ...pushed, removed: ["a1"], flipped: ["b1"] }, /^Arrows, rings and crosses show/],
        ];
        for (const [effects, expected] of cases) {
            localStorage.clear();
            const tips = new Tips();
            const now = view(expected.source, effects);
            tips.attend(now, true);
            expect(tips.textAt(now)).toMatch(expected);
        }
        localStorage.clear();
    });

    test("each once: until the next position, until it is dismissed, and not where they are switched off", () => {
        const tips = new Tips();
        tips.attend(view("one"), false);
        expect(tips.textAt(view("one"))).toMatch(/^Point at/);
        set("confirm", true);
        expect(tips.textAt(view("one"))).toMatch(/^Tap/);
        expect(tips.textAt(view("two"))).toBe("");
        tips.attend(view("two"), false);
        expect(tips.textAt(view("two"))).toBe("");
        const later = view("three", { captured: ["a1"] });
        tips.attend(later, true);
        expect(tips.textAt(later)).toMatch(/^Rings show/);
        tips.dismiss();
        expect(tips.textAt(later)).toBe("");
        set("tips", false);
        const end = view("four", null, ["BWBW", "BW.."]);
        tips.attend(end, true);
        expect(tips.textAt(end)).toBe("");
        set("tips", true);
        new Tips().attend(view("five"), false);
        expect(new Tips().textAt(view("five"))).toBe("");
    });
});
