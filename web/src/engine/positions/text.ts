/** Positions as text, and back; the twin of `fieldstone/play/codec.py`. */
import type { ArrayRef } from "../memory";
import type { Game } from "./game";
import type { Rules } from "../position";
import { TextError, type Sentences } from "./sentences";
import type { CommonData } from "../source";
import type { Teller } from "./teller";
import { begin, parted, wholeNumber } from "./reading";

/** What there has to be of a game to write and read its positions. */
export interface Codec {
    common: CommonData;
    game: Game;
    rules: Rules;
    teller: Teller;
    sentences: Sentences;
}

/** The position of a record as a line of text. */
export function positionText({ common, game, rules, teller }: Codec, state: ArrayRef): string {
    const { memory } = rules.kernels;
    const rows = game.board.rows(teller.symbols(state)).join("/");
    const side = common.colours[memory.get(state, "to_move")]!;
    const over = memory.get(state, "over");
    const end = over ? [`over=${game.data.endings[over - 1]!.name}`] : [];
    return [game.text, rows, side, ...teller.details(state), ...end].join(" ");
}

/** The bytes of a record, from the parts of a position text after the game. Throws TextError. */
export function readRecord(codec: Codec, parts: readonly string[]): Uint8Array {
    const { common, rules, teller, sentences } = codec;
    if (parts.length < 2) throw new TextError(sentences.say("position.parts", { text: begin(parts[0]!, 60) }));
    const codes = readRows(codec, parts[0]!);
    const side = common.colours.indexOf(parts[1]!);
    if (side < 0) throw new TextError(sentences.say("position.side", { text: begin(parts[1]!, 60) }));
    const details = splitDetails(parts.slice(2), sentences);
    const over = details.get("over") ?? null;
    details.delete("over");
    const state = teller.setUp(codes, side, detailNumbers(codec, details));
    if (typeof state === "string") throw new TextError(state);
    setOver(codec, state, over);
    return rules.kernels.memory.bytes(state).slice();
}

/** What stands on each point, as the kernels number it. */
function readRows({ game, sentences }: Codec, text: string): number[] {
    const { symbols: known, name } = game.data;
    let symbols: string[];
    try {
        symbols = game.board.symbols(text.split("/"), sentences);
    } catch (error) {
        if (!(error instanceof TextError)) throw error;
        const details = { text: begin(text, 60), game: game.text, problem: error.message };
        throw new TextError(sentences.say("position.board", details));
    }
    return symbols.map((symbol, point) => {
        const code = known.indexOf(symbol);
        if (code < 0) {
            const details = { symbol, point: game.board.names[point]!, game: name, symbols: [...known].join(" ") };
            throw new TextError(sentences.say("position.symbol", details));
        }
        return code;
    });
}

function splitDetails(parts: readonly string[], sentences: Sentences): Map<string, string> {
    const details = new Map<string, string>();
    for (const part of parts) {
        const { name, sign, value } = parted(part, "=");
        if (!sign || details.has(name)) {
            throw new TextError(sentences.say("position.detail", { text: begin(part, 60) }));
        }
        details.set(name, value);
    }
    return details;
}

/** The details of a text as the kernels take them, in their columns. */
function detailNumbers({ common, game, sentences }: Codec, details: ReadonlyMap<string, string>): number[] {
    const stage = details.get("setup");
    const known = game.moves.details.filter(({ unsettled }) => stage === undefined || !unsettled.includes(stage));
    const names = known.map(({ name }): string => name);
    const unknown = [...details].filter(([name]) => !names.includes(name));
    if (unknown.length) {
        const shown = begin(unknown.map(([name, value]) => `${name}=${value}`).join(", "), 60);
        throw new TextError(sentences.say("position.unknown", { game: game.data.name, details: shown }));
    }
    return common.details.map(({ name, values }) => {
        const value = details.get(name);
        if (!Object.keys(values).length) return value === undefined ? -1 : (wholeNumber(value) ?? -1);
        if (value === undefined) return 0;
        if (!Object.hasOwn(values, value)) {
            const allowed = Object.keys(values).map((word) => `${name}=${word}`);
            const told = { given: `${name}=${begin(value, 40)}`, allowed: allowed.join(", ") };
            throw new TextError(sentences.say("position.one-of", told));
        }
        return values[value]!;
    });
}

/** End the game if the position shows that it is over, or if the text says so and it can be. */
function setOver({ game, rules, teller, sentences }: Codec, state: ArrayRef, over: string | null): void {
    const { memory } = rules.kernels;
    const { shown, endings } = teller.endings(state);
    if (over === null && !shown) return;
    const allowed = endings.map((ending) => game.data.endings[ending - 1]!.name);
    const place = over === null ? 0 : allowed.indexOf(over);
    if (place < 0) {
        const told = { over: begin(over!, 40), allowed: allowed.map((one) => `over=${one}`).join(", ") };
        throw new TextError(sentences.say(allowed.length ? "position.over" : "position.not-over", told));
    }
    memory.set(state, "over", endings[place]!);
    memory.set(state, "winner", teller.winner(state, endings[place]!));
}
