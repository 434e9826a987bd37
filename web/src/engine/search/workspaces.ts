/** The workspaces of one worker: who searches gets one, and finds it again as long as the game is the same. */
import { Kernels } from "../kernels";
import { Rules, type Position } from "../position";
import { pageMegabytes, Workspace } from "./search";

const FEWEST_ROOM = 4096;

interface Place {
    rules: Rules;
    /** None where somebody makes them as they are needed. */
    workspace: Workspace | null;
}

/**
 * Each workspace has kernels with a memory of its own, which goes when it is given up. Positions may lie in other
 * memories.
 */
export class Workspaces {
    private readonly places = new Map<string, Place>();

    /** `most` are kept, each in so much memory; who has not asked for the longest time loses what is known. */
    constructor(
        private readonly most = 1,
        private readonly megabytes?: number,
    ) {}

    /** The workspace of `who` for the game of a position, with all that it knows, or a fresh one with a seed. */
    async of(position: Position, who: string, seed: bigint): Promise<Workspace> {
        const known = this.places.get(who);
        this.places.delete(who);
        const there = known?.workspace;
        if (there && there.seed === seed && isSame(known.rules, position.rules) && there.fits(position)) {
            this.places.set(who, known);
            return there;
        }
        const rules = await this.start(position);
        const room = Math.max(FEWEST_ROOM, 2 * position.known);
        const workspace = new Workspace(rules, seed, this.megabytes ?? pageMegabytes(rules), true, room);
        this.places.set(who, { rules, workspace });
        return workspace;
    }

    /** Rules with a memory of its own for `who`, where whoever searches makes workspaces; `giveUp` ends that. */
    async rulesFor(position: Position, who: string): Promise<Rules> {
        const rules = await this.start(position);
        this.places.set(who, { rules, workspace: null });
        return rules;
    }

    giveUp(who: string): void {
        this.places.delete(who);
    }

    private async start(position: Position): Promise<Rules> {
        for (const other of [...this.places.keys()].slice(0, Math.max(0, this.places.size - this.most + 1))) {
            this.places.delete(other);
        }
        const { kernels, name, options, texts } = position.rules;
        return new Rules(await Kernels.start(kernels.module), name, options, texts);
    }

    /** Give up all of them. */
    clear(): void {
        this.places.clear();
    }
}

function isSame(one: Rules, other: Rules): boolean {
    const options = one.options.every((value, place) => value === other.options[place]);
    return one.kernels.module === other.kernels.module && one.name === other.name && options;
}
