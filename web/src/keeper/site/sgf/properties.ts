/** What reading and writing SGF share; the twin of `fieldstone/records/sgf.py`, with `reading` and `writing`. */
import type { Seat } from "../../../lib/types";
import type { Sound } from "../records";

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
export const CLAIMS: Record<string, string> = { resignation: "R", time: "T", forfeit: "F" };
export const [MOVE, NODE, RECORD] = ["FSMOVE", "FSNODE", "FSRECORD"] as const;
export const HEADERS = ["FF", "CA", "AP", "GM", "SZ", "RU", "PB", "PW", "EV", "PC", "C"];
export const STONES = ["AB", "AW", "AE"];
export type Data = Record<string, unknown>;
export const isData = (value: unknown): value is Data =>
    typeof value === "object" && value !== null && !Array.isArray(value);

/** The place of a letter among those of SGF; -1 where it is none. */
export const placeOf = (letter: string): number => LETTERS.indexOf(letter);
export const letterAt = (place: number): string => LETTERS[place]!;

/** A number as SGF has it: exactly, without an exponent. */
export function decimal(number: number): string {
    const text = String(number);
    const found = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
    if (!found) return text;
    const [, sign, first, rest = "", exponent] = found;
    const digits = first! + rest;
    const point = 1 + Number(exponent);
    if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
    return sign + digits.padEnd(point, "0");
}

/** The values of `TM` and `OT`, the latter as most programs write it. */
export function clockTexts(clock: unknown): Data {
    if (!isData(clock)) return {};
    const { kind, main, increment, periods, period } = clock as Record<string, number | string | undefined>;
    let overtime = "";
    if (kind === "byoyomi" && periods !== undefined && period !== undefined)
        overtime = `${periods}x${decimal(period as number)} byo-yomi`;
    else if (kind === "increment" && increment) overtime = `${decimal(increment as number)} fischer`;
    return { TM: decimal(main as number), OT: overtime };
}

/** The name of the player of a seat; of one without a name, who that is, for other programs. */
export function calledText({ data }: Sound, seat: Seat): string {
    const { name = "", kind = null, level = null } = data.seats[seat - 1]!;
    if (name || kind === null) return name;
    if (kind === "human") return `Player ${seat}`;
    return kind[0]!.toUpperCase() + kind.slice(1) + (level === null ? "" : `, level ${level}`);
}

/** The value of `RE`: "B+R", "W+12.5", "0", or nothing while the game goes on. */
export function resultText({ result, end }: Sound): string {
    if (!result) return "";
    if (result.winner === null) return "0";
    const winner = end.seats.B === result.winner ? "B" : "W";
    let how = CLAIMS[result.reason] ?? "";
    if (!how && end.score.kind === "points")
        how = String(Math.abs((end.scores.B as number) - (end.scores.W as number)));
    return `${winner}+${how}`;
}
