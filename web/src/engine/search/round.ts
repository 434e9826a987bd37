/** Work in small steps: each gets one in turn, and between two of them the worker hears what it is told. */

/** What is done in steps of some 10 ms. */
export interface Stepping {
    readonly done: boolean;
    step(): void;
}

export class Round {
    #works = new Set<Stepping>();
    #going = false;

    constructor(
        /** Resolves when what has come meanwhile has been heard. */
        private readonly heard: () => Promise<void>,
        /** Work is done, or a step of it has failed. */
        private readonly onend: (work: Stepping, error?: unknown) => void,
    ) {}

    /** Work on something until it is done or taken out. */
    add(work: Stepping): void {
        this.#works.add(work);
        if (!this.#going) void this.#go();
    }

    remove(work: Stepping): void {
        this.#works.delete(work);
    }

    async #go(): Promise<void> {
        this.#going = true;
        while (this.#works.size) {
            for (const work of this.#works) {
                await this.heard();
                if (this.#works.has(work)) this.#step(work);
            }
        }
        this.#going = false;
    }

    #step(work: Stepping): void {
        try {
            work.step();
        } catch (error) {
            this.#works.delete(work);
            this.onend(work, error);
            return;
        }
        if (!work.done) return;
        this.#works.delete(work);
        this.onend(work);
    }
}
