/** Games between people by plain requests: to invite and to join, and everything else where no WebSocket gets through. */
import { request } from "../keeper/server";
import type {
    AlertsWanted,
    ChallengesMessage,
    Command,
    DoneAnswer,
    Invitation,
    Joining,
    LobbyMessage,
    Offering,
    OnlineGame,
    OnlineStandings,
    OwnSeats,
    Review,
} from "../lib/types";
import { PROTOCOL } from "./protocol";

const place = (id: string): string => `/online/games/${encodeURIComponent(id)}`;
const by = (token: string | null): Record<string, string> => (token ? { "X-Seat-Token": token } : {});
/** What is asked for in place of the WebSocket, which says it in `hello`. */
const SPOKEN = { "X-Online-Protocol": String(PROTOCOL) };

export const offering = (): Promise<Offering> => request("GET", "/offering");
export const invite = (wanted: Invitation): Promise<OnlineGame> => request("POST", "/online/games", wanted);
export const join = (id: string, wanted: Joining): Promise<OnlineGame> => request("POST", `${place(id)}/join`, wanted);
export const lobby = (): Promise<LobbyMessage> => request("GET", "/online/lobby", undefined, undefined, SPOKEN);
export const challenges = (): Promise<ChallengesMessage> =>
    request("GET", "/online/challenges", undefined, undefined, SPOKEN);
/** Say no to a challenge. */
export const declineThere = (id: string): Promise<void> => request("POST", `${place(id)}/decline`);
export const standings = (seats: OwnSeats): Promise<OnlineStandings> => request("POST", "/online/standings", seats);
export const wantAlerts = (wanted: AlertsWanted): Promise<void> => request("PUT", "/online/alerts", wanted);
export const eventsOf = (id: string, token: string | null, after: number): Promise<OnlineGame> =>
    request("GET", `${place(id)}/events?after=${after}`, undefined, undefined, { ...SPOKEN, ...by(token) });
export const doThere = (id: string, token: string | null, command: Command): Promise<DoneAnswer> =>
    request("POST", `${place(id)}/do`, command, undefined, { ...SPOKEN, ...by(token) });
export const reviewThere = (id: string, token: string | null): Promise<Review | null> =>
    request("GET", `${place(id)}/review`, undefined, undefined, by(token));
export const keepReviewThere = (id: string, token: string | null, made: Review): Promise<void> =>
    request("PUT", `${place(id)}/review`, made, undefined, by(token));
