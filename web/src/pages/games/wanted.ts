/** Which games of the list are wanted. The address carries it, so that whoever comes back finds the same ones. */
import { colourName } from "../../lib/positions/moves";
import { say } from "../../lib/texts.svelte";
import type { GameList, GameSummary, Seat } from "../../lib/types";
import type { Table } from "../../online/table";
import { CALLED_OFF, isCalledOff } from "../play/words";
import { isBegun } from "./begun";

/** The computer, two players at this device, and people elsewhere. */
const OPPONENTS = ["computer", "human", "people"] as const;
const STATES = ["playing", "over", "won", "lost", "drawn"] as const;
export { OPPONENTS, STATES };

/** Empty where it does not matter. */
export interface Wanted {
    /** Words that all have to be found. */
    text: string;
    game: string;
    opponent: (typeof OPPONENTS)[number] | "";
    /** Won and lost are told of games against the computer, where one person sits. */
    state: (typeof STATES)[number] | "";
}

export const ALL: Wanted = { text: "", game: "", opponent: "", state: "" };

/** In milliseconds: so long it can be read that a game with somebody elsewhere was called off. */
const TOLD = 86_400_000;

/**
 * Whether a game with somebody elsewhere is in the list: one that was called off, which nobody has played, is for a day,
 * and one that was withdrawn, to which nobody has come, is not.
 */
export const isListed = ({ end, now, created }: Pick<Table, "end" | "now" | "created">): boolean =>
    end?.how !== "withdrawn" && (!CALLED_OFF.some((how) => how === end?.how) || now - created < TOLD);

const oneOf = <T extends string>(known: readonly T[], found: string | null): T | "" =>
    known.find((one) => one === found) ?? "";

/** What an address asks for. */
export function wantedIn(search: string): Wanted {
    const asked = new URLSearchParams(search);
    return {
        text: asked.get("text") ?? "",
        game: asked.get("game") ?? "",
        opponent: oneOf(OPPONENTS, asked.get("opponent")),
        state: oneOf(STATES, asked.get("state")),
    };
}

/** What an address asks for and nobody knows, with what could be. */
export function refusedIn(search: string, games: string[]): string[] {
    const asked = new URLSearchParams(search);
    const known: Record<string, readonly string[]> = { game: games, opponent: OPPONENTS, state: STATES };
    return Object.entries(known).flatMap(([name, values]) => {
        const text = asked.get(name);
        if (!text || values.includes(text)) return [];
        return [say("address.refused", { asked: `${name}=${text}`, values: values.join(", ") })];
    });
}

export function addressOf(wanted: Wanted): string {
    const asked = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value));
    return asked.size ? `/games?${asked}` : "/games";
}

export const isAll = ({ text, game, opponent, state }: Wanted): boolean => !text.trim() && !game && !opponent && !state;

/** Full and half width, capitals and small letters are the same, and so are 9×9 and 9x9. */
const plain = (text: string): string => text.normalize("NFKC").toLocaleLowerCase().replaceAll("×", "x");

/** How a game can have ended, in the words in which lists say it. */
const ends = (): string[] =>
    [
        ...(["B", "W"] as const).map((colour) => say("game.over.won", { colour: colourName(colour) })),
        ...(["game.over.you-won", "game.over.you-lost", "meet.over.lost"] as const).map((key) => say(key)),
        ...STATES.map((one) => say(`games.find.state.${one}`)),
    ].map(plain);

/** The words of a text that all have to be found; an end is one, or games are found in which the other one has won. */
function askedIn(text: string): string[] {
    const found: string[] = [];
    let rest = plain(text).replace(/\s+/g, " ");
    for (const end of ends().toSorted((one, other) => other.length - one.length)) {
        if (!rest.includes(end)) continue;
        found.push(end);
        rest = rest.replaceAll(end, " ");
    }
    return [...found, ...rest.split(" ").filter(Boolean)];
}

const SEATS: Seat[] = [1, 2];

/** How a game stands, and how it ended for whoever has the seat `own`, else for the one person in it. */
export function statesOf(
    { status, seats, outcome }: Pick<GameSummary, "status" | "seats" | "outcome">,
    own: Seat | null = null,
): (typeof STATES)[number][] {
    if (!outcome || isCalledOff(outcome)) return [status];
    if (outcome.winnerSeat === null) return [status, "drawn"];
    const people = own === null ? SEATS.filter((seat) => seats[seat].kind === "human") : [own];
    if (people.length !== 1) return [status];
    return [status, outcome.winnerSeat === people[0] ? "won" : "lost"];
}

/** Whether a game is wanted; `words`: all that is said of it; `own`: the seat of whoever asks, in a game with others. */
export function fits(game: GameSummary, wanted: Wanted, words: () => string, own: Seat | null = null): boolean {
    if (wanted.game && game.game !== wanted.game) return false;
    const computer = SEATS.some((seat) => game.seats[seat].kind === "computer");
    if (wanted.opponent && wanted.opponent !== (computer ? "computer" : own ? "people" : "human")) return false;
    if (wanted.state && !statesOf(game, own).includes(wanted.state)) return false;
    const asked = askedIn(wanted.text);
    if (!asked.length) return true;
    const said = plain(words());
    return asked.every((word) => said.includes(word));
}

/** Those that go on before those that are over; else as they came. */
export const goingFirst = (games: GameSummary[]): GameSummary[] =>
    ["playing", "over"].flatMap((status) => games.filter((game) => game.status === status));

export interface Found {
    games: GameSummary[];
    /** The `updated` of the last one that was looked at; null where there are no older ones. */
    next: string | null;
    unreadable: string[];
}

const PAGE = 30;
/** Games that are asked for at once where not all of them are wanted. */
const MANY = 100;

/**
 * The next games that are wanted, the one that changed last first, from what keeps them. Those that were only opened
 * are none.
 */
export async function find(
    isWanted: ((game: GameSummary) => boolean) | null,
    ask: (limit: number, before?: string) => Promise<GameList>,
    after?: string,
): Promise<Found> {
    const found: Found = { games: [], next: after ?? null, unreadable: [] };
    for (;;) {
        const { games, more, unreadable } = await ask(isWanted ? MANY : PAGE, found.next ?? undefined);
        found.unreadable.push(...unreadable);
        for (const [place, game] of games.entries()) {
            found.next = more || place < games.length - 1 ? game.updated : null;
            if (isBegun(game) && (isWanted?.(game) ?? true)) found.games.push(game);
            if (found.games.length === PAGE) return found;
        }
        if (!more || !games.length) return { ...found, next: null };
    }
}
