// @vitest-environment jsdom
import { beforeAll, expect, it } from "vitest";
import facts from "../../fixtures/facts.json";
import { loadTexts } from "../../lib/texts.svelte";
import type { GameFacts, StoredGame } from "../../lib/types";
import type { Table } from "../../online/table";
import { abortedText, newsOf, titleOf } from "./words";

beforeAll(() => loadTexts("en"));

it("names the komi of a game that has one, also where it is nothing", () => {
    const title = (text: string, moves: string[] = []) =>
        titleOf(facts as unknown as GameFacts[], text, moves).replaceAll("\u00a0", " ");
    expect(title("vacu(size=9)")).toBe("Vacu · 9×9 · komi 0");
    expect(title("vacu(size=9,komi=7,setup=fixed)")).toBe("Vacu · 9×9 · komi 7");
    expect(title("vacu(size=9,komi=0,setup=auction)")).toBe("Vacu · 9×9 · komi set by the players");
    expect(title("vacu(size=9,komi=0,setup=auction)", ["komi 8", "white"])).toBe("Vacu · 9×9 · komi 8");
    expect(title("kaomi(size=5)")).toBe("Kaomi · 5×5");
});

const calm = { seat: 1, offers: {}, refused: null, phase: "playing", end: null } as unknown as Table;
const table = (more: Partial<Table>): Table => ({ ...calm, ...more });

it("tells what is asked, answered and stopped once, and nothing of what was there before", () => {
    const asked = table({ offers: { takeback: 2, pause: 1 } });
    expect(newsOf(calm, asked, false)).toBe(
        "Your opponent asks to take back their last move. You have asked for a pause.",
    );
    expect(newsOf(asked, table({ offers: { takeback: 2 } }), false)).toBe("");
    const declined = table({ refused: { what: "pause", seat: 1 } });
    expect(newsOf(asked, declined, false)).toBe("The pause was declined.");
    expect(newsOf(declined, declined, false)).toBe("");
    expect(newsOf(declined, table({ refused: { what: "pause", seat: 1 } }), false)).toBe("The pause was declined.");
    expect(newsOf(calm, table({ refused: { what: "pause", seat: 2 } }), false)).toBe("");
    const away = newsOf(calm, table({ offers: { rematch: 1 } }), true);
    expect(away).toContain("Your opponent is away");
    const paused = table({ phase: "paused" });
    expect(newsOf(asked, paused, false)).toBe("The clocks are stopped. Either player can resume the game.");
    expect(newsOf(paused, calm, false)).toBe("The game continues: the clocks are running.");
    // Who watches hears of the clocks, and of no offers.
    expect(newsOf(table({ seat: null }), table({ seat: null, offers: { draw: 1 } }), false)).toBe("");
});

it("says who has called a game off, where somebody has", () => {
    const seats = { 1: { name: "Ann", number: 1 }, 2: { name: null, number: 2 } } as unknown as StoredGame["seats"];
    const text = (seat: 1 | 2 | null, by: 1 | 2 | null) =>
        abortedText(table({ seat, end: { winner: null, how: "aborted", by } }), { seats });
    expect(text(1, 1)).toBe("You called the game off.");
    expect(text(1, 2)).toBe("Your opponent called the game off.");
    expect(text(null, 1)).toBe("Ann called the game off.");
    expect(text(1, null)).toMatch(/^Somebody left or did not move in time/);
});
