/**
 * The driver of a search in this thread: it loops over the steps, watches the clock, hears a stop, and searches
 * elsewhere when a step asks for it. What thinks are the kernels; `fieldstone/search/engine.py` drives the same steps.
 */
import { kinds, numbers, phases, proofs, SETTINGS, statuses, type Layouts, type Records } from "../interface";
import type { GameFacts } from "../kernels";
import type { Net, NetPlace } from "./net";
import type { Position, Rules } from "../position";
import { Peer, rootOf, type Root } from "./roots";
import { makeRng } from "./seeds";
import { Tree } from "./tree";

/** How long to search: a number of simulations, which a seed repeats exactly, or seconds, or both. */
export interface Limit {
    simulations?: number;
    seconds?: number;
}

/** What is to be searched for, and how. */
export interface SearchRequest {
    /** CHOOSE a move, ANALYSE all, or only THINK. */
    kind: number;
    limit: Limit;
    /** Whether a choice ends early where simulations are the limit. */
    hurried?: boolean;
    /** Whether the tree may go on from what it knows. */
    keep?: boolean;
    /** How to weigh what is known; what is best for the game, or for its network, if left out. */
    settings?: readonly number[];
    /** What judges positions, in the workspace's memory; playouts if left out. */
    net?: NetPlace;
    /** Workers of it; only an ANALYSE can have two. */
    workers?: 1 | typeof WORKERS;
    /** Which of them this is: the second only searches. */
    number?: 0 | 1;
}

/** What is known of one legal move, for the player to move. */
export interface MoveInfo {
    action: number;
    visits: number;
    chance: number | null;
    margin: number | null;
    proven: Proof | null;
    distance: number;
    line: number[];
}

export type Proof = "win" | "loss" | "draw";

/** What a search has found; docs/api.md says what the same names mean in Python. */
export interface Found {
    moves: MoveInfo[];
    choice: number | null;
    thought: boolean;
    chance: number;
    error: number;
    proven: Proof | null;
    exact: boolean;
    simulations: number;
    complete: boolean;
}

/** What proofs are called. */
export const PROOFS: Record<number, Proof | null> = {
    [proofs.UNPROVEN]: null,
    [proofs.WON]: "win",
    [proofs.LOST]: "loss",
    [proofs.DRAWN]: "draw",
};
/** The most that search the same, each in a tree of its own. */
const WORKERS = 2;
const [SPOT, ROOT] = [0, 0];
const MEGABYTE = 2 ** 20;
const USUAL_ROOM = 4096;
/** What a finding has from the solver of the search. */
const SHARED = ["solution", "values", "solved", "lines", "lengths"] as const;

const seconds = () => performance.now() / 1000;

/**
 * How much trees and proofs may take in a worker, of `MOST_BYTES`; `fieldstone/search/memory.py` is its twin, so that
 * levels play the same moves.
 */
export function pageMegabytes(rules: Rules): number {
    const { memory, entries } = rules.kernels;
    const stack = entries.levels_for(rules.place) * (memory.itemBytes("state") + 8 * rules.actions);
    const beside = 2 * (stack + numbers.MOVE_BYTES * rules.actions);
    return (numbers.PAGE_MEGABYTES - beside / MEGABYTE) / (1 + 1 / numbers.PROBES);
}

/** What a seat keeps from one search to the next: its tree, what has been proven, its random numbers. */
export class Workspace {
    readonly worker: Layouts["worker"];
    readonly tree: Tree;
    readonly finding: Layouts["finding"];
    /** What games that follow the search to their ends come to: at the end, and on the way. */
    readonly reading: Layouts["reading"];
    readonly glance: Layouts["reading"];
    readonly facts: GameFacts;
    private known: Peer | null = null;
    private placed: NetPlace | undefined;

