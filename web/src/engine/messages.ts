/** What the page and its workers tell each other. */
import type { Analysis as Told, PlayedMove, Problem, View } from "../lib/types";

/** What is known of a position and its best moves. */
export type Analysis = Pick<Told, "isDuringSearch" | "rootInfo" | "moveInfos" | "ownership" | "expected">;

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
export interface AnalysisWish {
    ask: "analyse";
    line: string;
    seconds: number;
    /** How many moves to tell of. */
    moves: number;
    /** Also tell the expected owners of the points. */
    owners: boolean;
}

/** A move of the computer at the end of a line. */
export interface MoveWish {
    ask: "choose";
    line: string;
    /** Whose move it is: a seat keeps what it knows from one move to the next. */
    seat: string;
    level: number | "max";
    /** What the clock allows; null without one. */
    seconds: number | null;
}

export type Study = AnalysisWish | MoveWish;
export type Wish = Question | Study;

/** What a worker is told. `language` is that of the sentences in the answer. */
export type ToWorker = { id: number; language: string; wish: Wish } | { stop: number };

/** What a worker says: `id` is that of the wish. */
export type FromWorker =
    | { id: number; say: "answer"; answer: Answers[keyof Answers] }
    | { id: number; say: "analysis"; analysis: Analysis; done: boolean }
    | { id: number; say: "move"; move: string }
    | { id: number; say: "refused"; problem: Problem }
    /** What the games need did not come: `status` 0, nobody has answered; others are those of HTTP. */
    | { id: number; say: "unreached"; address: string; status: number }
    | { id: number; say: "failed"; reason: string };
