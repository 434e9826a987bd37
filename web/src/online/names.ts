/** Who somebody is, and how strong, in words. */
import { say } from "../lib/texts.svelte";
import type { Player, Seat } from "../lib/types";
import type { Players } from "./table";

export const addressOfPerson = (name: string): string => `/people/${encodeURIComponent(name)}`;

/** The form of a new game to which somebody is challenged. */
export const challengeAddress = (game: string, name: string): string =>
    `/new/${game}?${new URLSearchParams({ challenge: name })}`;

type Rated = Pick<Player, "rating" | "provisional">;

/** A rating, with "?" where it is not sure yet; empty where there is none. */
export const ratingText = ({ rating, provisional }: Rated): string =>
    rating === null ? "" : `${rating}${provisional ? "?" : ""}`;

/** What a game has changed of a rating: "+8", "−8" or "±0". */
export const changeText = (change: number): string =>
    `${change > 0 ? "+" : change < 0 ? "\u2212" : "±"}${Math.abs(change)}`;

/** Somebody's name: a guest has none, and who has deleted the account has none any more. */
export function personName({ name, deleted }: Pick<Player, "name" | "deleted">): string {
    return name ?? say(deleted ? "people.deleted" : "people.guest");
}

/** The same with the rating. */
export function namedText(player: Player): string {
    const rating = ratingText(player);
    return rating ? say("common.with", { what: personName(player), more: rating }) : personName(player);
}

/** What the page of a game says beside a player's name: where more is to be read, and the rating with its change. */
export function besideName(player: Player | null): { address: string | null; rating: string } | null {
    if (!player) return null;
    const { name, change } = player;
    const changed = change === null ? "" : ` ${changeText(change)}`;
    return { address: name === null ? null : addressOfPerson(name), rating: ratingText(player) + changed };
}

/** Who is told apart by name: where both are guests nobody is. */
export const areNamed = (players: Players): boolean =>
    players.some((player) => player !== null && (player.name !== null || player.deleted));

/** The other player of a game as a list names it; empty for a guest among guests. */
export function opponentText(players: Players, seat: Seat | null): string {
    if (seat === null || !areNamed(players)) return "";
    const other = players[seat === 1 ? 1 : 0];
    return other ? namedText(other) : "";
}
