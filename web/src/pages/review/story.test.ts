// @vitest-environment jsdom
import { beforeAll, expect, it, vi } from "vitest";
import { NO_EFFECTS } from "../../lib/announce";
import { loadTexts } from "../../lib/texts.svelte";
import type { Colour, Effects, PlayedMove, View } from "../../lib/types";

/** The sizes of the groups of both after so many moves: of a game of six moves. */
const { sizes, scored } = vi.hoisted(() => ({
    sizes: [] as Record<"B" | "W", number[]>[],
    scored: { as: "groups" as "groups" | "squares" | "worth" | "none", komi: 0 },
}));
vi.mock("../../lib/positions/positions", () => ({
    viewOf: async (line: string) => {
        const ply = line.includes(" moves ") ? line.split(" moves ")[1]!.split(",").length : 0;
        let place = 0;
        const groups = (["B", "W"] as const).flatMap((colour) =>
            sizes[ply]![colour].map((size) => ({
                colour,
                points: Array.from({ length: Math.max(1, size) }, () => `${colour}${place++}`),
                ...(scored.as === "worth" ? { value: size, connection: [] } : {}),
            })),
        );
        const squares = Object.fromEntries(
            (["B", "W"] as const).map((colour) => [
                colour,
                sizes[ply]![colour].reduce((sum, one) => sum + one ** 2, 0),
            ]),
        );
        const count = scored.as === "squares" ? { groups, squares } : { groups };
        const scores = { B: squares.B, W: squares.W! + scored.komi };
        const toMove = ply % 2 ? "W" : "B";
        const unit = scored.as === "worth" ? "value" : "group";
        const score = { kind: scored.as === "none" ? "none" : "groups", unit };
        return { toMove, rows: [], points: [], effects: {}, score, scores, count, outcome: null } as unknown as View;
    },
}));
import { storyOf } from "./story";

const moves = (did: Partial<Effects>[] = []): PlayedMove[] =>
    ["a1", "b1", "a2", "b2", "a3", "b3"].map((move, ply) => ({
        move,
        ply,
        seat: ply % 2 ? 2 : 1,
        colour: ply % 2 ? "W" : "B",
        settles: false,
        turn: ply,
        effects: { ...NO_EFFECTS, placed: [move], ...did[ply] },
    }));
const tell = (winner: Colour, did?: Partial<Effects>[], marked: number[] | null = [], left = false) =>
    storyOf({
        ...{ start: "kaomi", moves: moves(did), winner, left, turnOf: String },
        marked: marked && new Set(marked),
    });
const grown = (...all: [number[], number[]][]): void => {
    sizes.splice(0, sizes.length, ...all.map(([B, W]) => ({ B, W })));
};

beforeAll(() => loadTexts("en"));

