import { describe, expect, it } from "vitest";
import type { OnlineEvent, OnlineGame } from "../lib/types";
import { challengeIn, heard, resumed, type Table, tableOf } from "./table";

const clock = { left: [60_000, 60_000] as [number, number], running: 1 as const, since: 0 };
const stopped = { ...clock, running: 0 as const };
const rules = { kind: "fischer" as const, main: 60_000, increment: 0, cap: 0, periods: 0, period: 0, delay: 0 };
const here = { seats: [true, true] as [boolean, boolean], away: [null, null] as [null, null], watchers: 0 };

const guest = { name: null, deleted: false, rating: null, provisional: false, change: null };
type Some = Omit<OnlineEvent, "seq" | "at">;
const numbered = (events: Some[], from = 1): OnlineEvent[] =>
    events.map((event, index) => ({ seq: from + index, at: 0, ...event }));

const told = (events: Some[], more: Partial<OnlineGame> = {}): OnlineGame => ({
    ...{ id: "g", seat: 1, start: "vacu(size=3)", rules, open: false, drawable: true, created: 0 },
    ...{ sought: false, public: false, rated: true, challenge: null, players: [guest, null] },
    ...{ events: numbered(events), clock, here, now: 0, ...more },
});
const table = (...events: Some[]): Table => tableOf(told(events));
const began: Some[] = [{ kind: "join", seat: 2 }, { kind: "start" }];
const move = (seat: 1 | 2, text: string): Some => ({ kind: "move", seat, move: text });

