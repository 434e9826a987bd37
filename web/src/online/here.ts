/** The line of this tab. */
import { newer } from "../keeper/newer.svelte";
import { problem } from "../lib/problems";
import { language, say } from "../lib/texts.svelte";
import { Line } from "./line.svelte";
import { challenges, doThere, eventsOf, lobby } from "./requests";

function address(): string {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    return `${scheme}//${location.host}/api/online?lang=${language.now}`;
}

export const line = new Line({
    open: () => new WebSocket(address()),
    events: eventsOf,
    act: doThere,
    lobby,
    challenges,
    outdated: () => {
        newer.there = true;
        return problem(409, say("meet.line.unconfirmed"));
    },
});

globalThis.addEventListener?.("online", () => line.again());
globalThis.addEventListener?.("offline", () => line.gone());
globalThis.addEventListener?.("pageshow", (event) => event.persisted && line.again());
document.addEventListener("visibilitychange", () => !document.hidden && line.again());
