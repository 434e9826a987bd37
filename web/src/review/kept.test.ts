import { beforeEach, describe, expect, it, vi } from "vitest";
vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: false })));
import { keepReview, keptReview } from "./kept";

const made = (line: string, seconds = 1) => ({ line, seconds, looks: [], moves: [] });

describe("kept reviews", () => {
    beforeEach(() => localStorage.clear());
    it("are found by their line, the newest one", () => {
        keepReview(made("vacu moves a1"));
        keepReview(made("vacu moves a1", 5));
        expect(keptReview("vacu moves a1")!.seconds).toBe(5);
        expect(keptReview("vacu moves a2")).toBeNull();
    });
    it("do not grow for ever", () => {
        for (let number = 0; number < 20; number++) keepReview(made(`vacu moves a${number}`));
        expect(keptReview("vacu moves a0")).toBeNull();
        expect(keptReview("vacu moves a19")).not.toBeNull();
    });
});
