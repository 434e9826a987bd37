// @vitest-environment jsdom
import { beforeAll, describe, expect, test } from "vitest";
import { loadTexts } from "../../lib/texts.svelte";
import type { GameList, GameSummary } from "../../lib/types";
import { addressOf, ALL, find, fits, goingFirst, isAll, isListed, refusedIn, wantedIn, type Wanted } from "./wanted";

const human = { kind: "human", name: "" };
const computer = { kind: "computer", name: "" };
const begun = {
    gameText: "kaomi(size=5)",
    plies: 2,
    rows: ["BW"],
    handed: [],
    imported: false,
    seats: { 1: human, 2: computer },
};
const game = (more: object = {}): GameSummary =>
    ({ game: "kaomi", status: "playing", outcome: null, ...begun, ...more }) as unknown as GameSummary;
const over = (winnerSeat: 1 | 2 | null, more: object = {}): GameSummary =>
    game({ status: "over", outcome: { winnerSeat }, ...more });
const wants = (wanted: Partial<Wanted>, one: GameSummary, words = ""): boolean =>
    fits(one, { ...ALL, ...wanted }, () => words);

beforeAll(() => loadTexts("en"));

describe("the address", () => {
    test("says what is wanted, and nothing else", () => {
        const wanted: Wanted = { text: "鉛筆 a&b", game: "iago-free", opponent: "computer", state: "won" };
        expect(wantedIn(new URL(addressOf(wanted), "http://here").search)).toEqual(wanted);
        expect(addressOf(ALL)).toBe("/games");
        expect(addressOf({ ...ALL, state: "over" })).toBe("/games?state=over");
    });
    test("what it says and nobody knows is all", () => {
        expect(wantedIn("?opponent=cat&state=lovely&more=1")).toEqual(ALL);
        expect(refusedIn("?opponent=cat&state=lovely&more=1&game=go", ["vacu", "iago"])).toEqual([
            "“game=go” in the address is not valid. Valid: vacu, iago.",
            "“opponent=cat” in the address is not valid. Valid: computer, human, people.",
            "“state=lovely” in the address is not valid. Valid: playing, over, won, lost, drawn.",
        ]);
        expect(refusedIn("?opponent=people&state=&game=iago", ["vacu", "iago"])).toEqual([]);
        expect(isAll({ ...ALL, text: " " })).toBe(true);
        expect(isAll({ ...ALL, text: "a" })).toBe(false);
    });
});

test("what was called off is listed for a day, what was played for ever", () => {
    const hour = 3_600_000;
    const after = (hours: number, how: "aborted" | "declined" | "withdrawn" | "resignation"): boolean =>
        isListed({ end: { winner: null, how, by: 1 }, created: 1_000, now: 1_000 + hours * hour });
    expect([after(23, "aborted"), after(25, "aborted"), after(25, "declined")]).toEqual([true, false, false]);
    expect(after(0, "withdrawn")).toBe(false); // to it nobody has come
    expect(after(9_000, "resignation")).toBe(true);
    expect(isListed({ end: null, created: 0, now: 9_000 * hour })).toBe(true);
});

