/** What stands under the board while a line plays: what its move did, where it ends, and that its result is proven. */
import { lineOf } from "../../lib/announce";
import { bestBy } from "../../lib/judging/mistakes";
import { colourName, moveText } from "../../lib/positions/moves";
import { say } from "../../lib/texts.svelte";
import type { Colour, ReviewedMove, View } from "../../lib/types";
import { other } from "../play/words";
import type { Compared, Value } from "./compared";
import { chanceText } from "./losses";
import type { Shown } from "./showing.svelte";
import { COLOURS, standsOf, type Told } from "./telling";

/** So many groups are told by their sizes. */
const SIZES = 4;

interface Line {
    shown: Shown;
    /** The line ends here by itself. */
    ends: boolean;
    /** The position on the board; null while it comes. */
    view: View | null;
    told: Told | undefined;
    /** The mistake that all is about, and what both lines are worth. */
    move: ReviewedMove;
    compared: Compared;
    by: "chance" | "points";
}

/** What is certain of a line, at each of its moves: a proof says nothing of how it is shown. */
function proofOf({ percent, certain }: Value, { seat }: ReviewedMove, view: View): string {
    if (!certain || view.outcome) return "";
    if (percent === 50) return say("review.why.proof.draw");
    const colour = view.colours[percent === 100 ? seat : other(seat)];
    return colour ? say("review.why.proof", { colour: colourName(colour) }) : "";
}

/** The sizes or values of the groups that count, the first ones, or the score. */
function scoreOf({ scores, scoreText }: View, colour: Colour): string {
    const numbers = scores[colour];
    if (!Array.isArray(numbers) || !numbers.length) return scoreText[colour];
    const shown = numbers.slice(0, SIZES).map((number) => String(number).replace("-", "−"));
    return [...shown, ...(numbers.length > SIZES ? ["…"] : [])].join(say("game.comma"));
}

/** How it stands where a line ends: in what is counted, or by the win rate where nothing is. */
function endOf(view: View, value: Value, { seat }: ReviewedMove): string {
    if (view.scoreTells && view.score.kind !== "none") {
        const [black, white] = COLOURS.map((colour) =>
            say("review.why.side", { colour: colourName(colour), number: scoreOf(view, colour) }),
        );
        const groups = view.score.kind === "groups" && view.score.unit !== "value";
        return say(groups ? "review.why.left" : "review.why.score", { black: black!, white: white! });
    }
    const colour = view.colours[seat];
    if (view.outcome || value.certain || !colour) return "";
    return say("review.why.chance", { colour: colourName(colour), chance: chanceText(value, false) });
}

export function lineText({ shown, ends, view, told, move, compared, by }: Line): string {
    const { line, moves } = shown;
    const played = line === "played";
    const value = played ? compared.played : compared.best;
    if (!moves || !view?.last)
        return played
            ? say("review.why.played", { move: moveText(move.move) })
            : say("review.why.better", { move: moveText(bestBy(move, by).best) });
    const first = played ? "review.why.played.step" : "review.why.better.step";
    const did = say(moves === 1 ? first : "review.why.then.step", { did: lineOf(view.last) });
    const text = (told?.moves === moves && told.words.at(-1)) || did;
    const stands = standsOf(view);
    const end = ends && !(stands && text.includes(stands)) ? endOf(view, value, move) : "";
    return [text, end, proofOf(value, move, view)].filter(Boolean).join(" · ");
}
