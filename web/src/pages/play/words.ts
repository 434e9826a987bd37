/** Who plays and who is to move, in words. */
import { byTurns, turnAt } from "./turns";
import type { Names } from "../../lib/announce";
import { CLAIMED } from "../../lib/ends";
import { colourName, moveButton, wordOf } from "../../lib/positions/moves";
import { say, sayOr } from "../../lib/texts.svelte";
import type { Colour, GameSummary, Outcome, PlayedMove, Seat, SeatInfo, StoredGame, View } from "../../lib/types";

export const other = (seat: Seat): Seat => (seat === 1 ? 2 : 1);

/** The seat of the one person at this device; null where nobody is, or two are. */
export function loneSeat(seats: Record<Seat, SeatInfo>): Seat | null {
    if (seats[1].kind === seats[2].kind) return null;
    return seats[1].kind === "human" ? 1 : 2;
}

/** Ends of games between people that were called off before they had really begun: nobody has won, and it is no draw. */
export const CALLED_OFF = ["aborted", "withdrawn", "declined", "expired"] as const;

export const isCalledOff = ({ termination }: Pick<Outcome, "termination">): boolean =>
    CALLED_OFF.some((one) => one === termination);

/** What a player did, or did not do, that lost a game. */
const LOST = ["resignation", "time", "forfeit"] as const;

/** Whether a game came to its end by its rules, so that its last position shows it. */
export const isByRules = (outcome: Pick<Outcome, "termination">): boolean =>
    !CLAIMED.includes(outcome.termination) && !isCalledOff(outcome);

/** How a game ended, as it is said aloud: to a player (`own`) in the words of the headline. */
export function endText(
    { outcome, seats }: { outcome: Outcome; seats: Record<Seat, SeatInfo> },
    own: Seat | null,
): string {
    if (isCalledOff(outcome)) return sayOr(`meet.over.${outcome.termination}`, say("meet.over.aborted"));
    const met = own !== null && seats[1].kind === seats[2].kind;
    const won = met ? wonBy(own, outcome.winnerSeat) : winnerText({ outcome, seats });
    return beganWith(won, sentenceFor({ outcome, seats }, own));
}

/** The sentence on an end: a player (`own`) is told by name who resigned, was too slow, or stayed away. */
export function sentenceFor(
    { outcome, seats }: { outcome: Outcome; seats: Record<Seat, SeatInfo> },
    own: Seat | null,
): string {
    const { winnerSeat, termination, sentence } = outcome;
    const how = LOST.find((one) => one === termination);
    if (own === null || winnerSeat === null || !how) return sentence;
    // Only a person claims what another one has left; a program forfeits by breaking down.
    if (how === "forfeit" && seats[1].kind !== seats[2].kind) return sentence;
    const loser = other(winnerSeat);
    const { name, kind } = seats[loser];
    const named = name !== "" && name !== say("meet.opponent"); // so a guest is called
    const who = named ? name : say(kind === "computer" ? "game.ended.computer" : "game.ended.opponent");
    const told = say(`game.ended.${how}.${loser === own ? "you" : "them"}`, { who });
    return sentence.replace(reasonText(sentence), () => told);
}

/** Who has won, told to a player of a game between people. */
export function wonBy(own: Seat, winner: Seat | null): string {
    if (winner === null) return say("game.over.draw");
    return say(winner === own ? "game.over.you-won" : "meet.over.lost");
}

/** A sentence on the end of a game with other words for who has won, which it begins with. */
const beganWith = (won: string, sentence: string): string => sentence.replace(/^[^.。]*/, () => won);

/** Name and level apart, for where there is little room. */
export function nameAndLevel(seats: Record<Seat, SeatInfo>, seat: Seat): { name: string; level: string | null } {
    const { kind, level, name } = seats[seat];
    if (kind === "human") return { name: playerName(seats, seat), level: null };
    return {
        name: name || say("game.player.computer-alone"),
        level: level === "max" ? say("game.player.level-max") : say("game.player.level", { level: level ?? "" }),
    };
}

/** What a score is counted in: the end of a text key. */
export function unitOf(
    { score: { kind, unit }, scores }: Pick<View, "score" | "scores">,
    colour: Colour,
): "points" | "product" | "value" | "values" | "group" | "groups" {
    if (kind === "product") return "product";
    if (kind !== "groups") return "points";
    // A single number would be taken for how many there are.
    const all = scores[colour];
    const single = Array.isArray(all) && all.length === 1;
    if (unit === "value") return single ? "value" : "values";
    return single ? "group" : "groups";
}

