/**
 * Plays, searches and solves what Python has played, searched and solved, and says where the kernels of this platform
 * do otherwise. `tests/targets/plans.py` writes the plan, a job a line; it is run in Node and in browsers.
 */
import { AnalysisRun, helperOf } from "../src/engine/search/analysis";
import { answers, kinds, numbers, setups, type Layouts } from "../src/engine/interface";
import { Kernels, type Level } from "../src/engine/kernels";
import { LevelPlayer } from "../src/engine/search/level";
import type { ArrayRef } from "../src/engine/memory";
import type { Analysis } from "../src/engine/messages";
import { Net } from "../src/engine/search/net";
import { Position, Rules } from "../src/engine/position";
import { ReviewRun, type Entry, type ReviewData } from "../src/engine/search/review";
import { pageMegabytes, Search, Workspace, type Found } from "../src/engine/search/search";
import { crc32 } from "./crc32";

interface GamePlan {
    family: string;
    name: string;
    options: number[];
    texts: string[];
    /** The start position as a record, in base64. */
    start: string;
    /** The file of a network that judges positions, in base64. */
    net?: string;
}

/** A game that is played: after each try what the rules answer, and what the records then are. */
interface PlayJob extends GamePlan {
    kind: "play";
    /** The dimensions of what a network sees. */
    planes: [number, number];
    /** Columns of the game's groups. */
    columns: number;
    plies: {
        action: number;
        answer: number;
        state: number;
        legal: number;
        mask: number;
        planes: number;
        told: number;
    }[];
}

/** Turns that are counted. */
interface PerftJob extends GamePlan {
    kind: "perft";
    depth: number;
    count: number;
}

/** A search after some moves, or several in a row with the tree that is kept. */
interface SearchJob extends GamePlan {
    kind: "search";
    megabytes: number;
    seed: number;
    exact: boolean;
    searches: {
        moves: number[];
        request: { kind: "THINK" | "CHOOSE" | "ANALYSE"; simulations: number; hurried: boolean };
        settings: number[];
        found: Found;
        tree: number;
    }[];
}

/** What the solver finds of a position. */
interface SolveJob extends GamePlan {
    kind: "solve";
    megabytes: number;
    by_margin: boolean;
    every: boolean;
    low: number;
    high: number;
    line: number[];
    lead: number | null;
    /** Which moves keep the value, as a checksum. */
    kept: number;
    spent: number;
}

/** The moves that a level makes, one after the other, and the chances that it saw. */
interface LevelJob extends GamePlan {
    kind: "level";
    /** null: what a worker of the page has. */
    megabytes: number | null;
    seed: number;
    level: Level;
    moves: number[];
    chances: (number | null)[];
}

/** An analysis as it goes over the wire. */
interface AnalysisJob extends GamePlan {
    kind: "analysis";
    megabytes: number;
    seed: number;
    request: { simulations: number; moves: number | null; owners: boolean };
    data: Analysis;
}

/** An analysis by two workers, without its lines. */
interface PairJob extends GamePlan {
    kind: "pair";
    megabytes: number;
    seed: number;
    simulations: number;
    rootInfo: Analysis["rootInfo"];
    infos: Omit<Analysis["moveInfos"][number], "pv">[];
}

/** A review of a game: all looks, then what it says. */
interface ReviewJob extends GamePlan {
    kind: "review";
    megabytes: number;
    seed: number;
    simulations: number;
    moves: number[];
    entries: Entry[];
    data: ReviewData;
}

export type Job = PlayJob | PerftJob | SearchJob | SolveJob | LevelJob | AnalysisJob | PairJob | ReviewJob;

/**
 * Run a plan with the modules of its families, and those of their networks: "kaomi" and "kaomi.network"; returns what
 * does not agree, a sentence each.
 */
export async function prove(plan: readonly Job[], modules: Record<string, WebAssembly.Module>): Promise<string[]> {
    const problems: string[] = [];
    const started: Record<string, Started> = {};
    const rulesOf = async (job: Job, who = "") => {
        started[job.family + who] ??= await start(modules[job.family]!);
        const { kernels, mark } = started[job.family + who]!;
        kernels.memory.release(mark);
        return new Rules(kernels, job.name, job.options, job.texts);
    };
    for (const [number, job] of plan.entries()) {
        const where = `job ${number}, ${job.kind} of ${job.name}(${job.options.join(",")})`;
        try {
            const position = begin(await rulesOf(job), job.start);
            const net = job.net ? await Net.read(bytesIn(job.net), modules[`${job.family}.network`]!) : null;
            const found =
                job.kind === "pair"
                    ? analyseByTwo(position, job, await rulesOf(job, " second"))
                    : RUN[job.kind](position, job as never, net);
            for (const problem of found) problems.push(`${where}: ${problem}`);
        } catch (error) {
            problems.push(`${where}: ${String(error)}`);
        }
    }
    return problems;
}

