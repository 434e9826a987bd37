/** A game that is sought, in words. */
import { say } from "../../lib/texts.svelte";
import type { Account, Seek } from "../../lib/types";
import { keptSeat } from "../../online/kept";
import { other } from "../play/words";

/**
 * The side of whoever reads it: `mine` if that is who seeks, else the one that is free. Where the players set komi,
 * sides are chosen afterwards.
 */
export function sideText({ game, seat }: Pick<Seek, "game" | "seat">, mine: boolean): string {
    if (game.includes("setup=auction")) return say("meet.join.komi");
    if (seat === null) return say("lobby.side.random");
    return say(`lobby.side.${mine ? other(seat) : seat}`);
}

/** Whether it is one's own: of this browser, or of who has signed in. */
export const isOwn = ({ id, player }: Seek, me: Account | null | undefined): boolean =>
    keptSeat(id) !== null || (player.name !== null && player.name === me?.name);
