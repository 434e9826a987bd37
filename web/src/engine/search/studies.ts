/** What a worker thinks about: analyses of positions, reviews of games, and the computer's moves. */
import { AnalysisRun, helperOf } from "./analysis";
import { LevelPlayer, levelOf } from "./level";
import type { AnalysisTask, FromWorker, HelpTask, MoveTask, ReviewTask, Study } from "../messages";
import type { Net, NetPlace } from "./net";
import type { Position, Rules } from "../position";
import { ReviewRun } from "./review";
import type { Root } from "./roots";
import type { Stepping } from "./round";
import { pageMegabytes, type Search, type Workspace } from "./search";
import { Workspaces } from "./workspaces";

/** Milliseconds between two looks at an analysis, and between two at what a second worker knows. */
const LOOK_EVERY = 200;
const HELP_EVERY = 100;
/** Who keeps what he knows in one worker: the page has one for each, so that a worker holds no more than one search. */
const MOST = 1;
/** A review is bounded by time, so that nothing depends on its seed but what is drawn. */
const REVIEW_SEED = 1n;

type Tell = (message: FromWorker) => void;

/**
 * Whether something goes by a network where there is one: analyses and reviews do, and some levels. Throws RangeError
 * where there is no such level.
 */
export function wantsNet({ rules }: Position, task: Study): boolean {
    return task.ask !== "choose" || levelOf(rules.kernels.facts.games[rules.name]!, task.level).net;
}

/** Something that is thought about; `id` is that of the task. */
export interface Thinking extends Stepping {
    readonly id: number;
    /** Nobody wants it any more, or it is done: its place is free for another. */
    leave(): void;
}

/** Where thinking finds what it knew before. */
export class Places {
    readonly #workspaces = new Workspaces(MOST);
    readonly #taken = new Set<string>();
    readonly #players = new Map<string, { player: LevelPlayer; level: string }>();
    /** A seat's moves are drawn from its own seed, as long as its place is kept. */
    readonly #seeds = new Map<string, bigint>();

