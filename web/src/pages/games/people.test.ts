// @vitest-environment jsdom
import { beforeAll, expect, it, vi } from "vitest";
vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: false })));
import { loadTexts } from "../../lib/texts.svelte";
import type { GameSummary } from "../../lib/types";
import type { Own } from "../home/going";
import { bothOf, stateOf } from "./people";
import { playersOf } from "./words";

beforeAll(() => loadTexts("en"));

const person = (name: string | null) => ({ name, deleted: false, rating: null, provisional: false });
const human = { kind: "human", level: null, name: "", number: 1 };
const own = (table: object, game: object = {}): Own =>
    ({
        table: { seat: 2, players: [person(null), person("Eva")], end: null, ...table },
        game: { seats: { 1: human, 2: human }, colours: { 1: "B", 2: "W" }, outcome: null, ...game },
        turn: "Your turn: White",
        offer: "",
    }) as unknown as Own;

it("says who plays what in a game with somebody elsewhere", () => {
    expect(bothOf(own({ players: [person("Ann"), person("Eva")] }))).toBe("Black: Ann – White: You");
    expect(bothOf(own({ seat: 1 }, { colours: { 1: "W", 2: "B" } }))).toBe("White: You – Black: Eva");
    expect(bothOf(own({ players: [person(null), person(null)] }))).toBe("Black: Opponent – White: You");
    expect(bothOf(own({ players: [null, person(null)] }, { colours: { 1: null, 2: null } }))).toBe("You");
});

it("says why such a game ended", () => {
    const outcome = (winnerSeat: 1 | 2 | null, termination: string, sentence: string) =>
        stateOf(own({}, { outcome: { winner: "B", winnerSeat, termination, sentence } }));
    expect(outcome(1, "resignation", "Black wins. White resigned.")).toBe("Your opponent wins. You resigned.");
    expect(outcome(2, "time", "White wins. Black ran out of time.")).toBe("You win. Your opponent ran out of time.");
    expect(outcome(null, "agreement", "Draw. The players agreed.")).toBe("A draw. The players agreed.");
    expect(stateOf(own({ end: { winner: null, how: "aborted", by: 1 } }))).toBe("Your opponent called the game off.");
    expect(stateOf(own({ end: { winner: null, how: "aborted", by: null } }))).toBe("The game was called off");
    expect(stateOf(own({}))).toBe("Your turn: White");
});

it("says who plays what on one device, once it is settled", () => {
    const computer = { ...human, kind: "computer", level: 5 };
    const game = (colours: object): string =>
        playersOf({ seats: { 1: human, 2: computer }, colours } as unknown as GameSummary);
    expect(game({ 1: "W", 2: "B" })).toBe("White: You – Black: Computer (level 5)");
    expect(game({ 1: null, 2: null })).toBe("You – Computer (level 5)");
});
