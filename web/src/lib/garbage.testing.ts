/** Garbage for tests: what was whole, with some of it changed, as a seed decides. */

/** FIELDSTONE_SEED where it is set, or else another one each time: what has gone wrong is tried again with it. */
export const seed: string =
    (import.meta.env.FIELDSTONE_SEED as string | undefined) ?? String(Math.floor(Math.random() * 2 ** 32));

/** Draws a whole number from 0 on that is less than another one. */
export type Draw = (below: number) => number;

/** What a seed decides (mulberry32). It is printed, also where all goes well. */
export function draws(): Draw {
    console.log(`drawn by lot with FIELDSTONE_SEED=${seed}`);
    let state = Number(seed);
    return (below) => {
        state = (state + 0x6d2b79f5) | 0;
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
    };
}

const PIECES = [
    ..."()=,/. ;'\"\\{}[]<>%&#\u0000\ud800é手𝔾-0123456789abcxyzBW",
    " moves ",
    "size=",
    "null",
    "1e999",
    "__proto__",
];

/** A text with some of it changed. */
export function spoiled(whole: string, draw: Draw): string {
    let text = whole;
    for (let changes = 1 + draw(4); changes > 0; changes -= 1) {
        const at = draw(text.length + 1);
        const gone = draw(3) ? draw(3) : draw(text.length);
        const put = Array.from({ length: draw(4) }, () => PIECES[draw(PIECES.length)]!).join("");
        text = text.slice(0, at) + put.repeat(draw(20) ? 1 : 300) + text.slice(at + gone);
    }
    return text;
}

/** Becomes 1e999, which JSON may say and which no number is. */
const ENDLESS = "an endless number";
const VALUES: readonly unknown[] = [
    ...[null, true, false, 0, 1, -1, 0.5, 3, 11, 2 ** 53, -1e300, ENDLESS],
    ...["", " ", "1", "max", "vacu", "B", "__proto__", "\ud800", "x".repeat(200_000)],
    ...[[], [null], [[1]], {}, { length: -1 }],
];

/** JSON with some of its values replaced, left out, or put in the place of another. */
export function spoiledJson(whole: string, draw: Draw): string {
    const root = { data: JSON.parse(whole) as unknown };
    for (let changes = 1 + draw(3); changes > 0; changes -= 1) {
        const places = placesIn(root);
        const { within, name } = places[draw(places.length)]!;
        // As often a neighbour as anything else: two games of one file may be the same.
        const others = draw(2) ? places : places.filter((one) => one.within === within);
        const other = others[draw(others.length)]!;
        const kind = draw(8);
        if (kind === 0 && within !== root) Reflect.deleteProperty(within, name);
        else if (kind === 1) Reflect.set(within, name, structuredClone(Reflect.get(other.within, other.name)));
        else Reflect.set(within, name, structuredClone(VALUES[draw(VALUES.length)])); // else one could hold itself
    }
    return JSON.stringify(root.data).replaceAll(`"${ENDLESS}"`, "1e999");
}

interface Place {
    within: object;
    name: string;
}

/** Where something stands in data, at any depth. */
function placesIn(within: object): Place[] {
    return Object.entries(within).flatMap(([name, value]) => [
        { within, name },
        ...(typeof value === "object" && value !== null ? placesIn(value as object) : []),
    ]);
}
