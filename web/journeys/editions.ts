/** The two editions: the same journeys pass on both, and those that cannot say why. */
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { basename } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";

/** Whether the journeys go through the static edition (`run.py --static`). */
export const STATIC = process.env.FIELDSTONE_EDITION === "static";

/** Another one where several people share a machine. */
export const PORT = Number(process.env.FIELDSTONE_JOURNEYS_PORT ?? 8461);
export const STATIC_PORT = PORT + 1;
/** The static edition lies under a path, where an address that forgot about it would lead nowhere. */
export const PATH = "/some/where/";
export const SERVER = `http://127.0.0.1:${PORT}`;
export const SITE = `http://127.0.0.1:${STATIC_PORT}${PATH}`;

/** What cannot be done in the static edition, by file and the beginning of a title, and why. */
const NOT_STATIC: [file: string, title: string, why: string][] = [
    ["lost-server", "", "there is no server that could be lost; offline.spec.ts cuts the network instead"],
    ["lobby", "", "files alone bring nobody together"],
    ["people", "", "files alone bring nobody together"],
    ["hardships", "", "files alone bring nobody together"],
    ["account", "", "files alone bring nobody together"],
    ["alerts", "", "files alone bring nobody together"],
    ["challenges", "", "files alone bring nobody together"],
    ["devices", "", "files alone bring nobody together"],
    ["profile-0.1", "", "0.1 had no static edition, and its database belongs to a server"],
    ["fifth-game", "", "an installed game is in a site that is built where it is installed"],
    ["kernels", "", "the kernels are the same files, and are proven without a page"],
    ["firefox", "", "the proof is that of the kernels; the page is the same"],
    ["computer", "is refused by the server", "a site with a module of other sources cannot be built"],
    ["files", "there and back: SGF for Go viewers", "the page itself writes records, SGF and move lists"],
    ["files", "there and back: AbstractPlay", "the page itself writes records, SGF and move lists"],
    ["files", "pictures are of the position", "a server draws them"],
    ["own-games", "damaged games hide no others", "the answer of a server is changed; games.test.ts damages one here"],
    ["review", "a review is there in another browser", "no other browser has the games"],
];
/** What there is in the static edition alone. */
const NOT_SERVED: [file: string, title: string, why: string][] = [
    ["offline", "", "a server's page needs its server"],
    ["updates", "", "a server's page is as new as its server"],
    ["everything", "", "what a server keeps is its database"],
];

/** By which lot (`run.py --drawn`): what both editions can do is then done on one of them, another one each time. */
const LOT = process.env.FIELDSTONE_LOT;

const find = (left: typeof NOT_STATIC, file: string, title: string): string | undefined =>
    left.find(([name, begin]) => basename(file) === `${name}.spec.ts` && title.startsWith(begin))?.[2];

/** The files named above that are not there: a wrong name would leave out nothing, and nobody would notice. */
export function unknownFiles(folder: string): string[] {
    const there = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => basename(path));
    return [...NOT_STATIC, ...NOT_SERVED].map(([name]) => `${name}.spec.ts`).filter((name) => !there.includes(name));
}

/** Why a journey is not made on this edition; undefined if it is. */
export function whyNot(file: string, title: string): string | undefined {
    const here = find(STATIC ? NOT_STATIC : NOT_SERVED, file, title);
    if (here || LOT === undefined || find(STATIC ? NOT_SERVED : NOT_STATIC, file, title)) return here;
    const heads =
        createHash("sha256")
            .update(`${LOT} ${basename(file)} ${title}`)
            .digest()[0]! %
            2 ===
        1;
    return heads === STATIC ? undefined : "made on the other edition this time";
}

/** An address as the journeys know it ("/games?x"), of one of the static edition. */
function known(address: string): string {
    if (!address.startsWith(SITE)) return address;
    return new URL(SITE).origin + (new URL(address).hash.slice(1) || "/");
}

/** The other way. */
function real(address: string): string {
    const { origin } = new URL(SITE);
    const inside = address.startsWith(origin) && !address.startsWith(SITE) ? address.slice(origin.length) : address;
    return inside.startsWith("/") ? `${SITE}#${inside}` : inside;
}

/** Have a page of the static edition know the addresses of the other one; going to one is a visit of its own. */
function translated(page: Page): void {
    const [goto, url] = [page.goto.bind(page), page.url.bind(page)];
    page.url = () => known(url());
    page.goto = async (address, options) => {
        await goto("about:blank");
        return goto(real(address), options);
    };
}

export function translate(context: BrowserContext): void {
    if (STATIC) context.on("page", translated);
}
