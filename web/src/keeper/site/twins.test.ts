/** What the page makes of games is what the server makes of them: `tests/server/keeping.py` has written it down. */
import { beforeAll, describe, expect, it, test } from "vitest";
import fixture from "../../fixtures/keeper.json";
import { ApiError } from "../../lib/problems";
import type { Seat } from "../../lib/types";
import * as clocks from "./clocks";
import { Files } from "./files";
import { checked, withMainLine, written } from "./records";
import { limits, newReferee, speech } from "./referee.testing";
import { Refused } from "./refusals";
import { parse, unescape } from "./sgf/grammar";
import type { Stored } from "./stored";
import { gameOf, levelsOf, summaryOf } from "./telling";
import * as transitions from "./transitions";

const MOMENT = 1_800_000_000_000_000;

interface Story {
    line: string;
    seats: Stored["seats"];
    rules: clocks.Rules | null;
    steps: { does: string; with: unknown[]; now: number; refused?: string; game?: unknown; summary?: unknown }[];
}
const stories = Object.entries(fixture.stories) as unknown as [string, Story][];

let referee: transitions.Referee;
let files: Files;
beforeAll(async () => {
    referee = await newReferee();
    files = new Files(
        referee,
        async () => limits,
        async () => speech,
    );
});

test.each(fixture.clocks.map((one, place) => [place, one] as const))("clocks, case %i", (_, one) => {
    const rules = one.rules;
    const clock = one.clock as clocks.Clock;
    const { now } = one;
    const following = one.following as Seat;
    expect(clocks.flagTime(rules, clock)).toBe(one.flag);
    expect(clocks.hasFallen(rules, clock, now)).toBe(one.fallen);
    expect(clocks.isOfAnotherRun(clock, now, MOMENT / 1e6 - 1)).toBe(one.old);
    expect({
        stopped: clocks.stopped(rules, clock, now),
        pressed: clocks.pressed(rules, clock, now, following),
        switched: clocks.switched(rules, clock, now, following),
        reset: clocks.switched(rules, clock, now, null),
        forgiven: clocks.forgiven(clock, now),
    }).toEqual(one.became);
});

/** What becomes of a game. */
function become(stored: Stored, does: string, given: unknown[], now: number): Promise<Stored> {
    if (does === "move") {
        const [move, ply, byComputer = false] = given as [string, number, boolean?];
        return transitions.moved(stored, move, ply, now, byComputer, referee);
    }
    if (does === "undo")
        return transitions
            .takenBack(stored, given[0] as number, now, referee)
            .then((back) => transitions.playable(back, levelsOf(back, speech)));
    if (does === "finish") return transitions.handedOver(stored, given[0] as number);
    if (does === "resume") return transitions.takenOver(stored);
    if (does === "resign") return transitions.resigned(stored, given[0] as Seat, now, referee);
    return transitions.settled(stored, now, MOMENT / 1e6 - 1, referee);
}

/** Why something is refused, in English. */
function reasonOf(error: unknown): string {
    if (error instanceof Refused) return error.said(speech.sentences).message;
    if (error instanceof ApiError) return error.message;
    throw error;
}

describe.each(stories)("a game as it goes on: %s", (_, { line, seats, rules, steps }) => {
    it("is told as by the server at every step", async () => {
        const fresh = transitions.begun(await referee.view(line), seats, rules);
        const clock = rules && clocks.newClock(rules, steps[0]!.now);
        let stored: Stored = { ...fresh, id: "abcDEF123456", created: MOMENT, updated: MOMENT, clock };
        for (const step of steps) {
            let refused: string | undefined;
            if (step.does !== "begin")
                try {
                    const after = await become(stored, step.does, step.with, step.now);
                    stored = { ...after, revision: stored.revision + 1 };
                } catch (error) {
                    refused = reasonOf(error);
                }
            expect(refused).toBe(step.refused);
            if (refused !== undefined) continue;
            expect(await gameOf(stored, speech, step.now, referee)).toEqual(step.game);
            expect(summaryOf(stored, speech)).toEqual(step.summary);
        }
    });
});

