/** Numbers of rules in what people read: "not here (I6), or only then (I7, I8)". */

/** A piece of a sentence; `rule`: it is the number of one, between what is not parted from it at the end of a line. */
export interface Piece {
    text: string;
    rule: boolean;
    open?: string;
    close?: string;
}

/** Numbers in brackets, as sentences cite them: a game of another package has letters of its own. */
const CITED = /[(（][A-Z]\d+(?:[,、]\s?[A-Z]\d+)*[)）]/g;
/** A number by itself. What stands beside it in Japanese or Korean is no blank. */
const NUMBER = /(?<![A-Za-z0-9.`])[A-Z]\d+(?![A-Za-z0-9])/g;

/** A sentence in pieces: the numbers that it cites in brackets, and what stands between them. */
export function piecesOf(sentence: string): Piece[] {
    const found: Piece[] = [];
    let done = 0;
    for (const cited of sentence.matchAll(CITED)) {
        for (const number of cited[0].matchAll(NUMBER)) {
            const at = cited.index + number.index;
            const [open = ""] = /[(（]$/.exec(sentence.slice(done, at)) ?? [];
            const [close = ""] = /^[)）,、]/.exec(sentence.slice(at + number[0].length)) ?? [];
            found.push({ text: sentence.slice(done, at - open.length), rule: false });
            found.push({ text: number[0], rule: true, open, close });
            done = at + number[0].length + close.length;
        }
    }
    found.push({ text: sentence.slice(done), rule: false });
    return found.filter(({ text }) => text !== "");
}

/** The HTML of a rule with the numbers of others as buttons; `label` says what one is called aloud. */
export function withButtons(html: string, known: ReadonlySet<string>, label: (number: string) => string): string {
    const button = (number: string): string =>
        known.has(number)
            ? `<button type="button" class="cited" data-rule="${number}" aria-label="${label(number)}">${number}</button>`
            : number;
    // Only between tags, and what is code stays as it is.
    return html.replace(/<code>.*?<\/code>|<[^>]*>|[^<]+/gs, (part) =>
        part.startsWith("<") ? part : part.replace(NUMBER, button),
    );
}
