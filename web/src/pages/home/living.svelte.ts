/** The boards of the first screen: short games that go on slowly, one board after the other, and stand still on request. */
import { recall, remember, settings } from "../../lib/settings.svelte";
import games from "../../pictures/living.json";
import { BEGUN } from "../../pictures/stills";

/** Milliseconds between two moves, whichever board they are on. */
const STEP = 1100;
/** Steps that a finished game is left to be looked at. */
const REST = 8;
const PLACE = "fieldstone.home.still";

const known = games as Record<string, string[]>;
const names = Object.keys(known);

export class Living {
    #still = $state(recall(PLACE, false));
    #calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    /** Moves shown of each game; they begin where there is something to see. */
    #at: Record<string, number> = $state(
        Object.fromEntries(names.map((name) => [name, Math.floor(known[name]!.length * BEGUN)])),
    );
    #turn = 0;

    /** Whether the boards could move at all: not where the system or the settings ask for rest. */
    get canMove(): boolean {
        return !this.#calm && settings.animations;
    }
    get moving(): boolean {
        return this.canMove && !this.#still;
    }

    toggle(): void {
        this.#still = !this.#still;
        remember(PLACE, this.#still);
    }

    rows(name: string): string[] {
        const frames = known[name];
        return frames ? frames[Math.min(this.#at[name]!, frames.length - 1)]!.split("/") : [];
    }

    /** Go on until the function that is returned is called. */
    run(): () => void {
        if (!this.moving) return () => undefined;
        const ticking = setInterval(() => document.hidden || this.#step(), STEP);
        return () => clearInterval(ticking);
    }

    #step(): void {
        const name = names[this.#turn++ % names.length]!;
        const next = this.#at[name]! + 1;
        this.#at[name] = next < known[name]!.length + REST / names.length ? next : 0;
    }
}
