/** Texts under names, there at once: a copy in memory of those that are kept, which other tabs tell of. */
import type { Notes as Texts } from "../keeper";
import type { Channel } from "./channel";
import type { Store } from "./store";

export class Notes implements Texts {
    #texts = new Map<string, string>();

    constructor(
        private readonly store: Store,
        private readonly channel: Channel,
    ) {}

    /** Read them all; until then there are none. */
    async load(): Promise<void> {
        this.#texts = await this.store.notes();
    }

    get(name: string): string | null {
        return this.#texts.get(name) ?? null;
    }

    set(name: string, text: string): void {
        this.#texts.set(name, text);
        void this.#keep(name, text);
    }

    remove(name: string): void {
        this.#texts.delete(name);
        void this.#keep(name, null);
    }

    names(): string[] {
        return [...this.#texts.keys()];
    }

    async #keep(name: string, text: string | null): Promise<void> {
        if (await this.store.keepNote(name, text)) this.channel.tell({ note: name });
    }

    /** Another tab has kept a text under a name. */
    async changed(name: string): Promise<void> {
        const text = await this.store.note(name);
        if (text === null) this.#texts.delete(name);
        else this.#texts.set(name, text);
    }
}
