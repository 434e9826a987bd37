import { describe, expect, test } from "vitest";
import { piecesOf, withButtons } from "./numbers";

describe("numbers of rules in a sentence", () => {
    test.each([
        ["c4 is occupied (K2).", ["c4 is occupied ", "(K2)", "."]],
        ["Only so (I6), or then (I7, I8)", ["Only so ", "(I6)", ", or then ", "(I7,", " ", "I8)"]],
        ["そこには置けません（V4、V5）。", ["そこには置けません", "（V4、", "V5）", "。"]],
        ["“Z9” is no move (A3).", ["“Z9” is no move ", "(A3)", "."]],
        ["E5 and (e5) and (SGF4)", ["E5 and (e5) and (SGF4)"]],
        ["", []],
    ])("%s", (sentence, pieces) => {
        const found = piecesOf(sentence);
        expect(found.map(({ text, open = "", close = "" }) => open + text + close)).toEqual(pieces);
        expect(found.filter(({ rule }) => rule).map(({ text }) => text)).toEqual(
            pieces.flatMap((piece) => /^[(（]?([A-Z]\d+)[)）,、]?$/.exec(piece)?.[1] ?? []),
        );
    });
});

describe("numbers of rules in HTML", () => {
    const known = new Set(["V4", "V5"]);
    const made = (html: string) => withButtons(html, known, (number) => `Rule ${number}`);

    test("known ones are buttons, in every language", () => {
        expect(made("<p>As in V4.</p>")).toBe(
            '<p>As in <button type="button" class="cited" data-rule="V4" aria-label="Rule V4">V4</button>.</p>',
        );
        expect(made("<p>取り方はV5のとおり</p>")).toContain('data-rule="V5"');
    });
    test("what is unknown, code and tags stay as they are", () => {
        for (const html of ["<p>V9 and e5</p>", "<p><code>V4</code></p>", '<p class="V4">x</p>'])
            expect(made(html)).toBe(html);
    });
});