it("tells since which move the winner's biggest group is the bigger one, and where the lead grew most", async () => {
    scored.as = "groups";
    grown([[], []], [[1], []], [[1], [1]], [[2], [1]], [[2], [3]], [[2], [3]], [[2], [7]]);
    expect(await tell("W")).toEqual([
        {
            ply: 4,
            text: "From move 4 on (White b2 grows the biggest own group to 3), White had the biggest group left, 3 to 2",
        },
        {
            ply: 6,
            text: "The lead grew most with move 6, White b3 grows the biggest own group to 7 (then 7 to 2)",
        },
    ]);
});
it("tells of no lead that was too small to be told, nor of one that the winner did not have", async () => {
    scored.as = "groups";
    grown([[], []], [[1], []], [[1], [1]], [[2], [1]], [[2], [3]], [[2], [3]], [[2], [4]]);
    expect((await tell("W")).map(({ ply }) => ply)).toEqual([4]);
    expect(await tell("B")).toEqual([]);
});
it("tells of a game that somebody has left only where it was clear on the board", async () => {
    scored.as = "groups";
    grown([[], []], [[1], []], [[1], [1]], [[2], [1]], [[2], [3]], [[2], [3]], [[2], [3]]);
    expect(await tell("W", [], [], true)).toEqual([]);
    grown([[], []], [[1], []], [[1], [1]], [[2], [1]], [[2], [3]], [[2], [3]], [[2], [4]]);
    expect((await tell("W", [], [], true)).map(({ ply }) => ply)).toEqual([4]);
});
it("gives no reason why a move gave the other side the lead: none of what it did speaks for that", async () => {
    scored.as = "groups";
    grown([[], []], [[1], []], [[1], [1]], [[1], [1]], [[1], [1]], [[1], [2]], [[1], [2]]);
    expect((await tell("W")).map(({ text }) => text)).toEqual([
        "From move 5 on (Black a3), White had the biggest group left, 2 to 1",
    ]);
});
it("praises no move that the review calls a mistake, and says where the end is another", async () => {
    scored.as = "groups";
    grown([[], []], [[1], []], [[1], [3]], [[1], [6]], [[1], [6]], [[1], [9]], [[2], [8]]);
    const most = async (...marked: number[]): Promise<string> => (await tell("W", [], marked)).at(-1)!.text;
    expect(await most()).toContain("The lead grew most with move 3,");
    expect(await most()).toContain("(then 6 to 1); at the end: 8 to 2");
    expect(await most(3)).toContain("The lead grew most with move 5,");
    expect(await most(3, 5)).toContain("From move 2 on");
    // Nor any before it is known which are mistakes.
    expect((await tell("W", [], null)).map(({ ply }) => ply)).toEqual([2]);
});
it("goes by squares where all groups count", async () => {
    scored.as = "squares";
    grown([[], []], [[1], []], [[1], [1]], [[2], [1]], [[2], [3]], [[2], [3]], [[2], [5]]);
    const [lead, most] = await tell("W");
    expect(lead!.text).toContain("White had the higher sum of squares (of group sizes)");
    expect(lead!.text).toContain("9 to 4");
    expect(most!.text).toContain("(then 25 to 4)");
});
it("counts komi with the squares, by which White may have led from the start", async () => {
    scored.as = "squares";
    scored.komi = 4;
    grown([[], []], [[3], []], [[3], [2]], [[3], [2]], [[3], [3]], [[3], [3]], [[3], [5]]);
    const [lead, most] = await tell("W");
    expect(lead!.text).toBe(
        "From move 4 on (White b2 grows the biggest own group to 3), White had the higher score (squares and komi), 13 to 9",
    );
    expect(most!.text).toContain("(then 29 to 9)");
    grown([[], []], [[1], []], [[1], [1]], [[1], [1]], [[1], [3]], [[1], [3]], [[1], [5]]);
    expect((await tell("W")).map(({ ply }) => ply)).toEqual([6]);
    grown(...Array.from({ length: 7 }, (): [number[], number[]] => [[1], [1]]));
    expect(await tell("W")).toEqual([]);
    scored.komi = 0;
});
it("goes by what the best groups are worth where stones may count against them (W5)", async () => {
    scored.as = "worth";
    grown([[], []], [[-1], []], [[-1], [-1]], [[-2, -1], [-1]], [[-1], [2, -5]], [[-1], [2, -5]], [[-2], [2, -5]]);
    expect((await tell("W")).map(({ text }) => text)).toEqual([
        "From move 4 on (White b2), White had the best group, 2 to −1; at the end: 2 to −2",
    ]);
});
it("goes by the first groups that differ where the best ones are worth the same (W6)", async () => {
    scored.as = "worth";
    grown(
        [[], []],
        [[1], []],
        [[1], [1]],
        [[2], [1]],
        [[2], [2]],
        [[-1, 2], [2]],
        [
            [-1, 2],
            [-4, 2],
        ],
    );
    expect((await tell("B")).map(({ text }) => text)).toEqual([
        "From move 6 on (White b3), Black was ahead by the first groups that differ, −1 to −4",
    ]);
});
it("tells where stones are taken who took and gave up how many, and the winner's move that took most; none of one's own", async () => {
    scored.as = "none";
    grown(...Array.from({ length: 7 }, (): [number[], number[]] => [[1], [1]]));
    const did = [
        {},
        { removed: ["c1", "c2"] },
        { removed: ["d1"] },
        { removed: ["e1", "e2", "e3"] },
        { removed: ["a3", "d4", "d5", "d6"] }, // with it goes what was placed: all of them are the mover's own
    ];
    const [whole, most, ...more] = await tell("W", did);
    expect(whole).toEqual({
        ply: null,
        text: "In all: Black removes 1 stone, gives up 4 stones of its own; White removes 5 stones",
    });
    expect(most).toEqual({ ply: 4, text: "White’s biggest single gain: move 4, b2 removes 3 stones" });
    expect(more).toEqual([]);
    const marked = (await tell("W", did, [4])).map(({ text }) => text);
    expect(marked).toEqual([whole!.text, "White’s biggest single gain: move 2, b1 removes 2 stones"]);
    expect(await tell("W", did, null)).toEqual([whole]);
    expect(await tell("W")).toEqual([]);
});
