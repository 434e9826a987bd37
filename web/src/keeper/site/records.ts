/**
 * Records ("The record" in docs/formats.md): read, every move of them played through the rules, and written. The twin of
 * `fieldstone/records/`.
 */
import { CLAIMED } from "../../lib/ends";
import type { GameRecord } from "../../lib/files/record";
import { join, parts } from "../../lib/positions/line";
import { ApiError } from "../../lib/problems";
import type { Outcome, PlayedMove, Seat, TreeNode, View } from "../../lib/types";
import type { Limits } from "./data";
import { Refused, Unreadable } from "./refusals";
import { checkShape, shortened } from "./shape";
import type { Referee } from "./transitions";

const FORMAT = "fieldstone-record";
const VERSION = 1;
const RULES_VERSION = 1;
const LARGEST = 4 * 1024 * 1024;
const DEEPEST = 32;
/** Moves that are played to check all variations of a record. */
const MOST_PLAYED = 500_000;

export interface RecordNode {
    move: string;
    after: number;
    comment?: string;
    [unknown: string]: unknown;
}
interface Result {
    winner: Seat | null;
    reason: string;
}
interface RecordSeat {
    name?: string;
    kind?: "human" | "computer" | "random" | null;
    level?: number | "max" | null;
}

/** A record whose moves have been played. */
export interface Sound {
    data: Omit<GameRecord, "moves"> & { seats: [RecordSeat, RecordSeat]; comment?: string };
    nodes: RecordNode[];
    /** The moves of the tree, in the order of `nodes`. */
    tree: TreeNode[];
    /** What all lines begin with. */
    start: string;
    /** The last position of the main line. */
    end: View;
    result: Result | null;
    /** Of the last position; undefined where the browser makes none for this page. */
    hash: string | undefined;
}

/** Read the record that a text holds. Throws Unreadable. */
export async function readRecord(text: string, limits: Limits, referee: Referee): Promise<Sound> {
    return checked(parsed(text), limits, referee);
}

/** The data of a JSON text that keeps the limits. Throws Unreadable. */
export function parsed(text: string, largest = LARGEST): unknown {
    if (text.length > largest) throw new Unreadable("record.too-large", { limit: largest });
    let depth = 0;
    for (const [sign] of text.replace(/"(?:[^"\\]|\\.)*"/gs, "").matchAll(/[[{}\]]/g)) {
        depth += sign === "[" || sign === "{" ? 1 : -1;
        if (depth > DEEPEST) throw new Unreadable("record.too-deep", { limit: DEEPEST });
    }
    try {
        return JSON.parse(text);
    } catch (error) {
        const [line, column] = placeOf(text, error as SyntaxError);
        throw new Unreadable("record.no-json", { line, column });
    }
}

/** Where JSON ends to be such; browsers say it in ways of their own, or not at all. */
function placeOf(text: string, { message }: SyntaxError): [line: number, column: number] {
    const told = /line (\d+) column (\d+)/.exec(message);
    if (told) return [Number(told[1]), Number(told[2])];
    const at = /position (\d+)/.exec(message);
    const before = text.slice(0, at ? Number(at[1]) : text.length).split("\n");
    return [before.length, before.at(-1)!.length + 1];
}

/** Check data and play every move of them. Throws Unreadable. */
export async function checked(data: unknown, limits: Limits, referee: Referee): Promise<Sound> {
    const found = data as GameRecord | null;
    if (typeof found !== "object" || found?.format !== FORMAT)
        throw new Unreadable("record.no-record", { format: FORMAT });
    if (found.version !== VERSION) {
        const version = shortened(JSON.stringify(found.version) ?? "?");
        throw new Unreadable("record.version", { version, known: VERSION });
    }
    checkShape(limits.record, found);
    const version = found.rulesVersion ?? RULES_VERSION;
    if ((version as number) > RULES_VERSION)
        throw new Unreadable("record.rules-version", { version: version as number, known: RULES_VERSION });
    const { moves, ...rest } = found;
    const nodes = moves.map((node, before): RecordNode => ({ ...node, after: node.after ?? before }));
    checkOrder(nodes);
    const start = await startOf(found, referee);
    const tree = await play(start, nodes, referee);
    const main = mainLine(nodes);
    const end = await referee.view(
        join(
            start,
            main.map((number) => nodes[number - 1]!.move),
        ),
    );
    const hash = await checkedHash(found.finalHash, end);
    const seats = (found.seats ?? [{}, {}]) as [RecordSeat, RecordSeat];
    const result = resultOf((found.result ?? null) as Result | null, end, main.length);
    return { data: { ...rest, seats }, nodes, tree, start, end, result, hash };
}

