import { describe, expect, it } from "vitest";
import { after, analyseAddress, inAddress, join, parts } from "./line";

describe("lines", () => {
    it("come apart and together", () => {
        const line = "vacu(size=3,komi=0,setup=auction) moves komi 4,black,b2,button";
        const { start, moves } = parts(line);
        expect(start).toBe("vacu(size=3,komi=0,setup=auction)");
        expect(moves).toEqual(["komi 4", "black", "b2", "button"]);
        expect(join(start, moves)).toBe(line);
        expect(join(start, [])).toBe(start);
    });
    it("begin at positions too", () => {
        const line = "vacu(size=3) .B./B.B/.B. W moves button";
        expect(after(line, "b2")).toBe("vacu(size=3) .B./B.B/.B. W moves button,b2");
        expect(after("vacu(size=3) .B./B.B/.B. W", "b2", "pass")).toBe("vacu(size=3) .B./B.B/.B. W moves b2,pass");
    });
    it("survive an address", () => {
        const line = "vacu(size=3,komi=0,setup=fixed) .B./B.B/.B. W moves button,b2";
        const address = new URL(analyseAddress(line), "http://here");
        expect(address.searchParams.get("line")).toBe(line);
        expect(inAddress(line)).toBe("vacu(size=3,komi=0,setup=fixed)+.B./B.B/.B.+W+moves+button,b2");
    });
});
