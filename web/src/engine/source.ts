/**
 * Where the modules of the games, and what there is to know of them, come from: files that
 * `fieldstone/targets/specs.py` makes.
 */
import type { BoardStyle, Detail, GlyphText, Problem, ScoreStyle } from "../lib/types";

export type OptionValue = boolean | number | string;

/** An option that is a whole number in a range, or one of a few values. */
export type OptionData =
    | { default: number; low: number; high: number; step: number }
    | { default: boolean | string; choices: (boolean | string)[] };

/** A sentence that a kernel names by a code, and what each of its numbers stands for, in their order. */
export interface SentenceData {
    key: string;
    details: [name: string, kind: "number" | "colour" | "point" | "points" | "moves"][];
    rule: string;
}

/** The moves beside the points where the options have these values, and what a position text may say then. */
export interface MovesData {
    when: Record<string, OptionValue>;
    named: string[];
    /** After them come komi 0, `step` and so on; `unknown` is said of any other. */
    komi: { step: number; unknown: string } | null;
    button: boolean;
    details: Detail[];
}

/** Something that is told of a group: in a column of numbers, or by its points. */
export interface GroupPart {
    name: string;
    kind: "number" | "colour" | "place" | "yes" | "stones" | "connection" | "ends" | "rest";
    column: number | null;
}

/** A line of a score breakdown; `column`: where it stands among the sums, or among the facts unless it is of "each". */
export interface LineData {
    told: string;
    to: "each" | "white" | "holder";
    worth: number;
    counts: boolean;
    column: number;
}

export interface GameData {
    name: string;
    /** The base game, whose module plays it. */
    family: string;
    variant: number;
    options: Record<string, OptionData>;
    /** With these values of an option another one can only be `only`. */
    excluded: { option: string; values: OptionValue[]; other: string; only: OptionValue; key: string }[];
    /** Of the board, where that is no option. */
    size: number | null;
    shape: "square" | "hexagon";
    board: BoardStyle;
    /** Sentences by their keys. */
    score: Omit<ScoreStyle, "glyphs"> & {
        counts: boolean;
        told: string;
        tie: string | null;
        decides: string | null;
        lines: LineData[];
        glyphs: { glyph: GlyphText["glyph"]; key: string }[];
    };
    symbols: string;
    turnRule: string;
    turnLength: number;
    /** Those of the computer, without "max". */
    levels: number;
    moves: MovesData[];
    /** Whether a move may do more than set a stone. */
    effects: boolean;
    reasons: SentenceData[];
    problems: SentenceData[];
    duties: { kind: string; short: string; told: SentenceData }[];
    /** By the kernels' codes from 1 on. `compared`: scores were, so that equal ones have to be explained. */
    endings: { name: string; key: string; rule: string | null; compared: boolean }[];
    count: { territory: boolean; sums: Record<string, number>; areas: number; groups: GroupPart[] | null };
    columns: number;
    /** What plays it on one board: the file of a network, its bytes, and the game with the options that it is for. */
    network: { file: string; bytes: number; game: string } | null;
}

/** All boards of a shape: rows from the bottom, each its length and the column of its first point. */
export interface BoardsData {
    /** What the letter of a point's name says; the number says the other. */
    letter: "row" | "place";
    /** From a point to its neighbours, in columns and rows. */
    steps: [number, number][];
    sizes: Record<string, [length: number, first: number][]>;
}

/** What holds for all games. */
export interface CommonData {
    example: string;
    /** Characters of a text. */
    longest: number;
    longestList: number;
    shortestRun: number;
    colours: (string | null)[];
    setups: ("komi" | "side" | null)[];
    holders: ("B" | "W" | "-")[];
    effects: string[];
    /** Those after which a stone shows another face. */
    faces: string[];
    /** Names of moves. */
    pass: string;
    swap: string;
    /** What is asked of who has one legal move only, this one. */
    onlyMove: Record<string, { kind: string; short: string }>;
    details: { name: string; values: Record<string, number> }[];
}

export interface GamesFile {
    common: CommonData;
    boards: Record<string, BoardsData>;
    games: Record<string, GameData>;
}

/** A text, or its plural forms and the name of the number that chooses among them. */
export type Text = string | Record<string, string>;

export interface SentencesFile {
    language: string;
    categories: string[];
    texts: Record<string, Text>;
}

