/** Positions that have been looked at, kept so that walking to and fro asks for each of them once. */
import * as engine from "../engine";
import { after, LONGEST } from "./line";
import { problem } from "../problems";
import { language, say } from "../texts.svelte";
import type { PlayedMove, View } from "../types";

const MOST = 400;

/** Promises by key; the one that has not been used for longest goes first. Failures are not kept. */
export class Keep<T> {
    #kept = new Map<string, Promise<T>>();
    constructor(readonly most: number = MOST) {}

    get(key: string, find: () => Promise<T>): Promise<T> {
        const found = this.#kept.get(key) ?? find();
        this.#kept.delete(key);
        this.#kept.set(key, found);
        if (this.#kept.size > this.most) this.#kept.delete(this.#kept.keys().next().value!);
        found.catch(() => this.#kept.delete(key));
        return found;
    }
}

// Views hold sentences, so that each language has its own.
const views = new Keep<View>();
const moves = new Keep<PlayedMove[]>();
const keyOf = (line: string): string => `${language.now} ${line}`;

/** An address may have any text in it, and such a one is not even handed on. */
const fit = <T>(line: string, ask: () => Promise<T>): Promise<T> =>
    line.length <= LONGEST ? ask() : Promise.reject(problem(422, say("analysis.too-long", { limit: LONGEST })));

export const viewOf = (line: string): Promise<View> => fit(line, () => views.get(keyOf(line), () => engine.view(line)));
/** The position after a move; afterwards it is known by its line too. */
export const viewAfter = (line: string, move: string): Promise<View> =>
    views.get(keyOf(after(line, move)), () => engine.viewAfter(line, move));
/** The moves of a line, with whose they are. */
export const movesOf = (line: string): Promise<PlayedMove[]> =>
    fit(line, () => moves.get(line, () => engine.movesOf(line)));
