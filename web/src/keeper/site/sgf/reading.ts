/** SGF as records; the other half of the twin of `fieldstone/records/sgf.py`. */
import type { Sentences } from "../../../engine/positions/sentences";
import type { View } from "../../../lib/types";
import type { Limits } from "../data";
import { checked, parsed, type Sound, told } from "../records";
import { Unreadable } from "../refusals";
import {
    calledText,
    CLAIMS,
    clockTexts,
    type Data,
    decimal,
    HEADERS,
    isData,
    letterAt,
    MOVE,
    NODE,
    placeOf,
    RECORD,
    resultText,
    STONES,
} from "./properties";
import { parse, plain, type SgfNode, unescape, type Values } from "./grammar";
import { shortened } from "../shape";
import type { Referee } from "../transitions";

const SECONDS = String.raw`\d{1,9}(?:\.\d{1,9})?`;
const LONGEST_NAME = 200;

/**
 * The record in SGF, every move played through the rules. Throws Unreadable. Headers that contradict each other, or the
 * game, are refused; those that say nothing that a record could hold are kept as properties of other programs.
 */
export async function recordFromSgf(text: string, limits: Limits, referee: Referee): Promise<Sound> {
    const nodes = parse(text);
    const root = nodes[0]!.values;
    const game = await gameOf(root, limits, referee);
    const data = privateData(root, RECORD);
    const moves = movesOf(game, nodes);
    Object.assign(data, { format: "fieldstone-record", version: 1, game: game.game, options: game.options });
    data.moves = moves.data;
    const comment = [exact(root, "C", data, "comment"), ...moves.early].filter(Boolean).join("\n");
    const texts = { event: exact(root, "EV", data, "event"), place: exact(root, "PC", data, "place"), comment };
    for (const [key, one] of Object.entries(texts)) if (one) data[key] = one;
    if (!("started" in data) && isDate(textOf(root, "DT"))) data.started = textOf(root, "DT");
    const stones = root.has("AB") || root.has("AW");
    if (!("start" in data) && stones) data.start = startOf(game, root);
    const used = new Set<string>([...HEADERS, MOVE, RECORD, "B", "W"]);
    const clock = clockOf(root);
    if (!("clock" in data) && clock) {
        data.clock = clock;
        used.add("TM").add("OT");
    }
    const sound = await checked(data, limits, referee);
    checkColours(sound, moves.colours);
    checkHeaders(sound.end, root);
    takeNames(sound, root);
    const believed = takeResult(sound, root);
    const ours: Data = { DT: ((sound.data.started as string | undefined) ?? "").slice(0, 10) };
    Object.assign(ours, clockTexts(sound.data.clock));
    for (const [name, one] of Object.entries(ours)) if (one !== "" && textOf(root, name) === one) used.add(name);
    if (believed) used.add("RE");
    if ("komi" in game.options) used.add("KM");
    if (stones || (isViewer(root) && root.has(RECORD))) for (const name of ["AB", "AW", "PL"]) used.add(name);
    keep(sound.data, RECORD, without(root, used));
    keep(sound.data, RECORD, moves.foreign);
    return sound;
}

// -- properties ---------------------------------------------------------------------------------------------------------

/** The text of a property, empty if there is none. */
function textOf(values: Values, name: string): string {
    const found = values.get(name)?.[0];
    return found === undefined ? "" : unescape(found, name !== "C");
}

/** The text of a property as it was before SGF changed its blanks, if the private data still know it. */
function exact(values: Values, name: string, data: Data, key: string): string {
    const [text, kept] = [textOf(values, name), data[key]];
    return typeof kept === "string" && plain(kept, name !== "C") === text ? kept : text;
}

const without = (values: Values, used: ReadonlySet<string>): Values =>
    new Map([...values].filter(([name]) => !used.has(name)));

/** Add properties of other programs to the key `sgf`. Throws Unreadable where something else stands there. */
function keep(data: Data, where: string, found: Values): void {
    if (!found.size) return;
    const held = data.sgf ?? {};
    if (!isData(held)) throw mustBe(`${where}.sgf`, "object", held);
    const all: Data = { ...held };
    for (const [name, values] of found) {
        const old = all[name] ?? [];
        if (!Array.isArray(old)) throw mustBe(`${where}.sgf.${name}`, "array", old);
        all[name] = [...old, ...values.filter((value) => !old.includes(value))];
    }
    data.sgf = all;
}

