/** The live games that somebody has left here: wherever they are, they are told of their turn, and of a rematch. */
import { STATIC } from "../lib/edition";
import { recall, remember } from "../lib/settings.svelte";

/** More would be in nobody's mind, and the line takes only so many. */
const MOST = 3;
/** Where this browser keeps those that run: whoever loads another page is told of them there too. */
const PLACE = "fieldstone.played";

const kept = (): string[] => recall<string[]>(PLACE, []);
const without = (ids: string[], id: string): string[] => ids.filter((one) => one !== id);

/** `told` changes with what is told of one of them: lists of games ask again then. */
export const played: { ids: string[]; told: number } = $state({ ids: STATIC ? [] : kept(), told: 0 });

/** Note that a game runs. */
export const noteRunning = (id: string): void => remember(PLACE, [id, ...without(kept(), id)].slice(0, MOST));

/** Note that a game runs no more. */
export function noteOver(id: string): void {
    if (kept().includes(id)) remember(PLACE, without(kept(), id));
}

/** Be told of a game while it runs, and of a rematch for a while. */
export function attendTo(id: string): void {
    played.ids = [id, ...without(played.ids, id)].slice(0, MOST);
}

/** Be told no more. */
export function attendNoMore(id: string): void {
    noteOver(id);
    played.ids = without(played.ids, id);
}