describe("a game is wanted", () => {
    test("with other people, by how it ended for whoever asks; one that was called off ended in nothing", () => {
        const seats = { 1: human, 2: human };
        const won = { ...over(2, { seats }) };
        const wants = (state: Wanted["state"], one: GameSummary, own: 1 | 2): boolean =>
            fits(one, { ...ALL, state }, () => "", own);
        expect([wants("won", won, 2), wants("lost", won, 2), wants("lost", won, 1), wants("over", won, 1)]).toEqual([
            true,
            false,
            true,
            true,
        ]);
        const off = over(null, { seats, outcome: { winnerSeat: null, termination: "aborted" } });
        expect([wants("drawn", off, 1), wants("over", off, 1)]).toEqual([false, true]);
    });
    test("for its rules", () => {
        expect(wants({ game: "kaomi" }, game())).toBe(true);
        expect(wants({ game: "vacu" }, game())).toBe(false);
    });
    test("for the opponent", () => {
        const two = game({ seats: { 1: human, 2: human } });
        expect([wants({ opponent: "computer" }, game()), wants({ opponent: "computer" }, two)]).toEqual([true, false]);
        expect([wants({ opponent: "human" }, game()), wants({ opponent: "human" }, two)]).toEqual([false, true]);
        expect(wants({ opponent: "people" }, two)).toBe(false);
        const elsewhere = (opponent: Wanted["opponent"]): boolean => fits(two, { ...ALL, opponent }, () => "", 2);
        expect([elsewhere("people"), elsewhere("human"), elsewhere("computer")]).toEqual([true, false, false]);
    });
    test("for how it stands, and how it ended for the one person", () => {
        const games = [game(), over(1), over(2), over(null)];
        const said = (state: Wanted["state"]) => games.map((one) => wants({ state }, one));
        expect(said("")).toEqual([true, true, true, true]);
        expect(said("playing")).toEqual([true, false, false, false]);
        expect(said("over")).toEqual([false, true, true, true]);
        expect(said("won")).toEqual([false, true, false, false]);
        expect(said("lost")).toEqual([false, false, true, false]);
        expect(said("drawn")).toEqual([false, false, false, true]);
    });
    test("before others where it is not over", () => {
        const [first, second, third, last] = [over(1), game(), over(2), game()];
        expect(goingFirst([first, second, third, last])).toEqual([second, last, first, third]);
    });
    test("of two people neither has won against the other here", () => {
        const two = over(1, { seats: { 1: human, 2: human } });
        expect([wants({ state: "won" }, two), wants({ state: "lost" }, two)]).toEqual([false, false]);
    });
    test("for all of the words, however they are written", () => {
        expect(wants({ text: "  EVA  won" }, game(), "Eva – Ann\nBlack won")).toBe(true);
        expect(wants({ text: "eva lost" }, game(), "Eva – Ann\nBlack won")).toBe(false);
        expect(wants({ text: "ｅｖａ" }, game(), "Eva")).toBe(true);
    });
    test("for who won, and not for every game that names the colour and says that somebody wins", () => {
        const said = "Kaomi 7\nYou (Black) – Computer (White)\nWhite wins by 3 stones.";
        expect(wants({ text: "Kaomi  White  wins" }, game(), said)).toBe(true);
        expect(wants({ text: "white wins kaomi" }, game(), said)).toBe(true);
        expect(wants({ text: "black wins" }, game(), said)).toBe(false);
        expect(wants({ text: "black computer" }, game(), said)).toBe(true);
        expect(wants({ text: "you win" }, game(), "Your opponent wins. Black resigned.")).toBe(false);
        expect(wants({ text: "opponent wins" }, game(), "Your opponent wins. Black resigned.")).toBe(true);
    });
});

describe("the list", () => {
    /** So many games, from the latest down; each tenth is of Vacu. */
    const kept = Array.from({ length: 250 }, (_, place) =>
        game({ updated: String(1000 - place), game: place % 10 ? "kaomi" : "vacu" }),
    );
    const asked: [number, string | undefined][] = [];
    const ask = async (limit: number, before?: string): Promise<GameList> => {
        asked.push([limit, before]);
        const older = kept.filter(({ updated }) => before === undefined || Number(updated) < Number(before));
        return { games: older.slice(0, limit), more: older.length > limit, unreadable: before ? [] : ["x"] };
    };

    test("of all games is asked page by page", async () => {
        asked.length = 0;
        const found = await find(null, ask);
        expect(found.games).toEqual(kept.slice(0, 30));
        expect(found.unreadable).toEqual(["x"]);
        await find(null, ask, found.next!);
        expect(asked).toEqual([
            [30, undefined],
            [30, "971"],
        ]);
    });
    test("of some games goes on until a page is full or there are no more", async () => {
        const few = await find((one) => one.game === "vacu", ask);
        expect(few.games).toHaveLength(25);
        expect(few.next).toBeNull();
        const first = await find((one) => one.game === "kaomi", ask);
        const second = await find((one) => one.game === "kaomi", ask, first.next!);
        expect([...first.games, ...second.games]).toEqual(kept.filter((one) => one.game === "kaomi").slice(0, 60));
    });
    test("ends where exactly a page is there", async () => {
        const thirty = async (): Promise<GameList> => ({ games: kept.slice(0, 30), more: false, unreadable: [] });
        expect((await find(null, thirty)).next).toBeNull();
        expect(await find(null, async () => ({ games: [], more: false, unreadable: [] }))).toEqual({
            games: [],
            next: null,
            unreadable: [],
        });
    });
});
