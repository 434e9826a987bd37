// @vitest-environment jsdom
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { NO_EFFECTS } from "../../lib/announce";
import { loadTexts } from "../../lib/texts.svelte";
import type { PlayedMove, View } from "../../lib/types";

/** What the biggest groups have become after a line, Black's and White's, and whether the game is over then. */
const { after, over, walls } = vi.hoisted(() => ({
    after: {} as Record<string, [number, number]>,
    over: [] as string[],
    walls: { are: false },
}));
vi.mock("../../lib/positions/positions", () => ({
    movesOf: async (line: string) =>
        line
            .split(" moves ")[1]!
            .split(",")
            .map(
                (move, ply) =>
                    ({
                        move,
                        colour: ply % 2 ? "W" : "B",
                        seat: ply % 2 ? 2 : 1,
                        settles: false,
                        effects: NO_EFFECTS,
                    }) as unknown as PlayedMove,
            ),
    viewOf: async (line: string) => {
        const [B, W] = after[line.split(" moves ")[1] ?? ""] ?? [1, 1];
        const size = (colour: "B" | "W", count: number, cancelledBy: number | null = null) => {
            const points = Array.from({ length: count }, (_, index) => `${colour}${count}-${index}`);
            return { colour, points, cancelledBy, ...(walls.are ? { value: count, connection: points } : {}) };
        };
        // A pair that cancels each other is larger than what is left.
        const pair = walls.are ? [] : [size("B", 20, 1), size("W", 20, 0)];
        const groups = [...pair, size("B", B), size("W", W)];
        const rows = ["....."];
        const outcome = over.includes(line.split(" moves ")[1] ?? "") ? { winner: "B" } : null;
        const colours = line.includes("swap") ? { 1: "W", 2: "B" } : { 1: "B", 2: "W" };
        const score = { kind: "groups", unit: walls.are ? "value" : "group" };
        const count = { groups };
        return { toMove: "B", rows, points: [], effects: {}, score, count, outcome, colours } as unknown as View;
    },
}));
vi.mock("./lineend", () => ({ lineEnd: () => null }));
import { reasonsOf } from "./telling";

const long = (first: string): string[] => [first, ...Array.from({ length: 11 }, (_, index) => `c${index + 1}`)];
const better = long("a1");
const played = long("b1");
const key = (moves: readonly string[], count: number): string => moves.slice(0, count).join(",");
const given = (chances: [number, number]) =>
    reasonsOf("kaomi", { moves: better, chance: chances[0] }, { moves: played, chance: chances[1] });

beforeAll(() => loadTexts("en"));
beforeEach(() => {
    for (const line of Object.keys(after)) delete after[line];
    over.length = 0;
    walls.are = false;
    after[key(better, 8)] = [7, 4];
    after[key(played, 8)] = [3, 6];
});

it("follows lines that do not end the game for eight moves, and tells of groups that no other cancels", async () => {
    const found = await given([0.8, 0.3]);
    expect(found.better.moves).toBe(8);
    expect(found.better.words.at(-1)).toBe("After 8 moves: the biggest groups left are Black 7, White 4");
    expect(found.played.words.at(-1)).toBe("After 8 moves: the biggest groups left are Black 3, White 6");
});
it("tells of no groups that say another one wins than the chance does", async () => {
    const words = async (...chances: [number, number]) => (await given(chances)).better.words.join();
    expect(await words(0.4, 0.3)).not.toContain("biggest");
    expect(await words(0.9, 0.6)).not.toContain("biggest");
});
it("follows a line to the end of the game, where it comes to it, and the other for eight moves", async () => {
    over.push(key(better, 12));
    const found = await given([1, 0]);
    expect([found.better.moves, found.played.moves]).toEqual([12, 8]);
    expect(found.better.words.at(-1)).toBe("After 12 moves: Black wins");
});
it("says why to swap, or not to, where the lines differ in it", async () => {
    const words = async (first: string, second: string) => {
        const [one, other] = [first, second].map((move, index) => ({ moves: long(move), chance: index ? 0.3 : 0.7 }));
        return (await reasonsOf("kaomi", one!, other!)).better.words[0];
    };
    expect(await words("swap", "b1")).toBe("swap takes over the better side and plays White");
    expect(await words("b1", "swap")).toBe("b1 keeps the better side and plays Black");
    // What speaks for it is told in the colour that is one's own by then.
    after[key(long("swap"), 8)] = [2, 6];
    const moves = { moves: long("swap"), chance: 0.7 };
    const told = await reasonsOf("kaomi", moves, { moves: long("b1"), chance: 0.3 });
    expect(told.better.words.at(-1)).toBe("After 8 moves: the biggest groups left are Black 2, White 6");
    // A first stone that is swapped away is judged by that, once: it is the same for both lines.
    const swapped = (first: string, chance: number) => ({ moves: [first, "swap", "c1"], chance });
    const found = await reasonsOf("kaomi", swapped("a1", 0.5), swapped("b1", 0.3));
    expect(found.better.words[0]).toMatch(/^The other player may swap: /);
    expect(found.played.words.join()).not.toContain("swap");
});
it("says that nothing is won at once where a better line has nothing else to tell", async () => {
    for (const line of Object.keys(after)) delete after[line];
    const found = await given([0.8, 0.3]);
    expect(found.better.words).toEqual([expect.stringMatching(/^This line alone does not show why/)]);
    expect(found.played.words).toEqual([]);
    // A difference of one is told where it is all there is.
    after[key(better, 8)] = [3, 2];
    after[key(played, 8)] = [2, 2];
    expect((await given([0.8, 0.3])).better.words.at(-1)).toBe(
        "After 8 moves: the biggest groups left are Black 3, White 2",
    );
});

it("says of a move that was played by how much it lowers its own best connection (W5)", async () => {
    walls.are = true;
    after[""] = [5, 3];
    after[key(played, 1)] = [2, 3];
    after[key(better, 1)] = [4, 3];
    const found = await given([0.8, 0.3]);
    expect(found.played.words[0]).toBe("b1 lowers the best own group from 5 to 2");
    expect(found.better.words.join()).not.toContain("lowers");
    after[key(played, 1)] = [5, 3];
    expect((await given([0.8, 0.3])).played.words.join()).not.toContain("lowers");
});
