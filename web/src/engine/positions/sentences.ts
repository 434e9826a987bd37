/** Sentences of the catalogues with their details filled in, as `fieldstone.messages` says them. */
import type { SentencesFile } from "../source";

export type Details = Record<string, string | number>;

export class Sentences {
    constructor(private readonly file: SentencesFile) {}

    /** The text of a key; the detail `colour` is said by its name. Throws Error where there is no such text. */
    say(key: string, details: Details = {}): string {
        let text = this.file.texts[key];
        if (text === undefined) throw new Error(`nothing is said for ${key}`);
        if (typeof text !== "string") text = text[this.plural(details[text.by!]!)]!;
        return text.replace(/\{([a-z]+)\}/g, (place: string, name: string) => {
            if (!Object.hasOwn(details, name)) throw new Error(`${key} speaks of ${place}`);
            return name === "colour" ? this.say(`colour.${details[name]}`) : String(details[name]);
        });
    }

    private plural(value: string | number): string {
        return String(value) === "1" && this.file.categories.includes("one") ? "one" : "other";
    }

    /** Parts as a list. */
    listed(parts: readonly string[]): string {
        return parts.join(this.say("list.comma"));
    }

    /** Sentences one after the other. */
    joined(parts: readonly string[]): string {
        return parts.join(this.say("list.sentence"));
    }
}

/** A text that cannot be used; `message` is a sentence for people. */
export class TextError extends Error {}
