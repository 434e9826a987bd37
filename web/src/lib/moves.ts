/** Moves as people read them. */
import { say } from "./texts.svelte";
import type { Colour, View } from "./types";

const WORDS = ["pass", "button", "swap", "black", "white"] as const;
type Word = (typeof WORDS)[number];
const isWord = (move: string): move is Word => (WORDS as readonly string[]).includes(move);

/** A move as it stands in a list: a point as it is, words in the reader's language. */
export function moveText(move: string): string {
    if (isWord(move)) return say(`analysis.move.${move}`);
    const komi = /^komi (\d+)$/.exec(move);
    return komi ? say("analysis.move.komi", { komi: komi[1]! }) : move;
}

/** What a button says that makes a move: "Take the button". */
export const moveButton = (move: string): string =>
    isWord(move) ? say(`analysis.do.${move}`) : moveText(move);

export const colourName = (colour: Colour): string => say(`analysis.colour.${colour}`);

/** Whose turn it is, or how the game ended. */
export function turnText(view: View): string {
    if (view.outcome) return view.outcome.sentence;
    if (view.setup) return say(`analysis.setup.${view.setup}`, { seat: view.seat! });
    return say(view.turnOpen ? "analysis.to-move.again" : "analysis.to-move", {
        colour: colourName(view.toMove!),
    });
}
