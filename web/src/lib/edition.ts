/** Which of the two editions this page is: that of a server, which keeps the games, or the static one. */
import { say } from "./texts.svelte";

/**
 * The folder with the data of the static edition: files alone, which keeps games in the browser (`make site`). Empty in
 * the page of a server.
 */
export const DATA: string = __DATA__;
export const STATIC = DATA !== "";

/** An address of the page ("/games") as the value of a link; on any web server the page has one document alone. */
export const at = (address: string): string => (STATIC ? `#${address}` : address);

/** The same as it can be given to somebody else. */
export const whole = (address: string): string => new URL(at(address), location.href).href;

/** Why a file, or an answer, did not come, for people. */
export function unreached(): string {
    if (STATIC) return say("common.unreached");
    return say(navigator.onLine ? "common.offline" : "common.no-network");
}
