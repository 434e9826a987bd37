/** Kept games as files, and files as games; the twin of `fieldstone/server/sessions/records.py`. */
import { CLAIMED } from "../../lib/ends";
import type { GameRecord } from "../../lib/files/record";
import type { Format } from "../../lib/files/formats";
import { join } from "../../lib/positions/line";
import type { Tree } from "../../lib/types";
import type { File } from "../keeper";
import type { Rules } from "./clocks";
import { toldRules } from "./clocks";
import type { Limits } from "./data";
import { checked, inOrder, mainLine, mainMoves, readRecord, type Sound, told, withMainLine, written } from "./records";
import { Refused, Unreadable } from "./refusals";
import { shortened } from "./shape";
import type { StoredSeat, Stored } from "./stored";
import { levelsOf, momentText, type Speech } from "./telling";
import { begun, ended, type Referee, seatWithoutLevel } from "./transitions";

/** Characters of a file; the server takes no more either. */
const LONGEST = 1 << 20;
const USUAL_LEVEL = 5;

export const FORMATS: readonly Format[] = ["record", "sgf", "moves"];
const KINDS: Record<string, { ending: string; kind: string }> = {
    record: { ending: ".fieldstone.json", kind: "application/json" },
    sgf: { ending: ".sgf", kind: "application/x-go-sgf" },
    moves: { ending: ".txt", kind: "text/plain" },
};

export class Files {
    constructor(
        private readonly referee: Referee,
        private readonly limits: () => Promise<Limits>,
        private readonly speech: () => Promise<Speech>,
    ) {}

    // -- reading ----------------------------------------------------------------------------------------------------

