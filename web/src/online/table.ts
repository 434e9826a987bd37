/** A game between people as its events make it. What a move does the page's own kernels know; here it is a text. */
import type { EventMessage, Here, OnlineClock, OnlineEvent, OnlineGame, OnlineRules, Player, Seat } from "../lib/types";

export type Offered = "takeback" | "draw" | "pause" | "rematch";
export type Phase = "open" | "joined" | "playing" | "paused" | "over";
/** Who sits in the seats; null where nobody does yet. */
export type Players = OnlineGame["players"];
export type Phrase = NonNullable<OnlineEvent["phrase"]>;
/** What can be said, in the order of a game. */
export const PHRASES = [
    "hello",
    "luck",
    "nice",
    "oops",
    "moment",
    "thanks",
    "good-game",
    "bye",
] as const satisfies Phrase[];
export type How = NonNullable<OnlineEvent["how"]>;

/** What was declined, and whose offer it was. */
interface Declined {
    what: Offered;
    seat: Seat;
}

export interface Table {
    id: string;
    /** One's own; null for who only watches. */
    seat: Seat | null;
    /** The position that it begins at. */
    start: string;
    rules: OnlineRules;
    /** Whether the rules have a draw, so that the players may agree on one. */
    drawable: boolean;
    /** Whether anybody could or can take the other seat, and whether the lobby lists the game. */
    sought: boolean;
    public: boolean;
    /** Whether the ratings of both change with it. */
    rated: boolean;
    /** The seat that is kept for one person alone, or was; who that is `players` has. */
    challenge: OnlineGame["challenge"];
    players: Players;
    created: number;
    /** The last event that is known. */
    seq: number;
    moves: string[];
    phase: Phase;
    /** Who has offered what. */
    offers: Partial<Record<Offered, Seat>>;
    /** What has been declined in this position, and is not offered there again. */
    declined: Declined[];
    /** The last answer that was no, until something else is offered or answered. */
    refused: Declined | null;
    /** What was said last, and after how many moves. */
    said: { seat: Seat; phrase: Phrase; ply: number } | null;
    /** An end that the rules do not know of, and whose doing it was; they say themselves what follows from a position. */
    end: { winner: Seat | null; how: How; by?: Seat | null } | null;
    /** The organiser has taken back what the game was worth. */
    annulled: boolean;
    /** The id of the rematch. */
    next: string | null;
    clock: OnlineClock;
    /** When `clock` was written, by the server's clock. */
    now: number;
    here: Here;
}

/** Who is challenged to a game by name, and who has challenged; null: it is no challenge. */
export function challengeIn({ challenge, players }: Table): { by: Player; to: Player; me: boolean } | null {
    if (!challenge) return null;
    const [by, to] = challenge.seat === 1 ? [players[1], players[0]] : players;
    return by && to && { by, to, me: challenge.me };
}

/** Both have sat there, and may have a rematch: nobody has come to what was withdrawn, declined or has expired. */
export const bothSat = ({ end }: Table): boolean => !["withdrawn", "declined", "expired"].includes(end?.how ?? "");

/** Nothing is offered, and nothing was declined. */
const SETTLED = { offers: {}, declined: [], refused: null } satisfies Partial<Table>;

/** A game of which nothing was known. */
export function tableOf(game: OnlineGame): Table {
    const { id, seat, start, rules, drawable, sought, rated, players, created, open, clock, now, here } = game;
    // Of a rematch nobody has to be invited; it waits for nothing if its clock runs.
    const phase: Phase = open ? "open" : clock.running ? "playing" : "joined";
    const nothing = { seq: 0, moves: [], said: null, end: null, annulled: false, next: null };
    const about = { public: game.public, rated, challenge: game.challenge, players, created };
    const known = { id, seat, start, rules, drawable, sought, ...about };
    const table: Table = { ...known, phase, clock, now, here, ...nothing, ...SETTLED };
    return { ...game.events.reduce(after, table), clock, now, here };
}

/** What is known already, with the events that were missed; null where some are missing all the same. */
export function resumed(table: Table, game: OnlineGame): Table | null {
    const events = game.events.filter((event) => event.seq > table.seq);
    const gap = events.some((event, index) => event.seq !== table.seq + 1 + index);
    if (gap) return null;
    const { seat, players, clock, now, here } = game;
    return { ...events.reduce(after, table), seat, players, clock, now, here };
}

/** A game after an event that was told as it happened; null where one before it was not told. */
export function heard(table: Table, event: EventMessage): Table | null {
    if (event.seq <= table.seq) return table;
    if (event.seq > table.seq + 1) return null;
    return { ...after(table, event), clock: event.clock, now: event.now };
}

/** The offers that are still there after a move: one's own, but for a takeback. The other's move is an answer. */
const outlasting = ({ draw, pause }: Table["offers"], mover: Seat): Table["offers"] => ({
    ...(draw === mover && { draw }),
    ...(pause === mover && { pause }),
});

const endOf = ({ winner, how, seat }: OnlineEvent): Table["end"] => ({
    winner: winner ?? null,
    how: how!,
    by: seat ?? null,
});

/** A game after its next event. */
function after(before: Table, event: OnlineEvent): Table {
    const table = { ...before, seq: event.seq };
    switch (event.kind) {
        case "join":
            return { ...table, phase: table.rules.kind === "days" ? "playing" : "joined" };
        case "start":
            return { ...table, phase: "playing" };
        case "move": {
            const offers = outlasting(table.offers, event.seat!);
            const moves = [...table.moves, ...event.move!.split(",")];
            return { ...table, ...SETTLED, offers, phase: "playing", moves };
        }
        case "takeback":
            return { ...table, ...SETTLED, moves: table.moves.slice(0, event.ply) };
        case "offer":
            return { ...table, refused: null, offers: { ...table.offers, [event.what!]: event.seat } };
        case "decline": {
            const { [event.what!]: seat, ...offers } = table.offers;
            if (event.seat === seat) return { ...table, refused: null, offers }; // it was withdrawn
            const refused = { what: event.what!, seat: seat! };
            return { ...table, refused, offers, declined: [...table.declined, refused] };
        }
        case "pause": {
            const { pause: _, takeback: __, ...offers } = table.offers; // nothing is taken back while the clocks stand
            return { ...table, refused: null, offers, phase: "paused" };
        }
        case "resume":
            return { ...table, phase: "playing" };
        case "time":
            return table;
        case "rematch":
            return { ...table, refused: null, offers: {}, next: event.next! };
        case "end":
            return { ...table, ...SETTLED, phase: "over", end: endOf(event) };
        case "annul":
            return { ...table, annulled: true };
        case "say":
            return { ...table, said: { seat: event.seat!, phrase: event.phrase!, ply: table.moves.length } };
    }
}