/** Every move follows an earlier one, stands once, and is one decision. Throws Unreadable. */
function checkOrder(nodes: readonly RecordNode[]): void {
    const seen = new Map<string, number>();
    for (const [before, { move: text, after }] of nodes.entries()) {
        const [number, move] = [before + 1, shortened(text)];
        if (after >= number) throw new Unreadable("record.after", { number, move, after });
        if (text.includes(",")) throw new Unreadable("record.turn", { number, move });
        const key = `${after} ${text.toLowerCase().split(/\s+/).filter(Boolean).join(" ")}`;
        const twin = seen.get(key);
        if (twin !== undefined) throw new Unreadable("record.twice", { number, move, twin, after });
        seen.set(key, number);
    }
}

/** The line that the moves of a record follow. Throws Unreadable. */
async function startOf({ game, options = {}, start }: GameRecord, referee: Referee): Promise<string> {
    const values = Object.entries(options as Record<string, unknown>).map(([name, value]) => `${name}=${value}`);
    const text = values.length ? `${game}(${values.join(",")})` : game;
    // What stands for a game must not be a position or moves: an option could be written so that it is.
    const begun = /[\s]/.test(text) ? null : await told(referee.view(text));
    if (!begun || begun.game !== game) throw new Unreadable("record.game", { problem: shortened(text) });
    if (start === undefined) return parts(begun.line).start;
    const given = await told(referee.view(start as string));
    if (given.gameText !== begun.gameText)
        throw new Unreadable("record.start-game", { start: given.gameText, game: begun.gameText });
    if (given.ply > 0) throw new Unreadable("record.start-moves");
    return parts(given.line).start;
}

/** What the engine refuses, said of a record. */
export async function told<T>(asked: Promise<T>): Promise<T> {
    try {
        return await asked;
    } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 422) throw error;
        throw new Refused(422, "record", { problem: error.message });
    }
}

/** Children of each node, from the start position (0) on. */
function childrenOf(nodes: readonly { after: number }[]): number[][] {
    const found: number[][] = Array.from({ length: nodes.length + 1 }, () => []);
    for (const [before, { after }] of nodes.entries()) found[after]!.push(before + 1);
    return found;
}

/** The numbers of the nodes of the main line. */
export function mainLine(nodes: readonly RecordNode[]): number[] {
    const children = childrenOf(nodes);
    const line: number[] = [];
    for (let next = children[0]![0]; next !== undefined; next = children[next]![0]) line.push(next);
    return line;
}

/** The numbers of the nodes from the start to one, it included. */
function lineTo(nodes: readonly RecordNode[], number: number): number[] {
    const line: number[] = [];
    for (let at = number; at > 0; at = nodes[at - 1]!.after) line.push(at);
    return line.reverse();
}

/** Play all moves: each line of the tree from its start to its end. Moves get their usual spelling. Throws Unreadable. */
async function play(start: string, nodes: RecordNode[], referee: Referee): Promise<TreeNode[]> {
    const tree: (TreeNode | undefined)[] = nodes.map(() => undefined);
    const children = childrenOf(nodes);
    let played = 0;
    for (let number = 1; number <= nodes.length; number += 1) {
        if (children[number]!.length) continue;
        const line = lineTo(nodes, number);
        played += line.length;
        if (played > MOST_PLAYED) throw new Unreadable("record.too-many", { limit: MOST_PLAYED });
        const texts = line.map((one) => nodes[one - 1]!.move);
        const made = await told(referee.movesOf(join(start, texts)));
        // A blank move would not be seen by who plays the line.
        if (made.length !== line.length) throw new Refused(422, "record", { problem: shortened(texts.join(",")) });
        line.forEach((one, ply) => (tree[one - 1] ??= nodeOf(nodes[one - 1]!, made[ply]!)));
    }
    tree.forEach((one, place) => (nodes[place]!.move = one!.move));
    return tree as TreeNode[];
}

const nodeOf = ({ after, comment = "" }: RecordNode, { move, seat, colour, settles, turn }: PlayedMove): TreeNode => ({
    after,
    move,
    seat,
    colour,
    settles,
    turn,
    comment,
});

async function checkedHash(given: unknown, end: View): Promise<string | undefined> {
    const found = await hashOf(end);
    if (given === undefined || found === undefined || given === found) return found;
    throw new Unreadable("record.hash", { given: given as string, found, position: end.position });
}

