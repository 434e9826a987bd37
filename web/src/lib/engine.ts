/**
 * Rules and search, in workers beside the page: one answers questions about positions at once, others think. A worker
 * that crashes is replaced, and what it was asked is asked once more.
 */
import type { Analysis, AnalysisTask, Answers, FromWorker, MoveTask, Question } from "../engine/messages";
import type { ReviewTask, ToWorker, EngineTask } from "../engine/messages";
import type { ReviewData } from "../engine/search/review";
import type { Root } from "../engine/search/roots";
import { unreached as offline } from "./edition";
import { ApiError } from "./problems";
import { refusal } from "./refusal";
import { language, say } from "./texts.svelte";
import type { Problem, Seat } from "./types";

/** Processors that the browser names, from which on an analysis has two workers: the page needs one itself. */
const CORES_FOR_TWO = 4;

/** A worker as this module needs it; tests have one of their own. */
export interface Working {
    postMessage(message: ToWorker): void;
    terminate(): void;
    onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
    onerror: ((event: ErrorEvent) => void) | null;
    onmessageerror: ((event: MessageEvent) => void) | null;
}

/** Something that a worker was asked for. */
interface Asked {
    /** Call it off. */
    stop(): void;
    /** Tell the worker more of it. */
    tell(message: (id: number) => ToWorker): void;
}

interface Waiting {
    message: ToWorker;
    hear: (message: FromWorker) => void;
    /** Whether it has been asked of a worker that crashed. */
    again: boolean;
}

/** A problem of the page's own; status 0: there is no answer at all. */
function ownProblem(detail: string, status = 0): Problem {
    return { type: "about:blank", title: detail, status, detail };
}

/** Why there is nothing that runs a game: nobody answers, who does has not built it, or says itself what is wrong. */
function unreached({ address, status, problem }: Extract<FromWorker, { say: "unreached" }>): Problem {
    if (status === 404) return ownProblem(say("engine.missing", { address }), status);
    return problem ?? ownProblem(offline());
}

/** One worker, and what it has been asked. */
export class EngineClient {
    #worker: Working | null = null;
    #waiting = new Map<number, Waiting>();
    #count = 0;

    constructor(private readonly hire: () => Working) {}

    /** Ask for something; `hear` is told what the worker says of it until it says the last. */
    ask(task: EngineTask, hear: (message: FromWorker) => void): Asked {
        const id = ++this.#count;
        const waiting = { message: { id, language: language.now, task }, hear, again: false };
        this.#waiting.set(id, waiting);
        this.#tell(waiting.message);
        return {
            stop: () => {
                if (this.#waiting.delete(id)) this.#worker?.postMessage({ stop: id });
            },
            tell: (message) => {
                if (this.#waiting.has(id)) this.#worker?.postMessage(message(id));
            },
        };
    }

    #tell(message: ToWorker): void {
        this.#worker ??= this.#hired();
        this.#worker.postMessage(message);
    }

    #hired(): Working {
        const worker = this.hire();
        worker.onmessage = ({ data }) => this.#hear(data);
        worker.onerror = (event) => {
            event.preventDefault?.();
            this.#replace(event.message);
        };
        worker.onmessageerror = () => this.#replace("a message could not be read");
        return worker;
    }

    #hear(said: FromWorker): void {
        const waiting = this.#waiting.get(said.id);
        if (!waiting) return;
        if (said.say === "failed") {
            this.#replace(said.reason);
            return;
        }
        if (!("done" in said) || said.done) this.#waiting.delete(said.id);
        waiting.again = false; // what has come on may crash once more
        waiting.hear(said.say === "unreached" ? { id: said.id, say: "refused", problem: unreached(said) } : said);
    }

    /** Have another worker do what this one was asked; what has crashed two of them is given up. */
    #replace(reason: string): void {
        console.warn("The engine stopped and is started again:", reason);
        this.#worker?.terminate();
        this.#worker = null;
        for (const [id, waiting] of [...this.#waiting]) {
            if (waiting.again) {
                this.#waiting.delete(id);
                waiting.hear({ id, say: "refused", problem: ownProblem(say("engine.crashed")) });
            } else {
                waiting.again = true;
                this.#tell(waiting.message);
            }
        }
    }
}

const hire = (): Working => new Worker(new URL("../engine/worker.ts", import.meta.url), { type: "module" });
const positions = new EngineClient(hire);

