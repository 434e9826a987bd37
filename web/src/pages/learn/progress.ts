/** How far somebody has come in the guides, kept in this browser. */
import { recall, remember } from "../../lib/settings.svelte";

const PLACE = "fieldstone.guides";
type Progress = Record<string, number[]>;

/** Numbers of the steps that were done, by game. */
export const progress = (): Progress => recall<Progress>(PLACE, {});

export function done(game: string, step: number): number[] {
    const all = progress();
    const steps = [...new Set([...(all[game] ?? []), step])].sort((a, b) => a - b);
    remember(PLACE, { ...all, [game]: steps });
    return steps;
}

/** The first step that is not done, or null when all are. */
export function nextStep(steps: readonly number[], count: number): number | null {
    for (let step = 0; step < count; step++) if (!steps.includes(step)) return step;
    return null;
}