/** Kernels with a memory of their own, and where what a job takes of it begins. */
interface Started {
    kernels: Kernels;
    mark: number;
}

async function start(module: WebAssembly.Module): Promise<Started> {
    const kernels = await Kernels.start(module);
    return { kernels, mark: kernels.memory.mark };
}

function begin(rules: Rules, start: string): Position {
    return Position.of(rules, bytesIn(start));
}

const bytesIn = (text: string) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));

const RUN = {
    play: playOut,
    perft: countTurns,
    search: searchOn,
    solve: solveOut,
    level: playLevel,
    analysis: analyse,
    review,
};

function* playOut(position: Position, job: PlayJob): Generator<string> {
    const { rules } = position;
    const { memory, entries } = rules.kernels;
    const masks = memory.allocate("masks", { rows: 1, actions: rules.actions });
    const planes = memory.allocate("planes", { rows: 1, planes: job.planes[0], cells: job.planes[1] });
    const [colours, counts] = [memory.allocate("colours", { rows: 1 }), memory.allocate("counts", { rows: 1 })];
    const teller = new Teller(position, job.columns);
    for (const [ply, wanted] of job.plies.entries()) {
        teller.remember();
        const answer = position.play(wanted.action);
        const state = crc32(memory.bytes(position.states));
        const legal = position.legal();
        entries.fill_masks(rules.place, position.state, masks, 0, 1);
        memory.fill(colours, [position.field("to_move")]);
        memory.fill(counts, [position.known]);
        const keys = { ...position.pastKeys, dims: [1, position.pastKeys.dims[0]!] };
        entries.see_many(rules.place, position.state, colours, keys, counts, planes);
        const found = {
            action: wanted.action,
            answer,
            state,
            legal: crc32(new Uint8Array(Int32Array.from(legal).buffer)),
            mask: crc32(memory.allBytes(masks)),
            planes: crc32(memory.allBytes(planes)),
            told: teller.told(wanted.action, answer),
        };
        if (JSON.stringify(found) !== JSON.stringify(wanted)) {
            yield `ply ${ply}: ${JSON.stringify(found)}, and Python has ${JSON.stringify(wanted)}`;
            return;
        }
    }
}

/** All that people are told of a position, as one checksum. */
class Teller {
    private readonly before: ArrayRef;
    private readonly fresh: ArrayRef;
    private readonly facts: ArrayRef;
    private readonly details: ArrayRef;
    private readonly endings: ArrayRef;
    private readonly wrong: ArrayRef;
    private readonly arrays: Pick<
        Layouts,
        "codes" | "values" | "lengths" | "parts" | "groups" | "sums" | "effects" | "numbers"
    >;

    constructor(
        private readonly position: Position,
        columns: number,
    ) {
        const { memory, entries } = position.rules.kernels;
        const { points } = position.rules;
        const sizes = { points, columns, room: entries.room(points) };
        this.before = memory.allocate("states");
        this.fresh = memory.allocate("states");
        this.details = memory.allocate("details");
        [this.facts, this.endings, this.wrong] = [1, 2, 3].map(() => memory.allocate("numbers", sizes)) as [
            ArrayRef,
            ArrayRef,
            ArrayRef,
        ];
        this.arrays = {
            codes: memory.allocate("codes", sizes),
            values: memory.allocate("values", sizes),
            lengths: memory.allocate("lengths"),
            parts: memory.allocate("parts", sizes),
            groups: memory.allocate("groups", sizes),
            sums: memory.allocate("sums"),
            effects: memory.allocate("effects", sizes),
            numbers: memory.allocate("numbers", sizes),
        };
    }

    /** Remember the position before a move. */
    remember(): void {
        const { memory } = this.position.rules.kernels;
        memory.bytes(this.before).set(memory.bytes(this.position.states));
    }

