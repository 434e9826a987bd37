/** What the tabs of this page tell each other, and which of them is open for how long. */
export type News = { game: string } | { note: string } | { all: true };

const NAME = "fieldstone";
const OPEN = "fieldstone page ";

/** Seconds since 1970, without ever jumping: when somebody sets the clock of the machine, they go on. */
export const steadyTime = (): number => (performance.timeOrigin + performance.now()) / 1000;

export class Channel {
    readonly #channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(NAME);
    readonly #began = steadyTime();
    readonly #locks: LockManager | undefined = globalThis.navigator?.locks;

    constructor() {
        // Held until the page is gone, so that the others see since when one has been open.
        this.#locks?.request(OPEN + this.#began, () => new Promise(() => undefined)).catch(() => undefined);
    }

    tell(news: News): void {
        this.#channel?.postMessage(news);
    }

    /** Be told what other tabs tell. */
    hear(heard: (news: News) => void): void {
        if (this.#channel) this.#channel.onmessage = ({ data }: MessageEvent<News>) => heard(data);
    }

    /** When the first of the tabs that are open now began to tell time. */
    async began(): Promise<number> {
        return Math.min(this.#began, ...(await this.#open()));
    }

    /** Whether no other tab has this page open, as far as the browser says. */
    async alone(): Promise<boolean> {
        return (await this.#open()).length <= 1;
    }

    /** When each tab that is open now began to tell time. */
    async #open(): Promise<number[]> {
        const found = await this.#locks?.query().catch(() => null);
        const names = (found?.held ?? []).flatMap(({ name }) => (name?.startsWith(OPEN) ? [name] : []));
        return names.map((name) => Number(name.slice(OPEN.length))).filter(Number.isFinite);
    }
}
