/** A game with its options, as data: its board, its moves, how a text names it. */
import { Board } from "./board";
import { TextError, type Sentences } from "./sentences";
import type { GameData, GamesFile, MovesData, OptionData, OptionValue } from "../source";
import { begin, lengthOf, parted, stripped, wholeNumber, tokensOf } from "./reading";

const LONGEST = 200;
const LONGEST_MOVE = 40;
const TEXT = /^([a-z-]+)(?:\(([^()]*)\))?$/;

export class Game {
    readonly board: Board;
    readonly moves: MovesData;
    /** As people write it: a name, with options in brackets. */
    readonly text: string;
    readonly size: number;

    constructor(
        games: GamesFile,
        readonly data: GameData,
        readonly options: Record<string, OptionValue>,
    ) {
        this.size = data.size ?? (options.size as number);
        this.board = new Board(games.boards[data.shape]!, this.size);
        this.moves = data.moves.find(({ when }) =>
            Object.entries(when).every(([name, value]) => options[name] === value),
        )!;
        const shown = Object.entries(options).map(([name, value]) => `${name}=${String(value)}`);
        this.text = shown.length ? `${data.name}(${shown.join(",")})` : data.name;
    }

    /** The options as kernels read them: the variant, then each; of choices that are words the place among them. */
    get numbers(): number[] {
        const values = Object.entries(this.data.options).map(([name, option]) => {
            const value = this.options[name]!;
            return "choices" in option && typeof value === "string" ? option.choices.indexOf(value) : Number(value);
        });
        return [this.data.variant, ...values];
    }

    /** All moves, so many, by their numbers. */
    texts(count: number): string[] {
        const { named, komi } = this.moves;
        const texts = [...this.board.names, ...named];
        const rest = komi ? count - texts.length : 0;
        return [...texts, ...Array.from({ length: rest }, (_, number) => `komi ${number * komi!.step}`)];
    }
}

/** How a move is written, whatever capitals and blanks it has; null where no move is so long. */
export function moveText(text: string): string | null {
    if (text.length > 2 * LONGEST_MOVE || lengthOf(text) > LONGEST_MOVE) return null;
    return tokensOf(text.toLowerCase()).join(" ");
}

/** The game that a text names. Throws TextError. */
export function readGame(games: GamesFile, text: string, sentences: Sentences): Game {
    const match = lengthOf(text) <= LONGEST ? TEXT.exec(stripped(text)) : null;
    if (!match) {
        const details = { text: begin(text, 60), example: games.common.example };
        throw new TextError(sentences.say("option.no-text", details));
    }
    const given = new Map<string, string>();
    for (const part of (match[2] ?? "").split(",").filter(Boolean)) {
        const { name, sign, value } = parted(part, "=");
        if (!sign || given.has(stripped(name))) {
            throw new TextError(sentences.say("option.no-option", { part, text }));
        }
        given.set(stripped(name), stripped(value));
    }
    const name = match[1]!;
    if (!Object.hasOwn(games.games, name)) {
        const known = Object.keys(games.games).join(", ");
        throw new TextError(sentences.say("option.no-game", { name: begin(name, 40), games: known }));
    }
    const data = games.games[name]!;
    return new Game(games, data, readOptions(data, given, sentences));
}

/** All options, with usual values for those that are not given. Throws TextError. */
function readOptions(
    data: GameData,
    given: ReadonlyMap<string, string>,
    sentences: Sentences,
): Record<string, OptionValue> {
    const game = data.name;
    for (const name of given.keys()) {
        if (!Object.hasOwn(data.options, name)) {
            const options = Object.keys(data.options).join(", ") || sentences.say("list.none");
            throw new TextError(sentences.say("option.unknown", { game, option: begin(name, 40), options }));
        }
    }
    const values: Record<string, OptionValue> = {};
    for (const [name, option] of Object.entries(data.options)) {
        const text = given.get(name);
        const value = text === undefined ? option.default : readOption(option, text);
        if (value === null) {
            const details = { game, option: name, allowed: allowed(option, sentences), value: begin(text!, 40) };
            throw new TextError(sentences.say("option.value", details));
        }
        values[name] = value;
    }
    const excluded = data.excluded.find(
        ({ option, values: found, other, only }) => found.includes(values[option]!) && values[other] !== only,
    );
    if (excluded) throw new TextError(sentences.say(excluded.key, { game }));
    return values;
}

function readOption(option: OptionData, text: string): OptionValue | null {
    if ("choices" in option) {
        return option.choices.find((choice) => String(choice).toLowerCase() === text.toLowerCase()) ?? null;
    }
    const value = wholeNumber(text);
    const fits = value !== null && value >= option.low && value <= option.high;
    return fits && (value - option.low) % option.step === 0 ? value : null;
}

/** What an option can be, in words. */
function allowed(option: OptionData, sentences: Sentences): string {
    if ("choices" in option)
        return option.choices.map((one) => String(one).toLowerCase()).join(sentences.say("list.or"));
    const { low, high } = option;
    return sentences.say(option.step === 2 ? "option.even" : "option.whole", { low, high });
}