    /** The record in a text: JSON, or a position or a move list. Throws Refused. */
    async read(text: string): Promise<Sound> {
        const limits = await this.limits();
        if (text.length > LONGEST) throw new Unreadable("record.too-large", { limit: LONGEST });
        const begin = text.replace(/^\ufeff/, "").trim();
        if (/^[{["]/.test(begin)) return readRecord(begin, limits, this.referee);
        if (begin.startsWith("(")) {
            const { recordFromSgf } = await import("./sgf/reading");
            return recordFromSgf(begin, limits, this.referee);
        }
        return this.#line(begin, limits);
    }

    async #line(text: string, limits: Limits): Promise<Sound> {
        const { games } = await this.speech();
        const { example } = limits;
        if (!text) throw new Unreadable("record.blank", { example });
        if (!Object.hasOwn(games.games, text.split(/[\s(]/, 1)[0]!))
            throw new Unreadable("record.strange-here", { text: shortened(text), example });
        if (text.length > limits.line) throw new Unreadable("record.too-large", { limit: limits.line });
        const view = await told(this.referee.view(text));
        return checked(await this.#plain(view.line), limits, this.referee);
    }

    /** A line as the data of a record. */
    async #plain(line: string): Promise<GameRecord> {
        const view = await this.referee.view(line);
        const moves = await this.referee.movesOf(line);
        const start = line.replace(/ moves.*$/s, "");
        return {
            format: "fieldstone-record",
            version: 1,
            game: view.game,
            options: view.options,
            ...(start.includes(" ") ? { start } : {}),
            moves: moves.map(({ move }) => ({ move })),
        };
    }

    /** The game of a text, without an id, and the record to keep with it. Throws Refused. */
    async imported(text: string): Promise<{ stored: Stored; source: string }> {
        const sound = await this.read(text);
        const [first, second] = sound.data.seats;
        const fresh = begun(sound.end, { 1: seatOf(first), 2: seatOf(second) }, null);
        const { result } = sound;
        const stored =
            result && !fresh.result ? await ended(fresh, result.winner, result.reason, 0, this.referee) : fresh;
        const highest = levelsOf(stored, await this.speech());
        const seat = seatWithoutLevel(stored, highest);
        if (seat !== undefined) {
            const level = stored.seats[seat].level ?? "";
            const where = `seats[${seat - 1}].level`;
            throw new Unreadable("record.level", { where, level, game: stored.name, highest });
        }
        return { stored, source: written(sound) };
    }

    // -- writing ----------------------------------------------------------------------------------------------------

    /** The record of a game; `source` is the text of the one that it was read from. */
    async recordOf(stored: Stored, source: string | undefined): Promise<Sound> {
        const limits = await this.limits();
        if (source !== undefined)
            return withHanded(stored, await this.#withSource(stored, await readRecord(source, limits, this.referee)));
        const plain = await this.#plain(stored.line);
        const { result, rules } = stored;
        const data = {
            ...plain,
            seats: [recordSeat(stored.seats[1]), recordSeat(stored.seats[2])],
            ...(rules ? { clock: recordClock(rules) } : {}),
            started: `${momentText(stored.created).slice(0, 19)}+00:00`,
            ...(result && CLAIMED.includes(result.termination)
                ? { result: { winner: result.winnerSeat, reason: result.termination } }
                : {}),
        };
        return withHanded(stored, await checked(data, limits, this.referee));
    }

    /** What a record has become by being played on; if nothing has happened, the record as it was. */
    async #withSource(stored: Stored, source: Sound): Promise<Sound> {
        const moves = (await this.referee.movesOf(stored.line)).map(({ move }) => move);
        const now = stored.result && { winner: stored.result.winnerSeat, reason: stored.result.termination };
        const same = now?.winner === source.result?.winner && now?.reason === source.result?.reason;
        if (same && join("", moves) === join("", mainMoves(source.nodes))) return source;
        const { ended: _, result: __, finalHash: ___, ...rest } = source.data;
        const claimed = now && CLAIMED.includes(now.reason) ? { result: now } : {};
        const data = { ...rest, ...claimed, moves: withMainLine(source.nodes, moves) };
        return checked(data, await this.limits(), this.referee);
    }

    /** A record as a file in a format. Throws Refused. */
    async file(sound: Sound, format: string, name: string): Promise<File> {
        const { ending, kind } = KINDS[format] ?? unknown(format);
        let text = `${sound.end.line}\n`;
        if (format === "record") text = written(sound);
        if (format === "sgf") {
            const { recordToSgf } = await import("./sgf/writing");
            text = await recordToSgf(sound, await this.limits(), this.referee);
        }
        return { name: name + ending, content: new Blob([text], { type: kind }) };
    }

    /** A record, or the end of a line, as a file. Throws Refused. */
    async exported(wanted: { record: unknown } | { text: string }, format: string): Promise<File> {
        const sound =
            "text" in wanted
                ? await this.read(wanted.text)
                : await checked(wanted.record, await this.limits(), this.referee);
        return this.file(sound, format, sound.end.game);
    }

    async tree(stored: Stored, source: string | undefined): Promise<Tree> {
        const { data, tree } = await this.recordOf(stored, source);
        return { comment: data.comment ?? "", nodes: inOrder(tree) };
    }
}

/** A record that says which moves the computer has made for both players. */
function withHanded({ handed }: Stored, sound: Sound): Sound {
    const made = new Set(handed.flatMap(([after, until]) => mainLine(sound.nodes).slice(after, until ?? undefined)));
    return {
        ...sound,
        nodes: sound.nodes.map((node, place) => (made.has(place + 1) ? { ...node, by: "computer" } : node)),
    };
}

function unknown(format: string): never {
    throw new Refused(422, "record", { problem: shortened(format) });
}

/** Who goes on with a game: what is no person is the computer; whoever plays at random, its lowest level. */
function seatOf({ name = "", kind = null, level = null }: Sound["data"]["seats"][0]): StoredSeat {
    if (kind === null || kind === "human") return { kind: "human", level: null, name, number: null };
    return { kind: "computer", level: level ?? (kind === "random" ? 1 : USUAL_LEVEL), name, number: null };
}

const recordSeat = ({ kind, level, name }: StoredSeat): Record<string, unknown> => ({
    ...(name ? { name } : {}),
    kind,
    ...(level === null ? {} : { level }),
});

function recordClock(rules: Rules): Record<string, unknown> {
    const told: Record<string, unknown> = { ...toldRules(rules) };
    return told;
}