const mustBe = (where: string, allowed: string, value: unknown): Unreadable =>
    new Unreadable("record.must-be", { where, allowed, value: shortened(JSON.stringify(value) ?? "") });

/** Whether a file is one for viewers, in which stones, names and marks are there for the eyes only. */
const isViewer = (root: Values): boolean => textOf(root, "GM").trim() === "1";

/** The JSON object in a private property. Throws Unreadable when there is something else in it. */
function privateData(values: Values, name: string): Data {
    if (!values.has(name)) return {};
    const data = parsed(textOf(values, name));
    if (!isData(data)) throw mustBe(name, "object", data);
    return data;
}

/** Whether a text is one whole day; SGF also has parts of dates, and lists of them. */
function isDate(text: string): boolean {
    if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
    const time = Date.parse(`${text}T00:00:00Z`);
    return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The clock rules that `TM` and `OT` mean; null where a record has no such rules. */
function clockOf(root: Values): Data | null {
    const main = secondsOf(textOf(root, "TM"));
    const overtime = textOf(root, "OT").trim().toLowerCase();
    if (main === null) return null;
    if (!overtime) return { kind: "increment", main, increment: 0 };
    const fischer = new RegExp(`^(${SECONDS}) fischer$`).exec(overtime);
    if (fischer) return { kind: "increment", main, increment: Number(fischer[1]) };
    const byoyomi = new RegExp(`^(\\d{1,9})x(${SECONDS}) byo-yomi$`).exec(overtime);
    if (byoyomi) return { kind: "byoyomi", main, periods: Number(byoyomi[1]), period: Number(byoyomi[2]) };
    return null;
}

function secondsOf(text: string): number | null {
    return new RegExp(`^${SECONDS}$`).test(text.trim()) ? Number(text.trim()) : null;
}

// -- the game -----------------------------------------------------------------------------------------------------------

/** The start of the game that `RU` names; size and komi may stand in `SZ` and `KM` instead. Throws Unreadable. */
async function gameOf(root: Values, { titles, options }: Limits, referee: Referee): Promise<View> {
    const text = textOf(root, "RU").trim();
    const plainly = (title: string): string => title.toLowerCase().replaceAll(" ", "-");
    const written = plainly(text.split("(", 1)[0]!.trim());
    const name = Object.entries(titles).find(([title]) => plainly(title) === written)?.[1] ?? written;
    if (!Object.values(titles).includes(name)) {
        const games = (sentences: Sentences): string => sentences.say("titles-of-games");
        if (!text) throw new Unreadable("sgf.no-rules", { games, example: Object.keys(titles)[0]! });
        throw new Unreadable("sgf.no-game", { rules: shortened(text), games });
    }
    let given = "";
    if (text.includes("(")) given = text.slice(text.indexOf("(")).replace(/\s+/g, "");
    else {
        const values = { size: textOf(root, "SZ"), komi: textOf(root, "KM").replace(/\.0$/, "") };
        const said = Object.entries(values).filter(([key, value]) => value && options[name]!.includes(key));
        if (said.length) given = `(${said.map(([key, value]) => `${key}=${value.trim()}`).join(",")})`;
    }
    if (given && !/^\([^()\s]*\)$/.test(given)) throw new Unreadable("record.game", { problem: shortened(text) });
    return told(referee.view(name + given));
}

/** The name of a point, or "pass" for an empty value. Throws Unreadable for what is neither. */
function pointFromSgf(game: View, value: string): string {
    const square = game.shape === "square";
    if (value === "" || (value === "tt" && square && game.size <= 19)) return "pass";
    if (!square && game.points.includes(value.toLowerCase())) return value.toLowerCase();
    const places = [...value].map(placeOf);
    if (square && places.length === 2 && places.every((place) => place >= 0 && place < game.size))
        return `${String.fromCharCode(97 + places[0]!)}${game.size - places[1]!}`;
    const last = square ? letterAt(game.size - 1).repeat(2) : game.points[game.rows[0]!.length - 1]!;
    throw new Unreadable("sgf.point", { value: shortened(value), first: square ? "aa" : "a1", last });
}

/** The names of the points in a value of `AB` or `AW`: one, or a rectangle by two of its corners. */
function pointsFromSgf(game: View, value: string): string[] {
    const corners = value.split(":");
    if (game.shape !== "square" || corners.length !== 2) return [pointFromSgf(game, value)];
    const names = corners.map((corner) => pointFromSgf(game, corner));
    if (names.includes("pass")) {
        const details = { value: shortened(value), first: "aa", last: letterAt(game.size - 1).repeat(2) };
        throw new Unreadable("sgf.point", details);
    }
    const [columns, rows] = [names.map((name) => name[0]!).sort(), names.map((name) => Number(name.slice(1)))];
    const [low, high] = [Math.min(...rows), Math.max(...rows)];
    return game.points.filter((name) => {
        const row = Number(name.slice(1));
        return columns[0]! <= name[0]! && name[0]! <= columns[1]! && low <= row && row <= high;
    });
}

/** The position text of a start that other programs have put up as stones. */
function startOf(game: View, root: Values): string {
    const symbols = new Map(game.points.map((name) => [name, "."]));
    for (const colour of ["B", "W"])
        for (const value of root.get(`A${colour}`) ?? [])
            for (const name of pointsFromSgf(game, value)) if (symbols.has(name)) symbols.set(name, colour);
    let place = 0;
    const all = [...symbols.values()].join("");
    const rows = game.rows.map(({ length }) => all.slice(place, (place += length)));
    const side = textOf(root, "PL").slice(0, 1).toUpperCase() || "B";
    return `${game.gameText} ${rows.join("/")} ${side}`;
}

// -- moves --------------------------------------------------------------------------------------------------------------

interface Moves {
    data: Data[];
    /** Of each move, where SGF names one. */
    colours: (string | null)[];
    /** Comments that stand before the first move. */
    early: string[];
    /** Properties of other programs that stand there. */
    foreign: Values;
}

/** The moves; comment and properties of a node without one are added to those of the move before. */
function movesOf(game: View, nodes: readonly SgfNode[]): Moves {
    const found: Moves = { data: [], colours: [], early: [], foreign: new Map() };
    const numbers: number[] = []; // of the last move at each node
    const viewer = isViewer(nodes[0]!.values);
    const early: Data = {};
    for (const [place, node] of nodes.entries()) {
        let before = node.after >= 0 ? numbers[node.after]! : 0;
        const move = moveOf(game, node, place, viewer);
        if (move) {
            found.colours.push(move.colour);
            before = found.data.push(nodeData(node, place, move, before, viewer));
        } else if (place) {
            const comment = textOf(node.values, "C");
            const data = before ? found.data[before - 1]! : early;
            if (before && comment) data.comment = [data.comment, comment].filter(Boolean).join("\n");
            if (!before && comment) found.early.push(comment);
            keep(data, NODE, without(node.values, new Set<string>(["C"])));
        }
        numbers.push(before);
    }
    found.foreign = new Map(Object.entries((early.sgf as Record<string, string[]> | undefined) ?? {}));
    return found;
}

interface Move {
    colour: "B" | "W" | null;
    text: string;
}

/** A move as data of a record. */
function nodeData({ values }: SgfNode, place: number, { colour, text }: Move, after: number, viewer: boolean): Data {
    const data: Data = { move: text, after };
    if (!place) return data; // the first node is that of the whole game
    const held = privateData(values, NODE);
    const comment = exact(values, "C", held, "comment");
    if (comment) data.comment = comment;
    for (const [key, value] of Object.entries(held)) if (!(key in data)) data[key] = value;
    const used = new Set<string>(["C", "B", "W", MOVE, NODE]);
    if (viewer && values.has(MOVE)) for (const name of [...STONES, "PL", "N", "CR"]) used.add(name);
    if (colour && values.has(`${colour}L`)) {
        const left = textOf(values, `${colour}L`);
        const seconds = secondsOf(left);
        if (!("clock" in data) && seconds !== null) {
            data.clock = { left: seconds };
            used.add(`${colour}L`);
        } else if (isData(data.clock) && typeof data.clock.left === "number" && decimal(data.clock.left) === left)
            used.add(`${colour}L`);
    }
    keep(data, NODE, without(values, used));
    return data;
}

/** A node's move, or null. Throws Unreadable for more than one, or stones. */
function moveOf(game: View, { values }: SgfNode, place: number, viewer: boolean): Move | null {
    const made = ["B", "W", MOVE].filter((name) => values.has(name));
    if (made.length > 1 || made.some((name) => values.get(name)!.length !== 1))
        throw new Unreadable("sgf.two-moves", { node: place });
    if (place && !(viewer && values.has(MOVE)) && STONES.some((name) => values.has(name)))
        throw new Unreadable("sgf.stones", { node: place });
    const name = made[0];
    if (name === undefined) return null;
    if (name === MOVE) return { colour: null, text: textOf(values, MOVE) };
    return { colour: name as "B" | "W", text: pointFromSgf(game, textOf(values, name).trim()) };
}

// -- what must agree ----------------------------------------------------------------------------------------------------

/** Throw Unreadable where SGF says another colour than the one to move. */
function checkColours({ tree }: Sound, colours: readonly (string | null)[]): void {
    for (const [place, colour] of colours.entries()) {
        const { move, colour: mover } = tree[place]!;
        if (colour !== null && colour !== mover)
            throw new Unreadable("sgf.colour", { number: place + 1, move, colour });
    }
}

const isNumber = (text: string, number: number): boolean =>
    /^[+-]?\d{1,9}(\.\d{0,9})?$/.test(text) && Number(text) === number;

/** Throw Unreadable where size or komi are others than those of the game that `RU` names. */
function checkHeaders(end: View, root: Values): void {
    const [size, komi] = [textOf(root, "SZ").trim(), textOf(root, "KM").trim()];
    const rules = `RU[${end.gameText}]`;
    if (!["", `${end.size}`, `${end.size}:${end.size}`].includes(size))
        throw new Unreadable("sgf.contradiction", { given: `SZ[${shortened(size)}]`, other: rules });
    const known = end.komi ?? 0;
    if (!("komi" in end.options) || !komi || isNumber(komi, known)) return;
    const other = known === end.options.komi ? rules : `komi ${known}`;
    throw new Unreadable("sgf.contradiction", { given: `KM[${shortened(komi)}]`, other });
}

/** Take the players' names in `PB` and `PW`, which speak of the colours at the end. */
function takeNames(sound: Sound, root: Values): void {
    const { data, end } = sound;
    for (const colour of ["B", "W"] as const) {
        const seat = data.seats[end.seats[colour] - 1]!;
        const text = [...exact(root, `P${colour}`, { name: seat.name ?? "" }, "name")].slice(0, LONGEST_NAME).join("");
        if (text && text !== calledText(sound, end.seats[colour]))
            data.seats[end.seats[colour] - 1] = { ...seat, name: text };
    }
}

/** Take the result in `RE`, where nothing else says it; returns whether it could be used. Throws Unreadable. */
function takeResult(sound: Sound, root: Values): boolean {
    const text = textOf(root, "RE").trim();
    const match = /^([BW])\+([RTF][A-Z]*|\d{1,9}(?:\.\d{1,9})?|)$/.exec(text.toUpperCase());
    if (!match && !["0", "DRAW"].includes(text.toUpperCase())) return false;
    const winner = match ? sound.end.seats[match[1] as "B" | "W"] : null;
    const how = match?.[2] ?? "";
    const reason = Object.keys(CLAIMS).find((one) => CLAIMS[one] === how[0]);
    if (!sound.result) {
        if (winner === null || reason === undefined) return false;
        sound.result = { winner, reason };
        return true;
    }
    const { result } = sound;
    const ours = resultText(sound);
    const margin = ours.split("+")[1] ?? "";
    const counted = /^\d/.test(how);
    let differs = reason !== undefined && reason !== result.reason;
    if (counted && (margin || result.reason in CLAIMS || result.reason === "agreement"))
        differs = !isNumber(margin, Number(how));
    if (differs || winner !== result.winner)
        throw new Unreadable("sgf.result", { given: shortened(text), found: ours, reason: result.reason });
    return !counted || margin !== "";
}
