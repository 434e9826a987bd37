/** What a line that is expected leads to, in words: the reason why a move was a mistake, and why another is better. */
import { NO_EFFECTS, effectsInWords } from "../../lib/announce";
import { after } from "../../lib/positions/line";
import { colourName, wonText } from "../../lib/positions/moves";
import { movesOf, viewOf } from "../../lib/positions/positions";
import { say } from "../../lib/texts.svelte";
import type { Colour, PlayedMove, View } from "../../lib/types";

const COLOURS: readonly Colour[] = ["B", "W"];
/** What is told of stones. To push is what every stone does there: it says nothing of who is better off. */
const KINDS = ["removed", "flipped", "captured", "released"] as const;

/** What the moves of a colour did to stones, all together. */
function didOf(made: readonly PlayedMove[], colour: Colour): string[] {
    const own = made.filter((move) => move.colour === colour && !move.settles);
    const all = KINDS.map((kind) => [kind, own.flatMap(({ effects }) => effects[kind])] as const);
    return effectsInWords({ ...NO_EFFECTS, ...Object.fromEntries(all) }, 0);
}

/** What moves have done and where they have led, in one line. */
export function leadsTo(made: readonly PlayedMove[], end: View): string {
    const did = COLOURS.flatMap((colour) => {
        const what = didOf(made, colour);
        return what.length
            ? [say("review.why.did", { colour: colourName(colour), what: what.join(say("game.comma")) })]
            : [];
    });
    // A score that is counted half-way says nothing of who will have won.
    const what = [...did, end.outcome ? wonText(end.outcome) : ""].filter(Boolean).join(say("board.said.join"));
    return what && say("review.why.then", { count: made.length, what });
}

/** The same of the first moves of a line, at most so many. */
export async function told(start: string, moves: readonly string[], most: number): Promise<string> {
    const line = after(start, ...moves.slice(0, most));
    const [end, made] = await Promise.all([viewOf(line), movesOf(line)]);
    return leadsTo(made.slice(-Math.min(most, moves.length)), end);
}
