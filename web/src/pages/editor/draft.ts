/**
 * A position text as it is edited: taken apart and put together ("The position text" in docs/formats.md). Whether it
 * is legal is for the server to say.
 */
import { parts } from "../../lib/positions/line";
import { isExcluded } from "../../lib/positions/options";
import type { Detail, GameFacts } from "../../lib/types";

export interface Draft {
    name: string;
    options: Record<string, string>;
    /** The characters of the points, from the top down, in rows; null if only the game is named. */
    rows: string[] | null;
    side: "B" | "W";
    details: Record<string, string>;
}

/** Take a text apart. Null if it does not begin with a game. Moves after it are left out. */
export function read(text: string): Draft | null {
    const [game = "", rows, side, ...details] = parts(text).start.trim().split(/\s+/);
    const found = /^([A-Za-z-]+)(?:\((.*)\))?$/.exec(game);
    if (!found) return null;
    return {
        name: found[1]!.toLowerCase(),
        options: pairs((found[2] ?? "").split(",")),
        rows: rows ? rows.split("/") : null,
        side: side === "W" ? "W" : "B",
        details: pairs(details),
    };
}

function pairs(texts: string[]): Record<string, string> {
    const found = texts.map((text) => text.split("=")).filter(([name, value]) => name && value !== undefined);
    return Object.fromEntries(found.map(([name, value]) => [name!.trim(), value!.trim()]));
}

const listed = (values: Record<string, string>): string[] =>
    Object.entries(values).map(([name, value]) => `${name}=${value}`);

export function gameText({ name, options }: Draft): string {
    const given = listed(options);
    return given.length ? `${name}(${given.join(",")})` : name;
}

export function write(draft: Draft): string {
    if (!draft.rows) return gameText(draft);
    return [gameText(draft), draft.rows.join("/"), draft.side, ...listed(draft.details)].join(" ");
}

/** Put a character on a point, by its place in the order of the text; the same one again takes it away. */
export function paint(draft: Draft, place: number, brush: string): Draft {
    let left = place;
    const rows = draft.rows!.map((row) => {
        const at = left;
        left -= row.length;
        if (at < 0 || at >= row.length) return row;
        return row.slice(0, at) + (row[at] === brush ? "." : brush) + row.slice(at + 1);
    });
    return { ...draft, rows, details: without(draft.details, "over") };
}

/** A square board of another size: what is on both stays, from the corner a1 on, and what can be said of it. */
export function resized(draft: Draft, size: number, all: readonly Detail[]): Draft {
    const fitting = draft.rows!.slice(-size).map((row) => row.slice(0, size).padEnd(size, "."));
    const rows = [...Array<string>(size - fitting.length).fill(".".repeat(size)), ...fitting];
    return said({ ...draft, rows, details: without(draft.details, "over") }, all);
}

export const clear = (draft: Draft): Draft => ({
    ...draft,
    rows: draft.rows!.map((row) => ".".repeat(row.length)),
    details: {},
});

/** The details that a text can say as it is: some need stones, and some are not settled yet at a stage of the setup. */
export function sayable(draft: Draft, all: readonly Detail[]): Detail[] {
    const empty = !draft.rows?.some((row) => /[^.]/.test(row));
    const stage = draft.details["setup"] ?? "";
    return all.filter((one) => !(one.needsStones && empty) && !one.unsettled.includes(stage));
}

/** Set a detail; its usual value stands for itself and is left out, and so is what cannot be said with it. */
export function detail(draft: Draft, { name, usual }: Detail, value: string, all: readonly Detail[]): Draft {
    const others = without(draft.details, name);
    return said({ ...draft, details: value === usual ? others : { ...others, [name]: value } }, all);
}

/** A draft without the details that its text cannot say. */
function said(draft: Draft, all: readonly Detail[]): Draft {
    const can = new Set<string>(sayable(draft, all).map((one) => one.name));
    const unsaid = all.filter((one) => !can.has(one.name));
    return { ...draft, details: unsaid.reduce((left, one) => without(left, one.name), draft.details) };
}

/** Choose the value of an option; others that cannot be given with it become what they are by default. */
export function choose(draft: Draft, facts: Pick<GameFacts, "options">, name: string, value: string): Draft {
    const options = { ...draft.options, [name]: value };
    for (const [other, option] of Object.entries(facts.options))
        if (options[other] !== undefined && isExcluded(option, options)) options[other] = String(option.default);
    return { ...draft, options };
}

const without = (values: Record<string, string>, name: string): Record<string, string> =>
    Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));
