/** What a line that is expected leads to, in words: the reason why a move was a mistake, and why another is better. */
import { leftOf } from "../../board/counting";
import { NO_EFFECTS, effectsInWords, givesUp } from "../../lib/announce";
import type { Numbered } from "../../lib/positions/counting";
import { after } from "../../lib/positions/line";
import { colourName, moveText, wonText } from "../../lib/positions/moves";
import { movesOf, viewOf } from "../../lib/positions/positions";
import { say } from "../../lib/texts.svelte";
import type { Colour, PlayedMove, Seat, View } from "../../lib/types";
import { lineEnd, type LineEnd } from "./lineend";
import { biggest, doing, lowers, pushes } from "../play/computer/why";

export const COLOURS: readonly Colour[] = ["B", "W"];
/** What is told of stones. To push is what every stone does there: it says nothing of who is better off. */
export const KINDS = ["removed", "flipped", "captured", "released"] as const;

/** The stones of a kind that a move took from the other side, or gave back to its own. */
export const takenBy = ({ effects, settles }: PlayedMove, kind: (typeof KINDS)[number]): string[] =>
    settles || (kind === "removed" && givesUp(effects)) ? [] : effects[kind];

/** What the moves of a colour did to stones, all together. */
export function didOf(made: readonly PlayedMove[], colour: Colour): string[] {
    const own = made.filter((move) => move.colour === colour);
    const all = KINDS.map((kind) => [kind, own.flatMap((move) => takenBy(move, kind))] as const);
    return effectsInWords({ ...NO_EFFECTS, ...Object.fromEntries(all) }, 0);
}

/** The number of a move as the list has it, with that of its stone where its turn has two. */
export const turnText = ({ turn, stone }: Numbered): string =>
    stone === null ? String(turn) : say("review.turn.stone", { turn, stone });

/** By so much more, in stones of the biggest group or in squares, groups speak for a line. */
export const CLEAR = { groups: 2, squares: 8 };

/** How many stones a move took or gave back. */
export const stonesOf = (move: PlayedMove): number =>
    KINDS.reduce((count, kind) => count + takenBy(move, kind).length, 0);

/** By how many stones a player is better off for what the moves did. */
const gainOf = (made: readonly PlayedMove[], seat: Seat): number =>
    made.reduce((sum, move) => {
        const stones = stonesOf(move);
        return sum + (move.seat === seat ? stones : -stones);
    }, 0);

/** Whether komi counts beside the squares of groups (Q1). */
export const hasKomi = ({ scores, count: { squares } }: View): boolean =>
    squares !== undefined && COLOURS.some((colour) => scores[colour] !== squares[colour]);

/**
 * How many stones the biggest group of each colour has that is not cancelled (K8), or the score where the squares of
 * all count, komi with them; null where neither is counted.
 */
export function standingOf({ score, scores, count: { groups, squares } }: View): Record<Colour, number> | null {
    if (score.kind === "none") return null;
    if (squares) return { B: Number(scores.B), W: Number(scores.W) };
    if (!groups?.length || groups.some(({ value, connection }) => value !== undefined || connection)) return null;
    const left = leftOf(groups);
    return { B: biggest(left, "B"), W: biggest(left, "W") };
}

/** What both have in the end, where the game goes on and that of the better line speaks for it. */
export function standsOf(end: View): string {
    const standing = end.outcome ? null : standingOf(end);
    if (!standing) return "";
    const [black, white] = COLOURS.map((colour) =>
        say("review.why.side", { colour: colourName(colour), number: standing[colour] }),
    );
    const scored = hasKomi(end) ? "review.why.points" : "review.why.squares";
    return say(end.count.squares ? scored : "review.why.groups", { black: black!, white: white! });
}

/** What moves have done, where it is a reason, and where they have led, in one line. */
export function leadsTo(made: readonly PlayedMove[], end: View, isReason = true, stands = false): string {
    const did = (isReason ? COLOURS : []).flatMap((colour) => {
        const what = didOf(made, colour);
        return what.length
            ? [say("review.why.did", { colour: colourName(colour), what: what.join(say("game.comma")) })]
            : [];
    });
    // A score that is counted half-way says nothing of who will have won, but groups are what is built from the start.
    const result = end.outcome ? wonText(end.outcome) : "";
    const what = [...did, stands ? standsOf(end) : "", result].filter(Boolean).join(say("board.said.join"));
    return what && say("review.why.then", { count: made.length, what });
}

/** How much more a player has than the other, in groups or squares: in the colour that is his by then. */
function aheadOf(end: View, seat: Seat): number {
    const [standing, colour] = [standingOf(end), end.colours[seat]];
    return standing && colour ? standing[colour] - standing[colour === "B" ? "W" : "B"] : 0;
}

