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

/** By how many stones a player is better off for what the moves did. */
const gainOf = (made: readonly PlayedMove[], colour: Colour): number =>
    made.reduce((sum, move) => {
        const stones = KINDS.reduce((count, kind) => count + move.effects[kind].length, 0);
        return move.settles ? sum : sum + (move.colour === colour ? stones : -stones);
    }, 0);

/** What moves have done, where it is a reason, and where they have led, in one line. */
export function leadsTo(made: readonly PlayedMove[], end: View, isReason = true): string {
    const did = (isReason ? COLOURS : []).flatMap((colour) => {
        const what = didOf(made, colour);
        return what.length
            ? [say("review.why.did", { colour: colourName(colour), what: what.join(say("game.comma")) })]
            : [];
    });
    // A score that is counted half-way says nothing of who will have won.
    const result = end.outcome ? wonText(end.outcome) : "";
    const swap = made[1]?.move === "swap" ? say("review.why.swap") : "";
    const what = [swap, ...did, result].filter(Boolean).join(say("board.said.join"));
    return what && say("review.why.then", { count: made.length, what });
}

/** The same of two lines: stones are told of where those of the better one speak for it. */
export async function reasonsOf(
    start: string,
    better: readonly string[],
    played: readonly string[],
): Promise<{ better: string; played: string }> {
    const [best, worse] = await Promise.all(
        [better, played].map(async (moves) => {
            const line = after(start, ...moves);
            const [end, made] = await Promise.all([viewOf(line), movesOf(line)]);
            return { end, made: made.slice(-moves.length) };
        }),
    );
    const colour = best!.made[0]!.colour;
    const speaks = gainOf(best!.made, colour) > gainOf(worse!.made, colour);
    return { better: leadsTo(best!.made, best!.end, speaks), played: leadsTo(worse!.made, worse!.end, speaks) };
}
