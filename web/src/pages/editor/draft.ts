/**
 * A position text as it is edited: taken apart and put together ("The position text" in docs/formats.md). Whether it
 * is legal is for the server to say.
 */
import { parts } from "../../lib/line";
import type { Detail } from "../../lib/types";

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

export const clear = (draft: Draft): Draft => ({
    ...draft,
    rows: draft.rows!.map((row) => ".".repeat(row.length)),
    details: {},
});

/** Set a detail; its usual value stands for itself and is left out. */
export function detail(draft: Draft, { name, usual }: Detail, value: string): Draft {
    const others = without(draft.details, name);
    return { ...draft, details: value === usual ? others : { ...others, [name]: value } };
}

const without = (values: Record<string, string>, name: string): Record<string, string> =>
    Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));
