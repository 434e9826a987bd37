/** The challenges to oneself and by oneself, on whichever page: what is open, and what others have answered. */
import type { Challenge, ChallengesMessage } from "../lib/types";
import { line } from "./here";

/** What has become of a challenge. */
export type Answer = NonNullable<ChallengesMessage["over"]>["how"];

/** Who is told, once each time: that somebody challenges one, and how a challenge was answered. */
export interface Told {
    come: (one: Challenge) => void;
    answered: (one: Challenge, how: Answer) => void;
}

export class Challenges {
    open: Challenge[] = $state.raw([]);
    /** Those to oneself. */
    readonly received = $derived(this.open.filter(({ mine }) => !mine));

    /** Be told until the function that is returned is called. */
    follow(told: Told): () => void {
        const leave = line.attend((message) => this.hear(message, told));
        return () => {
            leave();
            this.open = [];
        };
    }

    hear({ open, over }: ChallengesMessage, told: Told): void {
        const before = new Map(this.open.map((one) => [one.id, one]));
        this.open = open;
        const one = over && before.get(over.id);
        if (one) told.answered(one, over.how);
        for (const come of this.received) if (!before.has(come.id)) told.come(come);
    }
}

export const challenges = new Challenges();