    /** A place for an analysis, which goes on from what one of the last found if it can. */
    async analysis(
        position: Position,
        net: Net | null,
    ): Promise<{ workspace: Workspace; net: NetPlace | undefined; seed: bigint; leave: () => void }> {
        let number = 1;
        while (this.#taken.has(`analysis ${number}`)) number += 1;
        const who = `analysis ${number}`;
        this.#taken.add(who);
        const seed = this.#seedOf(who);
        const workspace = await this.#workspaces.of(position, kindOf(who, net), seed);
        return { workspace, net: workspace.netOf(net), seed, leave: () => this.#taken.delete(who) };
    }

    /** Rules with a memory of their own, for a review. */
    async review(position: Position, who: string): Promise<{ rules: Rules; leave: () => void }> {
        const rules = await this.#workspaces.rulesFor(position, who);
        return { rules, leave: () => this.#workspaces.giveUp(who) };
    }

    /** The player on a seat, at a level. */
    async player(position: Position, seat: string, level: number | "max", net: Net | null): Promise<LevelPlayer> {
        const who = kindOf(seat, net);
        const workspace = await this.#workspaces.of(position, who, this.#seedOf(seat));
        const known = this.#players.get(who);
        if (known?.player.workspace === workspace && known.level === String(level)) return known.player;
        for (const other of [...this.#players.keys()].slice(0, -MOST)) this.#players.delete(other);
        const player = new LevelPlayer(workspace, levelOf(workspace.facts, level), net);
        this.#players.set(who, { player, level: String(level) });
        return player;
    }

    #seedOf(who: string): bigint {
        let seed = this.#seeds.get(who);
        if (seed === undefined) {
            seed = crypto.getRandomValues(new BigUint64Array(1))[0]! >> 1n;
            this.#seeds.set(who, seed);
        }
        return seed;
    }
}

/** Whose place it is: a tree that playouts have grown is none for a network to go on with. */
function kindOf(who: string, net: Net | null): string {
    return net ? `${who} by network` : who;
}

export class AnalysisStudy implements Thinking {
    #shown = performance.now();
    /** Whether it was said that the second worker is to end. */
    #enough = false;

    private constructor(
        readonly id: number,
        private readonly run: AnalysisRun,
        private readonly tell: Tell,
        readonly leave: () => void,
    ) {}

    static async begin(
        id: number,
        task: AnalysisTask,
        position: Position,
        by: Net | null,
        places: Places,
        tell: Tell,
    ): Promise<AnalysisStudy> {
        const { workspace, net, seed, leave } = await places.analysis(position, by);
        const { seconds, moves, owners } = task;
        const request = { seconds, moves, owners, helped: task.helped && !net, net, seed };
        return new AnalysisStudy(id, new AnalysisRun(position, workspace, request), tell, leave);
    }

    take(root: Root | null, last: boolean): void {
        this.run.take(root, last);
    }

    get done(): boolean {
        return this.run.done;
    }

    step(): void {
        this.run.step();
        if (this.run.enough && !this.#enough) {
            this.#enough = true;
            this.tell({ id: this.id, say: "enough", done: false });
        }
        const now = performance.now();
        if (!this.done && now - this.#shown < LOOK_EVERY) return;
        const analysis = this.run.read(this.done);
        if (!this.done && !analysis.rootInfo.visits) return;
        this.tell({ id: this.id, say: "analysis", analysis, done: this.done });
        this.#shown = now;
    }
}

/** The second worker of an analysis. */
export class HelpStudy implements Thinking {
    #told = performance.now();

    private constructor(
        readonly id: number,
        private readonly search: Search,
        private readonly tell: Tell,
        readonly leave: () => void,
    ) {}

    static async begin(id: number, task: HelpTask, position: Position, places: Places, tell: Tell): Promise<HelpStudy> {
        const { workspace, leave } = await places.analysis(position, null);
        return new HelpStudy(id, helperOf(position, workspace, { seconds: task.seconds }), tell, leave);
    }

    get done(): boolean {
        return this.search.done;
    }

    step(): void {
        this.search.step();
        const now = performance.now();
        if (!this.done && now - this.#told < HELP_EVERY) return;
        this.tell({ id: this.id, say: "root", root: this.search.root(), done: this.done });
        this.#told = now;
    }

    /** Come to an end with what is known. */
    end(): void {
        this.search.stop();
    }
}

export class ReviewStudy implements Thinking {
    private constructor(
        readonly id: number,
        private readonly run: ReviewRun,
        /** Whether a network judges. */
        private readonly net: boolean,
        private readonly tell: Tell,
        readonly leave: () => void,
    ) {}

    static async begin(
        id: number,
        task: ReviewTask,
        position: Position,
        net: Net | null,
        places: Places,
        tell: Tell,
    ): Promise<ReviewStudy> {
        const there = position.save();
        const { rules, leave } = await places.review(position, `review ${id}`);
        const megabytes = pageMegabytes(rules);
        const run = new ReviewRun(there, rules, { seconds: task.seconds, seed: REVIEW_SEED, megabytes }, net);
        // What playouts have found and what a network has are not of one kind.
        if (task.net === (net !== null)) run.recall(task.known);
        return new ReviewStudy(id, run, net !== null, tell, leave);
    }

    get done(): boolean {
        return this.run.done;
    }

    step(): void {
        const entry = this.run.step();
        const { done, again } = this.run;
        if (!entry && !done) return;
        this.tell({ id: this.id, say: "review", entry, net: this.net, review: this.run.read(), again, done });
    }
}

export class MoveStudy implements Thinking {
    private constructor(
        readonly id: number,
        private readonly player: LevelPlayer,
        private readonly tell: Tell,
    ) {}

    static async begin(
        id: number,
        task: MoveTask,
        position: Position,
        net: Net | null,
        places: Places,
        tell: Tell,
    ): Promise<MoveStudy> {
        const player = await places.player(position, task.seat, task.level, net);
        return new MoveStudy(id, player.begin(position, task.seconds ?? undefined), tell);
    }

    get done(): boolean {
        return this.player.done;
    }

    step(): void {
        this.player.step();
        if (!this.done) return;
        const move = this.player.workspace.rules.texts[this.player.choice!]!;
        this.tell({ id: this.id, say: "move", move });
    }

    leave(): void {
        this.player.stop();
    }
}
