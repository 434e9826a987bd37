// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
// The settings ask for the size of the screen when they are loaded; jsdom has none.
vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: false })));
import { done, nextStep, progress } from "./progress";

describe("progress", () => {
    beforeEach(() => localStorage.clear());
    it("is kept by game", () => {
        expect(done("vacu", 2)).toEqual([2]);
        expect(done("vacu", 0)).toEqual([0, 2]);
        expect(done("vacu", 0)).toEqual([0, 2]);
        expect(done("iago", 1)).toEqual([1]);
        expect(progress()).toEqual({ vacu: [0, 2], iago: [1] });
    });
    it("goes on at the first step that is not done", () => {
        expect(nextStep([0, 1, 3], 5)).toBe(2);
        expect(nextStep([0, 1], 2)).toBeNull();
        expect(nextStep([], 0)).toBeNull();
    });
});
