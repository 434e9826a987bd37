import { describe, expect, it } from "vitest";
import en from "./en.json";
import ja from "./ja.json";
import ko from "./ko.json";

const catalogues: Record<string, Record<string, string>> = { en, ko, ja };
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
const literal = new Set(
    [...code.matchAll(/["'`]([a-z][\w-]*(?:\.[\w-]+)+)["'`]/g)].map((found) => found[1]!),
);
const patterns = [...code.matchAll(/`([a-z][\w-]*\.[^`\s]*\$\{[^`]*)`/g)].map(
    (found) =>
        new RegExp(
            `^${found[1]!
                .replace(/\$\{[^}]*\}/g, "\u0000")
                .replace(/\./g, "\\.")
                .replaceAll("\u0000", "[\\w-]+(?:\\.[\\w-]+)*")}$`,
        ),
);

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!).sort();

describe("the catalogues", () => {
    it.each(["ko", "ja"])("have the same keys: %s", (language) =>
        expect(Object.keys(catalogues[language]!).sort()).toEqual(keys),
    );
    it.each(["en", "ko", "ja"])("are sorted and have no empty text: %s", (language) => {
        const found = Object.entries(catalogues[language]!);
        expect(found.map(([key]) => key)).toEqual(found.map(([key]) => key).sort());
        expect(found.filter(([, text]) => text === "")).toEqual([]);
    });
    it.each(["ko", "ja"])("have the same placeholders: %s", (language) => {
        const different = keys.filter((key) => {
            const [here, there] = [en, catalogues[language]!].map((one) =>
                placeholders((one as Record<string, string>)[key]!),
            );
            return JSON.stringify([...new Set(here)]) !== JSON.stringify([...new Set(there)]);
        });
        expect(different).toEqual([]);
    });
    it("hold nothing that no page says", () => {
        const unused = keys.filter((key) => !literal.has(key) && !patterns.some((one) => one.test(key)));
        expect(unused).toEqual([]);
    });
    it("hold every text that a page says", () => {
        const said = [...code.matchAll(/\bsay\(\s*"([^"]+)"/g)].map((found) => found[1]!);
        expect(said.length).toBeGreaterThan(100);
        expect(said.filter((key) => !(key in en))).toEqual([]);
    });
});
