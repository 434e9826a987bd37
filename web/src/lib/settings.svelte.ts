/** What a person has set, kept in this browser. */
import { keeper } from "#keeper";
import type { LegalPoints } from "../board/model";

const PLACE = "fieldstone.settings";

export type Theme = "auto" | "light" | "dark";
export interface Settings {
    theme: Theme;
    legalPoints: LegalPoints;
    coordinates: boolean;
    /** A touch shows what a move does; a second touch makes it. */
    confirm: boolean;
    sound: boolean;
    /** A telephone vibrates for moves of the opponent and for captures. */
    vibration: boolean;
    /** The engine says while a game goes on who is likely to win it. */
    chances: boolean;
    /** The engine thinks about a position on the analysis board as soon as it is shown. */
    engine: boolean;
    /** What the other player says, and players of a game that is watched. */
    phrases: boolean;
    /** Never shown where the system asks for reduced motion. */
    animations: boolean;
    /** Keys that do more than choose points on the board. */
    shortcuts: boolean;
    /** In a first game the page is explained, at most three times. */
    tips: boolean;
}

/** A telephone, upright or held sideways. */
const smallTouch = () =>
    matchMedia("(pointer: coarse) and (max-width: 700px), (pointer: coarse) and (max-height: 500px)").matches;

const defaults = (): Settings => ({
    theme: "auto",
    legalPoints: "few",
    coordinates: true,
    confirm: smallTouch(),
    sound: true,
    vibration: false,
    chances: false,
    engine: false,
    phrases: true,
    animations: true,
    shortcuts: true,
    tips: true,
});

/** JSON that was kept under a name; `instead` if there is none or it cannot be read. */
export function recall<T>(name: string, instead: T): T {
    try {
        const found = keeper.notes.get(name);
        return found === null ? instead : (JSON.parse(found) as T);
    } catch {
        return instead; // kept by another version
    }
}

/** Keep something as JSON; without storage it lasts as long as the page. */
export const remember = (name: string, what: unknown): void => keeper.notes.set(name, JSON.stringify(what));

/** The names with a beginning under which something is kept. */
export const remembered = (beginning: string): string[] =>
    keeper.notes.names().filter((name) => name.startsWith(beginning));

/** Keep nothing under a name any more. */
export const forget = (name: string): void => keeper.notes.remove(name);

/** Only what was changed is kept, so that defaults can follow the screen. */
let changed: Partial<Settings> = {};
export const settings: Settings = $state(defaults());

/** Read what was set; what keeps it has to be ready. */
export function loadSettings(): void {
    const kept = Object.entries(recall<Record<string, unknown>>(PLACE, {}) ?? {});
    const usual: Record<string, unknown> = { ...defaults() };
    // It may come from a file that somebody else has made.
    changed = Object.fromEntries(kept.filter(([name, value]) => typeof value === typeof usual[name]));
    Object.assign(settings, usual, changed);
}

export function set<K extends keyof Settings>(name: K, value: Settings[K]): void {
    settings[name] = value;
    changed[name] = value;
    remember(PLACE, changed);
    if (name === "theme") showTheme();
}

/** Tell the style sheet which theme was chosen. */
export function showTheme(): void {
    const { dataset } = document.documentElement;
    if (settings.theme === "auto") delete dataset.theme;
    else dataset.theme = settings.theme;
}
