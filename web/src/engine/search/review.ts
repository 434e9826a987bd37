/**
 * The review of a game, in steps; `fieldstone/analysis/reviewing.py` is its twin. The kernels say what to search next
 * and what the moves were worth: here they are only asked.
 */
import type { BestMove, Colour, PlayerSummary, ReviewedMove, Seat, Verdict } from "../../lib/types";
import { AnalysisRun } from "./analysis";
import { judgedBy, numbers, proofs, SETTINGS, setups, verdicts, type Layouts, type Records } from "../interface";
import { Position, type Rules, type Saved } from "../position";
import { rounded } from "../positions/rounding";
import { PROOFS, Workspace, type Limit, type Proof } from "./search";
import type { Net, NetPlace } from "./net";
import { scramble } from "./seeds";

/** How long to search each position; with simulations alone a seed repeats a review exactly. */
export interface ReviewRequest extends Limit {
    seed: bigint;
    /** What each search may use. */
    megabytes: number;
}

/** What a search has found of a position, to be kept: with all of them a review goes on from there. */
export interface Entry {
    slot: number;
    rounds: number;
    chance: number;
    error: number;
    margin: number | null;
    drift: number | null;
    proven: Proof | null;
    next: Proof | null;
    best: string | null;
    dearest: string | null;
    line: string[];
}

/** A review as far as it is; docs/json.md describes it. */
export interface ReviewData {
    turns: number;
    isComplete: boolean;
    winrates: (number | null)[];
    winrateErrors: (number | null)[];
    scoreLeads: (number | null)[];
    moves: ReviewedMove[];
    players: PlayerSummary[];
}

const DIGITS = 6;
const COLOURS: readonly Colour[] = ["B", "W"];
const WORDS: Record<number, Verdict | null> = {
    [verdicts.NO_VERDICT]: null,
    [verdicts.SLIP]: "slip",
    [verdicts.MISTAKE]: "mistake",
    [verdicts.BLUNDER]: "blunder",
};
const OPPOSITE = { win: "loss", loss: "win", draw: "draw" } as const;

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);
const orNaN = (value: number | null): number => value ?? NaN;
const points = (value: number, seat: Seat = 1): number | null =>
    Number.isNaN(value) ? null : rounded(numbers.POINTS_PER_LEAD * (seat === 1 ? value : -value), DIGITS);
const seen = (chance: number, seat: Seat): number => (seat === 1 ? chance : rounded(1 - chance, DIGITS));
const numberOf = (proof: Proof | null): number =>
    Number(Object.keys(PROOFS).find((one) => PROOFS[Number(one)] === proof) ?? proofs.UNPROVEN);

/** A review under way: `step` until it is `done`. Memory above its own is taken for the searches. */
export class ReviewRun {
    private readonly judging: Layouts["judging"];
    /** Where positions are set up to be searched. */
    private readonly there: Position;
    private readonly mark: number;
    private readonly start: Uint8Array;
    private readonly played: readonly number[];
    private readonly net: NetPlace | undefined;
    private readonly colours: (Colour | null)[] = [];
    private readonly lines = new Map<number, readonly number[]>();
    private run: { search: AnalysisRun; workspace: Workspace } | null = null;
    /** What is looked into now or next; below 0 nothing is left. */
    private slot: number;

    /**
     * `end` is the last position of the game, with its history; `rules` those to search with; without a network playouts
     * judge.
     */
    constructor(
        end: Pick<Saved, "start" | "history">,
        private readonly rules: Rules,
        private readonly request: ReviewRequest,
        net: Net | null = null,
    ) {
        const { memory, entries, facts } = rules.kernels;
        this.start = end.start;
        this.played = [...end.history];
        const plies = this.played.length;
        this.judging = memory.allocate("judging", { positions: plies + 1, slots: numbers.SLOTS * (plies + 1) });
        this.there = new Position(rules, plies + 3);
        const { plan, judged } = this.judging;
        const { counts, settings } = facts.games[rules.name]!;
        memory.set(plan, "plies", plies);
        memory.set(plan, "counts", counts);
        memory.set(plan, "scale", settings[SETTINGS.indexOf("lead_scale")]!);
        this.there.restart(this.start);
        for (const [place, action] of this.played.entries()) {
            memory.set(judged, "seat", this.there.seat, place);
            memory.set(judged, "played", action, place);
            memory.set(judged, "choices", this.there.legal().length, place);
            const playing = this.there.field("setup") === setups.PLAYING;
            this.colours.push(playing ? COLOURS[this.there.field("to_move") - 1]! : null);
            this.there.play(action);
        }
        this.net = net?.placeIn(rules.kernels);
        this.mark = memory.mark;
        this.slot = entries.next_look(this.judging);
    }

    get done(): boolean {
        return this.slot < 0;
    }

