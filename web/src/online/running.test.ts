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

/** Where a line of the tests stands: the stones in order, whoever has come first. */
const positionOf = (line: string): Promise<string> => {
    const moves = line.split(" moves ")[1]?.split(",") ?? [];
    const of = (rest: number): string =>
        moves
            .filter((_, ply) => ply % 2 === rest)
            .sort()
            .join();
    return Promise.resolve(`${of(0)}/${of(1)}`);
};

const game = { line: "vacu(size=9) moves a1,b2", position: "vacu(size=9) B 2a/7b" };
const long = { line: "vacu(size=9) moves a1,b2,c3,d4,e5,f6", position: "vacu(size=9) B 2a/7c" };

describe("a line that the engine is not asked about", () => {
    it("is one's own game as it stands, as moves or as a position, and what follows from there", async () => {
        expect(await isRunning("vacu(size=9) moves a1,b2", [game], positionOf)).toBe(true);
        expect(await isRunning(game.position, [game], positionOf)).toBe(true);
        expect(await isRunning(`${game.position} moves c3`, [game], positionOf)).toBe(true);
        expect(await isRunning(`${long.line},g7`, [long], positionOf)).toBe(true);
    });
    it("is one's own game by another order of its moves too, and what follows from there", async () => {
        const stands = { line: long.line, position: await positionOf(long.line) };
        expect(await isRunning("vacu(size=9) moves c3,d4,a1,b2,e5,f6", [stands], positionOf)).toBe(true);
        expect(await isRunning("vacu(size=9) moves c3,d4,a1,b2,e5,f6,g7,h8", [stands], positionOf)).toBe(true);
        expect(await isRunning("vacu(size=9) moves c3,d4,a1,b2,e5,g7", [stands], positionOf)).toBe(false);
        expect(await isRunning("vacu(size=9) moves d4,c3,a1,b2,e5,f6", [stands], positionOf)).toBe(false);
    });
    it("is no other game, no earlier position, and no opening that anybody may play", async () => {
        for (const line of [
            "vacu(size=9)",
            "vacu(size=9) moves a1",
            "vacu(size=9) moves a1,b2,c3",
            "vacu(size=9) moves a1,c3",
            "vacu(size=13) moves a1,b2",
        ])
            expect(await isRunning(line, [game], positionOf), line).toBe(false);
        const begun = { line: "vacu(size=9)", position: "vacu(size=9) B 9/9" };
        expect(await isRunning("vacu(size=9)", [begun], positionOf)).toBe(false);
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