    /** What is told after a move that was answered so; the position is left as it is. */
    told(action: number, answer: number): number {
        const { rules } = this.position;
        const { memory, entries } = rules.kernels;
        const { codes, values, lengths, parts, groups, sums, effects, numbers } = this.arrays;
        const listed = [codes, values, lengths, parts, groups, this.facts, sums, effects, numbers];
        for (const array of listed) memory.allBytes(array).fill(0);
        memory.bytes(this.position.states, 1).set(memory.bytes(this.position.states));
        const now = memory.rows(this.position.states, 1);
        entries.codes_of(rules.place, now, codes);
        entries.scores_of(rules.place, now, values, lengths);
        const found = [
            Number(entries.score_tells_of(rules.place, now)),
            Number(entries.turn_open_of(rules.place, now)),
        ];
        found.push(entries.stones_left_of(rules.place, now));
        if (memory.get(now, "setup") === setups.PLAYING) {
            found.push(entries.parts_of(rules.place, now, parts, groups, this.facts, sums));
            if (memory.get(now, "over") === 0) found.push(entries.duty_of(rules.place, now, numbers));
        }
        const placed = action < rules.points && memory.get(this.before, "setup") === setups.PLAYING;
        if (answer === answers.ILLEGAL) {
            found.push(entries.reason_of(rules.place, now, action, numbers));
            found.push(entries.turn_reason_of(rules.place, now, numbers));
        } else if ((answer === answers.PLAYED || answer === answers.REPEATED) && placed) {
            found.push(entries.list_effects(rules.place, this.before, now, action, effects));
        }
        const { details, endings, wrong, fresh } = this;
        for (const array of [endings, wrong]) memory.allBytes(array).fill(0);
        entries.details_of(rules.place, now, details);
        found.push(entries.endings_of(rules.place, now, endings));
        const [over, toMove] = [memory.get(now, "over"), memory.get(now, "to_move")];
        if (over !== 0) found.push(entries.winner_of(rules.place, now, over));
        for (const side of [toMove, 3 - toMove]) {
            memory.allBytes(fresh).fill(0);
            found.push(entries.set_up(rules.place, memory.rows(fresh, 0), codes, side, details, wrong));
            found.push(crc32(memory.bytes(fresh)));
        }
        listed.push(details, endings, wrong);
        const bytes = listed.map((array) => memory.allBytes(array).slice());
        bytes.push(new Uint8Array(BigInt64Array.from(found.map(BigInt)).buffer));
        return crc32(joined(bytes));
    }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
    const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
    let at = 0;
    for (const part of parts) {
        whole.set(part, at);
        at += part.length;
    }
    return whole;
}

function* countTurns(position: Position, job: PerftJob): Generator<string> {
    const { rules } = position;
    const { memory, entries } = rules.kernels;
    const levels = 2 * job.depth + 2;
    const states = memory.allocate("stack", { levels });
    memory.bytes(states).set(memory.bytes(position.states));
    const keys = memory.allocate("keys", { keys: levels + 2 });
    memory.allBytes(keys).set(memory.allBytes(position.pastKeys).subarray(0, 8));
    const count = entries.count_turns(rules.place, states, memory.words(states), keys, 1, 0, job.depth, -1);
    if (count !== job.count) yield `${count} sequences of ${job.depth} turns, and Python counts ${job.count}`;
}

function* searchOn(position: Position, job: SearchJob, network: Net | null): Generator<string> {
    const { kernels } = position.rules;
    const { memory } = kernels;
    const workspace = new Workspace(position.rules, BigInt(job.seed), job.megabytes, job.exact);
    const net = network?.placeIn(kernels);
    for (const [number, wanted] of job.searches.entries()) {
        for (const action of wanted.moves) position.play(action);
        const { kind, simulations, hurried } = wanted.request;
        const request = { kind: kinds[kind], limit: { simulations }, hurried, settings: wanted.settings, net };
        const search = new Search(position, workspace, request).run();
        const found = JSON.stringify(search.found(wanted.found.moves.length));
        const tree = crc32(memory.allBytes(workspace.worker.nodes));
        if (found !== JSON.stringify(wanted.found)) {
            yield `search ${number}: ${found}\n    and Python finds ${JSON.stringify(wanted.found)}`;
        }
        if (tree !== wanted.tree) yield `search ${number}: another tree than Python's`;
    }
}

