/** A neural network that somebody waits for: how much of it has come, in words; that there is none is said once. */
import { say } from "./texts.svelte";
import { percentText } from "./percent";
import { toast } from "./toasts.svelte";

export class Network {
    /** What has come, 0 to 1; null where nobody waits. */
    #part: number | null = $state(null);
    #lacking = false;

    /** Hear what a worker tells. */
    readonly hear = (part: number | "missing"): void => {
        this.#part = part === "missing" || part >= 1 ? null : part;
        if (part !== "missing" || this.#lacking) return;
        this.#lacking = true;
        toast(say("analysis.network.missing"));
    };

    /** Nobody waits for it any more. */
    end(): void {
        this.#part = null;
    }

    /** How much has come; null where nobody waits. */
    get text(): string | null {
        if (this.#part === null) return null;
        return say("analysis.network.loading", { part: percentText(Math.round(100 * this.#part)) });
    }
}