    constructor(
        readonly rules: Rules,
        readonly seed: bigint,
        readonly megabytes: number,
        readonly exact = true,
        /** Positions that may have stood in a game. */
        readonly room = USUAL_ROOM,
        /** Of the random numbers: each of several workers has its own. */
        stream = 0,
    ) {
        const { memory, entries, facts } = rules.kernels;
        this.facts = facts.games[rules.name]!;
        const levels = entries.levels_for(rules.place);
        const { plays, setups } = ordersOf(rules.texts);
        const provable = ((exact ? megabytes / numbers.SOLVER_SHARE : 0) * MEGABYTE) / memory.itemBytes("entry");
        const proven = 2 ** Math.max(10, Math.floor(Math.log2(Math.max(1, provable))));
        const bytes = megabytes * MEGABYTE - (exact ? proven * memory.itemBytes("entry") : 0);
        const blocks = Math.max(2, Math.floor(bytes / memory.itemBytes("block")));
        const pool = memory.allocate("nodes", { blocks });
        const most = blocks - Math.max(1, Math.floor(blocks / numbers.SPARE_SHARE));
        this.worker = memory.allocateWith(
            "worker",
            {
                actions: rules.actions,
                keys: room + numbers.DEEPEST,
                levels,
                entries: proven,
                solver_keys: room + levels + 1,
                plays: plays.length,
                setups: setups.length,
                komis: rules.texts.filter((text) => text.startsWith("komi ")).length,
            },
            { "worker.rules": rules.place, "worker.nodes": memory.rows(pool, 0, most) },
        );
        const { space, rng } = this.worker;
        memory.fill(space.order, plays);
        memory.fill(space.setup_order, setups);
        memory.fillBits(rng, [makeRng(seed, BigInt(stream))]);
        const { look_from, use_lead, copied } = this.facts.solving;
        entries.prepare_space(space, this.facts.counts, look_from, use_lead, copied);
        this.tree = new Tree(rules.kernels, this.worker, pool);
        this.finding = memory.allocateWith(
            "finding",
            { actions: rules.actions, batches: numbers.BATCHES, workers: WORKERS },
            Object.fromEntries(SHARED.map((name) => [`finding.table.${name}`, this.worker.table[name]])),
        );
        this.reading = memory.allocate("reading", { points: rules.points });
        this.glance = memory.allocate("reading", { points: rules.points });
    }

    /** What another worker knows of the same position. */
    get peer(): Peer {
        return (this.known ??= new Peer(this.rules.kernels.memory));
    }

    /** A network in this memory, where it stays; nothing without one. */
    netOf(net: Net | null): NetPlace | undefined {
        if (net && this.placed?.net !== net) this.placed = net.placeIn(this.rules.kernels);
        return net ? this.placed : undefined;
    }

    /** Whether there is room for the history of a position. */
    fits(position: Position): boolean {
        return position.known <= this.room;
    }

    /** Make a position, of these kernels or of others, the root of the tree and of the solver's space. */
    moveTo(position: Position, keep: boolean, greedy: boolean): void {
        const { memory } = this.rules.kernels;
        const there = position.rules.kernels.memory;
        const { worker } = this;
        this.tree.moveTo(position, keep, greedy);
        memory.bytes(worker.space.spots, SPOT).set(there.bytes(position.states));
        memory.fill(worker.known, [position.known]);
        const past = there.allBytes(position.pastKeys).subarray(0, 8 * position.known);
        memory.allBytes(worker.keys).set(past);
        memory.allBytes(worker.space.proof.keys).set(past);
    }
}

/** The moves in the order of their texts: those of play, and those of the setup (S1). */
function ordersOf(texts: readonly string[]): { plays: number[]; setups: number[] } {
    const sorted = [...texts.keys()].sort((a, b) => (texts[a]! < texts[b]! ? -1 : 1));
    const setup = (action: number) => /^(black|white|komi)/.test(texts[action]!);
    return { plays: sorted.filter((action) => !setup(action)), setups: sorted.filter(setup) };
}

export class Search {
    done = false;
    private stopped = false;
    private cutShort = false;
    private elsewhere = 0;
    private forced: number | null = null;
    private naming = false;
    /** Whether another worker is still at it, and whether anything is known of what it has found. */
    private helped: boolean;
    private peered = false;
    private probe: { search: Search; mark: number } | null = null;
    private readonly settings: readonly number[];

    constructor(
        readonly position: Position,
        readonly workspace: Workspace,
        readonly request: SearchRequest,
    ) {
        const usual = workspace.facts.settings;
        this.settings = request.settings ?? request.net?.net.settings(usual) ?? usual;
        this.helped = request.workers === WORKERS && this.first;
        this.begin();
    }

    /** Search until the end. */
    run(): this {
        while (!this.done) this.step();
        return this;
    }

    /** Move on by some 10 ms. */
    step(): void {
        if (this.done) return;
        if (this.probe) {
            this.probe.search.step();
            if (this.probe.search.done) this.takeProbe();
            return;
        }
        if (!this.serve()) return;
        const { entries } = this.workspace.rules.kernels;
        const { worker } = this.workspace;
        const phase = this.get("phase");
        const thinks = phase === phases.LOOK || phase === phases.SEARCH;
        const kernel = thinks ? entries.search_step : PROVING.has(phase) ? entries.prove_step : entries.decide_step;
        kernel(worker, this.settings, seconds());
        this.done = this.get("status") === statuses.DONE;
        if (this.done && !this.first) this.lookAtEnd();
    }

