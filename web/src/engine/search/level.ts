/** The computer at a level, in steps; `fieldstone/search/levels.py` is its twin: the same seed, the same moves. */
import { kinds, numbers } from "../interface";
import type { GameFacts, Level } from "../kernels";
import type { ArrayRef } from "../memory";
import type { Net, NetPlace } from "./net";
import type { Position } from "../position";
import { Search, type Workspace } from "./search";
import { makeRng } from "./seeds";

/** What makes a level of a game: a number, or "max". Throws RangeError where there is none of that name. */
export function levelOf(facts: GameFacts, level: number | "max"): Level {
    const found = level === "max" ? facts.highest : facts.levels[level - 1];
    if (!found) throw new RangeError(`there are levels 1 to ${facts.levels.length} and "max", not ${level}`);
    return found;
}

/**
 * Plays a game at a level: `begin` with a position, then `step` until it is `done`, and play its `choice`.
 *
 * What a workspace knows is kept from move to move, so a seat needs one of its own. Its seed decides all moves of a
 * level that is a number of simulations.
 */
export class LevelPlayer {
    /** What is searched now, or was last. */
    search: Search | null = null;
    private readonly rng: ArrayRef;
    private readonly net: NetPlace | undefined;
    private drawn: number | null = null;

    /** A level that goes by a network is given it, where there is one; without, it goes by playouts. */
    constructor(
        readonly workspace: Workspace,
        readonly level: Level,
        net?: Net | null,
    ) {
        const { kernels } = workspace.rules;
        const { memory } = kernels;
        this.net = net?.placeIn(kernels);
        this.rng = memory.allocate("rng");
        memory.fillBits(this.rng, [makeRng(workspace.seed, BigInt(numbers.LOT_STREAM))]);
    }

    /** Begin to think about a position of a game that goes on; with `seconds` for no longer than that. */
    begin(position: Position, seconds?: number): this {
        const { seconds: most, net_simulations } = this.level;
        // Less where a network judges, which makes more of a simulation.
        const simulations = this.net && net_simulations !== null ? net_simulations : this.level.simulations;
        const limit = simulations === null ? { seconds: Math.min(most, seconds ?? most) } : { simulations, seconds };
        this.drawn = null;
        // A weak level draws by all that it has seen.
        const request = { kind: kinds.CHOOSE, limit, hurried: !this.weak, net: this.net };
        this.search = new Search(position, this.workspace, request);
        return this;
    }

    /** Think on for some 10 ms. */
    step(): void {
        this.search?.step();
    }

    /** Think to the end. */
    run(): this {
        while (!this.done) this.step();
        return this;
    }

    /** Come to an end with what is known. */
    stop(): void {
        this.search?.stop();
    }

    get done(): boolean {
        return this.search?.done ?? false;
    }

    /** How far it is: 0 to 1. */
    get progress(): number {
        return this.search?.progress ?? 0;
    }

    /** The number of the move to play; null before it is done. */
    get choice(): number | null {
        if (!this.search?.done) return null;
        this.drawn ??= this.draw(this.search);
        return this.drawn;
    }

    /** The chance of winning, 0 to 1, that it saw at its last move; null if that was chosen without thinking. */
    get chance(): number | null {
        const found = this.search?.done ? this.search.found() : null;
        return found?.thought ? found.chance : null;
    }

    /** Whether it may play another move than the one it thinks best. */
    private get weak(): boolean {
        return this.level.temperature > 0 || this.level.prior_temperature > 0;
    }

    private draw(search: Search): number {
        const seen = search.look();
        if (!seen || !this.weak) return search.tell(seen).choice!;
        const { temperature, slack, prior_temperature } = this.level;
        const { entries } = this.workspace.rules.kernels;
        return entries.draw(this.workspace.finding, temperature, slack, prior_temperature, this.rng);
    }
}
