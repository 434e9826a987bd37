/** What decided a game on the board, told from its positions alone: who came to lead in what counts, and by which move. */
import { givesUp } from "../../lib/announce";
import { after } from "../../lib/positions/line";
import { colourName, moveText } from "../../lib/positions/moves";
import { viewOf } from "../../lib/positions/positions";
import { say } from "../../lib/texts.svelte";
import type { Colour, Group, PlayedMove, View } from "../../lib/types";
import { doing, pushes } from "../play/computer/why";
import { CLEAR, COLOURS, didOf, hasKomi, standingOf, stonesOf } from "./telling";

/** A sentence of the story, and after how many moves the board shows it; null where it is of the whole game. */
export interface Part {
    text: string;
    ply: number | null;
}

interface Played {
    start: string;
    moves: readonly PlayedMove[];
    winner: Colour;
    /** The other player has left the game: what stood on the board then tells something where it was clear. */
    left: boolean;
    /** The number of a move as people count them. */
    turnOf: (ply: number) => string;
    /**
     * The numbers of the moves that the review marks as mistakes: a game is not won by one, so until they are known
     * (null) no move is praised.
     */
    marked: ReadonlySet<number> | null;
}

/** What both have in what decides, and how many pairs of equal groups come before it. */
type Count = Record<Colour, number> & { equal: number };

/** What groups are worth where that is not their size (W5): the first that differ, from the best ones on (W6). */
function firstDiffering(groups: readonly Group[]): Count | null {
    const worths = (wanted: Colour): number[] =>
        groups
            .filter(({ colour }) => colour === wanted)
            .map(({ value }) => value!)
            .sort((one, other) => other - one);
    const [black, white] = [worths("B"), worths("W")];
    const most = Math.min(black.length, white.length) - 1;
    if (most < 0) return null;
    const first = black.findIndex((worth, place) => place <= most && worth !== white[place]);
    const equal = first < 0 ? most : first;
    return { B: black[equal]!, W: white[equal]!, equal };
}

/** What both have in what decides. */
function countOf(view: View): Count | null {
    const { groups } = view.count;
    if (groups?.some(({ value, connection }) => value !== undefined && connection)) return firstDiffering(groups);
    const standing = standingOf(view);
    return standing && { ...standing, equal: 0 };
}

/** A worth may be below 0 (W5). */
const told = (count: number): string => String(count).replace("-", "−");

function kindOf(view: View): "points" | "squares" | "worth" | "groups" {
    const { groups, squares } = view.count;
    if (squares) return hasKomi(view) ? "points" : "squares";
    return groups?.some(({ connection }) => connection) ? "worth" : "groups";
}

/** What a move did that speaks for it, after its name. */
function moveWith(move: PlayedMove, before: View, now: View): string {
    const why = doing(before, move.move, now).filter((one) => !pushes(one, before, move.move));
    return why.length
        ? say("review.reason", { move: moveText(move.move), why: why.join(say("game.comma")) })
        : moveText(move.move);
}

/** Where groups decide: from which move on the winner's were better, and which move after it gained most. */
async function ofGroups({ start, moves, winner, left, turnOf, marked }: Played): Promise<Part[] | null> {
    const lines = Array.from({ length: moves.length + 1 }, (_, count) =>
        after(start, ...moves.slice(0, count).map(({ move }) => move)),
    );
    const end = await viewOf(lines.at(-1)!);
    if (!countOf(end)) return null; // nothing is to be seen in the others either
    const views: View[] = [];
    for (const line of lines) views.push(await viewOf(line)); // one after the other: the page goes before
    const other = winner === "B" ? "W" : "B";
    const leads = views.map((view) => {
        const count = countOf(view);
        return count ? count[winner] - count[other] : 0;
    });
    const kind = kindOf(end);
    const clear = end.count.squares ? CLEAR.squares : CLEAR.groups;
    if (leads.at(-1)! < (left ? clear : Number.MIN_VALUE)) return [];
    const taken = leads.findLastIndex((lead) => lead <= 0) + 1; // plies, after which the lead is never lost again
    const part = (key: "lead" | "most", ply: number): Part => {
        const move = moves[ply - 1]!;
        const count = countOf(views[ply]!)!;
        const ahead = kind === "worth" && count.equal > 0 ? "next" : kind;
        return {
            ply,
            text: say(key === "lead" ? `review.story.lead.${ahead}` : "review.story.most", {
                colour: colourName(winner),
                by: colourName(move.colour),
                ply: turnOf(ply),
                // What a move did for its own side is no reason why it gave the other one the lead.
                move: move.colour === winner ? moveWith(move, views[ply - 1]!, views[ply]!) : moveText(move.move),
                count: told(count[winner]),
                other: told(count[other]),
            }),
        };
    };
    const last = countOf(end)!;
    /** What was told last is not all: it has become another by the end. */
    function ended(part: Part): Part {
        const then = countOf(views[part.ply!]!)!;
        if (then[winner] === last[winner] && then[other] === last[other]) return part;
        const [count, more] = [told(last[winner]), told(last[other])];
        return { ...part, text: say("review.story.end", { text: part.text, count, other: more }) };
    }
    const gains = leads.map((lead, ply) => (ply > taken && marked?.has(ply) === false ? lead - leads[ply - 1]! : 0));
    const most = gains.indexOf(Math.max(...gains));
    // By komi the winner may have led from the start, or since it was named.
    const lead = taken && !moves[taken - 1]!.settles ? [part("lead", taken)] : [];
    if (gains[most]! < clear) return lead.map(ended);
    return [...lead, ended(part("most", most))];
}

/** Where stones are taken: what both did in the whole game, and the winner's move that did most at once. */
function ofStones({ moves, winner, turnOf, marked }: Played): Part[] {
    const sides = COLOURS.flatMap((colour) => {
        const own = moves.filter((move) => move.colour === colour);
        const given = own.flatMap(({ effects }) => (givesUp(effects) ? effects.removed : [])).length;
        const gave = given ? [say("board.did.given-up", { count: given })] : [];
        const what = [...didOf(own, colour), ...gave].join(say("game.comma"));
        return what ? [say("review.why.did", { colour: colourName(colour), what })] : [];
    });
    if (!sides.length) return [];
    const whole: Part = { ply: null, text: say("review.story.whole", { what: sides.join(say("board.said.join")) }) };
    const own = moves.filter(({ colour, ply }) => colour === winner && marked?.has(ply + 1) === false);
    const most = own.reduce<PlayedMove | null>(
        (best, move) => (stonesOf(move) > (best ? stonesOf(best) : 1) ? move : best),
        null,
    );
    if (!most) return [whole];
    const what = didOf([most], winner).join(say("game.comma"));
    const text = say("review.story.at-once", {
        ply: turnOf(most.ply + 1),
        by: colourName(winner),
        move: say("review.reason", { move: moveText(most.move), why: what }),
    });
    return [whole, { ply: most.ply + 1, text }];
}

/** The story of a game that somebody has won. */
export async function storyOf(played: Played): Promise<Part[]> {
    return (await ofGroups(played)) ?? ofStones(played);
}
