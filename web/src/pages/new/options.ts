/** What is chosen on the form of a new game, and the request that it becomes. */
import { isExcluded } from "../../lib/positions/options";
import type {
    ClockRules,
    GameFacts,
    Invitation,
    NewGame,
    NumberOption,
    OnlineClockRules,
    Option,
    Seat,
} from "../../lib/types";

/** "human" is at this device; a friend "link" and "anybody" are at others. */
export const OPPONENTS = ["computer", "human", "link", "anybody"] as const;
/** A "person" is challenged by name, by the address of the form. */
export type Opponent = (typeof OPPONENTS)[number] | "person";
export const isElsewhere = (opponent: Opponent): boolean => ["link", "anybody", "person"].includes(opponent);
/** Where the person sits against the computer; seat 1 is Black, or names komi. */
export type Side = "first" | "second" | "random";
export type ClockChoice = "none" | "short" | "long" | "byoyomi" | "own";
/** Of a game with a friend elsewhere, which always has one: else it would never end. */
export type TimeChoice = "bullet" | "blitz" | "short" | "long" | "byoyomi" | "delay" | "day" | "days" | "week" | "own";
export type Level = number | "max";

export interface Choices {
    options: Record<string, number | string | boolean>;
    opponent: Opponent;
    level: Level;
    side: Side;
    clock: ClockChoice;
    time: TimeChoice;
    own: { kind: ClockRules["kind"]; minutes: number; increment: number; periods: number; period: number };
    ownTime: OwnTime;
    /** Anybody may find the game and watch it. */
    public: boolean;
    /** The ratings of both change with it. */
    rated: boolean;
}

/** A time of one's own: minutes, seconds, counts and days; a cap of 0 is none. */
export interface OwnTime {
    kind: OnlineClockRules["kind"];
    minutes: number;
    increment: number;
    cap: number;
    periods: number;
    period: number;
    delay: number;
    days: number;
}

const CLOCKS: Record<Exclude<ClockChoice, "own" | "none">, ClockRules> = {
    short: { kind: "increment", main: 300, increment: 5 },
    long: { kind: "increment", main: 900, increment: 10 },
    byoyomi: { kind: "byoyomi", main: 600, periods: 5, period: 30 },
};

const TIMES: Record<Exclude<TimeChoice, "own">, OnlineClockRules> = {
    bullet: { kind: "fischer", main: 120, increment: 2 },
    blitz: { kind: "fischer", main: 180, increment: 5 },
    short: { kind: "fischer", main: 300, increment: 5 },
    long: { kind: "fischer", main: 900, increment: 10 },
    byoyomi: { kind: "byoyomi", main: 600, periods: 5, period: 30 },
    delay: { kind: "delay", main: 600, delay: 10 },
    day: { kind: "days", days: 1 },
    days: { kind: "days", days: 3 },
    week: { kind: "days", days: 7 },
};

/** The times that can be chosen, with the rules that each of them is. */
export const times = Object.entries(TIMES) as [Exclude<TimeChoice, "own">, OnlineClockRules][];

/** A number of a time of one's own. */
export type OwnNumber = Exclude<keyof OwnTime, "kind">;
/** The numbers of a time of one's own by its kind, with the least and the most of each. */
export const TIME_FIELDS = {
    fischer: [
        ["minutes", 1, 180],
        ["increment", 0, 180],
        ["cap", 0, 360],
    ],
    byoyomi: [
        ["minutes", 0, 180],
        ["periods", 1, 30],
        ["period", 5, 600],
    ],
    delay: [
        ["minutes", 1, 180],
        ["delay", 1, 180],
    ],
    days: [["days", 1, 30]],
} as const;
export const TIME_KINDS = Object.keys(TIME_FIELDS) as OwnTime["kind"][];

/** A cap that is less than what each begins with would say nothing. */
export const capped = ({ cap, minutes }: OwnTime): number => (cap === 0 ? 0 : Math.max(cap, minutes));

/** The rules of a time that was chosen. */
export function timeRules({ time, ownTime }: Choices): OnlineClockRules {
    if (time !== "own") return TIMES[time];
    const { kind, increment, periods, period, delay, days } = ownTime;
    const main = ownTime.minutes * 60;
    switch (kind) {
        case "fischer":
            return { kind, main, increment, cap: capped(ownTime) * 60 || null };
        case "byoyomi":
            return { kind, main, periods, period };
        case "delay":
            return { kind, main, delay };
        case "days":
            return { kind, days };
    }
}

export const isNumber = (option: Option | undefined): option is NumberOption => option !== undefined && "low" in option;

const OWN_TIME: OwnTime = {
    ...{ kind: "fischer", minutes: 20, increment: 10, cap: 0 },
    ...{ periods: 5, period: 30, delay: 5, days: 2 },
};

/** What is offered at first: short enough for a first game, and the computer not too strong. */
export function defaults(facts: GameFacts): Choices {
    const options = Object.fromEntries(Object.entries(facts.options).map(([name, option]) => [name, option.default]));
    return {
        options,
        opponent: "computer",
        level: 1,
        side: "first",
        clock: "none",
        time: "long",
        own: { kind: "increment", minutes: 10, increment: 10, periods: 3, period: 30 },
        ownTime: OWN_TIME,
        public: false,
        rated: false,
    };
}

