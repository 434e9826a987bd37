import { describe, expect, it } from "vitest";
import setup from "../../fixtures/views-setup.json";
import facts from "../../fixtures/facts.json";
import type { Detail, GameFacts } from "../../lib/types";
import { choose, clear, detail, gameText, paint, read, resized, sayable, write } from "./draft";

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
    it("keeps what fits on a square board of another size, from a1 on", () => {
        const small = read("vacu(size=2) WB/BW W")!;
        expect(resized(read("vacu(size=3) ..B/WB./BW. W")!, 2, []).rows).toEqual(["WB", "BW"]);
        expect(resized(small, 3, []).rows).toEqual(["...", "WB.", "BW."]);
        expect(resized(small, 2, []).rows).toEqual(["WB", "BW"]);
    });
    it("keeps what can be said of the position on a board of another size", () => {
        const all = setup.komi.details as Detail[];
        const larger = resized({ ...read(TEXT)!, options: { size: "4" } }, 4, all);
        expect(write(larger)).toBe("vacu(size=4) ..../.B../BWW./.... W passes=1 button=B");
        const over = read("vacu(size=3) .B./B.B/.B. W over=last-group")!;
        expect(resized(over, 4, all).details).toEqual({});
    });
    it("leaves usual details out", () => {
        const draft = read("vacu(size=3) .../.../... B")!;
        const passes = {
            name: "passes" as const,
            values: ["0", "1", "2"],
            usual: "0",
            needsStones: false,
            unsettled: [],
        };
        const button = {
            name: "button" as const,
            values: ["-", "B", "W"],
            usual: "-",
            needsStones: false,
            unsettled: [],
        };
        const both = [passes, button];
        expect(write(detail(draft, button, "W", both))).toBe("vacu(size=3) .../.../... B button=W");
        expect(write(detail(detail(draft, passes, "1", both), passes, "0", both))).toBe("vacu(size=3) .../.../... B");
    });
    it("says no detail that is not settled yet, and drops it when the setup goes back", () => {
        const all = setup.komi.details as Detail[];
        const names = (text: string) => sayable(read(text)!, all).map((one) => one.name);
        const start = "vacu(size=3,komi=0,setup=auction) .../.../...";
        expect(names(`${start} B setup=komi`)).toEqual(["setup", "passes", "button"]);
        expect(names(`${start} W setup=side komi=3`)).toEqual(["setup", "komi", "passes", "button"]);
        expect(names(`${start} B komi=3 seats=WB`)).toEqual(["setup", "komi", "seats", "passes", "button"]);
        const setupDetail = all.find((one) => one.name === "setup")!;
        const back = (stage: string) => write(detail(read(`${start} B komi=3 seats=WB`)!, setupDetail, stage, all));
        expect(back("side")).toBe(`${start} B komi=3 setup=side`);
        expect(back("komi")).toBe(`${start} B setup=komi`);
    });
    it("gives up an option that cannot be given beside what is chosen", () => {
        const vacu = (facts as unknown as GameFacts[]).find((game) => game.name === "vacu")!;
        const draft = read("vacu(size=3,komi=3,setup=fixed) .../.../... B")!;
        expect(gameText(choose(draft, vacu, "setup", "auction"))).toBe("vacu(size=3,komi=0,setup=auction)");
        expect(gameText(choose(draft, vacu, "size", "4"))).toBe("vacu(size=4,komi=3,setup=fixed)");
        const short = read("vacu(size=3)")!;
        expect(gameText(choose(short, vacu, "setup", "auction"))).toBe("vacu(size=3,setup=auction)");
    });
});
