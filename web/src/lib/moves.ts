/** Moves as people read them. */
import { say } from "./texts.svelte";
import type { Colour, Outcome, View } from "./types";

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
export const moveButton = (move: string): string => (isWord(move) ? say(`analysis.do.${move}`) : moveText(move));

/** Whether a move settles who has which colour (S1, K10): it is nobody's colour that makes it. */
export const settlesColours = (move: string): boolean => /^(komi \d+|black|white|swap)$/.test(move);

export const colourName = (colour: Colour): string => say(`analysis.colour.${colour}`);

/** Who has won, in two words. */
export const wonText = ({ winner }: Outcome): string =>
    winner === null ? say("game.over.draw") : say("game.over.won", { colour: colourName(winner) });

/** Whose turn it is, or who has won. */
export function turnText(view: View): string {
    if (view.outcome) return wonText(view.outcome);
    if (view.setup) return say(`analysis.setup.${view.setup}`, { seat: view.seat! });
    return say(view.turnOpen ? "analysis.to-move.again" : "analysis.to-move", {
        colour: colourName(view.toMove!),
    });
}
