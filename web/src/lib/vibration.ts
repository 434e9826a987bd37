/** Moves that are felt, on a telephone whose owner wants that. */
import { settings } from "./settings.svelte";
import type { PlayedMove, Seat } from "./types";

/** Milliseconds: how long, and alternating with rests. */
const MOVE = [25];
const CAPTURE = [15, 40, 15];

/** Whether it can be wanted here: browsers on a table have the function too, but nothing that moves. */
export const canVibrate = (): boolean => "vibrate" in navigator && matchMedia("(any-pointer: coarse)").matches;

/** What is felt of a move: one of the opponent's, or what oneself (of two people here: anybody) has captured. */
export function feltOf({ seat, effects }: PlayedMove, mine: Seat | null): number[] | null {
    if (mine !== null && seat !== mine) return MOVE;
    return effects.removed.length + effects.flipped.length + effects.captured.length > 0 ? CAPTURE : null;
}

/** Let something be felt; browsers do not before a person has touched the page. */
export function vibrate(pattern: number[] | null = MOVE): void {
    if (!pattern || !settings.vibration || !canVibrate() || document.hidden) return;
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate(pattern);
}