type NoScore = `game.score.${"early" | "none" | "gone" | "nothing" | "bare" | "cancelled"}`;

/** Why a colour has no score that says anything, as the key of a text; null where it has one. */
export function noScore(
    { scores, scoreTells, score: { kind }, rows, count, outcome }: View,
    colour: Colour,
): NoScore | null {
    if (!scoreTells) return "game.score.early";
    // What the rules have ended has its score even so: of a board that both left empty komi may decide.
    const open = outcome === null || !isByRules(outcome);
    const empty = open && !/[^.]/.test(rows.join(""));
    // After the end there is no "yet".
    if (empty && kind === "product") return outcome ? "game.score.bare" : "game.score.nothing";
    const none = outcome ? "game.score.gone" : "game.score.none";
    if (empty && kind === "points") return none;
    const score = scores[colour];
    if (!Array.isArray(score) || score.length) return null;
    return count.groups?.some((group) => group.colour === colour) ? "game.score.cancelled" : none;
}

/** What there is to be seen of how a game is decided: where nothing is counted it is no score. */
export const countText = ({ score }: Pick<View, "score">): string =>
    say(score.kind === "none" ? "game.count.none" : "game.count");

/**
 * What the button of a move says that sets no stone, in full and where there is little room, and what it is. A pass that
 * ends the game says so.
 */
export function buttonOf(
    word: string,
    { passes, legal }: Pick<View, "passes" | "legal">,
): { wide: string; narrow: string; title: string | undefined } {
    const ends = word === "pass" && passes > 0 && legal.namedMoves.includes(word);
    const wide = sayOr(ends ? "game.do.pass.last" : `game.do.${word}`, moveButton(word));
    const narrow = ends ? say("game.do.pass.last.short") : wide;
    return { wide, narrow, title: word === "button" ? say("game.fact.button") : undefined };
}

/** How much room scores need: lists of many groups are set smaller, on up to three lines, instead of being cut. */
export function roomFor(scores: readonly string[], besideClock: boolean): "short" | "middle" | "long" | "longest" {
    const line = besideClock ? 9 : 14;
    // A comma of Japanese is twice as wide.
    const length = Math.max(...scores.map((score) => score.length + score.split("、").length - 1));
    if (length <= line) return besideClock && length > 5 ? "middle" : "short";
    return length <= line * 2.2 ? "long" : "longest";
}

/** A score that may be broken after each group and before its result, and nowhere else. */
export const breakable = (score: string): string =>
    score
        .replaceAll(" × ", "\u00a0×\u00a0")
        .replaceAll(" (×", "\u00a0(×")
        .replaceAll("= ", "=\u00a0")
        .replaceAll("、", "、\u200b");

/** A sentence in which no product is broken, and no size from how often it occurs: "White 9 × 11 = 99", "1 (×5)". */
export const unbroken = (sentence: string): string =>
    sentence
        .replaceAll(/ ([×=]) /g, "\u00a0$1\u00a0")
        .replaceAll(" (×", "\u00a0(×")
        .replaceAll(/ (?=\d+\u00a0×)/g, "\u00a0");

/**
 * Whether the engine may say who is ahead while a game goes on: where one person plays the computer, or two play on one
 * device.
 */
export const mayKnow = ({ seats }: StoredGame): boolean => seats[1].kind === "human" || seats[2].kind === "human";

/** "You", "Computer, level 5", "Player 2", or the name that was given. */
export function playerName(seats: Record<Seat, SeatInfo>, seat: Seat): string {
    const player = seats[seat];
    if (player.name) return player.name;
    if (player.kind === "computer") {
        return player.level === "max"
            ? say("game.player.computer-max")
            : say("game.player.computer", { level: player.level ?? "" });
    }
    return seats[other(seat)].kind === "computer" ? say("game.player.you") : numberedName(seats, seat);
}

/** "Player 2", or the name that was given: what a player is called whoever the other one is. */
export function numberedName(seats: Record<Seat, SeatInfo>, seat: Seat): string {
    return seats[seat].name || say("game.player.seat", { seat: seats[seat].number });
}

/** What players are called before the colours are settled, to the one person at this device (`own`) or to anybody. */
export const namesFor =
    (seats: Record<Seat, SeatInfo>, own: Seat | null): Names =>
    (seat) => {
        if (own === null) return numberedName(seats, seat);
        if (seat === own) return null;
        return say(seats[seat].kind === "computer" ? "board.said.computer" : "board.said.opponent");
    };

/** Whether the computer plays a game to its end for both players. */
export const isFinishing = ({ status, handed }: Pick<GameSummary, "status" | "handed">): boolean =>
    status === "playing" && handed.at(-1)?.until === null;

