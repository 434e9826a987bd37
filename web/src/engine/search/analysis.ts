/** The analysis of a position, in steps; `fieldstone/analysis/analysing.py` is its twin. */
import type { Colour, Seat } from "../../lib/types";
import { kinds, numbers, type Layouts } from "../interface";
import type { Position } from "../position";
import type { Analysis } from "../messages";
import { rounded } from "../positions/rounding";
import type { NetPlace } from "./net";
import type { Root } from "./roots";
import { Search, type Limit, type MoveInfo, type Workspace } from "./search";
import { makeRng } from "./seeds";

/** What is to be analysed, and how; without a limit it goes on until somebody says stop, or all is proven. */
export interface AnalysisRequest {
    seconds?: number;
    simulations?: number;
    /** How many of the best moves are told of; all if left out. */
    moves?: number;
    /** Whether to tell the expected owners of the points. */
    owners: boolean;
    /** Of the games that follow the search to their ends; the seed of the search is its workspace's. */
    seed: bigint;
    /** Whether another worker searches the same: `take` adds what it knows. Lines and owners come from this one's tree. */
    helped?: boolean;
    /** What judges positions, in the workspace's memory; playouts if left out. Two workers would grow the same tree. */
    net?: NetPlace;
}

type Reading = Layouts["reading"];

const CHANCE_DIGITS = 6;
const POINT_DIGITS = 3;
const OWNER_DIGITS = 3;
const PART_DIGITS = 2;
const COLOURS: readonly Colour[] = ["B", "W"];
/** Streams of the random numbers of games: of those at the end, and of those while it goes on. */
const [LAST, BEFORE] = [1n, 2n];

const seconds = () => performance.now() / 1000;

/** The search of an analysis by a second worker: its `root` is what the first adds. */
export function helperOf(
    position: Position,
    workspace: Workspace,
    request: Pick<AnalysisRequest, keyof Limit>,
): Search {
    return new Search(position, workspace, { kind: kinds.ANALYSE, limit: limitOf(request), workers: 2, number: 1 });
}

function limitOf({ seconds: time, simulations }: Limit): Limit {
    const endless = time === undefined && simulations === undefined;
    return endless ? { seconds: Infinity } : { seconds: time, simulations };
}

/**
 * An analysis under way: `step` until it is `done`, and `read` what is known at any time.
 *
 * With simulations as the limit a seed repeats an analysis exactly, however often it is read meanwhile.
 */
export class AnalysisRun {
    private readonly search: Search;
    /** How far the games are that follow the search to their ends. */
    private games: "before" | "played" | "over" = "before";
    /** When they have to be over. */
    private deadline = Infinity;

    constructor(
        private readonly position: Position,
        private readonly workspace: Workspace,
        private readonly request: AnalysisRequest,
    ) {
        const { seed, helped, net } = request;
        const limit = limitOf(request);
        this.search = new Search(position, workspace, { kind: kinds.ANALYSE, limit, net, workers: helped ? 2 : 1 });
        const { memory } = workspace.rules.kernels;
        const record = position.rules.kernels.memory.bytes(position.states);
        for (const [reading, stream] of [
            [workspace.reading, LAST],
            [workspace.glance, BEFORE],
        ] as const) {
            memory.bytes(reading.states).set(record);
            memory.fillBits(reading.rng, [makeRng(seed, stream)]);
        }
    }

    /** Whether the limit was reached, or all is proven, or it has come to its end after a stop. */
    get done(): boolean {
        return this.games === "over";
    }

    /** Analyse on for some 10 ms. */
    step(): void {
        if (this.done) return;
        if (!this.search.done) return this.search.step();
        if (this.games === "before") this.beginGames();
        else if (this.playSome(this.workspace.reading) || seconds() >= this.deadline) this.endGames();
    }

    /** Analyse to the end. */
    run(): this {
        while (!this.done) this.step();
        return this;
    }

    /** Come to an end with what is known. */
    stop(): void {
        this.search.stop();
        this.deadline = 0;
    }

    /** Take over what the second worker knows now; `last`: it is through. Null: there is none any more. */
    take(root: Root | null, last: boolean): void {
        this.search.take(root, last);
    }

    /** Whether it waits for the second worker, which is to come to its end with what it knows. */
    get enough(): boolean {
        return this.search.enough;
    }

