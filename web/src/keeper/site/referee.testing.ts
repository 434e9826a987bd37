/** The engine of the page without its worker, for tests of what keeps the games. */
import { games, source } from "../../engine/loading.testing";
import { Positions, Refusal } from "../../engine/positions/positions";
import { Sentences } from "../../engine/positions/sentences";
import type { SentencesFile } from "../../engine/source";
import fixture from "../../fixtures/keeper.json";
import { ApiError } from "../../lib/problems";
import type { Limits } from "./data";
import type { Speech } from "./telling";
import type { Referee } from "./transitions";

export const limits = fixture.limits as unknown as Limits;
export const speech: Speech = { games, sentences: new Sentences(fixture.sentences as unknown as SentencesFile) };

/** Someone who knows the rules; what is refused is so with an ApiError, as by the page's own engine. */
export async function newReferee(): Promise<Referee> {
    const positions = await Positions.load(source, "en");
    async function ask<T>(line: string, work: () => T): Promise<T> {
        try {
            await positions.ready(line);
            return structuredClone(work());
        } catch (error) {
            throw error instanceof Refusal ? new ApiError(error.problem) : error;
        }
    }
    return {
        view: (line) => ask(line, () => positions.view(line)),
        viewAfter: (line, move) => ask(line, () => positions.viewAfter(line, move)),
        movesOf: (line) => ask(line, () => positions.movesOf(line)),
    };
}
