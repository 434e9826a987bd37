/** A move in words, for screen readers and lists: "Black e5; flips c4, c5; White to play". */
import { moveText, wordOf } from "./positions/moves";
import { say, sayOr } from "./texts.svelte";
import type { Colour, Effects, PlayedMove, Seat, View } from "./types";

const EFFECTS = ["removed", "flipped", "captured", "released"] as const;

const listed = (parts: readonly string[]): string => parts.join(say("board.said.comma"));
const colourName = (colour: Colour): string => say(colour === "B" ? "board.black" : "board.white");
/** What a player is called before the colours are settled, by the seat; null: it is whoever reads it. */
export type Names = (seat: Seat) => string | null;
const bySeat: Names = (seat) => say("board.said.player", { seat });

/** Who made the move and what it was: a player, where it is made for no colour. */
function moveInWords(
    { move, colour, seat, settles }: PlayedMove,
    playerName: Names,
    points: readonly string[] = [move],
): string {
    const { word, number } = wordOf(move);
    const name = settles ? playerName(seat) : colourName(colour);
    const who = name ?? colourName(colour);
    const key = name === null ? `board.said.${word}.you` : `board.said.${word}`;
    return sayOr(key, say("board.said.move", { who, point: listed(points) }), { who, number });
}

/** Those of a move that has none. */
export const NO_EFFECTS: Effects = {
    placed: [],
    removed: [],
    flipped: [],
    captured: [],
    released: [],
    pushed: [],
    returned: [],
    faces: {},
};

/** Whether a move takes its own stone off the board: then all that it removes are the mover's own (V5). */
export const givesUp = ({ placed, removed }: Effects): boolean => placed.some((point) => removed.includes(point));

/** What a move does; more than `most` stones of a kind are only counted. */
export function effectsInWords(effects: Effects, most = Infinity): string[] {
    const pushes = effects.pushed.map(({ from, to }) => say("board.said.push", { from, to }));
    return ([...EFFECTS, "pushed", "returned"] as const).flatMap((kind) => {
        const points = kind === "pushed" ? pushes : effects[kind];
        if (points.length === 0) return [];
        const what = kind === "removed" && givesUp(effects) ? "given-up" : kind;
        if (points.length > most) return [say(`board.did.${what}`, { count: points.length })];
        return [say(`board.said.${what}`, { points: listed(points) })];
    });
}

/** So many stones of a kind are named where there is one line only. */
const NAMED = 4;

/** What a move did, in one short line; `points` and `lead` are those of `describeMove`. */
export function lineOf(
    played: PlayedMove,
    names: Names = bySeat,
    points: readonly string[] = [played.move],
    lead: string | null = null,
): string {
    return [lead ?? moveInWords(played, names, points), ...effectsInWords(played.effects, NAMED)].join(
        say("board.said.join"),
    );
}

/**
 * A move in a list of moves, as it is read aloud, by the number of its turn: "Move 12, e5, pushes 3 stones". Stones that
 * went back to where they stood (K5, K6) are not told.
 */
export const listedAloud = (made: { move: string; effects?: Effects }, turn: number): string =>
    listed([
        say("board.said.numbered", { ply: turn, move: moveText(made.move) }),
        ...effectsInWords({ ...(made.effects ?? NO_EFFECTS), returned: [] }, 0),
    ]);

/** Who goes on, or how the game ended. */
function whatFollows(view: View, playerName: Names): string {
    if (view.outcome) return view.outcome.sentence;
    if (view.setup) {
        const what = view.setup === "komi" ? "name-komi" : "choose-side";
        const name = playerName(view.seat ?? (view.setup === "komi" ? 1 : 2));
        return name === null ? say(`board.said.${what}.you`) : say(`board.said.${what}`, { who: name });
    }
    const who = view.toMove ? colourName(view.toMove) : "";
    return say(view.turnOpen ? "board.said.goes-on" : "board.said.to-play", { who });
}

/**
 * What a move did and what comes next, in the language of the page.
 *
 * `view` is the position after the move, `points` where the stones of its turn were set, if all of them are to be
 * said, `lead` what is said of the move itself, where that is told in another way.
 */
export function describeMove(
    played: PlayedMove,
    view: View,
    names: Names = bySeat,
    points: readonly string[] = [played.move],
    lead: string | null = null,
): string {
    const made = lead ?? moveInWords(played, names, points);
    return [made, ...effectsInWords(played.effects), whatFollows(view, names)].join(say("board.said.join"));
}

/** What was taken back, the last move first (none: a resignation), and who goes on. `view` is the position after it. */
export function describeUndo(gone: readonly PlayedMove[], view: View, names: Names = bySeat): string {
    const moves = gone.map((played) => moveInWords(played, names)).reverse();
    const what = moves.length > 0 ? listed(moves) : say("board.said.resignation");
    return [say("board.said.taken-back", { what }), whatFollows(view, names)].join(say("board.said.join"));
}
