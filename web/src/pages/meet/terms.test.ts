// @vitest-environment jsdom
import { beforeAll, describe, expect, it } from "vitest";
import facts from "../../fixtures/facts.json";
import { loadTexts } from "../../lib/texts.svelte";
import type { GameFacts, Player, Seat, View } from "../../lib/types";
import type { Table } from "../../online/table";
import { termsOf } from "./terms";

const guest: Player = { name: null, deleted: false, rating: null, provisional: false, change: null };
const rules = { kind: "fischer" as const, main: 900_000, increment: 10_000, cap: 0, periods: 0, period: 0, delay: 0 };
const began = { seat: 1, colours: { 1: "B", 2: "W" }, komi: null } as unknown as View;
const open = { seat: 1, colours: { 1: null, 2: null }, komi: null } as unknown as View;

function said(start: string, view: View, more: Partial<Table> = {}): Record<string, string> {
    const fact = (facts as unknown as GameFacts[]).find(({ name }) => name === start.split("(", 1)[0])!;
    const table = { start, rules, seat: null, players: [guest, null], rated: false, public: false, ...more } as Table;
    return Object.fromEntries(termsOf(fact, table, view).map(({ name, said }) => [name, said]));
}

beforeAll(() => loadTexts("en"));

describe("what is agreed on", () => {
    it("names size, colour, komi, time, and that ratings do not change", () => {
        expect(said("vacu(size=13,komi=4)", { ...began, komi: 4 } as View)).toEqual({
            Board: "13×13",
            "You play": "White",
            Komi: "4",
            Time: "15 minutes + 10 seconds per turn",
            Rating: "Not rated",
        });
        const shown = said("vacu(size=9) B to move", began, { players: [null, guest], rated: true, public: true });
        expect(shown).toMatchObject({ "You play": "Black, first", Komi: "0", Spectators: "others may watch" });
        expect(shown.Rating).toMatch(/^Rated/);
    });
    it("is told to who invites from the own side", () => {
        expect(said("vacu(size=9)", began, { seat: 1 as Seat })["You play"]).toBe("Black, first");
        expect(said("vacu(size=9)", began, { seat: 2 as Seat, players: [null, guest] })["You play"]).toBe("White");
    });
    it("leaves colours and komi to the players", () => {
        const auction = "vacu(size=9,setup=auction)";
        expect(said(auction, open)).toMatchObject({
            Sides: "Your opponent sets komi, then you choose a side",
            Komi: "Set by the players",
        });
        expect(said(auction, open, { seat: 1 }).Sides).toBe("You set komi, then your opponent chooses a side");
    });
    it("says who may swap by the pie rule, which is usual where a game has it", () => {
        expect(said("kaomi(size=7)", began).Swap).toBe("You may swap sides after your opponent’s first turn");
        expect(said("kaomi(size=7,pie=true)", began, { seat: 1 }).Swap).toMatch(/^Your opponent may/);
        expect(said("kaomi(size=7,pie=false)", began)).not.toHaveProperty("Swap");
        expect(said("kaomi(size=7)", began)).not.toHaveProperty("Komi");
    });
    it("is told from both sides of a challenge, whose players are known before", () => {
        const challenge = { seat: 1 as Seat, me: true };
        const known = { players: [guest, guest] as Table["players"], challenge };
        expect(said("vacu(size=9)", began, known)["You play"]).toBe("Black, first");
        expect(said("vacu(size=9)", began, { ...known, seat: 2 as Seat })["You play"]).toBe("White");
    });
    it("does not tell what chance has decided before the game begins", () => {
        const both: Table["players"] = [guest, guest];
        expect(said("kaomi(size=7)", began, { players: both, sought: true })).toMatchObject({
            "You play": "At random",
            Swap: "White may swap sides after Black’s first turn",
        });
        expect(said("vacu(setup=auction)", open, { players: both, sought: true, seat: 2 }).Sides).toMatch(
            /^One player, chosen/,
        );
    });
    it("names a board that has one size only", () => {
        expect(said("iago", began).Board).toBe("Size 5");
    });
});
