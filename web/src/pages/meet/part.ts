/** What a game with options, as their text says them, is to a player. */
import { say } from "../../lib/texts.svelte";
import type { GameFacts, Seat } from "../../lib/types";

/** An option of a game as its text says it; what it does not name is as usual. */
export function optionOf(text: string, fact: GameFacts, name: string): string | null {
    const named = new RegExp(`[(,]${name}=([^,)]+)`).exec(text)?.[1];
    const usual = fact.options[name]?.default;
    return named ?? (usual === undefined ? null : String(usual));
}

/** What a game of these options is to whoever has a seat, in a few words: who begins, or who sets komi. */
export function partText(game: string, fact: GameFacts | undefined, seat: Seat): string {
    const auction = fact && optionOf(game, fact, "setup") === "auction";
    return say(auction ? `meet.part.komi.${seat}` : `meet.part.${seat}`);
}