    /** Come to an end with what is known. */
    stop(): void {
        if (this.stopped || this.done) return;
        this.stopped = true;
        this.cutShort ||= this.get("phase") !== phases.END;
        this.set("stopped", 1);
        this.probe?.search.stop();
    }

    /** What this worker knows, for the first. */
    root(): Root {
        return rootOf(this.workspace.rules.kernels.memory, this.workspace.worker);
    }

    /** Take over what the second worker knows now; `last`: it is through. Null: there is none any more. */
    take(root: Root | null, last: boolean): void {
        this.helped &&= root !== null && !last;
        this.peered = root !== null;
        if (!root) return;
        const { memory } = this.workspace.rules.kernels;
        const { peer } = this.workspace;
        peer.take(root);
        const greedier = memory.get(peer.run, "greedy") >= this.get("greedy");
        if (memory.get(peer.nodes, "proven", ROOT) !== proofs.UNPROVEN && greedier) this.set("over", 1);
    }

    /** Whether it waits for the second worker, which is to come to its end with what it knows. */
    get enough(): boolean {
        if (this.done || !this.helped || this.get("status") !== statuses.GATHER) return false;
        const { memory } = this.workspace.rules.kernels;
        const proven = memory.get(this.workspace.worker.nodes, "proven", ROOT) !== proofs.UNPROVEN;
        return proven || this.stopped || this.get("over") !== 0 || this.request.limit.simulations === undefined;
    }

    /** How far it is: 0 to 1. */
    get progress(): number {
        return this.done ? 1 : this.get("progress");
    }

    /** All simulations made so far, in other positions too. */
    get simulations(): number {
        if (this.forced !== null) return 0;
        const own = this.get("total") + this.get("made") + this.elsewhere + (this.probe?.search.simulations ?? 0);
        if (!this.peered) return own;
        const { memory } = this.workspace.rules.kernels;
        const { run } = this.workspace.peer;
        return own + memory.get(run, "total") + memory.get(run, "made");
    }

    /** Whether it has not been told to stop before its end. */
    get complete(): boolean {
        return !this.cutShort;
    }

    private get(field: RunField): number {
        return this.workspace.rules.kernels.memory.get(this.workspace.worker.run, field);
    }

    private set(field: RunField, value: number | boolean): void {
        this.workspace.rules.kernels.memory.set(this.workspace.worker.run, field, value);
    }

    private begin(): void {
        const { position, request, workspace } = this;
        const { rules } = workspace;
        const legal = position.legal();
        this.naming = request.kind === kinds.CHOOSE && position.naming;
        if (request.kind === kinds.CHOOSE && legal.length === 1) {
            this.forced = legal[0]!;
            this.done = true;
            return;
        }
        workspace.moveTo(position, request.keep ?? true, this.greedyFirst);
        this.fill(legal.find((action) => rules.texts[action] === "pass") ?? -1);
        if (this.naming) this.beginNaming(legal);
        if (!this.first) this.start();
    }

    /** Whether this is the worker that leads the search. */
    private get first(): boolean {
        return !this.request.number;
    }

    private get greedyFirst(): boolean {
        return this.setting("greedy") > 0;
    }

    private setting(name: (typeof SETTINGS)[number]): number {
        return this.settings[SETTINGS.indexOf(name)]!;
    }

    /** Write to the state of the search what it is to do. */
    private fill(passing: number): void {
        const { request, workspace } = this;
        const { memory } = workspace.rules.kernels;
        const { solving } = workspace.facts;
        memory.allBytes(workspace.worker.run).fill(0);
        const { simulations = 0, seconds: time = Infinity } = request.limit;
        const values: Partial<Record<RunField, number | boolean>> = {
            kind: request.kind,
            main: this.first,
            compiled: !request.net,
            batch: 1,
            simulations,
            limit: simulations,
            all_seconds: time,
            seconds: time,
            until: time < Infinity && simulations > 0 ? seconds() + time : Infinity,
            exact: workspace.exact,
            hurried: request.hurried ?? false,
            leads: this.setting("lead_part") > 0,
            points: solving.by_margin,
            always: solving.always,
            exact_from: solving.exact_from,
            growth: solving.growth,
            sees_ends: this.setting("settled") < 1 && !request.net,
            settled: this.setting("settled"),
            passing,
            greedy_first: this.greedyFirst,
            choice: -1,
            phase: this.first ? phases.BEGIN : phases.PREPARE,
            status: statuses.GOES_ON,
        };
        for (const [field, value] of Object.entries(values)) this.set(field as RunField, value);
    }

