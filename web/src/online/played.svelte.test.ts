import { describe, expect, it } from "vitest";
import { attendNoMore, attendTo, played } from "./played.svelte";

describe("the games after which a rematch is told", () => {
    it("are the last ones that were left, each once", () => {
        for (const id of ["a", "b", "a", "c"]) attendTo(id);
        expect(played.ids).toEqual(["c", "a", "b"]);
        attendTo("d");
        expect(played.ids).toEqual(["d", "c", "a"]);
        attendNoMore("c");
        expect(played.ids).toEqual(["d", "a"]);
    });
});
