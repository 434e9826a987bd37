/** What the lobby lists, as it was told. */
import type { LobbyMessage, PublicGame, Seek } from "../lib/types";
import { line } from "./here";

/** For so many milliseconds what nobody can join any more is still shown, so that nothing moves under a finger. */
const GONE = 3000;

export class Lobby {
    seeks: Seek[] = $state.raw([]);
    games: PublicGame[] = $state.raw([]);
    /** Of the seeks that are shown, those that nobody can join any more. */
    gone: ReadonlySet<string> = $state.raw(new Set());
    /** Whether anything was told yet. */
    known = $state(false);
    #held = false;

    /** Be told until the function that is returned is called. */
    follow(): () => void {
        return line.look((message) => this.hear(message));
    }

    hear({ whole, seeks, games, gone, over }: LobbyMessage): void {
        this.known = true;
        const told = new Set(seeks.map(({ id }) => id));
        const isGone = (id: string): boolean => (whole ? !told.has(id) : gone.includes(id));
        const left = this.seeks.filter(({ id }) => isGone(id) || this.gone.has(id)).map(({ id }) => id);
        this.gone = new Set(left.filter((id) => !told.has(id)));
        this.seeks = merged(this.seeks, seeks).sort((one, other) => one.created - other.created);
        const before = whole ? [] : this.games.filter(({ id }) => !over.includes(id));
        this.games = merged(before, games).sort((one, other) => other.created - one.created);
        if (this.gone.size) setTimeout(() => this.#tidy(), GONE);
    }

    /** Somebody points at the list, or does so no more: meanwhile nothing is taken away. */
    hold(held: boolean): void {
        this.#held = held;
        this.#tidy();
    }

    #tidy(): void {
        if (this.#held || !this.gone.size) return;
        this.seeks = this.seeks.filter(({ id }) => !this.gone.has(id));
        this.gone = new Set();
    }
}

/** What was known, with what is told of it now in its place, and what is new. */
function merged<T extends { id: string }>(known: readonly T[], told: readonly T[]): T[] {
    return [...new Map([...known, ...told].map((one) => [one.id, one])).values()];
}