/**
 * Who thinks has a worker of its own, and so a memory: each seat, and each of what is studied at the same time. What one
 * knows is not lost by another, and no worker holds more than one search.
 */
const thinkers = new Map<string, EngineClient>();
function thinker(who: string): EngineClient {
    const client = thinkers.get(who) ?? new EngineClient(hire);
    thinkers.set(who, client);
    return client;
}

const studied = new Set<string>();
/** Have an analysis or a review thought about, by the first who is free. */
function study(task: EngineTask, hear: (message: FromWorker) => void): Asked {
    let number = 1;
    while (studied.has(`study ${number}`)) number += 1;
    const who = `study ${number}`;
    studied.add(who);
    const { stop, tell } = thinker(who).ask(task, (said) => {
        if (isLast(said)) studied.delete(who);
        hear(said);
    });
    return {
        stop: () => {
            stop();
            studied.delete(who);
        },
        tell,
    };
}

function isLast(said: FromWorker): boolean {
    return said.say === "refused" || ("done" in said && said.done);
}

/** Whether an analysis has two workers: where there are cores for both, and no battery in a hand that they empty. */
function hasTwo(): boolean {
    return navigator.hardwareConcurrency >= CORES_FOR_TWO && matchMedia("(pointer: fine)").matches;
}

/**
 * Have a position analysed by two workers, each with a tree of its own: what the second knows is handed to the first,
 * which adds it to what it knows itself. Without the second the first goes on alone; so it does where a network judges.
 */
function studyByTwo(task: AnalysisTask, hear: (message: FromWorker) => void): Asked {
    let known: { root: Root | null; last: boolean } | null = null;
    let enough = false;
    const hand = () => first.tell((to) => ({ to, ...known! }));
    const end = () => second.tell((id) => ({ enough: id }));
    const first = study({ ...task, helped: true }, (said) => {
        if (said.say !== "enough") {
            if (isLast(said)) second.stop();
            hear(said);
            return;
        }
        enough = true;
        if (known && !known.last) return end();
        known ??= { root: null, last: true };
        second.stop();
        hand();
    });
    const second = study({ ask: "help", line: task.line, seconds: task.seconds }, (said) => {
        known = said.say === "root" ? { root: said.root, last: said.done } : { root: null, last: true };
        hand();
        if (enough && !known.last) end(); // it is another one, in the place of one that has crashed
    });
    return {
        stop: () => {
            first.stop();
            second.stop();
        },
        tell: first.tell,
    };
}

function answered<Asked extends Question["ask"]>(task: Question & { ask: Asked }): Promise<Answers[Asked]> {
    return new Promise((resolve, reject) => {
        positions.ask(task, (said) => {
            if (said.say === "answer") resolve(said.answer as Answers[Asked]);
            else if (said.say === "refused") reject(new ApiError(said.problem));
        });
    });
}

/** The position that a position text or a move list leads to. All reject with an ApiError. */
export const view = (line: string) => answered({ ask: "view", line });
/** The position after a move, or a whole turn, from the end of a line. */
export const viewAfter = (line: string, move: string) => answered({ ask: "viewAfter", line, move });
/** The moves of a line, with whose they are. */
export const movesOf = (line: string) => answered({ ask: "movesOf", line });
/** Why a move is illegal, as a sentence; null if it is legal. */
export const whyNot = (line: string, move: string) => answered({ ask: "whyNot", line, move });

/** Have who thinks for a seat at hand, so that nobody waits for it later. */
export function makeReady(line: string, seat: Seat): void {
    thinker(`seat ${seat}`).ask({ ask: "view", line }, () => undefined);
}

/** Told how much of a network has come that somebody waits for, 0 to 1, or that it goes on without. */
type OnNetwork = (part: number | "missing") => void;

export interface AnalysisRequest {
    line: string;
    seconds: number;
    /** How many moves to tell of. */
    moves: number;
    /** Also ask for the expected owners of the points. */
    owners?: boolean;
    onanalysis: (analysis: Analysis, done: boolean) => void;
    onnetwork?: OnNetwork;
    onproblem?: (problem: Problem) => void;
}

/**
 * Have something thought about while the page can be seen: otherwise it rests, and is asked for anew afterwards. `begin`
 * asks, and returns what calls it off; so does this.
 */
