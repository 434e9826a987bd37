import { describe, expect, it, vi } from "vitest";
import type { Table } from "./table";

let told: Partial<Table>[] = [];
let fails = false;
const asked = vi.fn();
vi.mock("./offered", () => ({ mayHaveGames: () => Promise.resolve(true) }));
vi.mock("./own", () => ({
    ownTables: () => {
        asked();
        return fails ? Promise.reject(new Error("away")) : Promise.resolve({ tables: told });
    },
}));
vi.mock("../lib/engine", () => ({ view: (line: string) => Promise.resolve({ line, position: `after ${line}` }) }));
const { isRunning, refusalOf } = await import("./running");

const game = { line: "vacu(size=9) moves a1,b2", position: "vacu(size=9) B 2a/7b" };
const long = { line: "vacu(size=9) moves a1,b2,c3,d4,e5,f6", position: "vacu(size=9) B 2a/7c" };

describe("a line that the engine is not asked about", () => {
    it("is one's own game as it stands, as moves or as a position, and what follows from there", () => {
        expect(isRunning("vacu(size=9) moves a1,b2", [game])).toBe(true);
        expect(isRunning(game.position, [game])).toBe(true);
        expect(isRunning(`${game.position} moves c3`, [game])).toBe(true);
        expect(isRunning(`${long.line},g7`, [long])).toBe(true);
    });
    it("is no other game, no earlier position, and no opening that anybody may play", () => {
        for (const line of [
            "vacu(size=9)",
            "vacu(size=9) moves a1",
            "vacu(size=9) moves a1,b2,c3",
            "vacu(size=9) moves a1,c3",
            "vacu(size=13) moves a1,b2",
        ])
            expect(isRunning(line, [game]), line).toBe(false);
        expect(isRunning("vacu(size=9)", [{ line: "vacu(size=9)", position: "vacu(size=9) B 9/9" }])).toBe(false);
    });
    it("is asked of the server now and then, and of what was known while that does not answer", async () => {
        const clock = vi.spyOn(performance, "now").mockReturnValue(0);
        told = [
            { start: "vacu(size=9)", moves: ["a1"], phase: "playing" },
            { start: "vacu(size=9)", moves: ["b2"], phase: "over" },
            { start: "vacu(size=9)", moves: ["c3"], phase: "paused" },
        ];
        const [going, over, paused] = ["a1", "b2", "c3"].map((move) => `vacu(size=9) moves ${move}`) as [
            string,
            string,
            string,
        ];
        expect((await refusalOf(going))!.status).toBe(409);
        expect(await refusalOf(over)).toBeNull();
        expect(await refusalOf(paused)).not.toBeNull();
        expect(asked).toHaveBeenCalledTimes(1);
        fails = true;
        clock.mockReturnValue(60_000);
        expect(await refusalOf(going)).not.toBeNull();
        expect(asked).toHaveBeenCalledTimes(2);
        fails = false;
        told = [];
        expect(await refusalOf(going)).toBeNull();
    });
});
