/** What people read, in their language: one catalogue a language, loaded when it is needed. */
import { keeper } from "#keeper";
import type en from "../texts/en.json";

export const LANGUAGES = ["en", "ko", "ja"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Key = keyof typeof en;
/** A text, or its plural forms by the categories of CLDR and, under `by`, the detail that chooses among them. */
export type Text = string | ({ by: string; other: string } & { [category in Intl.LDMLPluralRule]?: string });
type Catalogue = Record<Key, Text>;

const LOADERS: Record<Language, () => Promise<{ default: Catalogue }>> = {
    en: () => import("../texts/en.json"),
    ko: () => import("../texts/ko.json"),
    ja: () => import("../texts/ja.json"),
};
const CHOICE = "fieldstone.language";

export const language: { now: Language } = $state({ now: "en" });
let texts: Catalogue = $state.raw({} as Catalogue);

/** The language that was chosen, else the browser's first that there is. */
function preferred(): Language {
    const wanted = [keeper.notes.get(CHOICE), ...navigator.languages.map((one) => one.slice(0, 2))];
    return (wanted.find((one) => LANGUAGES.includes(one as Language)) as Language | undefined) ?? "en";
}

/** Load the texts of a language (of the preferred one) and use them everywhere at once. */
export async function loadTexts(chosen: Language = preferred()): Promise<void> {
    texts = (await LOADERS[chosen]()).default;
    language.now = chosen;
    document.documentElement.lang = chosen;
}

/** Switch to a language and remember it. */
export async function choose(chosen: Language): Promise<void> {
    keeper.notes.set(CHOICE, chosen);
    await loadTexts(chosen);
}

/** The form of a text that fits a number as it is written, with a sign or without; what is not whole takes `other`. */
export function formOf(text: Text, details: Record<string, string | number>, spoken: Language): string {
    if (typeof text === "string") return text;
    const written = String(details[text.by]);
    const number = /^[+\-−]?\d+$/.test(written) ? Number(written.replace(/\D/, "")) : Number.NaN;
    return text[new Intl.PluralRules(spoken).select(number)] ?? text.other;
}

/** The name of a variant with its second part in brackets: it stands after a colon, and one is enough. */
const bracketed = (game: string): string =>
    game.replace(/^([^:：]+)(?:: |(：))([^,、]+)/, (_, whole, wide, part) =>
        wide ? `${whole}（${part}）` : `${whole}(${part})`,
    );

/** A text with `{names}` replaced by details. */
export function filled(form: string, details: Record<string, string | number>): string {
    return form.replace(/(: |：)?\{(\w+)\}/g, (whole, colon: string | undefined, name: string) => {
        const detail = details[name];
        if (detail === undefined) return whole;
        return colon ? colon + (name === "game" ? bracketed(String(detail)) : detail) : String(detail);
    });
}

/** The text of a key, with `{names}` replaced by details. */
export const say = (key: Key, details: Record<string, string | number> = {}): string =>
    filled(formOf(texts[key] ?? key, details, language.now), details);

/** The text of a key that an installed game may have beyond those of this page; where there is none, `other`. */
export const sayOr = (key: string, other: string, details: Record<string, string | number> = {}): string =>
    key in texts ? say(key as Key, details) : other;

/** How dates are written: as the browser's reader is used to where that is the language of the page. */
export const locale = (): string =>
    navigator.languages.find((one) => one.split("-")[0] === language.now) ?? language.now;
