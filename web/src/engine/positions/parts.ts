/** What the lines of a score breakdown say; the twin of `fieldstone/play/parts.py`. */
import type { Colour, ScoreLine } from "../../lib/types";
import type { GameData, LineData } from "../source";

type ByColour<T> = Record<Colour, T>;

/** The lines of a score with their keys, from the numbers that the kernels have counted; `scores` are those of a score. */
export function scoreLines(
    { kind, lines }: GameData["score"],
    sums: ByColour<number[]>,
    facts: number[],
    scores: ByColour<number[]>,
): ScoreLine[] {
    const factors = lines.filter(({ counts }) => counts);
    return lines.map((line) => {
        const amounts = amountsOf(line, sums, facts);
        const found = { told: line.told, amounts };
        if (!line.counts) return { ...found, countsAs: { B: 0, W: 0 } };
        if (kind !== "product") return found;
        // The factors stand after their product.
        const factor = 1 + factors.indexOf(line);
        const countsAs = { B: scores.B[factor]!, W: scores.W[factor]! };
        return countsAs.B === amounts.B && countsAs.W === amounts.W ? found : { ...found, countsAs };
    });
}

function amountsOf({ to, worth, column }: LineData, sums: ByColour<number[]>, facts: number[]): ScoreLine["amounts"] {
    if (to === "each") return { B: Math.trunc(sums.B[column]!), W: Math.trunc(sums.W[column]!) };
    const fact = facts[column]!;
    if (to === "white") return { B: null, W: fact };
    return { B: fact === 1 ? worth : null, W: fact === 2 ? worth : null };
}