export interface Source {
    games(): Promise<GamesFile>;
    sentences(language: string): Promise<SentencesFile>;
    /** The module of a base game; why it is refused is said in this language. */
    module(family: string, language: string): Promise<WebAssembly.Module>;
    /** The module that searches by the networks of a base game and its variants. */
    networkModule(family: string, language: string): Promise<WebAssembly.Module>;
    /** The file of a network; `onpart` is told how many of its bytes have come. */
    network(file: string, onpart?: (bytes: number) => void): Promise<Uint8Array<ArrayBuffer>>;
}

/** A file that did not come; `status` 0: nobody has answered; `problem`: what a server says of that. */
/** Milliseconds without a byte after which a network is done without. */
const STALLED = 15_000;

export class SourceError extends Error {
    constructor(
        readonly address: string,
        readonly status: number,
        readonly problem: Problem | null = null,
    ) {
        super(`${address} was answered with ${status}`);
    }
}

/** The files as they lie under an address; each is fetched once, unless that fails. */
export function fetched(base: string): Source {
    const kept = new Map<string, Promise<unknown>>();
    function keep<T>(name: string, read: (answer: Response) => Promise<T>, asked: RequestInit = {}): Promise<T> {
        const found = (kept.get(name) as Promise<T> | undefined) ?? get(`${base}/${name}`, asked).then(read);
        kept.set(name, found);
        found.catch(() => kept.delete(name));
        return found;
    }
    /** The same for what somebody waits for who can do without: it is given up when nothing more of it comes. */
    function patiently<T>(
        name: string,
        read: (bytes: Uint8Array<ArrayBuffer>) => T | Promise<T>,
        asked: RequestInit = {},
        onpart?: (bytes: number) => void,
    ): Promise<T> {
        const patience = new Patience();
        const content = async (answer: Response) => read(await bytesOf(answer, patience, onpart));
        return keep(name, content, { ...asked, signal: patience.signal }).finally(() => patience.end());
    }
    return {
        games: () => keep("games.json", (answer) => answer.json() as Promise<GamesFile>),
        sentences: (language) =>
            keep(`sentences.${language}.json`, (answer) => answer.json() as Promise<SentencesFile>),
        module: (family, language) =>
            keep(
                `${encodeURIComponent(family)}.wasm`,
                async (answer) => WebAssembly.compile(await answer.arrayBuffer()),
                speaking(language),
            ),
        networkModule: (family, language) =>
            patiently(
                `${encodeURIComponent(family)}.network.wasm`,
                (bytes) => WebAssembly.compile(bytes),
                speaking(language),
            ),
        network: (file, onpart) => patiently(encodeURIComponent(file), (bytes) => bytes, {}, onpart),
    };
}

/** Asks for a refusal in a language. */
const speaking = (language: string): RequestInit => (language ? { headers: { "Accept-Language": language } } : {});

/** Gives a request up of which nothing more comes: somebody waits for it who can do without. */
class Patience {
    readonly #giving = new AbortController();
    #timer = this.#wait();

    get signal(): AbortSignal {
        return this.#giving.signal;
    }
    hear(): void {
        this.end();
        this.#timer = this.#wait();
    }
    end(): void {
        clearTimeout(this.#timer);
    }
    #wait(): ReturnType<typeof setTimeout> {
        return setTimeout(() => this.#giving.abort(), STALLED);
    }
}

/** What an answer holds, as it comes. */
async function bytesOf(
    answer: Response,
    patience: Patience,
    onpart?: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let length = 0;
    const reader = answer.body!.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
        parts.push(part.value);
        length += part.value.length;
        patience.hear();
        onpart?.(length);
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function get(address: string, asked: RequestInit): Promise<Response> {
    let answer: Response;
    try {
        answer = await fetch(address, asked);
    } catch {
        throw new SourceError(address, 0);
    }
    if (!answer.ok) throw new SourceError(address, answer.status, await problemIn(answer));
    return answer;
}

/** What a server of ours says of what it refuses; null where the answer is of another one. */
async function problemIn(answer: Response): Promise<Problem | null> {
    if (answer.headers.get("Content-Type") !== "application/problem+json") return null;
    return (await answer.json().catch(() => null)) as Problem | null;
}

/** Files that are there already, by their names. */
export function given(files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): Source {
    const read = (name: string): Uint8Array<ArrayBuffer> => {
        const found = files.get(name);
        if (!found) throw new SourceError(name, 404);
        return found;
    };
    const json = async <T>(name: string): Promise<T> => JSON.parse(new TextDecoder().decode(read(name))) as T;
    const module = async (name: string) => WebAssembly.compile(read(`${name}.wasm`));
    return {
        games: () => json("games.json"),
        sentences: (language) => json(`sentences.${language}.json`),
        module,
        networkModule: (family) => module(`${family}.network`),
        network: async (file) => read(file),
    };
}