interface Led {
    made: PlayedMove[];
    /** Before the first move, after each of them. */
    views: View[];
}

async function led(start: string, moves: readonly string[]): Promise<Led> {
    const places = Array.from({ length: moves.length + 1 }, (_, count) => after(start, ...moves.slice(0, count)));
    const [made, ...views] = await Promise.all([movesOf(places.at(-1)!), ...places.map((line) => viewOf(line))]);
    return { made: made.slice(-moves.length), views };
}

/** What a move of a line does, from 0, where it says more than that stones are pushed. */
function does({ made, views }: Led, index: number): string {
    const move = made[index];
    if (!move || move.settles) return "";
    const view = views[index]!;
    const what = doing(view, move.move, views[index + 1]!).filter((one) => !pushes(one, view, move.move));
    if (!what.length) return "";
    const who = index === 0 ? moveText(move.move) : `${colourName(move.colour)} ${moveText(move.move)}`;
    return say("review.reason", { move: who, why: what.join(say("game.comma")) });
}

/** That the first move of a line makes its own side's best connection worth less. */
function spoils({ made: [move], views: [before, now] }: Led): string {
    const why = move && before && now ? lowers(before, now) : "";
    return why && say("review.reason", { move: moveText(move!.move), why });
}

const cut = ({ made, views }: Led, count: number): Led => ({
    made: made.slice(0, count),
    views: views.slice(0, count + 1),
});

/** What is told of a line. */
export interface Told {
    words: string[];
    /** Where it shows something. */
    end: LineEnd | null;
    /** After how many moves that is. */
    moves: number;
}

/** What comes later in a line is less certain, unless the line ends the game. */
const MOST = 8;

/** Whether who has more is who is likelier to win: otherwise it explains nothing. */
const fits = (ahead: number, chance: number): boolean => ahead * (chance - 0.5) >= 0;

/** The move that a line begins with, and what comes of it; the chance is that of whoever moves first. */
interface Line {
    moves: readonly string[];
    chance: number;
}

/**
 * The same of two lines, and what the better move does, and what is answered to the one that was played: stones and
 * groups are told of, and lit in pictures of both ends, where those of the better line speak for it. A line that ends
 * the game is followed to its end; where neither does both are followed as far.
 */
export async function reasonsOf(start: string, better: Line, played: Line): Promise<{ better: Told; played: Told }> {
    let [best, worse] = await Promise.all([led(start, better.moves), led(start, played.moves)]);
    const ended = [best, worse].some(({ views }) => views.at(-1)!.outcome);
    const both = ended ? MOST : Math.min(MOST, best.made.length, worse.made.length);
    [best, worse] = [best, worse].map((line) => (line.views.at(-1)!.outcome ? line : cut(line, both))) as [Led, Led];
    const [end, other] = [best.views.at(-1)!, worse.views.at(-1)!];
    const { seat } = best.made[0]!;
    const speaks = gainOf(best.made, seat) > gainOf(worse.made, seat);
    const [more, less] = [aheadOf(end, seat), aheadOf(other, seat)];
    const agrees = fits(more, better.chance) && fits(less, played.chance);
    const did = [swapping(best, worse), does(best, 0), spoils(worse), does(worse, 1)];
    // Where nothing else is to be told the least difference is.
    const least = speaks || did.some(Boolean) ? CLEAR[end.count.squares ? "squares" : "groups"] : 1;
    const stands = agrees && more - less >= least;
    const told = (line: Led, what: string[], last: View): Told => ({
        words: [...what, leadsTo(line.made, last, speaks, stands)].filter(Boolean),
        end: lineEnd(line.made, last, stands || last.outcome !== null),
        moves: line.made.length,
    });
    const found = { better: told(best, did.slice(0, 2), end), played: told(worse, did.slice(2), other) };
    if (!found.better.words.length && !found.played.words.length && better.chance > played.chance)
        found.better.words = [say("review.why.search")];
    return found;
}

/** Why to swap, or not to, where the lines differ in it. */
function swapping(best: Led, worse: Led): string {
    // A first stone is the other's as well as one's own: it is judged by that.
    if ([best, worse].some(({ made }) => made[1]?.move === "swap")) return say("review.why.swap");
    const [swaps, swapped] = [best, worse].map(({ made }) => made[0]!.move === "swap");
    if (swaps === swapped) return "";
    const move = moveText(best.made[0]!.move);
    // From here on it is to be known whose stones are whose.
    const colour = best.views[1]!.colours[best.made[0]!.seat];
    const why = say(swaps ? "review.why.swaps" : "review.why.keeps", { colour: colour ? colourName(colour) : "" });
    return say("review.reason", { move, why });
}
