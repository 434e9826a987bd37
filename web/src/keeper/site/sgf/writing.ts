/**
 * Records as SGF: what SGF has properties for stands in them; all else stands as JSON in private ones, so that nothing
 * is lost.
 */
import type { View } from "../../../lib/types";
import type { Limits } from "../data";
import { checked, inOrder, type RecordNode, type Sound, toData } from "../records";
import {
    calledText,
    clockTexts,
    type Data,
    decimal,
    HEADERS,
    isData,
    letterAt,
    MOVE,
    NODE,
    RECORD,
    resultText,
    STONES,
} from "./properties";
import { escape, plain, serialise, type SgfNode, type Values } from "./grammar";
import { recordFromSgf } from "./reading";
import type { Referee } from "../transitions";

/** None of the numbers that SGF knows: a Go program must not replay these games by its own rules. */
const GM = "99";
/** What stands in the key `sgf` is never written as one of these, since it would be read as part of the game. */
const NEVER = [...HEADERS, ...STONES, MOVE, NODE, RECORD, "B", "W"];
const VALUE = /^(?:[^\]\\]|\\[^])*$/;

/** A point as SGF has it: two letters, the row counted from the top; on hexagons the name itself. */
function pointToSgf({ shape, size }: View, name: string): string {
    if (shape === "hexagon") return name;
    return letterAt(name.charCodeAt(0) - 97) + letterAt(size - Number(name.slice(1)));
}

/** A record as SGF, the moves as moves. Throws Unreadable when it could not be read again. */
export async function recordToSgf(sound: Sound, limits: Limits, referee: Referee): Promise<string> {
    const usual = sound.data.start === undefined ? null : await referee.view(sound.data.start as string);
    const write = (shown: boolean): string => {
        const nodes: SgfNode[] = [{ after: -1, values: rootValues(sound, startValues(usual), limits.version, shown) }];
        for (const [place, node] of sound.nodes.entries()) {
            const values = moveValues(sound.end, node, sound.tree[place]!.colour);
            nodes.push({ after: node.after, values: nodeValues(node, values, shown) });
        }
        const children: number[][] = nodes.map(() => []);
        for (const [place, { after }] of sound.nodes.entries()) children[after]!.push(place + 1);
        return serialise(nodes, children);
    };
    // Properties of other programs are shown as such if they come back as they are.
    const content = write(true);
    const ordered = await checked(toData({ ...sound, nodes: inOrder(sound.nodes) }), limits, referee);
    try {
        const again = await recordFromSgf(content, limits, referee);
        if (same(toData(again), toData(ordered))) return content;
    } catch {
        // One that another program would believe: it is not shown.
    }
    const safe = write(false);
    await recordFromSgf(safe, limits, referee);
    return safe;
}

/** Whether data are equal, in whatever order their keys stand. */
function same(one: unknown, other: unknown): boolean {
    const sorted = (_: string, value: unknown): unknown =>
        isData(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
    return JSON.stringify(one, sorted) === JSON.stringify(other, sorted);
}

function rootValues(sound: Sound, stones: Values, version: string, shown: boolean): Values {
    const { data, end } = sound;
    const text = (key: string): string => (data[key] as string | undefined) ?? "";
    const texts: Data = {
        FF: "4",
        CA: "UTF-8",
        AP: `Fieldstone:${version}`,
        GM,
        SZ: String(end.size),
        RU: end.gameText,
        KM: "komi" in end.options ? String(end.komi ?? 0) : "",
        PB: calledText(sound, end.seats.B),
        PW: calledText(sound, end.seats.W),
        EV: text("event"),
        PC: text("place"),
        DT: text("started").slice(0, 10),
        ...clockTexts(data.clock),
        RE: resultText(sound),
        C: text("comment"),
    };
    const { format: _, version: __, game: ___, options: ____, moves: _____, ...rest } = toData(sound);
    for (const key of ["event", "place", "comment"]) leaveOut(rest, key, key !== "comment");
    const values: Values = new Map();
    for (const [key, value] of Object.entries(texts)) if (value) values.set(key, [escape(value as string)]);
    for (const [key, value] of stones) values.set(key, value);
    return withPrivate(values, RECORD, rest, shown);
}

function nodeValues({ move: _, after: __, ...data }: RecordNode, values: Values, shown: boolean): Values {
    if (data.comment) values.set("C", [escape(data.comment)]);
    const rest: Data = { ...data };
    if (!data.comment) delete rest.comment;
    leaveOut(rest, "comment", false);
    return withPrivate(values, NODE, rest, shown);
}

/** Take a text out of the private data if SGF holds it as it is. */
function leaveOut(data: Data, name: string, simple: boolean): void {
    const text = data[name];
    if (typeof text === "string" && plain(text, simple) === text) delete data[name];
}

/** Properties with those of other programs, and with what must stay JSON in the private one of that name. */
function withPrivate(values: Values, name: string, data: Data, shown: boolean): Values {
    const held = data.sgf;
    if (shown && isData(held)) {
        const rest: Data = {};
        for (const [key, found] of Object.entries(held)) {
            if (!values.has(key) && fits(key, found)) values.set(key, found as string[]);
            else rest[key] = found;
        }
        if (Object.keys(rest).length < Object.keys(held).length) {
            data.sgf = rest;
            if (!Object.keys(rest).length) delete data.sgf;
        }
    }
    if (Object.keys(data).length) values.set(name, [escape(JSON.stringify(data))]);
    return values;
}

/** Whether what stands in the key `sgf` as a property is one: it has not been checked. */
function fits(name: string, values: unknown): boolean {
    if (!/^[A-Z]+$/.test(name) || NEVER.includes(name)) return false;
    return (
        Array.isArray(values) &&
        values.length > 0 &&
        values.every((value) => typeof value === "string" && VALUE.test(value))
    );
}

/** The stones of a start position that is not the usual one; it stands in full in `FSRECORD`. */
function startValues(start: View | null): Values {
    const values: Values = new Map();
    if (!start) return values;
    const symbols = start.rows.join("");
    const stones: Record<string, string[]> = { AB: [], AW: [] };
    start.points.forEach((name, place) => {
        const symbol = symbols[place]!;
        if (symbol !== ".") stones[`A${symbol.toUpperCase()}`]!.push(pointToSgf(start, name));
    });
    for (const [name, points] of Object.entries(stones)) if (points.length) values.set(name, points);
    values.set("PL", [start.toMove ?? "B"]);
    return values;
}

function moveValues(end: View, { move, clock }: RecordNode, colour: string): Values {
    if (move !== "pass" && !end.points.includes(move)) return new Map([[MOVE, [move]]]);
    const values: Values = new Map([[colour, [move === "pass" ? "" : pointToSgf(end, move)]]]);
    const left = isData(clock) ? clock.left : undefined;
    if (typeof left === "number") values.set(`${colour}L`, [decimal(left)]);
    return values;
}
