import { beforeEach, describe, expect, it, vi } from "vitest";

const kept = new Map<string, unknown>([["fieldstone.played", ["z"]]]);
vi.mock("../lib/settings.svelte", () => ({
    recall: (name: string, instead: unknown) => kept.get(name) ?? instead,
    remember: (name: string, what: unknown) => kept.set(name, what),
}));
const { attendNoMore, attendTo, noteOver, noteRunning, played } = await import("./played.svelte");

describe("the games that were left", () => {
    it("are at first those that ran here when the page was left", () => {
        expect(played.ids).toEqual(["z"]);
        attendNoMore("z");
        expect(played.ids).toEqual([]);
        expect(kept.get("fieldstone.played")).toEqual([]);
    });
    it("are the last ones that were left, each once", () => {
        for (const id of ["a", "b", "a", "c"]) attendTo(id);
        expect(played.ids).toEqual(["c", "a", "b"]);
        attendTo("d");
        expect(played.ids).toEqual(["d", "c", "a"]);
        attendNoMore("c");
        expect(played.ids).toEqual(["d", "a"]);
    });
});

describe("the games that run", () => {
    beforeEach(() => kept.clear());
    it("are kept for the next page, until they are over", () => {
        for (const id of ["a", "b", "a", "c", "d"]) noteRunning(id);
        expect(kept.get("fieldstone.played")).toEqual(["d", "c", "a"]);
        noteOver("c");
        expect(kept.get("fieldstone.played")).toEqual(["d", "a"]);
    });
});