function* solveOut(position: Position, job: SolveJob): Generator<string> {
    const { memory, entries } = position.rules.kernels;
    const workspace = new Workspace(position.rules, 1n, job.megabytes);
    workspace.moveTo(position, false, false);
    const { space } = workspace.worker;
    entries.begin_solving(space, position.known, Number(job.by_margin), NaN, 2 ** 52, Number(job.every));
    while (!entries.solve_on(space, 1000));
    const get = (field: "low" | "high" | "length" | "lead" | "spent" | "ended") => memory.get(space.solving, field);
    const found = {
        low: get("low"),
        high: get("high"),
        line: memory.items(space.line, get("length")),
        lead: job.lead === null ? null : get("lead"),
        kept: crc32(memory.allBytes(space.kept)),
        spent: get("spent"),
    };
    const { low, high, line, lead, kept, spent } = job;
    const wanted = { low, high, line, lead, kept, spent };
    if (JSON.stringify(found) !== JSON.stringify(wanted)) {
        yield `${JSON.stringify(found)}, and Python finds ${JSON.stringify(wanted)}`;
    }
}

function* playLevel(position: Position, job: LevelJob, net: Net | null): Generator<string> {
    const { rules } = position;
    const megabytes = job.megabytes ?? pageMegabytes(rules);
    const workspace = new Workspace(rules, BigInt(job.seed), megabytes);
    const player = new LevelPlayer(workspace, job.level, net);
    for (const [ply, wanted] of job.moves.entries()) {
        const choice = player.begin(position).run().choice!;
        const chance = player.chance;
        if (choice !== wanted || chance !== job.chances[ply]) {
            yield `ply ${ply}: ${choice} at ${chance}, and Python plays ${wanted} at ${job.chances[ply]}`;
            return;
        }
        position.play(choice);
    }
    // There is room for a search elsewhere as well, and for what a second worker knows: or else this throws.
    new Workspace(rules, 1n, megabytes / numbers.PROBES).peer.nodes;
}

function* analyse(position: Position, job: AnalysisJob, net: Net | null): Generator<string> {
    const { simulations, moves, owners } = job.request;
    const seed = BigInt(job.seed);
    const workspace = new Workspace(position.rules, seed, job.megabytes);
    const request = { simulations, moves: moves ?? undefined, owners, seed, net: workspace.netOf(net) };
    const run = new AnalysisRun(position, workspace, request);
    const found = JSON.stringify(run.run().read(true));
    if (found !== JSON.stringify(job.data)) {
        yield `${found}\n    and Python finds ${JSON.stringify(job.data)}`;
    }
}

/** Two workers, each with a memory of its own, and what the second knows handed to the first. */
function* analyseByTwo(position: Position, job: PairJob, second: Rules): Generator<string> {
    const { simulations, megabytes } = job;
    const seed = BigInt(job.seed);
    const request = { simulations, owners: false, seed, helped: true };
    const run = new AnalysisRun(position, new Workspace(position.rules, seed, megabytes), request);
    const helper = helperOf(position, new Workspace(second, seed, megabytes, false, undefined, 1), { simulations });
    while (!run.done) {
        run.step();
        if (helper.done) continue;
        helper.step();
        run.take(structuredClone(helper.root()), helper.done);
        run.read(false);
    }
    const { rootInfo, moveInfos } = run.read(true);
    const infos = moveInfos.map(({ pv: _, ...one }) => one);
    const [found, wanted] = [
        { rootInfo, infos },
        { rootInfo: job.rootInfo, infos: job.infos },
    ].map((one) => JSON.stringify(one));
    if (found !== wanted) yield `${found}\n    and Python finds ${wanted}`;
}

/** From the beginning, and from half of what was kept. */
function* review(position: Position, job: ReviewJob, net: Net | null): Generator<string> {
    for (const action of job.moves) position.play(action);
    const { mark } = position.rules.kernels.memory;
    for (const known of [0, Math.floor(job.entries.length / 2)]) {
        position.rules.kernels.memory.release(mark);
        const { simulations, megabytes } = job;
        const request = { simulations, megabytes, seed: BigInt(job.seed) };
        const run = new ReviewRun(position, position.rules, request, net);
        const entries = job.entries.slice(0, known);
        if (run.recall(entries) !== known) yield `only some of ${known} entries were taken over`;
        while (!run.done) {
            const entry = run.step();
            if (entry) entries.push(entry);
        }
        const [found, wanted] = [
            [...entries, run.read()],
            [...job.entries, job.data],
        ].map((all) => all.map((one) => JSON.stringify(one)));
        const place = wanted!.findIndex((one, number) => one !== found![number]);
        if (place >= 0) yield `from ${known}, ${place}: ${found![place]}\n    and Python finds ${wanted![place]}`;
    }
}
