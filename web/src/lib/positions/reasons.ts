/** Reasons why a move is illegal, told apart from the numbers of the rules that they cite. */

/** "Not here (I6), or only then (I7, I8)." */
const CITED = /\s*[(（]((?:[A-Z]\d+)(?:[,、]\s?[A-Z]\d+)*)[)）]/g;

export function parted(reason: string): { text: string; rules: string[] } {
    const rules = [...reason.matchAll(CITED)].flatMap((found) => found[1]!.split(/[,、]\s?/));
    return { text: reason.replace(CITED, ""), rules: [...new Set(rules)] };
}