    /**
     * What is known now; `done` says whether it is the last time that somebody asks.
     *
     * Before the end the owners come from fewer games, in some 10 ms.
     */
    read(done: boolean): Analysis {
        const seen = this.search.look();
        const reading = this.games === "over" ? this.workspace.reading : this.workspace.glance;
        if (this.request.owners && !this.done) this.glance();
        const complete = done && this.done && this.search.complete;
        const shown = this.request.moves ?? Infinity;
        const found = this.search.tell(seen, Math.min(shown, complete ? Infinity : numbers.SOME_LINES));
        const moves = this.withOthers(found.moves);
        const best = moves[0]!;
        return {
            isDuringSearch: !complete,
            rootInfo: {
                currentPlayer: COLOURS[this.position.field("to_move") - 1]!,
                seat: this.position.seat as Seat,
                winrate: rounded(found.chance, CHANCE_DIGITS),
                winrateError: rounded(found.error, CHANCE_DIGITS),
                scoreLead: roundedOrNull(best.margin, POINT_DIGITS),
                visits: found.simulations,
                proven: found.proven,
                distance: found.proven ? best.distance + 1 : null,
            },
            moveInfos: moves.slice(0, shown).map((move, order) => this.moveData(move, order)),
            ownership: this.request.owners ? this.ownership(reading) : null,
            expected: this.request.owners ? this.expected(reading) : null,
        };
    }

    /** Leave what was found in the workspace's `finding`, once it is done; returns the line that is expected. */
    settle(): number[] {
        return this.search.tell(this.search.look(), 1).moves[0]!.line;
    }

    private beginGames(): void {
        const { reading, rules } = this.workspace;
        rules.kernels.entries.begin_reading(reading, numbers.READ_GAMES);
        this.games = this.request.owners ? "played" : "over";
        this.deadline = this.search.complete ? Infinity : seconds() + numbers.READ_SECONDS;
    }

    /** Play some games, a step; returns whether those were the last. */
    private playSome(reading: Reading): boolean {
        const { worker, rules } = this.workspace;
        return rules.kernels.entries.read_on(rules.place, worker.nodes, reading, 0, 1);
    }

    private endGames(): void {
        this.workspace.rules.kernels.entries.end_reading(this.workspace.reading);
        this.games = "over";
    }

    /** Play a few games for an answer at once. */
    private glance(): void {
        const { glance, rules } = this.workspace;
        const end = seconds() + numbers.READ_SECONDS;
        rules.kernels.entries.begin_reading(glance, numbers.READ_FEWER);
        while (!this.playSome(glance) && seconds() < end);
        rules.kernels.entries.end_reading(glance);
    }

    // -- as data ------------------------------------------------------------------------------------------------

    /** All legal moves: behind those that are known the others, of which nothing is. */
    private withOthers(known: readonly MoveInfo[]): MoveInfo[] {
        const there = new Set(known.map((move) => move.action));
        const others = this.position.legal().filter((action) => !there.has(action));
        const nothing = { visits: 0, chance: null, margin: null, proven: null, distance: 0 };
        return [...known, ...others.map((action) => ({ action, ...nothing, line: [action] }))];
    }

    private moveData(move: MoveInfo, order: number): Analysis["moveInfos"][number] {
        const { texts } = this.workspace.rules;
        return {
            move: texts[move.action]!,
            order,
            visits: move.visits,
            winrate: roundedOrNull(move.chance, CHANCE_DIGITS),
            scoreLead: roundedOrNull(move.margin, POINT_DIGITS),
            proven: move.proven,
            distance: move.proven ? move.distance : null,
            pv: move.line.map((action) => texts[action]!),
        };
    }

    /** The expected owners in the order of the characters of the position text: rows from the top. */
    private ownership(reading: Reading): number[] {
        const { rules } = this.workspace;
        const owners = rules.kernels.memory.items(reading.owners).map((owner) => rounded(owner, OWNER_DIGITS));
        return rowsOf(rules.texts.slice(0, owners.length))
            .reverse()
            .flatMap(([first, end]) => owners.slice(first, end));
    }

    private expected(reading: Reading): Analysis["expected"] {
        const { rules, facts } = this.workspace;
        if (facts.parts.length === 0) return null;
        const sums = rules.kernels.memory.items(reading.sums);
        const width = reading.sums.dims[1]!;
        const parts = (row: number) =>
            Object.fromEntries(facts.parts.map((name, at) => [name, rounded(sums[row * width + at]!, PART_DIGITS)]));
        return { B: parts(0), W: parts(1) };
    }
}

function roundedOrNull(value: number | null, digits: number): number | null {
    return value === null ? null : rounded(value, digits);
}

/** Where the rows of a board begin and end: the names of the points of a row have its letter, or else its number. */
function rowsOf(names: readonly string[]): [first: number, end: number][] {
    const letter = (name: string) => name.replace(/[0-9]+$/, "");
    const byLetter = names.length > 1 && letter(names[0]!) === letter(names[1]!);
    const row = (name: string) => (byLetter ? letter(name) : name.slice(letter(name).length));
    const begins = [...names.keys()].filter((point) => point === 0 || row(names[point]!) !== row(names[point - 1]!));
    return begins.map((first, place) => [first, begins[place + 1] ?? names.length]);
}
