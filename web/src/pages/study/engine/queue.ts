/** Waiting for the engine, in words. */
import { say } from "../../../lib/texts.svelte";

export const queueText = (ahead: number): string =>
    ahead === 0 ? say("analysis.engine.next") : say("analysis.engine.queued", { ahead });
