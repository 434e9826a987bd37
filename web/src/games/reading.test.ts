import { describe, expect, it } from "vitest";
import { wishOf } from "./reading";

describe("wishOf", () => {
    it("takes JSON for a record", () => {
        expect(wishOf('\uFEFF {"format": "fieldstone", "version": 1}\n')).toEqual({
            record: { format: "fieldstone", version: 1 },
        });
    });
    it("takes everything else for a line", () => {
        expect(wishOf(" kaomi(size=5) moves c3,swap\n")).toEqual({ line: "kaomi(size=5) moves c3,swap" });
        expect(wishOf("{broken")).toEqual({ line: "{broken" });
    });
});