/** Whose turn it is, for lists of games; empty when it is over. */
export function turnOf(game: GameSummary): string {
    const { onMove, seats } = game;
    if (onMove === null) return "";
    if (isFinishing(game)) return say("game.finish.going");
    if (seats[onMove].kind === "computer") return say("games.turn.computer");
    if (seats[other(onMove)].kind === "computer") return say("games.turn.you");
    return say("games.turn", { who: playerName(seats, onMove) });
}

/** Who was to move in an earlier position. */
const headlineThen = ({ toMove, setup }: View): string =>
    toMove && !setup ? say("game.turn.then", { colour: colourName(toMove) }) : say("game.walk.past");

/** Whose turn it is, or that the game is over: the headline of the page. `past` is an earlier position on the board. */
export function headline(game: StoredGame, past: View | null = null): string {
    if (past) return headlineThen(past);
    const { view, seats, outcome } = game;
    if (outcome) return winnerText(game);
    if (isFinishing(game)) return say("game.finish.going");
    const seat = view.seat!;
    const mine = seats[seat].kind === "human";
    const alone = mine && seats[other(seat)].kind === "computer";
    if (!mine) return say("game.turn.thinking");
    if (view.setup) return setupText(view, alone, numberedName(seats, seat));
    const colour = colourName(view.toMove!);
    if (view.legal.points.length === 0) return say(alone ? "game.turn.yours" : "game.turn.colour", { colour });
    if (view.turnOpen) return say(alone ? "game.turn.yours-second" : "game.turn.second", { colour });
    if ((view.stonesLeft ?? 1) > 1) return say(alone ? "game.turn.yours-first" : "game.turn.first", { colour });
    return say(alone ? "game.turn.yours" : "game.turn.colour", { colour });
}

/**
 * What a move is that sets no stone, told to the one person at this device; null for other moves, and where that
 * is nobody or two.
 *
 * `view` is the position after it, `own` the seat of that person.
 */
export function told(played: PlayedMove, view: View, seats: Record<Seat, SeatInfo>, own: Seat | null): string | null {
    if (own === null) return null;
    const who = played.seat === own ? "you" : seats[played.seat].kind === "computer" ? "computer" : "opponent";
    const mine = view.colours[own];
    const { word, number } = wordOf(played.move);
    const colour = mine ? colourName(mine) : "";
    return sayOr(`game.told.${word}.${who}`, "", { number, colour }) || null;
}

/** What the person on move has to do, if there is no choice about it. */
export function duty(game: StoredGame): string {
    const { view, seats, outcome } = game;
    if (outcome || isFinishing(game) || seats[view.seat!].kind !== "human") return "";
    const single = view.stonesLeft === 1 && !view.turnOpen && !view.setup; // the first turn of Vadus
    return view.duty ?? (single ? say("game.turn.one") : "");
}

function setupText(view: View, alone: boolean, who: string): string {
    if (view.setup === "komi") return alone ? say("game.setup.komi-you") : say("game.setup.komi", { who });
    return alone ? say("game.setup.side-you") : say("game.setup.side", { who });
}

/** Who has won. */
export function winnerText({ outcome, seats }: Pick<StoredGame, "outcome" | "seats">): string {
    const winner = outcome!.winnerSeat;
    if (winner === null) return say("game.over.draw");
    if (seats[winner].kind === "human" && seats[other(winner)].kind === "computer") return say("game.over.you-won");
    if (seats[winner].kind === "computer" && seats[other(winner)].kind === "human") return say("game.over.you-lost");
    const colour = outcome!.winner;
    if (colour === null) return say("game.over.seat-won", { who: playerName(seats, winner) });
    return say("game.over.won", { colour: colourName(colour) });
}

/** Which moves persons have left to the computer, in turns as the list counts them. */
export function handedText({ handed, moves, outcome }: StoredGame): string {
    const turns = byTurns(moves);
    const said = handed.map(({ after, until }) => {
        const from = turnAt(turns, after + 1);
        if (from === 0 || after >= moves.length) return "";
        const ended = until !== null || outcome !== null;
        if (ended && from === turnAt(turns, until ?? moves.length)) return say("game.finish.one", { turn: from });
        return until === null
            ? say("game.finish.from", { from })
            : say("game.finish.from-to", { from, to: turnAt(turns, until) });
    });
    return said.filter(Boolean).join(" ");
}

/** What ended the game and what decided it: the headline has said who won, which the sentences begin with. */
export function reasonText(sentence: string): string {
    return sentence.replace(/^[^.。]*[.。]\s*/, "");
}