    /**
     * How much of what longer searches may take has been taken, 0 to 1, where a verdict hangs on what is looked at now;
     * null before all positions have been looked at, and when nothing is left.
     */
    get again(): number | null {
        if (this.done || this.plan("first") > 0) return null;
        return this.plan("longer") / (numbers.AGAIN * (this.played.length + 1));
    }

    /** Search on for some 10 ms; returns what is to be kept when a position has been looked at. */
    step(): Entry | null {
        if (this.done) return null;
        if (this.run) {
            this.run.search.step();
            return this.run.search.done ? this.take() : null;
        }
        this.setUp();
        if (!this.there.over) {
            this.begin();
            return null;
        }
        this.takeEnd();
        return this.entry();
    }

    /** Take over what was kept, in its order, as far as it belongs to this review. Returns how much that is. */
    recall(kept: readonly Entry[]): number {
        for (const [number, entry] of kept.entries()) {
            if (entry.slot !== this.slot || this.done) return number;
            this.write(entry);
        }
        return kept.length;
    }

    // -- searching ----------------------------------------------------------------------------------------------

    private setUp(): void {
        const { memory } = this.rules.kernels;
        const place = Math.floor(this.slot / numbers.SLOTS);
        const other = this.slot % numbers.SLOTS;
        this.there.restart(this.start);
        for (const action of this.played.slice(0, place)) this.there.play(action);
        if (other === 0) return;
        this.there.play(memory.get(this.judging.looks, other === 1 ? "best" : "dearest", place * numbers.SLOTS));
    }

    private begin(): void {
        const { memory } = this.rules.kernels;
        const { simulations, seconds, seed, megabytes } = this.request;
        const again = this.plan("again");
        const times = numbers.DEEPER ** again;
        const own = scramble(2n * seed) ^ scramble(BigInt(numbers.MOST_ROUNDS * this.slot + again));
        memory.release(this.mark);
        // Each search begins with nothing, so that it does not matter which others came before it.
        const workspace = new Workspace(this.rules, own, megabytes, true, this.played.length + 3);
        const limit: Limit = {};
        if (simulations !== undefined) limit.simulations = times * simulations;
        if (seconds !== undefined) limit.seconds = times * seconds;
        this.run = {
            search: new AnalysisRun(this.there, workspace, { ...limit, owners: false, seed: own, net: this.net }),
            workspace,
        };
    }

    private take(): Entry {
        const { search, workspace } = this.run!;
        this.run = null;
        this.lines.set(this.slot, search.settle());
        this.rules.kernels.entries.take_look(this.judging, workspace.finding, this.slot, this.there.seat);
        return this.entry();
    }

    private takeEnd(): void {
        const { entries } = this.rules.kernels;
        const lead = entries.margin_of(this.rules.place, this.there.remember());
        const sign = this.there.field("exchanged") === 0 ? 1 : -1;
        const winner = [0, 1, -1][this.there.field("winner")]!;
        entries.take_end(this.judging, this.slot, sign * winner, sign * lead + 0);
        this.lines.set(this.slot, []);
    }

    // -- keeping ------------------------------------------------------------------------------------------------

    /** The look that has been taken, as data; then the next one is chosen. */
    private entry(): Entry {
        const { memory, entries } = this.rules.kernels;
        const { slot } = this;
        const { texts } = this.rules;
        const get = (field: Records["look"]) => memory.get(this.judging.looks, field, slot);
        const text = (action: number) => (action < 0 ? null : texts[action]!);
        const entry: Entry = {
            slot,
            rounds: get("rounds"),
            chance: get("chance"),
            error: get("error"),
            margin: orNull(get("margin")),
            drift: orNull(get("drift")),
            proven: PROOFS[get("proven")]!,
            next: PROOFS[get("next")]!,
            best: text(get("best")),
            dearest: text(get("dearest")),
            line: this.lines.get(slot)!.map((action) => texts[action]!),
        };
        this.slot = entries.next_look(this.judging);
        return entry;
    }

    private write(entry: Entry): void {
        const { memory, entries } = this.rules.kernels;
        const action = (text: string | null) => (text === null ? -1 : this.rules.texts.indexOf(text));
        const values: Record<Exclude<Records["look"], "rounds" | "best" | "dearest">, number> = {
            proven: numberOf(entry.proven),
            next: numberOf(entry.next),
            chance: entry.chance,
            error: entry.error,
            margin: orNaN(entry.margin),
            drift: orNaN(entry.drift),
        };
        for (const [field, value] of Object.entries(values)) {
            memory.set(this.judging.looks, field, value, this.slot);
        }
        entries.count_look(this.judging, this.slot, entry.rounds, action(entry.best), action(entry.dearest));
        this.lines.set(this.slot, entry.line.map(action));
        this.slot = entries.next_look(this.judging);
    }

    // -- telling ------------------------------------------------------------------------------------------------

