import { describe, expect, it } from "vitest";
import { clear, detail, gameText, paint, read, write } from "./draft";

const TEXT = "vacu(size=3,komi=3,setup=fixed) .B./BWW/... W passes=1 button=B";

describe("a position text", () => {
    it("comes apart and together", () => {
        const draft = read(TEXT)!;
        expect(draft).toEqual({
            name: "vacu",
            options: { size: "3", komi: "3", setup: "fixed" },
            rows: [".B.", "BWW", "..."],
            side: "W",
            details: { passes: "1", button: "B" },
        });
        expect(write(draft)).toBe(TEXT);
        expect(gameText(draft)).toBe("vacu(size=3,komi=3,setup=fixed)");
    });
    it("may be a game alone, and loses its moves", () => {
        expect(write(read("iago")!)).toBe("iago");
        expect(read("vadus(size=4) moves d4,c3")!.rows).toBeNull();
        expect(read("")).toBeNull();
        expect(read("(size=3)")).toBeNull();
    });
    it("is painted on, and the same brush takes away", () => {
        const draft = read(TEXT)!;
        expect(paint(draft, 5, "B").rows).toEqual([".B.", "BWB", "..."]);
        expect(paint(draft, 1, "B").rows).toEqual(["...", "BWW", "..."]);
        expect(paint(draft, 8, ".").rows).toEqual([".B.", "BWW", "..."]);
    });
    it("does not stay over when it is changed", () => {
        const over = read("vacu(size=3) .B./B.B/.B. W over=last-group")!;
        expect(write(paint(over, 4, "W"))).toBe("vacu(size=3) .B./BWB/.B. W");
        expect(write(clear(over))).toBe("vacu(size=3) .../.../... W");
    });
    it("leaves usual details out", () => {
        const draft = read("vacu(size=3) .../.../... B")!;
        const passes = { name: "passes" as const, values: ["0", "1", "2"], usual: "0", needsStones: false };
        const button = { name: "button" as const, values: ["-", "B", "W"], usual: "-", needsStones: false };
        expect(write(detail(draft, button, "W"))).toBe("vacu(size=3) .../.../... B button=W");
        expect(write(detail(detail(draft, passes, "1"), passes, "0"))).toBe("vacu(size=3) .../.../... B");
    });
});
