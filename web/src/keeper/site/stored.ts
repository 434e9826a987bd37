/** A game as it is kept; the twin of `StoredGame` in `fieldstone/server/storage/models.py`. */
import { numbers } from "../../engine/interface";
import type { BoardStyle, Colour, Seat } from "../../lib/types";
import type { Clock, Rules } from "./clocks";

export interface StoredSeat {
    kind: "human" | "computer";
    level: number | "max" | null;
    /** Empty unless somebody has given one. */
    name: string;
    /** Which of two nameless players it is; null: the number of the seat. Rematches change seats, not players. */
    number: Seat | null;
}

/** How a game ended; `winner` and `winnerSeat` are null for a draw. */
export interface Result {
    winner: Colour | null;
    winnerSeat: Seat | null;
    termination: string;
}

export interface Stored {
    id: string;
    /** The start and the moves, as text. */
    line: string;
    seats: Record<Seat, StoredSeat>;
    /** Microseconds since 1970. */
    created: number;
    updated: number;
    /** How often it has been written. */
    revision: number;
    rules: Rules | null;
    clock: Clock | null;
    result: Result | null;
    onMove: Seat | null;
    /** What lists show, so that they need no rules. */
    name: string;
    game: string;
    rows: string[];
    shape: "square" | "hexagon";
    board: BoardStyle;
    plies: number;
    /** It was read from a record, which is kept beside it. */
    imported: boolean;
    /** From which to which ply (null: from there on) persons have left their moves to the computer. */
    handed: readonly (readonly [after: number, until: number | null])[];
}

const LONGEST_ID = 40;
const LONGEST_TEXT = 100_000;
/** About the year 2255, and as far as whole numbers are exact. */
const LATEST = Number.MAX_SAFE_INTEGER;

type Test = (value: unknown) => boolean;

const isNull: Test = (value) => value === null;
const isText: Test = (value) => typeof value === "string" && value.length <= LONGEST_TEXT;
const isCount: Test = (value) => Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= LATEST;
const isTime: Test = (value) => typeof value === "number" && Number.isFinite(value) && value >= 0;
const isTruth: Test = (value) => typeof value === "boolean";
const isSeat: Test = (value) => value === 1 || value === 2;
const oneOf =
    (...values: unknown[]): Test =>
    (value) =>
        values.includes(value);
const either =
    (...tests: Test[]): Test =>
    (value) =>
        tests.some((test) => test(value));
const having =
    (parts: Record<string, Test>): Test =>
    (value) =>
        typeof value === "object" &&
        value !== null &&
        !Array.isArray(value) &&
        Object.entries(parts).every(([name, test]) => Object.hasOwn(value, name) && test(Reflect.get(value, name)));
const bySeat = (test: Test): Test => having({ 1: test, 2: test });

export const isLevel: Test = (value) =>
    value === null ||
    value === "max" ||
    (isCount(value) && (value as number) >= 1 && (value as number) <= numbers.HIGHEST_LEVEL);
const isStoredSeat = having({
    kind: oneOf("human", "computer"),
    level: isLevel,
    name: isText,
    number: either(isNull, isSeat),
});
const isRules = having({ main: isTime, increment: isTime, periods: isCount, period: isTime });
const isClock = having({
    left: bySeat(isTime),
    periods: bySeat(isCount),
    running: either(isNull, isSeat),
    since: isTime,
});
const isResult = having({
    winner: either(isNull, oneOf("B", "W")),
    winnerSeat: either(isNull, isSeat),
    termination: isText,
});
const isStored = having({
    id: (value) => isText(value) && new RegExp(`^\\w{1,${LONGEST_ID}}$`).test(value as string),
    line: isText,
    seats: bySeat(isStoredSeat),
    created: isCount,
    updated: isCount,
    revision: isCount,
    rules: either(isNull, isRules),
    clock: either(isNull, isClock),
    result: either(isNull, isResult),
    onMove: either(isNull, isSeat),
    name: isText,
    game: isText,
    rows: (value) => Array.isArray(value) && value.every(isText),
    shape: oneOf("square", "hexagon"),
    board: having({ cells: isTruth, stars: isText, edges: isTruth, rim: isTruth, discs: isTruth }),
    plies: isCount,
    imported: isTruth,
    handed: (value) =>
        Array.isArray(value) &&
        value.every((one) => isPair(one) && isCount(one[0]) && (one[1] === null || isCount(one[1]))),
});
const isPair = (value: unknown): value is [unknown, unknown] => Array.isArray(value) && value.length === 2;

/** What was kept, or stands in a file, as a game; null where it is none. An older page knew of nothing handed over. */
export function storedGame(value: unknown): Stored | null {
    const whole: unknown = typeof value === "object" ? { handed: [], ...value } : value;
    return isStored(whole) ? (whole as Stored) : null;
}