    /** What has been reviewed: the last moves, until all are. */
    read(): ReviewData {
        const plies = this.played.length;
        const first = this.plan("first");
        const known = <T>(value: (place: number) => T): (T | null)[] =>
            Array.from({ length: plies + 1 }, (_, place) => (place < first ? null : value(place)));
        return {
            turns: plies,
            isComplete: this.done,
            winrates: known((place) => this.of("chance", place)),
            winrateErrors: known((place) => rounded(this.of("error", place), DIGITS)),
            scoreLeads: known((place) => points(this.of("margin", place))),
            moves: Array.from({ length: Math.max(0, plies - first) }, (_, number) => this.move(first + number)),
            players: [this.summary(1), this.summary(2)],
        };
    }

    private plan(field: Records["plan"]): number {
        return this.rules.kernels.memory.get(this.judging.plan, field);
    }

    private of(field: Records["judged"], place: number): number {
        return this.rules.kernels.memory.get(this.judging.judged, field, place);
    }

    private move(place: number): ReviewedMove {
        const seat = this.of("seat", place) as Seat;
        const { texts } = this.rules;
        const proven = this.provenAt(place + 1);
        const lost = this.of("lost", place);
        return {
            ply: place + 1,
            move: texts[this.played[place]!]!,
            seat,
            colour: this.colours[place]!,
            forced: this.of("choices", place) === 1,
            winrate: seen(this.of("chance", place + 1), seat),
            winrateError: rounded(this.of("error", place + 1), DIGITS),
            winrateLoss: rounded(this.of("loss", place), DIGITS),
            winrateLossError: rounded(this.of("loss_error", place), DIGITS),
            scoreLead: points(this.of("margin", place + 1), seat),
            scoreLoss: points(lost),
            scoreLossError: points(this.of("lost_error", place)),
            proven: proven && seat === 2 ? OPPOSITE[proven] : proven,
            judgedBy: this.of("by", place) === judgedBy.BY_POINTS ? "points" : "chance",
            verdict: WORDS[this.of("verdict", place)]!,
            weight: rounded(this.of("weight", place), DIGITS),
            byChance: this.better(place, this.of("best", place), this.of("chance", place), null),
            byPoints: Number.isNaN(this.of("margin", place) + this.of("margin", place + 1))
                ? null
                : this.dearest(place),
            answer: this.expected(place + 1).map((action) => texts[action]!),
        };
    }

    /** The best move by points; where none is known to bring more it is the one that was made. */
    private dearest(place: number): BestMove {
        const [best, played] = [this.of("dearest", place), this.of("played", place)];
        return this.better(place, best, null, best === played ? null : this.of("margin", place));
    }

    /** The best line from a position of the game on; where there is no choice no search was made of it. */
    private expected(place: number): readonly number[] {
        const line = this.lines.get(numbers.SLOTS * place) ?? [];
        if (line.length || place === this.played.length || this.of("choices", place) !== 1) return line;
        return [this.played[place]!, ...this.expected(place + 1)];
    }

    /** What is proven of a position, for player 1. */
    private provenAt(place: number): Proof | null {
        if (this.of("least", place) !== this.of("most", place)) return null;
        const chance = this.of("chance", place);
        return chance === 1 ? "win" : chance === 0 ? "loss" : "draw";
    }

    /** A move as the best, with what it leads to: what is not given is known from its look. */
    private better(place: number, action: number, chance: number | null, margin: number | null): BestMove {
        const { memory } = this.rules.kernels;
        const { texts } = this.rules;
        const { looks } = this.judging;
        const seat = this.of("seat", place) as Seat;
        let [found, lead] = [this.of("chance", place + 1), this.of("margin", place + 1)];
        let line: string[] = [];
        if (action !== this.played[place]) {
            const slot = numbers.SLOTS * place;
            const other = slot + (action === memory.get(looks, "best", slot) ? 1 : 2);
            [found, lead] = [memory.get(looks, "chance", other), memory.get(looks, "margin", other)];
            line = [action, ...this.lines.get(other)!].map((one) => texts[one]!);
        }
        return {
            best: texts[action]!,
            better: line,
            winrate: seen(chance ?? found, seat),
            scoreLead: points(margin ?? lead, seat),
        };
    }

    private summary(seat: Seat): PlayerSummary {
        const { kernels, name } = this.rules;
        const get = (field: Records["summed"], place = 0) =>
            kernels.memory.get(this.judging.sums, field, seat - 1, place);
        return {
            seat,
            moves: get("moves"),
            best: get("best"),
            winrateLoss: rounded(get("loss"), DIGITS),
            scoreLoss: kernels.facts.games[name]!.counts ? points(get("lost")) : null,
            blunders: get("verdicts", verdicts.BLUNDER),
            mistakes: get("verdicts", verdicts.MISTAKE),
            slips: get("verdicts", verdicts.SLIP),
        };
    }
}
