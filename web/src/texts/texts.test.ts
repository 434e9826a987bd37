import { describe, expect, it } from "vitest";
import { filled, formOf, type Language, sayOr, type Text } from "../lib/texts.svelte";
import en from "./en.json";
import ja from "./ja.json";
import ko from "./ko.json";

const catalogues: Record<string, Record<string, Text>> = { en, ko, ja };
const keys = Object.keys(en).sort();

const files = import.meta.glob<string>("../**/*.{svelte,ts}", {
    query: "?raw",
    import: "default",
    eager: true,
});
const code = Object.entries(files)
    .filter(([path]) => !path.endsWith(".test.ts"))
    .map(([, text]) => text)
    .join("\n");

/** Keys in the code: whole, as strings with dots, and with parts that are put in, as patterns. */
const literal = new Set([...code.matchAll(/["'`]([a-z][\w-]*(?:\.[\w-]+)+)["'`]/g)].map((found) => found[1]!));
const patterns = [...code.matchAll(/`([a-z][\w-]*\.[^`\s]*\$\{[^`]*)`/g)].map(
    (found) =>
        new RegExp(
            `^${found[1]!
                .replace(/\$\{[^}]*\}/g, "\u0000")
                .replace(/\./g, "\\.")
                .replaceAll("\u0000", "[\\w-]+(?:\\.[\\w-]+)*")}$`,
        ),
);

/** All that may be said for a text: itself, or its plural forms. */
const forms = (text: Text): string[] =>
    typeof text === "string" ? [text] : Object.entries(text).flatMap(([name, form]) => (name === "by" ? [] : [form!]));
const placeholdersIn = (form: string) => [...form.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!);
const placeholders = (text: Text) => [...new Set(forms(text).flatMap(placeholdersIn))].sort();

/** What the texts of a language never hold, and why: the glossary lists the words, the reviews the reasons. */
const never: Record<string, Record<string, RegExp>> = {
    en: {
        "so many, of a number that is meant": /\bso (?:many|much|long)\b/i,
        "is no, for is not a": /(?<!there )\bis no\b(?! longer)/i,
        "some, for a few": /\bsome (?:seconds|minutes|moves)\b/i,
        "a blank before a percent sign": /\s%/,
        "a word the glossary replaces":
            /\bgo(?:es)? on\b|\bplay on\b|\bkept\b|\bforget\b|\bbring in\b|\bby chance\b|\bwin chances?\b|\ballowed\b/i,
    },
    ko: {
        "a particle in both forms": /이\(가\)|은\(는\)|을\(를\)|와\(과\)|\(으\)로|\(이\)/,
        "a particle whose form depends on what is put in":
            /\{(?!colour\})\w+\}["”)]?(?:[은는이가을를과와로]|으로)(?=[\s.,:]|$)/,
        "a semicolon": /;/,
        "a blank before …": /\s…/,
        "뒤 for what was reached after some moves": /\{\w+\}수 뒤/,
        해요체: /(?<=[가-힣])(?<![세필])요(?=[\s.!?)]|$)/,
        "둘 차례, which reads as two turns": /둘 차례/,
        "a word the glossary does not know": /대악수|완착|이어진 패스|검은 돌|흰 돌|경매|잠정/,
    },
    ja: {
        "a semicolon": /[;；]/,
        "other quotation marks than 「」": /[“”"]/,
        "a blank before …": /\s…/,
        "a question without ？": /(?:ます|です)か。/,
        "a number in Chinese characters before a counter": /[一二三四五]つ|[一二三]個|[一二三]手/,
        "a mark of half width after Japanese": /[ぁ-んァ-ヶ一-龠][,:!?]/,
        "a word the glossary does not know": /訪問|証明済み|時計|バリエーション|変種|手後|コンヴァク|緩手|解放|報告/,
    },
};

describe("the catalogues", () => {
    it.each(["ko", "ja"])("have the same keys: %s", (language) =>
        expect(Object.keys(catalogues[language]!).sort()).toEqual(keys),
    );
    it.each(["en", "ko", "ja"])("are sorted and have no empty text: %s", (language) => {
        const found = Object.entries(catalogues[language]!);
        expect(found.map(([key]) => key)).toEqual(found.map(([key]) => key).sort());
        expect(found.filter(([, text]) => forms(text).includes(""))).toEqual([]);
    });
    it.each(["ko", "ja"])("have the same placeholders: %s", (language) => {
        const different = keys.filter((key) => {
            const [here, there] = ["en", language].map((one) => placeholders(catalogues[one]![key]!));
            return JSON.stringify(here) !== JSON.stringify(there);
        });
        expect(different).toEqual([]);
    });
    it("hold nothing that no page says", () => {
        const unused = keys.filter((key) => !literal.has(key) && !patterns.some((one) => one.test(key)));
        expect(unused).toEqual([]);
    });
    it("hold every text that a page says", () => {
        // What the games say, `sentences.say`, has catalogues of its own.
        const said = [...code.matchAll(/(?<![.\w])say\(\s*"([^"]+)"/g)].map((found) => found[1]!);
        expect(said.length).toBeGreaterThan(100);
        expect(said.filter((key) => !(key in en))).toEqual([]);
    });
    it.each(
        Object.entries(never).flatMap(([language, rules]) =>
            Object.entries(rules).map(([what, found]) => [language, what, found] as const),
        ),
    )("hold nothing that %s does not write: %s", (language, _, found) =>
        expect(
            Object.entries(catalogues[language]!).filter(([, text]) => forms(text).some((form) => found.test(form))),
        ).toEqual([]),
    );
});

describe("the predicted difference of the scores", () => {
    const told = keys.filter((key) => /^(?:analysis\.(?:column\.|)margin|graph\.margin)$/.test(key));
    it.each([
        ["en", /\blead\b/i],
        ["ko", /점수 차/],
        ["ja", /得点差/],
    ])("has one name: %s", (language, name) => {
        expect(told).toHaveLength(3);
        for (const key of told) expect(catalogues[language]![key], key).toMatch(name);
    });
});

describe("plural forms", () => {
    const plurals = (language: string) =>
        Object.entries(catalogues[language]!).flatMap(([key, text]) =>
            typeof text === "string" ? [] : [[key, text] as const],
        );
    it("are used in English", () => expect(plurals("en").length).toBeGreaterThan(3));
    it.each(["en", "ko", "ja"])("are all that the language needs, and no others: %s", (language) => {
        const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
        for (const [key, text] of plurals(language))
            expect(Object.keys(text).sort(), key).toEqual(["by", ...needed].sort());
    });
    it.each(["en", "ko", "ja"])("are chosen by a number that they speak of: %s", (language) => {
        for (const [key, text] of plurals(language)) {
            expect(placeholders(text), key).toContain(text.by);
            expect(placeholders(text), key).toEqual(placeholders(text.other));
        }
    });
    it.each([
        [0, "other"],
        [1, "one"],
        [2, "other"],
        [21, "other"],
        ["1", "one"],
        ["+1", "one"],
        ["−1", "one"],
        ["+21", "other"],
        ["1.0", "other"],
        ["1.2k", "other"],
        ["", "other"],
    ])("are those of the number: %s", (count, category) => {
        const text = { by: "count", one: "one", other: "other" };
        expect(formOf(text, { count }, "en")).toBe(category);
        for (const language of ["ko", "ja"] as Language[]) {
            expect(formOf(text, { count }, language)).toBe("other");
            expect(formOf("one for all", { count }, language)).toBe("one for all");
        }
    });
});

describe("the name of a variant", () => {
    it.each([
        [ko, "이아고: 자유 포획", "규칙: 이아고(자유 포획)"],
        [ko, "이아고: 자유 포획, 5×5", "규칙: 이아고(자유 포획), 5×5"],
        [ko, "이아고", "규칙: 이아고"],
        [ja, "Iago：フリーキャプチャ", "ルール：Iago（フリーキャプチャ）"],
        [ja, "Iago：フリーキャプチャ、一辺4", "ルール：Iago（フリーキャプチャ）、一辺4"],
        [en, "Iago, free capture", "Rules: Iago, free capture"],
    ])("has no colon after a colon", (texts, game, said) => {
        expect(filled(texts["rules.title"], { game })).toBe(said);
    });
    it("is whole where no colon stands before it", () => {
        expect(filled(ko["rules.base"], { game: "이아고: 자유 포획" })).toMatch(/^이아고: 자유 포획/);
    });
});

describe("a key that only an installed game has", () => {
    it("is told by its own name", () => {
        expect(sayOr("editor.option.handicap", "handicap")).toBe("handicap");
    });
});

describe("names of actions", () => {
    it.each(["en", "ko", "ja"])("say what they are about: %s", (language) => {
        const texts = catalogues[language]! as Record<string, string>;
        expect(texts["game.do.button"]).toMatch(/½|반집|半目/); // what it gives
        expect(texts["game.count"]).not.toContain("計算"); // that is a calculation
    });
});