    /** Make ready to name a komi: what can be named, from the lowest. */
    private beginNaming(legal: readonly number[]): void {
        const { memory } = this.workspace.rules.kernels;
        const { texts } = this.workspace.rules;
        const { komis } = this.workspace.worker;
        const named = legal
            .filter((action) => texts[action]!.startsWith("komi "))
            .map((action) => ({ action, komi: Number(texts[action]!.slice(5)) }))
            .sort((a, b) => a.komi - b.komi);
        memory.fill(
            komis.actions,
            named.map((one) => one.action),
        );
        memory.fill(
            komis.numbers,
            named.map((one) => one.komi),
        );
        memory.allBytes(komis.chances).fill(0);
        memory.allBytes(komis.asked).fill(0);
        memory.allBytes(komis.trials).fill(0);
        const most = 2 * 2 * named.length.toString(2).length;
        memory.set(komis.trials, "low", -1);
        memory.set(komis.trials, "high", named.length);
        memory.set(komis.trials, "step", 1);
        memory.set(komis.trials, "most", this.request.limit.simulations === undefined ? numbers.PROBES : most);
        this.set("white", texts.indexOf("white"));
    }

    /** Do what the last step has asked for; returns whether that is done. */
    private serve(): boolean {
        const status = this.get("status");
        if (status === statuses.START) this.start();
        else if (status === statuses.GROW) this.grow();
        else if (status === statuses.GATHER) {
            if (this.helped) return false;
            this.gather();
        } else if (status === statuses.PROBE) {
            this.beginProbe();
            return false;
        }
        this.set("status", statuses.GOES_ON);
        return true;
    }

    /** Start the clock, with this worker's share of the simulations. */
    private start(): void {
        const again = this.get("again") !== 0;
        if (again) this.workspace.moveTo(this.position, this.request.keep ?? true, this.greedyFirst);
        const limit = this.get("limit");
        const began = seconds();
        const { workers = 1, number = 0 } = this.request;
        this.set("share", Math.floor(limit / workers) + Number(number < limit % workers));
        this.set("over", 0);
        this.set("began", began);
        if (!again && this.get("until") < Infinity) this.set("until", began + this.get("seconds"));
    }

    /** Have the network make the simulations that the last step has asked for; where the tree is full, it is pruned. */
    private grow(): void {
        const { memory, entries } = this.workspace.rules.kernels;
        const { rules, states, words, nodes, scratch, keys, known, rng } = this.workspace.worker;
        const { weights, mind, walk } = this.request.net!;
        const [past, greedy, asked] = [memory.item(known, 0), this.get("greedy") !== 0, this.get("asked")];
        const think = (count: number): number =>
            entries.think!(rules, states, words, nodes, scratch, keys, past, weights, mind, walk, greedy, rng, count);
        let made = think(asked);
        while (made < asked && memory.get(nodes, "proven", ROOT) === proofs.UNPROVEN) {
            this.workspace.tree.prune();
            made += think(asked - made);
        }
        this.set("new", made);
    }

    /** Note what the trees know of the moves. */
    private gather(): void {
        const { entries } = this.workspace.rules.kernels;
        const { nodes, table } = this.workspace.worker;
        if (this.get("look_at_end")) this.lookAtEnd();
        const count = entries.tally(nodes, table, 0);
        this.set("count", this.peered ? entries.tally(this.workspace.peer.nodes, table, count) : count);
    }

    private lookAtEnd(): void {
        const { rules, states, words, nodes, scratch } = this.workspace.worker;
        const { entries } = this.workspace.rules.kernels;
        entries.look_at_end(rules, states, words, nodes, scratch, this.get("greedy") !== 0);
    }

    /** Begin to search another position, with a part of the limits. */
    private beginProbe(): void {
        const { workspace, request } = this;
        const { memory } = workspace.rules.kernels;
        const mark = memory.mark;
        const there = this.position.copy(workspace.rules);
        for (let place = 0; place < this.get("probed"); place += 1) {
            there.play(memory.get(workspace.worker.run, "probe", 0, place));
        }
        const limit: Limit = {};
        if (request.limit.simulations !== undefined) {
            const part = Math.max(1, Math.floor(request.limit.simulations / numbers.PROBES));
            limit.simulations = request.net ? part : Math.max(numbers.FEWEST_TO_PROBE, part);
        }
        if (request.limit.seconds !== undefined) {
            const left = this.get("until") - seconds();
            limit.seconds = Math.max(1e-3, Math.min(request.limit.seconds / numbers.PROBES, left));
        }
        const elsewhere = new Workspace(workspace.rules, workspace.seed, workspace.megabytes / numbers.PROBES);
        const search = new Search(there, elsewhere, {
            kind: kinds.THINK,
            limit,
            settings: this.settings,
            net: request.net,
        });
        this.probe = { search, mark };
        if (this.stopped) search.stop();
    }

