/** What the page and its workers tell each other. */
import type { Colour, PlayedMove, Problem, Seat, View } from "../lib/types";
import type { Entry, ReviewData } from "./search/review";
import type { Root } from "./search/roots";

export type Proven = "win" | "loss" | "draw";

/** What is known of a move. */
export interface MoveInfo {
    move: string;
    order: number;
    visits: number;
    winrate: number | null;
    scoreLead: number | null;
    proven: Proven | null;
    distance: number | null;
    pv: string[];
}

/** What is known of a position. */
export interface RootInfo {
    currentPlayer: Colour;
    seat: Seat;
    winrate: number;
    winrateError: number;
    scoreLead: number | null;
    visits: number;
    proven: Proven | null;
    distance: number | null;
}

/** What is known of a position and its best moves; docs/json.md describes it. */
export interface Analysis {
    isDuringSearch: boolean;
    rootInfo: RootInfo;
    moveInfos: MoveInfo[];
    /** By point, in the order of the characters of the position: 1 is Black's, -1 White's. */
    ownership: number[] | null;
    /** What the score at the end is expected to be made of. */
    expected: Record<Colour, Record<string, number>> | null;
}

/** Questions about positions, and what they are answered with. */
export interface Answers {
    view: View;
    viewAfter: View;
    movesOf: PlayedMove[];
    whyNot: string | null;
}

/** A question about positions, answered at once. */
export type Question =
    { ask: "view" | "movesOf"; line: string } | { ask: "viewAfter" | "whyNot"; line: string; move: string };

/** An analysis of the end of a line. */
export interface AnalysisTask {
    ask: "analyse";
    line: string;
    seconds: number;
    /** How many moves to tell of. */
    moves: number;
    /** Also tell the expected owners of the points. */
    owners: boolean;
    /** Whether another worker is asked to help, and what that knows is handed on. */
    helped: boolean;
}

/** The same search as an analysis by a second worker. */
export interface HelpTask {
    ask: "help";
    line: string;
    seconds: number;
}

/** A move of the computer at the end of a line. */
export interface MoveTask {
    ask: "choose";
    line: string;
    /** Whose move it is: a seat keeps what it knows from one move to the next. */
    seat: string;
    level: number | "max";
    /** What the clock allows; null without one. */
    seconds: number | null;
}

/** A review of all moves of a line. */
export interface ReviewTask {
    ask: "review";
    line: string;
    /** For each search. */
    seconds: number;
    /** What has been found before, and whether a network judged. */
    known: Entry[];
    net: boolean;
}

export type Study = AnalysisTask | HelpTask | MoveTask | ReviewTask;
export type EngineTask = Question | Study;

/**
 * What a worker is told. `language` is that of the sentences in the answer; `root` is what a second worker knows for the
 * analysis `to`, null if there is none any more; `enough`: come to an end with what is known.
 */
export type ToWorker =
    | { id: number; language: string; task: EngineTask }
    | { stop: number }
    | { to: number; root: Root | null; last: boolean }
    | { enough: number };

/** What a worker says: `id` is that of the task. */
export type FromWorker =
    | { id: number; say: "answer"; answer: Answers[keyof Answers] }
    | { id: number; say: "analysis"; analysis: Analysis; done: boolean }
    /** What a second worker knows; nothing where a network judges: it would find the same. */
    | { id: number; say: "root"; root: Root | null; done: boolean }
    /** An analysis waits for the second worker. */
    | { id: number; say: "enough"; done: false }
    /** `entry` is what was found last; `net`: a network judges; `again`: as ReviewRun says it. */
    | {
          id: number;
          say: "review";
          entry: Entry | null;
          net: boolean;
          review: ReviewData;
          again: number | null;
          done: boolean;
      }
    | { id: number; say: "move"; move: string }
    /** Who thinks waits for a network, of which this part has come, 0 to 1; or goes on without it. */
    | { id: number; say: "network"; part: number | "missing"; done: false }
    | { id: number; say: "refused"; problem: Problem }
    /** What the games need did not come: `status` 0, nobody has answered; others are those of HTTP, with what a server says. */
    | { id: number; say: "unreached"; address: string; status: number; problem: Problem | null }
    | { id: number; say: "failed"; reason: string };