describe("a table", () => {
    it("waits for a player, then for both, then it is played", () => {
        expect(tableOf(told([], { open: true, clock: stopped })).phase).toBe("open");
        expect(table(began[0]!).phase).toBe("joined");
        expect(tableOf(told([began[0]!], { rules: { ...rules, kind: "days" } })).phase).toBe("playing");
        expect(table(...began).phase).toBe("playing");
    });
    it("says who has challenged whom, in whichever seats", () => {
        const [mina, theo] = ["Mina", "Theo"].map((name) => ({ ...guest, name }));
        const of = (seat: 1 | 2, me: boolean) =>
            challengeIn(tableOf(told([], { open: true, challenge: { seat, me }, players: [mina!, theo!] })));
        expect(of(2, true)).toEqual({ by: mina, to: theo, me: true });
        expect(of(1, false)).toEqual({ by: theo, to: mina, me: false });
        expect(challengeIn(table())).toBeNull();
    });
    it("knows of a rematch, to which nobody is invited, whether it has begun", () => {
        expect(tableOf(told([], { clock: stopped })).phase).toBe("joined");
        expect(tableOf(told([])).phase).toBe("playing");
    });
    it("has the decisions of its moves, and goes back", () => {
        const two = table(...began, move(1, "a1"), move(2, "b2,c3"));
        expect(two.moves).toEqual(["a1", "b2", "c3"]);
        expect(table(...began, move(1, "a1"), move(2, "b2,c3"), { kind: "takeback", seat: 1, ply: 1 }).moves).toEqual([
            "a1",
        ]);
    });
    it("keeps an offer until it is answered: by the other's move, or a takeback by any", () => {
        const offers: Some[] = (["takeback", "draw", "pause"] as const).map((what) => ({
            kind: "offer",
            seat: 1,
            what,
        }));
        expect(table(...began, ...offers).offers).toEqual({ takeback: 1, draw: 1, pause: 1 });
        expect(table(...began, ...offers, move(1, "a1")).offers).toEqual({ draw: 1, pause: 1 });
        expect(table(...began, ...offers, { kind: "pause" }).offers).toEqual({ draw: 1 }); // nothing is taken back then
        expect(table(...began, ...offers, move(2, "a1")).offers).toEqual({});
        const withdrawn = table(...began, ...offers, { kind: "decline", seat: 1, what: "draw" });
        expect([withdrawn.offers, withdrawn.declined]).toEqual([{ takeback: 1, pause: 1 }, []]);
        const declined = table(...began, ...offers, { kind: "decline", seat: 2, what: "draw" });
        expect(declined.offers).toEqual({ takeback: 1, pause: 1 });
        expect(declined.declined).toEqual([{ what: "draw", seat: 1 }]);
        expect(table(...began, ...offers, { kind: "decline", seat: 2, what: "draw" }, move(2, "a1")).declined).toEqual(
            [],
        );
    });
    it("tells a no until something else is offered or answered, and does not forget what it was to", () => {
        const offer = (seat: 1 | 2, what: OnlineEvent["what"] = "pause"): Some => ({ kind: "offer", seat, what });
        const decline = (seat: 1 | 2, what: OnlineEvent["what"] = "pause"): Some => ({ kind: "decline", seat, what });
        const no = [...began, offer(1, "draw"), offer(1), decline(2)];
        const pause: Some = { kind: "pause" };
        expect(table(...no).refused).toEqual({ what: "pause", seat: 1 });
        const later: Some[][] = [
            [offer(2)],
            [offer(2), decline(2)],
            [offer(2), pause],
            [offer(2), pause, { kind: "resume", seat: 1 }],
            [decline(1, "draw")],
        ];
        for (const more of later) {
            const { refused, declined } = table(...no, ...more);
            expect([refused, declined]).toEqual([null, [{ what: "pause", seat: 1 }]]);
        }
        expect(table(...no, decline(2, "draw")).refused).toEqual({ what: "draw", seat: 1 });
        expect(table(...no, move(1, "a1")).refused).toBeNull();
    });
    it("knows what was said last, and when", () => {
        expect(table(...began).said).toBeNull();
        const hello: Some = { kind: "say", seat: 2, phrase: "hello" };
        const thanks: Some = { kind: "say", seat: 1, phrase: "thanks" };
        expect(table(...began, hello).said).toEqual({ seat: 2, phrase: "hello", ply: 0 });
        expect(table(...began, hello, move(1, "a1"), thanks).said).toEqual({ seat: 1, phrase: "thanks", ply: 1 });
        const offered: Some = { kind: "offer", seat: 1, what: "draw" };
        expect(table(...began, offered, hello).offers).toEqual({ draw: 1 });
    });
    it("is paused and resumed", () => {
        const paused = [...began, { kind: "offer", seat: 1, what: "pause" }, { kind: "pause", seat: 2 }] as Some[];
        expect(table(...paused)).toMatchObject({ phase: "paused", offers: {} });
        expect(table(...paused, { kind: "resume" }).phase).toBe("playing");
    });
    it("ends, and leads to a rematch", () => {
        const over = [...began, { kind: "end", winner: null, how: "agreement" }] as Some[];
        expect(table(...over)).toMatchObject({ phase: "over", end: { winner: null, how: "agreement", by: null } });
        const off = table(...began, { kind: "end", winner: null, how: "aborted", seat: 2 });
        expect(off.end).toEqual({ winner: null, how: "aborted", by: 2 });
        expect(table(...over, { kind: "rematch", seat: 1, next: "h" }).next).toBe("h");
    });
    it("is annulled, and stays as it ended", () => {
        const over = [...began, { kind: "end", winner: 1, how: "resignation" }, { kind: "annul" }] as Some[];
        expect(table(...over)).toMatchObject({ phase: "over", annulled: true, end: { winner: 1 } });
        expect(table(...over.slice(0, -1)).annulled).toBe(false);
    });
    it("has who sits at it as they were told last", () => {
        const mina = { ...guest, name: "Mina", rating: 1500, provisional: true };
        const now = table(...began);
        expect(now).toMatchObject({ rated: true, challenge: null, players: [guest, null] });
        expect(resumed(now, told(began, { players: [guest, mina] }))!.players).toEqual([guest, mina]);
    });
    it("takes the next event, leaves one that it has, and misses one before", () => {
        const now = table(...began);
        const message = (seq: number) => ({
            ...{ type: "event" as const, game: "g", clock, now: 5, seq, at: 0 },
            ...move(1, "a1"),
        });
        expect(heard(now, message(3))).toMatchObject({ seq: 3, moves: ["a1"], now: 5 });
        expect(heard(now, message(2))).toBe(now);
        expect(heard(now, message(4))).toBeNull();
    });
    it("goes on from what is known", () => {
        const now = table(...began);
        const more = told([...began, move(1, "a1")]);
        expect(resumed(now, more)).toMatchObject({ seq: 3, moves: ["a1"] });
        expect(resumed(now, { ...more, events: more.events.slice(2) })).toMatchObject({ seq: 3, moves: ["a1"] });
        expect(resumed(table(), { ...more, events: more.events.slice(2) })).toBeNull();
    });
});
