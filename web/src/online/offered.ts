/** Whether people can play each other here: not on a server for one person, and files alone bring nobody together. */
import { STATIC } from "../lib/edition";

let known: Promise<boolean> | undefined;

export function offered(): Promise<boolean> {
    if (STATIC) return Promise.resolve(false);
    known ??= import("./requests")
        .then(({ offering }) => offering())
        .then(
            ({ online }) => online,
            () => {
                known = undefined; // nobody has said: it is asked again
                return false;
            },
        );
    return known;
}
