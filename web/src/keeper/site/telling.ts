/** Kept games as the pages show them; the twin of `fieldstone/server/views/game.py`. */
import type { Sentences } from "../../engine/positions/sentences";
import type { GamesFile } from "../../engine/source";
import type { GameSummary, Outcome, Seat, SeatInfo, StoredGame, View } from "../../lib/types";
import { toldRules } from "./clocks";
import type { Result, StoredSeat, Stored } from "./stored";
import { isComputers, otherSeat, type Referee, undoTarget } from "./transitions";

/** What the words are made of. */
export interface Speech {
    sentences: Sentences;
    games: GamesFile;
}

/** What ends any game outside its own rules, and the keys of the sentences about it. */
const CALLED_OFF = new Map([
    ["resignation", "end.resigned"],
    ["time", "end.time"],
    ["forfeit", "end.forfeit"],
    ["agreement", "end.agreement"],
]);
const MICROSECONDS = 1000;

/** How many levels the computer has in a game, without "max". */
export const levelsOf = ({ name }: Stored, { games }: Speech): number => games.games[name]!.levels;

/** A moment in ISO 8601, UTC, to the microsecond. */
export function momentText(microseconds: number): string {
    const text = new Date(Math.floor(microseconds / MICROSECONDS)).toISOString();
    return `${text.slice(0, -1)}${String(microseconds % MICROSECONDS).padStart(3, "0")}Z`;
}

/** The microseconds since 1970 of such a text; NaN where it is none. */
export function momentOf(text: string): number {
    const found = /^(.*\.\d{3})(\d{3})Z$/.exec(text);
    return found ? Date.parse(`${found[1]}Z`) * MICROSECONDS + Number(found[2]) : Number.NaN;
}

/** A game as lists show it; the rules are not asked. */
export function summaryOf(stored: Stored, speech: Speech): GameSummary {
    return { ...shared(stored), outcome: stored.result && shortOutcome(stored, stored.result, speech) };
}

/** A game with everything that its page shows; `now` is the time on its clocks. */
export async function gameOf(stored: Stored, speech: Speech, now: number, referee: Referee): Promise<StoredGame> {
    const [view, moves] = await Promise.all([referee.view(stored.line), referee.movesOf(stored.line)]);
    const outcome = view.outcome ?? (stored.result && calledOff(view, stored, stored.result, speech));
    const { rules, clock, onMove } = stored;
    return {
        ...shared(stored),
        outcome,
        clockRules: rules && toldRules(rules),
        clock: clock && { ...clock, now },
        moves,
        view: outcome && !view.outcome ? over(view, outcome) : view,
        thinking: onMove !== null && isComputers(stored, onMove),
        canUndo: undoTarget(stored, moves) !== null,
    };
}

/** A position in which nothing is legal any more, as the game has ended otherwise than by its rules. */
const over = (view: View, outcome: Outcome): View => ({
    ...view,
    toMove: null,
    seat: null,
    exchange: view.exchange === "never" ? "never" : view.setup === null ? "not now" : "now",
    stonesLeft: null,
    turnOpen: false,
    legal: { points: [], namedMoves: [], komi: null },
    offered: [],
    obliged: null,
    duty: null,
    effects: {},
    outcome,
});

/** A komi that was set is a move, or stands with a position: both come after the options. */
const KOMI = /\).*?\bkomi[ =](\d+)/;

/** Colours were exchanged or chosen by a move, or before the position that a game began at. */
const EXCHANGED = /\).*?(?:\bseats=WB\b|\b(?:swap|black)\b)/;
/** In an auction they are open until a side is chosen, unless the game began at a position after that. */
const OPEN = /\(.*?\bsetup=auction\b.*?\)(?: moves\b|$|.*? setup=)(?!.*\bwhite\b)/;

function coloursIn(line: string): GameSummary["colours"] {
    if (EXCHANGED.test(line)) return { 1: "W", 2: "B" };
    return OPEN.test(line) ? { 1: null, 2: null } : { 1: "B", 2: "W" };
}

function shared(stored: Stored): Omit<GameSummary, "outcome"> {
    const komi = KOMI.exec(stored.line)?.[1];
    const { id, game, name, plies, onMove, rows, shape, board } = stored;
    return {
        id,
        created: momentText(stored.created),
        updated: momentText(stored.updated),
        gameText: game,
        game: name,
        komi: komi === undefined ? null : Number(komi),
        seats: { 1: seatInfo(stored.seats[1], 1), 2: seatInfo(stored.seats[2], 2) },
        colours: coloursIn(stored.line),
        plies,
        status: stored.result ? "over" : "playing",
        onMove,
        rows,
        shape,
        board,
        handed: stored.handed.map(([after, until]) => ({ after, until })),
        imported: stored.imported && stored.revision === 0,
    };
}

const seatInfo = ({ kind, level, name, number }: StoredSeat, seat: Seat): SeatInfo => ({
    kind,
    level,
    name,
    number: number ?? seat,
});

/** Who won and what ended the game, without the count. */
function shortOutcome(stored: Stored, result: Result, speech: Speech): Outcome {
    const { winner } = result;
    if (winner === null) return outcome(stored, result, null, "", speech);
    const say = (colour: string): string => speech.sentences.say(`colour.${colour}`);
    return outcome(stored, result, say(winner), say(winner === "B" ? "W" : "B"), speech);
}

/** The end of a game that was given up or lost by time. While colours are open, players go by their numbers. */
function calledOff(view: View, stored: Stored, result: Result, speech: Speech): Outcome {
    const { winnerSeat } = result;
    if (view.setup === null || winnerSeat === null) return shortOutcome(stored, result, speech);
    const who = (seat: Seat): string => speech.sentences.say("who.seat", { seat: stored.seats[seat].number ?? seat });
    return outcome(stored, result, who(winnerSeat), who(otherSeat(winnerSeat)), speech);
}

function outcome(
    { name }: Stored,
    { winner, winnerSeat, termination }: Result,
    won: string | null,
    lost: string,
    { sentences, games }: Speech,
): Outcome {
    const said = [won === null ? sentences.say("end.draw") : sentences.say("end.win", { who: won })];
    const how = CALLED_OFF.get(termination) ?? endingKey(games, name, termination);
    if (how !== null) said.push(sentences.say(how, { who: lost }));
    return { winner, winnerSeat, termination, sentence: sentences.joined(said) };
}

/** The key of the sentence about what ended a game; null where the game is not known here. */
function endingKey({ games }: GamesFile, name: string, termination: string): string | null {
    if (!Object.hasOwn(games, name)) return null;
    return games[name]!.endings.find((one) => one.name === termination)?.key ?? null;
}