/** A level that an address asks for, or null if there is no such level. */
export function levelOf(text: string | null, highest: number): Level | null {
    if (text === "max") return text;
    if (text === null || !/^[1-9]\d?$/.test(text) || Number(text) > highest) return null;
    return Number(text);
}

/** An option on a board of one size: with what makes sense there as its highest value. */
export const onBoard = (option: NumberOption, size: unknown): NumberOption => ({
    ...option,
    high: option.highBySize[Number(size)] ?? option.high,
});

/** The options on a board of another size. */
export function resized(facts: GameFacts, options: Choices["options"], size: number): Choices["options"] {
    const fitting = Object.entries(facts.options).flatMap(([name, option]) => {
        const value = options[name];
        return isNumber(option) && typeof value === "number"
            ? [[name, fit(onBoard(option, size), value)] as const]
            : [];
    });
    return { ...options, ...Object.fromEntries(fitting), size };
}

/** The nearest number that an option allows. */
export function fit(option: Pick<NumberOption, "default" | "low" | "high" | "step">, value: number): number {
    if (!Number.isFinite(value)) return option.default;
    const steps = Math.round((value - option.low) / option.step);
    return Math.min(option.high, Math.max(option.low, option.low + steps * option.step));
}

/** The nearest level that a game has, of so many and "max". */
export const nearestLevel = (level: Level, levels: number): Level =>
    level === "max" ? level : Math.min(Math.max(level, 1), levels);

/** What was kept from an earlier game, as far as this game still allows it; to strangers each is shown only when asked. */
export function fitted(facts: GameFacts, kept: Partial<Choices>): Choices {
    const { options: known, ...rest } = kept;
    const choices = { ...defaults(facts), ...rest, public: false };
    choices.level = nearestLevel(choices.level, facts.levels);
    for (const [name, option] of Object.entries(facts.options)) {
        const value = known?.[name];
        if (isNumber(option)) {
            if (typeof value === "number") choices.options[name] = fit(onBoard(option, choices.options.size), value);
        } else if (value !== undefined && option.choices.includes(value as string | boolean)) {
            choices.options[name] = value;
        }
    }
    return choices;
}

export function clockRules(choices: Choices): ClockRules | null {
    const { clock, own } = choices;
    if (clock === "none") return null;
    if (clock !== "own") return CLOCKS[clock];
    const main = own.minutes * 60;
    return own.kind === "increment"
        ? { kind: "increment", main, increment: own.increment }
        : { kind: "byoyomi", main, periods: own.periods, period: own.period };
}

/** The options that are sent: what cannot be given beside the others is its default. */
function sentOptions(facts: GameFacts, { options }: Choices): NewGame["options"] {
    const entries = Object.entries(facts.options).flatMap(([name, option]) => {
        const value = isExcluded(option, options) ? option.default : options[name];
        return value === undefined ? [] : [[name, value] as const];
    });
    return Object.fromEntries(entries);
}

/** Where the person at this device sits. */
const ownSeat = ({ side }: Choices, chance: number): Seat =>
    side === "first" || (side === "random" && chance < 0.5) ? 1 : 2;

/**
 * Whether a game can be rated: all options but the size are the usual ones, or leave to the players what another option
 * sets, such as komi.
 */
export function isUsual(facts: GameFacts, choices: Choices): boolean {
    const sent = sentOptions(facts, choices) ?? {};
    const leaves = (name: string): boolean =>
        Object.values(facts.options).some(({ notWith }) => notWith[name]?.includes(sent[name] as never));
    return Object.entries(facts.options).every(
        ([name, option]) => name === "size" || sent[name] === option.default || leaves(name),
    );
}

/**
 * The request for a game with a person elsewhere; `secrets` are those of the own seat and of the free one, and `signed`:
 * somebody has signed in, so that it can be rated. `challenged` is the name of who alone may come, if anybody.
 */
export function invitation(
    facts: GameFacts,
    choices: Choices,
    signed: boolean,
    { token, invitation }: { token: string; invitation: string },
    challenged: string | null = null,
): Invitation {
    return {
        game: facts.name,
        options: sentOptions(facts, choices),
        clock: timeRules(choices),
        seat: choices.side === "random" ? null : ownSeat(choices, 0),
        public: choices.public,
        rated: signed && choices.rated && isUsual(facts, choices),
        token,
        invitation: choices.opponent === "link" ? invitation : null,
        challenged: choices.opponent === "person" ? challenged : null,
    };
}

/** The request for a game; `chance` decides a random side, below a half for the first seat. */
export function request(facts: GameFacts, choices: Choices, chance: number): NewGame {
    const person = { kind: "human" as const };
    const seats: NewGame["seats"] = { 1: person, 2: person };
    if (choices.opponent === "computer") {
        const other: Seat = ownSeat(choices, chance) === 1 ? 2 : 1;
        seats[other] = { kind: "computer", level: choices.level };
    }
    return { game: facts.name, options: sentOptions(facts, choices), seats, clock: clockRules(choices) };
}
