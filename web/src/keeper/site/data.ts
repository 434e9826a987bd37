/** What there is to play and to read, from the files of the static edition. */
import { Sentences } from "../../engine/positions/sentences";
import { fetched, SourceError } from "../../engine/source";
import { DATA, unreached } from "../../lib/edition";
import { problem } from "../../lib/problems";
import { language, say } from "../../lib/texts.svelte";
import type { GameFacts, Guide, GuideStep } from "../../lib/types";
import { Refused } from "./refusals";
import { type Schema, shortened } from "./shape";
import type { Speech } from "./telling";
import type { Referee } from "./transitions";

/** A step as its file has it: the page draws its position. */
type Step = Omit<GuideStep, "view"> & { position: string | null };

export interface Limits {
    /** Characters of a position or a move list, and of a move. */
    line: number;
    move: number;
    /** A line that can be read. */
    example: string;
    version: string;
    /** Names of the games by their titles, and those of their options. */
    titles: Record<string, string>;
    options: Record<string, string[]>;
    /** The JSON Schema of a record. */
    record: Schema;
}

const SHOWN_NAME = 40;

// The same files that the engine's workers read.
const source = fetched(DATA);
const kept = new Map<string, Promise<unknown>>();

/** A file as JSON; each is fetched once, unless that fails. Rejects with an ApiError. */
function file<T>(name: string): Promise<T> {
    const found = (kept.get(name) as Promise<T> | undefined) ?? read<T>(name);
    kept.set(name, found);
    found.catch(() => kept.delete(name));
    return found;
}

async function read<T>(name: string): Promise<T> {
    const answer = await fetch(`${DATA}/${name}`).catch(() => null);
    if (!answer) throw problem(0, unreached());
    if (!answer.ok) throw problem(answer.status, say("common.refused", { status: answer.status }));
    return (await answer.json()) as T;
}

export const facts = (): Promise<GameFacts[]> => file(`facts.${language.now}.json`);
export const limits = (): Promise<Limits> => file("limits.json");

/** The guide to a game, its positions drawn by the engine of the page. Rejects with Refused or an ApiError. */
export async function guide(game: string, referee: Referee): Promise<Guide> {
    const known = (await facts()).map((one) => one.name);
    if (!known.includes(game))
        throw new Refused(404, "no-such-game", { game: shortened(game, SHOWN_NAME), games: known.join(", ") });
    const name = encodeURIComponent(game);
    const found = await file<Omit<Guide, "steps"> & { steps: Step[] }>(`guide-${name}.${language.now}.json`);
    const drawn = found.steps.map(async ({ position, ...step }) => ({
        ...step,
        view: position === null ? null : await referee.view(position),
    }));
    return { ...found, steps: await Promise.all(drawn) };
}

const speeches = new Map<string, Sentences>();

/** What words are made of, in the language of the page. Rejects with an ApiError. */
export async function speech(): Promise<Speech> {
    try {
        const spoken = language.now;
        const [games, sentences] = await Promise.all([source.games(), source.sentences(spoken)]);
        const known = speeches.get(spoken) ?? new Sentences(sentences);
        speeches.set(spoken, known);
        return { games, sentences: known };
    } catch (error) {
        if (error instanceof SourceError) throw problem(error.status, unreached());
        throw error;
    }
}
