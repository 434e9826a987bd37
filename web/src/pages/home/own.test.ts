// @vitest-environment jsdom
import { beforeAll, expect, it, vi } from "vitest";
import { loadTexts } from "../../lib/texts.svelte";
import type { Table } from "../../online/table";

const DAY = 86_400;
const { told } = vi.hoisted(() => ({ told: { used: 0 } }));
vi.mock("../../online/own", () => ({
    ownTables: async () => ({ tables: [], more: null }),
    shownOf: async () => ({
        outcome: null,
        clockRules: { kind: "increment", main: 3 * DAY, increment: 0 },
        clock: { left: { 1: 3 * DAY, 2: 3 * DAY }, running: 1, since: 0, now: 1000 },
    }),
}));
vi.mock("../meet/words", () => ({ headlineOf: () => "Your turn: Black", waitingText: () => "Waiting" }));
import { ownGame } from "./own";

const table = (more: object): Table =>
    ({ phase: "playing", rules: { kind: "days" }, offers: {}, seat: 1, now: told.used * 1000, ...more }) as Table;
const turnOf = async (more: object = {}): Promise<string> => (await ownGame(table(more))).turn;

beforeAll(() => loadTexts("en"));

it.each([
    [1000, "Your turn: Black · 2 d 23 h left"],
    [2 * DAY - 60, "Your turn: Black · 1 d 0 h left"],
    [2 * DAY + 600, "Your turn: Black · 23 h 50 min left"],
    [3 * DAY - 90, "Your turn: Black · 2 min left"],
])("says what is left of the days for a turn: %i seconds after its beginning", async (used, text) => {
    told.used = used;
    expect(await turnOf()).toBe(text);
});
it("says it of no other game", async () => {
    told.used = 1000;
    expect(await turnOf({ rules: { kind: "fischer" } })).toBe("Your turn: Black");
    expect(await turnOf({ phase: "over" })).toBe("Your turn: Black");
    expect(await turnOf({ phase: "open" })).toBe("Waiting");
});