describe("records", () => {
    const { good, bad } = fixture.records;

    test.each(Object.entries(good))("%s is read and written as by the server", async (_, one) => {
        const { stored, source } = await files.imported(one.text);
        expect(stored).toMatchObject({ line: one.line, seats: one.seats });
        const { result } = one as { result: { winner: string; winner_seat: Seat; termination: string } | null };
        expect(stored.result?.termination).toBe(result?.termination);
        expect(stored.result?.winnerSeat).toBe(result?.winner_seat);
        expect(JSON.parse(source)).toEqual(JSON.parse(one.written));
        expect(await files.tree(stored, source)).toEqual(one.tree);
        // What has been written can be read again, and is then the same.
        expect((await files.imported(source)).source).toBe(source);
    });

    /** Sentences that come from the engine, which says of a line what the server says of a record. */
    const otherwise = ["no line", "no option", "no such game"];
    /** Fewer formats are read here. */
    const here = (problem: string): string => problem.replace(" a record of AbstractPlay,", "");

    test.each(Object.entries(bad))("%s is refused with a reason", async (name, { text, problem }) => {
        const reason = await files.imported(text).then(() => "it was read", reasonOf);
        if (otherwise.includes(name)) expect(reason).toContain(problem.split(": ").at(-1)!);
        else expect(reason).toBe(here(problem));
    });

    /** A file of SGF as its properties, those that are JSON read, and points that may stand in any order in order. */
    const properties = (text: string): unknown =>
        parse(text).map(({ after, values }) => [
            after,
            Object.fromEntries(
                [...values].map(([name, found]) => {
                    if (name.startsWith("FS") && name !== "FSMOVE") return [name, JSON.parse(unescape(found[0]!))];
                    return [name, ["AB", "AW"].includes(name) ? found.toSorted() : found];
                }),
            ),
        ]);

    test.each(Object.entries(fixture.records.sgf))("%s is read from SGF, and written as it", async (_, one) => {
        const sound = await files.read(one.text);
        expect(JSON.parse(written(sound))).toEqual(JSON.parse(one.written));
        const made = await (await files.file(sound, "sgf", "x")).content.text();
        expect(properties(made)).toEqual(properties(one.sgf));
        const again = await files.read(one.sgf);
        const back = await (await files.file(again, "sgf", "x")).content.text();
        expect(properties(back)).toEqual(properties(one.sgf));
    });

    test.each(Object.entries(fixture.records["bad sgf"]))("SGF is refused: %s", async (_, { text, problem }) => {
        expect(await files.imported(text).then(() => "it was read", reasonOf)).toBe(problem);
    });

    it("takes another main line as the server does", async () => {
        const sound = await checked(JSON.parse(good.tree.text), limits, referee);
        const { result: _, ...data } = sound.data;
        const moves = withMainLine(sound.nodes, ["c3", "c2", "a1"]);
        const other = await checked({ ...data, moves }, limits, referee);
        expect(JSON.parse(written(other))).toEqual(fixture.records["played on"]);
    });

    test.each(fixture.plain.map((one) => [one.line, one] as const))("%s from its own moves", async (line, one) => {
        const against = {
            1: { kind: "human", level: null, name: "", number: null },
            2: { kind: "computer", level: 3, name: "", number: null },
        } as const;
        const rules = { main: 60, increment: 0, periods: 3, period: 10 };
        const fresh = transitions.begun(await referee.view(line), against, rules);
        const handed = one.handed as unknown as Stored["handed"];
        const stored = await transitions.resigned({ ...fresh, created: MOMENT, handed }, 1, MOMENT / 1e6, referee);
        const sound = await files.recordOf(stored, undefined);
        expect(JSON.parse(written(sound))).toEqual(JSON.parse(one.written));
    });
});
