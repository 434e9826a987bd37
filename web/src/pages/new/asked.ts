/** What the address of a new game asks for. */
import { say } from "../../lib/texts.svelte";
import type { GameFacts, Option } from "../../lib/types";
import { type Choices, fit, isElsewhere, isNumber, levelOf, onBoard, OPPONENTS } from "./options";

/** What an option can be, in a few words: "3–19", or "5, 7, 9" in steps. */
function allowedBy(option: Option): string {
    if (!isNumber(option)) return option.choices.join(", ");
    const { low, high, step } = option;
    return step === 1 ? `${low}–${high}` : `${low}, ${low + step} … ${high}`;
}

/** The value of an option that a text names; undefined where the option cannot be so. */
function valueOf(option: Option, text: string): Choices["options"][string] | undefined {
    if (!isNumber(option)) return option.choices.find((one) => String(one) === text);
    const value = text.trim() === "" ? NaN : Number(text);
    return fit(option, value) === value ? value : undefined;
}

/**
 * Fill in what an address asks for: an opponent, its level and the game's own options, by their names. `choices` is
 * modified; what cannot be is left as it was, and is told with what would be possible. So is an option that only others
 * of the `games` have.
 */
export function ask(
    facts: GameFacts,
    choices: Choices,
    address: URLSearchParams,
    online: boolean,
    games: readonly GameFacts[],
): string[] {
    const refused: string[] = [];
    function take<T>(name: string, valueOf: (text: string) => T | null | undefined, values: string): T | null {
        const text = address.get(name);
        if (text === null) return null;
        const value = valueOf(text) ?? null;
        if (value === null) refused.push(say("address.refused", { asked: `${name}=${text}`, values }));
        return value;
    }
    const opponents = OPPONENTS.filter((one) => online || !isElsewhere(one));
    const opponent = take("opponent", (text) => opponents.find((one) => one === text), opponents.join(", "));
    choices.opponent = opponent ?? choices.opponent;
    choices.level = take("level", (text) => levelOf(text, facts.levels), `1–${facts.levels}, max`) ?? choices.level;
    for (const [name, option] of Object.entries(facts.options)) {
        const here = isNumber(option) ? onBoard(option, choices.options.size) : option;
        const value = take(name, (text) => valueOf(here, text), allowedBy(here));
        if (value !== null) choices.options[name] = value;
    }
    const others = new Set(games.flatMap(({ options }) => Object.keys(options)));
    const own = ["opponent", "level", ...Object.keys(facts.options)];
    for (const [name, text] of address)
        if (others.has(name) && !own.includes(name))
            refused.push(say("address.refused", { asked: `${name}=${text}`, values: own.join(", ") }));
    return refused;
}
