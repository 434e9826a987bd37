/** Moves that set no stone, by what is typed for them: their word, and what they are called in the reader's language. */
import { moveButton, moveText } from "../lib/positions/moves";

/** The moves by their words, in small letters and without spaces, which mean something else on a board. */
export function typedWords(namedMoves: readonly string[]): Map<string, string> {
    return new Map(
        namedMoves.flatMap((move) =>
            [moveButton(move), moveText(move), move].map((text) => [plain(text), move] as const),
        ),
    );
}

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}]/gu, "");
