/** Moves as people read them. */
import { say, sayOr } from "../texts.svelte";
import type { Colour, Outcome, View } from "../types";

/** A word and the number that belongs to it: "komi 7". */
export function wordOf(move: string): { word: string; number: string } {
    const [word = "", number = ""] = move.split(" ");
    return { word, number };
}

/** A move as it stands in a list: a point as it is, words in the reader's language. */
export function moveText(move: string): string {
    const { word, number } = wordOf(move);
    return sayOr(`move.${word}`, move, { number });
}

/** Whether the pieces have two sides, and are called discs. */
export const hasDiscs = (view: { brushes: readonly string[] }): boolean => view.brushes.includes("b");

/** What a button says that makes a move: "Take the button". */
export const moveButton = (move: string): string => sayOr(`move.do.${move}`, moveText(move));

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
