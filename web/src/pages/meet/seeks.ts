/** A game that is sought, in words. */
import { say } from "../../lib/texts.svelte";
import type { Seek } from "../../lib/types";
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