function whileSeen(begin: (end: () => void) => Asked): () => void {
    let asked: Asked | null = null;
    const end = (): void => {
        asked = null;
        document.removeEventListener("visibilitychange", look);
    };
    const look = (): void => {
        if (document.hidden) {
            asked?.stop();
            asked = null;
        } else asked ??= begin(end);
    };
    document.addEventListener("visibilitychange", look);
    look();
    return () => {
        asked?.stop();
        end();
    };
}

/** Begin unless it is refused; returns what calls it off. */
function unlessRefused(line: string, onproblem: AnalysisRequest["onproblem"], begin: () => () => void): () => void {
    if (!refusal.of) return begin();
    let stop: (() => void) | null = null;
    let left = false;
    void refusal
        .of(line)
        .catch(() => null) // who cannot say refuses nothing
        .then((problem) => {
            if (left) return;
            if (problem) onproblem?.(problem);
            else stop = begin();
        });
    return () => {
        left = true;
        stop?.();
    };
}

/**
 * Analyse the end of a line until its time is up or the function that is returned is called. While the page cannot be
 * seen it rests, and begins anew afterwards.
 */
export function analyse({ line, seconds, moves, owners = false, ...told }: AnalysisRequest): () => void {
    const task: AnalysisTask = { ask: "analyse", line, seconds, moves, owners, helped: false };
    const begin = hasTwo() ? studyByTwo : study;
    return unlessRefused(line, told.onproblem, () =>
        whileSeen((end) =>
            begin(task, (said) => {
                if (said.say === "analysis") {
                    if (said.done) end();
                    told.onanalysis(said.analysis, said.done);
                } else if (said.say === "network") told.onnetwork?.(said.part);
                else if (said.say === "refused") {
                    end();
                    told.onproblem?.(said.problem);
                }
            }),
        ),
    );
}

export interface ReviewRequest {
    line: string;
    /** For each search. */
    seconds: number;
    /** What an earlier call with the same line and seconds has found; what is found now is added to it. */
    found?: Pick<ReviewTask, "known" | "net">;
    /**
     * `again`: some positions are looked at once more, since a verdict hangs on them, and so much of what that may take
     * has been taken, 0 to 1; null before all have been looked at.
     */
    onreview: (review: ReviewData, again: number | null, done: boolean) => void;
    onnetwork?: OnNetwork;
    onproblem?: (problem: Problem) => void;
}

/**
 * Review the moves of a line until all is done or the function that is returned is called. While the page cannot be
 * seen it rests; it goes on from what was found, as it does when a worker has crashed.
 */
export function review({ line, seconds, found, ...told }: ReviewRequest): () => void {
    const task: ReviewTask = Object.assign(found ?? { known: [], net: false }, {
        ask: "review",
        line,
        seconds,
    } as const);
    return unlessRefused(line, told.onproblem, () =>
        whileSeen((end) =>
            study(task, (said) => {
                if (said.say === "review") {
                    if (said.net !== task.net) task.known.length = 0;
                    task.net = said.net;
                    if (said.entry) task.known.push(said.entry);
                    if (said.done) end();
                    told.onreview(said.review, said.again, said.done);
                } else if (said.say === "network") told.onnetwork?.(said.part);
                else if (said.say === "refused") {
                    end();
                    told.onproblem?.(said.problem);
                }
            }),
        ),
    );
}

export interface MoveRequest extends Omit<MoveTask, "ask" | "seat"> {
    game: string;
    seat: Seat;
    onnetwork?: OnNetwork;
}

/**
 * Choose the move of a seat that the computer has, at the end of a line; `game` tells its seats from those of others.
 * Rejects with an ApiError, or when the signal calls it off.
 */
export function choose(task: MoveRequest, signal: AbortSignal): Promise<string> {
    const { game, seat, onnetwork, ...rest } = task;
    return new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const { stop } = thinker(`seat ${seat}`).ask({ ask: "choose", seat: `${game} ${seat}`, ...rest }, (said) => {
            if (said.say === "move") resolve(said.move);
            else if (said.say === "network") onnetwork?.(said.part);
            else if (said.say === "refused") reject(new ApiError(said.problem));
        });
        signal.addEventListener("abort", () => {
            stop();
            reject(signal.reason as Error);
        });
    });
}
