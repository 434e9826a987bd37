/** What people read, in their language: one catalogue a language, loaded when it is needed. */
import { withParticles } from "./particles";
import type en from "../texts/en.json";

export const LANGUAGES = ["en", "ko", "ja"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Key = keyof typeof en;
type Catalogue = Record<Key, string>;

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
    const wanted = [localStorage.getItem(CHOICE), ...navigator.languages.map((one) => one.slice(0, 2))];
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
    localStorage.setItem(CHOICE, chosen);
    await loadTexts(chosen);
}

/** The text of a key, with `{names}` replaced by details. */
export function say(key: Key, details: Record<string, string | number> = {}): string {
    const text = (texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => String(details[name] ?? whole));
    return language.now === "ko" ? withParticles(text) : text;
}

/** How dates are written: as the browser's reader is used to where that is the language of the page. */
export const locale = (): string =>
    navigator.languages.find((one) => one.split("-")[0] === language.now) ?? language.now;
