/** A game between people as the page of a game shows it: its events, and what the rules make of them. */
import { Sentences } from "../engine/positions/sentences";
import { fetched } from "../engine/source";
import { momentText, gameOf as shown, type Speech } from "../keeper/site/telling";
import { described, type Referee } from "../keeper/site/transitions";
import type { Result, StoredSeat, Stored } from "../keeper/site/stored";
import { movesOf, view, viewAfter } from "../lib/engine";
import { join } from "../lib/positions/line";
import { language, say } from "../lib/texts.svelte";
import type { ClockRules, ClockState, OnlineRules, Seat, StoredGame, View } from "../lib/types";
import { areNamed, personName } from "./names";
import type { Table } from "./table";

const MICROSECONDS = 1000;
const SECOND = 1000;
const FIRST_TURN = 60; // seconds, as on the server

const referee: Referee = { view, viewAfter, movesOf };
// The files that the workers of the engine read.
const source = fetched("/engine");

async function speech(): Promise<Speech> {
    const [sentences, games] = await Promise.all([source.sentences(language.now), source.games()]);
    return { sentences: new Sentences(sentences), games };
}

/** The game of a table; `version` grows with each that is made, and `waits`: a move is on its way, no clock runs. */
export async function gameOf(table: Table, version: number, waits: boolean): Promise<StoredGame> {
    const line = join(table.start, table.moves);
    const position = await view(line);
    const stored: Stored = described(
        {
            id: table.id,
            line,
            seats: { 1: storedSeat(table, 1), 2: storedSeat(table, 2) },
            created: table.created * MICROSECONDS,
            updated: table.created * MICROSECONDS + version,
            revision: table.seq,
            rules: null,
            clock: null,
            result: resultOf(table, position),
            imported: false,
            handed: [],
        } as unknown as Stored,
        position,
    );
    const game = await shown(stored, await speech(), 0, referee);
    return {
        ...game,
        updated: momentText(stored.updated),
        clockRules: rulesOf(table.rules),
        clock: clockOf(table, waits || table.phase === "paused" || game.outcome !== null),
        canUndo: false, // it is asked for
    };
}

/** Who has won otherwise than by the rules; a game that was called off has no winner. */
function resultOf({ end }: Table, { seats }: View): Result | null {
    if (!end) return null;
    const winner = end.winner === null ? null : seats.B === end.winner ? "B" : "W";
    return { winner, winnerSeat: end.winner, termination: end.how };
}

function storedSeat(table: Table, one: Seat): StoredSeat {
    return { kind: "human", level: null, name: shownName(table, one), number: one };
}

/** Among guests there are only oneself and the opponent, or two players by their numbers. */
function shownName({ seat, players }: Table, one: Seat): string {
    if (seat === one) return say("game.player.you");
    const player = players[one - 1];
    if (player && areNamed(players)) return personName(player);
    return seat === null ? "" : say("meet.opponent");
}

function rulesOf(rules: OnlineRules): ClockRules {
    const main = rules.main / SECOND;
    if (rules.kind === "byoyomi")
        return { kind: "byoyomi", main, periods: rules.periods, period: rules.period / SECOND };
    return { kind: "increment", main, increment: rules.increment / SECOND };
}

/** Whose time runs; 0 while it is a first turn, which has time of its own. */
function runningOf({ clock, rules }: Table): Seat | null {
    if (!clock.running || (rules.kind !== "days" && clock.moved?.[clock.running - 1] === false)) return null;
    return clock.running;
}

function clockOf(table: Table, stands: boolean): ClockState {
    const { clock, rules, now } = table;
    const running = runningOf(table);
    const left = { 1: clock.left[0] / SECOND, 2: clock.left[1] / SECOND };
    const since = (clock.since + rules.delay) / SECOND;
    // What is used beyond the main time is taken off all the same: it has begun a period.
    const used = ((clock.held ?? now - clock.since) - rules.delay) / SECOND;
    if (stands && running !== null) left[running] -= Math.max(0, used);
    return {
        left,
        periods: { 1: clock.periods?.[0] ?? 0, 2: clock.periods?.[1] ?? 0 },
        running: stands ? null : running,
        now: now / SECOND,
        since,
    };
}

/** Seconds until a player who has not finished a first turn has lost the game; null for other turns. */
export function firstTurn({ clock, rules, now }: Table): number | null {
    if (!clock.running || rules.kind === "days" || clock.moved?.[clock.running - 1] !== false) return null;
    return Math.max(0, FIRST_TURN - (now - clock.since) / SECOND);
}

/** For how many milliseconds a player may be away on the own turn before the game can be claimed; null: for ever. */
export function patience({ kind, main, increment, period, delay }: OnlineRules): number | null {
    if (kind === "days") return null;
    const expected = main + 40 * (increment + period + delay);
    return expected < 300_000 ? 30_000 : expected < 900_000 ? 60_000 : 120_000;
}