    /** Answer what the other position promises. */
    private takeProbe(): void {
        const { search, mark } = this.probe!;
        const found = search.found();
        const best = found.moves[0];
        this.elsewhere += found.simulations;
        const word = best?.proven ?? null;
        this.set("answer_action", best?.action ?? -1);
        this.set("answer_chance", found.chance);
        this.set("answer_lead", best?.margin == null ? NaN : best.margin / numbers.POINTS_PER_LEAD);
        this.set("answer_proven", Number(Object.keys(PROOFS).find((proof) => PROOFS[Number(proof)] === word)));
        this.set("answered", found.complete ? 1 : -1);
        this.probe = null;
        this.workspace.rules.kernels.memory.release(mark);
        this.set("status", statuses.GOES_ON);
        if (!found.complete) this.stop();
    }

    // -- reading ------------------------------------------------------------------------------------------------

    /** What is known now, with the expected lines of the best `lines` moves. */
    found(lines = 0): Found {
        return this.tell(this.look(), lines);
    }

    /** Have the kernels say what is known now, in the workspace's `finding`; returns whether a tree is searched. */
    look(): boolean {
        if (this.forced !== null || this.naming || this.get("phase") === phases.NAME) return false;
        const { entries } = this.workspace.rules.kernels;
        const { worker, finding } = this.workspace;
        entries.begin_finding(worker.run, finding);
        entries.add_worker(worker.nodes, worker.scratch, worker.run, finding);
        if (this.peered) {
            const { nodes, scratch, run } = this.workspace.peer;
            entries.add_worker(nodes, scratch, run, finding);
        }
        entries.end_finding(worker.run, finding);
        return true;
    }

    /** What a look has seen, with the expected lines of the best `lines` moves; `seen` is what it said. */
    tell(seen: boolean, lines = 0): Found {
        const { simulations, complete } = this;
        if (!seen) {
            const choice = this.forced ?? (this.get("choice") >= 0 ? this.get("choice") : null);
            return { ...NOTHING, choice, simulations, complete };
        }
        const { memory } = this.workspace.rules.kernels;
        const get = (field: Records["found"]) => memory.get(this.workspace.finding.found, field);
        return {
            moves: this.infos(get("count"), lines),
            choice: get("choice") >= 0 ? get("choice") : null,
            thought: this.request.kind === kinds.CHOOSE,
            chance: get("chance"),
            error: get("error"),
            proven: PROOFS[get("proven")]!,
            exact: get("exact") !== 0,
            simulations,
            complete,
        };
    }

    private infos(count: number, lines: number): MoveInfo[] {
        const { memory } = this.workspace.rules.kernels;
        const { finding, facts } = this.workspace;
        const { moves, order } = finding.table;
        const number = (value: number) => (Number.isNaN(value) ? null : value);
        return memory.items(order, count).map((row, place) => {
            const action = memory.get(moves, "action", row);
            const margin = number(memory.get(moves, "margin", row));
            return {
                action,
                visits: memory.get(moves, "visits", row),
                chance: number(memory.get(moves, "chance", row)),
                margin: margin === null || !facts.counts ? null : margin * numbers.POINTS_PER_LEAD,
                proven: PROOFS[memory.get(moves, "proven", row)]!,
                distance: memory.get(moves, "distance", row),
                line: place < lines ? this.line(row, action) : [action],
            };
        });
    }

    /** The line that is expected after the move in a row of the table. */
    private line(row: number, action: number): number[] {
        const { memory, entries } = this.workspace.rules.kernels;
        const { worker, finding } = this.workspace;
        entries.follow_line(worker.nodes, finding, row);
        const begin = action * numbers.LONGEST_LINE;
        const length = memory.get(finding.found, "length");
        return Array.from({ length }, (_, place) => memory.item(finding.table.lines, begin + place));
    }
}

type RunField = Records["run"];

const PROVING = new Set<number>([
    phases.LOOKED,
    phases.RESULT,
    phases.MARGIN,
    phases.MOVES,
    phases.LARGER,
    phases.LARGER_MARGIN,
    phases.LARGER_MOVES,
    phases.PROVEN,
]);

const NOTHING: Found = {
    moves: [],
    choice: null,
    thought: false,
    chance: 0.5,
    error: 0.5,
    proven: null,
    exact: false,
    simulations: 0,
    complete: true,
};