/** SHA-256 of a position's text; undefined where the browser has none for this page. */
async function hashOf({ position }: View): Promise<string | undefined> {
    const digest = await globalThis.crypto?.subtle?.digest("SHA-256", new TextEncoder().encode(position));
    return digest && Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const ruled = (outcome: Outcome | null): Result | null =>
    outcome && { winner: outcome.winnerSeat, reason: outcome.termination };

/** The result of a record: as given, or as the rules say. Throws Unreadable where these differ. */
function resultOf(given: Result | null, end: View, moves: number): Result | null {
    const found = ruled(end.outcome);
    const { position } = end;
    if (given === null) return found;
    if (!found) {
        if (!CLAIMED.includes(given.reason))
            throw new Unreadable("record.goes-on", { given: given.reason, moves, position });
        if ((given.winner === null) !== (given.reason === "agreement"))
            throw new Unreadable("record.claim", { given: given.reason, winner: given.winner ?? "null" });
        return given;
    }
    if (given.reason !== found.reason)
        throw new Unreadable("record.reason", { found: found.reason, given: given.reason, position });
    if (given.winner !== found.winner) {
        const winners = { found: found.winner ?? "null", winner: given.winner ?? "null" };
        throw new Unreadable("record.winner", { ...winners, position });
    }
    return given;
}

// -- changing and writing -----------------------------------------------------------------------------------------------

/** The moves of the main line. */
export const mainMoves = (nodes: readonly RecordNode[]): string[] =>
    mainLine(nodes).map((number) => nodes[number - 1]!.move);

/** Nodes with the main line first, then each variation as a whole; `first` come before others after the same node. */
export function inOrder<N extends { after: number }>(nodes: readonly N[], first: ReadonlySet<number> = new Set()): N[] {
    const children = childrenOf(nodes);
    const order: number[] = [];
    const waiting = [0];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        order.push(next);
        const sorted = children[next]!.toSorted((one, other) => Number(first.has(other)) - Number(first.has(one)));
        waiting.push(...sorted.reverse());
    }
    const places = new Map(order.map((old, place) => [old, place]));
    return order.slice(1).map((old) => ({ ...nodes[old - 1]!, after: places.get(nodes[old - 1]!.after)! }));
}

/**
 * Nodes with some moves, in their usual spelling, as the main line. What of it they do not have yet is added; moves
 * beside it stay as variations, those after its end are left out.
 */
export function withMainLine(nodes: readonly RecordNode[], moves: readonly string[]): RecordNode[] {
    const all = [...nodes];
    const known = new Map(all.map(({ after, move }, place) => [`${after} ${move}`, place + 1]));
    const line = new Set<number>();
    let end = 0;
    for (const move of moves) {
        let next = known.get(`${end} ${move}`);
        if (next === undefined) next = all.push({ move, after: end });
        line.add((end = next));
    }
    const places = new Map([[0, 0]]);
    const kept: RecordNode[] = [];
    const beyond = new Set<number>();
    for (const [before, node] of inOrder(all, line).entries()) {
        if (node.after === line.size || beyond.has(node.after)) beyond.add(before + 1);
        else places.set(before + 1, kept.push({ ...node, after: places.get(node.after)! }));
    }
    return kept;
}

/** What stands in a record as it was found out, and not as it was given. */
const FOUND = ["format", "version", "game", "options", "rulesVersion", "seats", "result", "finalHash"];

/** A record as data, in the usual order of its keys. */
export function toData({ data, nodes, end, result, hash }: Sound): GameRecord {
    return {
        format: FORMAT,
        version: VERSION,
        game: end.game,
        options: end.options,
        rulesVersion: RULES_VERSION,
        seats: data.seats,
        ...Object.fromEntries(Object.entries(data).filter(([name]) => !FOUND.includes(name))),
        ...(result ? { result } : {}),
        ...(hash ? { finalHash: hash } : {}),
        moves: nodes.map(({ after, ...node }, before) => (after === before ? node : { ...node, after })),
    };
}

/** A record as JSON, a line for each move. */
export function written(sound: Sound): string {
    const { moves, ...head } = toData(sound);
    const lines = moves.map((move) => JSON.stringify(move));
    const listed = lines.length ? `[\n    ${lines.join(",\n    ")}\n  ]` : "[]";
    return `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "moves": ${listed}\n}\n`;
}
