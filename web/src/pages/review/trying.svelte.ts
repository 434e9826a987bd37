/** "Try again": a position before a mistake, with the answer hidden until a move was tried. */
import { reasonOf } from "../../lib/api";
import { chanceAfter, marginAfter } from "../../lib/judging/chances";
import type { By } from "../../lib/judging/graph";
import { analyse } from "../../lib/engine";
import { bestBy } from "../../lib/judging/mistakes";
import { judge, known, lost, solved, unsettled, type Answer, type Lost, type Worth } from "../../lib/judging/tries";
import { viewAfter } from "../../lib/positions/positions";
import type { Analysis } from "../../engine/messages";
import type { BestMove, ReviewedMove, Seat, View } from "../../lib/types";
import { reasonsOf } from "./telling";

/** What a position is worth, and how it is expected to go on. */
type Found = Worth & { line: readonly string[] };

/** Both moves are searched for as long, so that they can be compared: longer where that does not tell them apart. */
const SECONDS = [2, 8] as const;

export class Trying {
    /** The position before the mistake. */
    readonly line: string;
    view: View | null = $state.raw(null);
    tried: string | null = $state(null);
    checking = $state(false);
    verdict: Answer | null = $state(null);
    /** What the try gives away beside the best move. */
    lost: Lost | null = $state.raw(null);
    /** What is expected after it. */
    reply: readonly string[] = $state.raw([]);
    /** Why it is no better: what it leads to, beside the best move. */
    reason: readonly string[] = $state.raw([]);
    /** After how many moves of the line that is, the tried one among them. */
    reasonMoves = $state(0);
    given = $state(false);
    problem: string | null = $state(null);
    readonly over = $derived(this.given || (this.verdict !== null && solved(this.verdict)));
    /** What is sought: the best move by chance or by points. */
    readonly best: string;
    #best = new Map<number, Promise<Found>>();
    #stops = new Set<() => void>();
    #start: View;

    constructor(
        readonly mistake: ReviewedMove,
        readonly by: By,
        start: View,
    ) {
        this.best = bestBy(mistake, by).best;
        this.line = start.line;
        this.#start = start;
        this.view = start;
    }

    /** Play a move, and find out whether it is as good as the best one. */
    async play(move: string): Promise<void> {
        if (this.checking || this.over || this.tried !== null) return;
        this.problem = null;
        this.tried = move;
        this.checking = true;
        try {
            const next = await viewAfter(this.line, move);
            if (this.given) return; // given up meanwhile
            this.view = next;
            this.verdict = known(this.mistake, this.by, move);
            if (this.verdict) {
                const { better } = bestBy(this.mistake, this.by);
                this.reply = this.verdict === "best" ? better.slice(1) : this.mistake.answer;
                if (!solved(this.verdict))
                    void this.#explain(move, bestBy(this.mistake, this.by), this.mistake.winrate);
            } else {
                const { tried, wanted, verdict } = await this.#compare(next);
                this.verdict = verdict;
                this.lost = lost(tried, wanted);
                this.reply = tried.line;
                const best = { better: [this.best, ...wanted.line], winrate: wanted.chance };
                if (!solved(verdict) && verdict !== "open") void this.#explain(move, best, tried.chance);
            }
        } catch (error) {
            this.problem = reasonOf(error);
            this.again();
        } finally {
            this.checking = false;
        }
    }

    /** Take the try back. */
    again(): void {
        this.view = this.#start;
        this.tried = null;
        this.verdict = null;
        this.lost = null;
        this.reply = [];
        this.reason = [];
        this.reasonMoves = 0;
    }

    /** Show the answer, and what is expected to follow it. */
    giveUp(): void {
        this.stop();
        this.again();
        this.given = true;
        this.reply = bestBy(this.mistake, this.by).better.slice(1);
    }

    /** Stop all searches. */
    stop(): void {
        for (const stop of this.#stops) stop();
        this.#stops.clear();
        this.checking = false;
    }

    /** Find the reason; what was expected after the move is known. It may come when the move was taken back. */
    async #explain(move: string, best: Pick<BestMove, "better" | "winrate">, chance: number): Promise<void> {
        const lines = [
            { moves: best.better, chance: best.winrate },
            { moves: [move, ...this.reply], chance },
        ] as const;
        try {
            const { played } = await reasonsOf(this.line, ...lines);
            if (this.tried === move) [this.reason, this.reasonMoves] = [played.words, played.moves];
        } catch (error) {
            console.error(reasonOf(error)); // what is expected next is there without it
        }
    }

    /** Search the position after a try, and that after the best move. */
    async #compare(next: View): Promise<{ tried: Found; wanted: Found; verdict: Answer }> {
        const [first, longer] = SECONDS;
        const search = async (seconds: number) => {
            const [tried, wanted] = await Promise.all([this.#worth(next, seconds), this.#bestWorth(seconds)]);
            return { tried, wanted, verdict: judge(this.mistake, this.by, tried, wanted) };
        };
        const found = await search(first);
        return unsettled(found.verdict) ? search(longer) : found;
    }

    #bestWorth(seconds: number): Promise<Found> {
        const known = this.#best.get(seconds);
        if (known) return known;
        const asked = viewAfter(this.line, this.best).then((view) => this.#worth(view, seconds));
        this.#best.set(seconds, asked);
        asked.catch(() => this.#best.delete(seconds));
        return asked;
    }

    /** What the position after a move is worth to the player whose mistake it was. */
    #worth(view: View, seconds: number): Promise<Found> {
        const { seat } = this.mistake;
        if (view.outcome) {
            return Promise.resolve({ chance: ended(view, seat), error: 0, margin: counted(view, seat), line: [] });
        }
        return new Promise((resolve, reject) => {
            const stop = analyse({
                line: view.line,
                seconds,
                moves: 1,
                onanalysis: (analysis: Analysis, done) => {
                    if (!done) return;
                    this.#stops.delete(stop);
                    resolve({
                        chance: chanceAfter(seat, analysis),
                        error: analysis.rootInfo.winrateError,
                        margin: marginAfter(seat, analysis),
                        line: analysis.moveInfos[0]?.pv ?? [],
                    });
                },
                onproblem: (problem) => reject(new Error(problem.detail)),
            });
            this.#stops.add(stop);
        });
    }
}

/** What a finished game is worth to a seat. */
function ended(view: View, seat: Seat): number {
    const { winnerSeat } = view.outcome!;
    if (winnerSeat === null) return 0.5;
    return winnerSeat === seat ? 1 : 0;
}

/** The margin of a finished game for a seat; null where the score is not one number a side. */
function counted(view: View, seat: Seat): number | null {
    const { B, W } = view.scores;
    if (typeof B !== "number" || typeof W !== "number") return null;
    return view.colours[seat] === "B" ? B - W : W - B;
}
