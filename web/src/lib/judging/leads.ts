/** A lead in words: what it is a lead in differs from game to game. */
import { say } from "../texts.svelte";
import type { ScoreStyle } from "../types";
import { brief, signed } from "./chances";

/** What a lead is counted in, and how the score that it is of is made. */
export type Counted = Pick<ScoreStyle, "unit" | "kind">;

/** Products are whole: half a point between them says who wins by the centre where they are equal (I10). */
const wholeOf = (margin: number): number => Math.sign(margin) * Math.ceil(Math.abs(margin) - 0.5);

/** A lead as it reads: products are whole, anything else has one decimal. */
export const shownLead = ({ kind }: Counted, lead: number): number =>
    kind === "product" ? wholeOf(lead) : Math.round(10 * lead) / 10;

/** Whether a lead that is exact is none, and the centre decides between equal scores (I10). */
export const isTie = ({ kind }: Counted, lead: number, certain: boolean): boolean =>
    kind === "product" && certain && Math.abs(lead) === 0.5;

/** A margin with its sign, as exact as the score of the game may be: "+3.5", and "+3" of a product. */
export function countedText({ kind }: Counted, margin: number): string {
    return kind === "product" ? signed(wholeOf(margin)).replace(".0", "") : signed(margin);
}

/** The same in at most four characters, where there is little room: "+3.5", "+1k", "=+" where a tie is won. */
export function countedBrief(style: Counted, margin: number, certain: boolean): string {
    if (isTie(style, margin, certain)) return margin > 0 ? "=+" : "=−";
    return style.kind === "product" ? brief(wholeOf(margin)).replace(".0", "") : brief(margin);
}

/**
 * A lead as it is told beside a chance. `sides` are called for what is counted in groups, and for a tie: who is ahead
 * where it is above 0, and the other one. Points are those of the first. `certain`: it is exact.
 */
export function leadText(style: Counted, lead: number, sides: readonly [string, string], certain: boolean): string {
    const side = sides[lead < 0 ? 1 : 0];
    if (isTie(style, lead, certain)) return say("analysis.unit.tie", { side });
    if (style.unit === "points") return say("analysis.unit.points", { margin: countedText(style, lead) });
    return say(`analysis.unit.${style.unit!}`, { side, margin: Math.abs(lead).toFixed(1) });
}
