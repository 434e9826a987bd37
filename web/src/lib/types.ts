/** What the server says, as JSON. docs/http.md describes the same for other programs. */

export type Colour = "B" | "W";
export type Seat = 1 | 2;

// -- Positions ---------------------------------------------------------------------------------------------------

/** What a move does to the board; points by name. A stone may be placed and removed by the same move. */
export interface Effects {
    placed: string[];
    removed: string[];
    flipped: string[];
    captured: string[];
    released: string[];
    /** From and to of each stone that moves; `wraps`: over the edge and back on at the other side (Kaomi). */
    pushed: { from: string; to: string; wraps: boolean }[];
    /** Stones that would have moved, away from the placed one, but go back (Kaomi). */
    returned: string[];
}

export interface PlayedMove {
    /** Moves before it. */
    ply: number;
    move: string;
    seat: Seat;
    colour: Colour;
    /** The turn that it belongs to, from 0: both stones of a Vadus turn have the same number. */
    turn: number;
    effects: Effects;
}

export interface Group {
    colour: Colour;
    points: string[];
    /** Vadus: of the connection part, empty if there is none. */
    connection?: string[];
    /** Vadus: what the group is worth (W5). */
    value?: number;
    /** Kaomi: the index of the group of the other colour that cancels it, null if none does (K8). */
    cancelledBy?: number | null;
}

/** What the score is made of, for the overlays. Each game has some of these. */
export interface Count {
    /** Vacu: points of territory by owner. */
    territory?: Record<Colour, string[]>;
    stones?: Record<Colour, number>;
    /** Iago: discs that show their colour. */
    inner?: Record<Colour, number>;
    outer?: Record<Colour, number>;
    captives?: Record<Colour, number>;
    /** Kaomi, Squared, Vadus, Convacu. */
    groups?: Group[];
}

export interface Outcome {
    /** null: a draw. */
    winner: Colour | null;
    winnerSeat: Seat | null;
    /** A word of `over=`, or "resignation", "time". */
    termination: string;
    /** A sentence for people, in the language asked for: what ended the game and what decided it. */
    sentence: string;
}

/** A position with everything that is drawn of it. The page knows no rules: it draws this. */
/** A move in the tree of a game: it follows the node of the number `after`, counted from 1; 0 is the start. */
export interface TreeNode {
    after: number;
    move: string;
    seat: Seat;
    colour: Colour;
    turn: number;
    comment: string;
}

/** A game with its variations, the main line first. */
export interface GameTree {
    /** On the whole game. */
    comment: string;
    nodes: TreeNode[];
}

export interface View {
    /** "vacu(size=9,komi=7,setup=fixed)" */
    gameText: string;
    game: string;
    options: Record<string, number | string | boolean>;
    /** The position text. */
    position: string;
    /** The game with its moves: "vacu(…) moves e5,c3". Identifies a place in a tree of variations. */
    line: string;
    ply: number;
    shape: "square" | "hexagon";
    size: number;
    /** Names of the points in the order of the characters of `rows` joined: from the top down, from the left. */
    points: string[];
    /** From the top down; "." empty, "B", "W", and in Iago "b", "w" for captives by owner. */
    rows: string[];
    toMove: Colour | null; // null when the game is over
    seat: Seat | null;
    /** Which player holds a colour. During an auction provisional. */
    seats: Record<Colour, Seat>;
    setup: "komi" | "side" | null;
    komi: number | null;
    passes: number;
    /** Vacu: who has taken the button, "-" for nobody; null in other games. */
    button: Colour | "-" | null;
    /** Vadus: stones that the side to move may still place in this turn. */
    stonesLeft: number | null;
    /** The side to move has begun its turn and goes on with it. */
    turnOpen: boolean;
    /** Why so little is legal: a capture is forced (Iago), or nothing but a pass is left. */
    obliged: "capture" | "pass" | null;
    legal: {
        points: string[];
        /** Of "pass", "button", "swap", "black", "white". */
        words: string[];
        /** While komi is being named: "komi 0" to "komi N". */
        komi: { low: number; high: number; step: number } | null;
    };
    /** What each legal point does, where it does more than set a stone. */
    effects: Record<string, Effects>;
    /** As the rules count them (Convacu: null and "", for they mean nothing there), and as people read them: "12½", "7, 3", "4 × 7 = 28". */
    scores: Record<Colour, unknown>;
    scoreText: Record<Colour, string>;
    count: Count;
    last: PlayedMove | null;
    outcome: Outcome | null;
}

// -- Games that are played -----------------------------------------------------------------------------------------

export interface SeatInfo {
    kind: "human" | "computer";
    /** 1 to 10 or "max"; null for a human. */
    level: number | "max" | null;
    /** Empty unless somebody has given one. */
    name: string;
    /** Which player it is, where there is no name: the seat in a first game, and the same after a rematch. */
    number: Seat;
}

/** Seconds. `increment`: Fischer; byo-yomi: `periods` of `period` seconds after the main time. */
export type ClockRules =
    | { kind: "increment"; main: number; increment: number }
    | { kind: "byoyomi"; main: number; periods: number; period: number };

export interface ClockState {
    /** Seconds of main time that were left when the running clock was started. In byo-yomi 0: each turn has a period. */
    left: Record<Seat, number>;
    /** Whole periods of byo-yomi left. */
    periods: Record<Seat, number>;
    /** null before the first move, which costs nothing, and when the game is over. */
    running: Seat | null;
    /** When this was written, and when the running clock was started: seconds since 1970 by the server's clock. */
    now: number;
    since: number;
}

export interface GameSummary {
    id: string;
    created: string; // ISO 8601, UTC
    updated: string;
    gameText: string;
    game: string;
    seats: Record<Seat, SeatInfo>;
    plies: number;
    status: "playing" | "over";
    /** Whose decision is next; null when the game is over. */
    onMove: Seat | null;
    /** In lists its sentence is short, without the count. */
    outcome: Outcome | null;
    /** For a small picture. */
    rows: string[];
    shape: "square" | "hexagon";
}

export interface StoredGame extends GameSummary {
    clockRules: ClockRules | null;
    clock: ClockState | null;
    moves: PlayedMove[];
    view: View;
    /** A computer is choosing a move. */
    thinking: boolean;
    /** It cannot yet: what it needs is being compiled, which happens once. */
    preparing: boolean;
    canUndo: boolean;
    /** It was read from a file, and nobody has played on since. */
    imported: boolean;
}

export interface NewGame {
    game: string;
    options: Record<string, number | string | boolean>;
    seats: Record<Seat, { kind: "human" | "computer"; level?: number | "max"; name?: string }>;
    clock?: ClockRules | null;
    /** Begin at a position or after the moves of a line instead of the empty board. */
    line?: string;
}

// -- What there is to play ------------------------------------------------------------------------------------------

export type Option =
    | { default: number; low: number; high: number; step: number }
    | { default: string | boolean; choices: (string | boolean)[] };

export interface GameFacts {
    name: string;
    title: string;
    base: string | null;
    designers: string[];
    year: number;
    tagline: string; // in the language asked for
    shape: "square" | "hexagon";
    options: Record<string, Option>;
    /** Sizes that people play, smallest first; empty where there is one only. */
    usualSizes: number[];
    levels: number;
}

// -- Guides -----------------------------------------------------------------------------------------------------------

export interface GuideStep {
    title: string;
    /** Paragraphs and lists, HTML made by the server from our own Markdown. */
    html: string;
    /** The position to play in, if the step has one. */
    view: View | null;
    /** The turn to find: do it, see what happens. One or two moves. */
    moves: string[];
    /** Moves that the step says are not allowed. */
    illegal: string[];
    /** Whether the step is about what is counted. */
    count: boolean;
}
export interface Guide {
    game: string;
    title: string;
    /** Who designed it, with the word for that: "Design: …", text. */
    credit: string;
    /** What the game is about: HTML as in the steps. */
    introduction: string;
    steps: GuideStep[];
}

// -- Analysis: as docs/formats.md describes `fieldstone analyse --json` -------------------------------------------------

export interface MoveInfo {
    move: string;
    order: number;
    visits: number;
    winrate: number | null;
    scoreLead: number | null;
    proven: "win" | "loss" | "draw" | null;
    distance: number | null;
    pv: string[];
}
export interface Analysis {
    id: string;
    game: string;
    position: string;
    turnNumber: number;
    isDuringSearch: boolean;
    rootInfo: {
        currentPlayer: Colour;
        seat: Seat;
        winrate: number;
        winrateError: number;
        scoreLead: number | null;
        visits: number;
        proven: "win" | "loss" | "draw" | null;
        distance: number | null;
    };
    moveInfos: MoveInfo[];
    ownership: number[] | null;
    /** What the score at the end is expected to be made of: numbers by colour and name. */
    expected: Record<Colour, Record<string, number>> | null;
    parts: Record<string, unknown>;
}
/** The best move by one criterion, and what it is worth to who was to move; nothing better: the move itself, no line. */
export interface BestMove {
    best: string;
    better: string[];
    winrate: number;
    scoreLead: number | null;
}
/** A move of a reviewed game; see "JSON of a review" in docs/formats.md. Chances are of the player who moved. */
export interface ReviewedMove {
    ply: number;
    move: string;
    seat: Seat;
    colour: Colour;
    forced: boolean;
    winrate: number;
    winrateLoss: number;
    scoreLead: number | null;
    scoreLoss: number | null;
    proven: string | null;
    byChance: BestMove;
    /** null where points decide nothing. */
    byPoints: BestMove | null;
    answer: string[];
}

// -- The socket: one for everything live, at /api/live -------------------------------------------------------------------

export type ToServer =
    | { type: "watch"; game: string }
    | { type: "unwatch"; game: string }
    /**
     * Stream an analysis of the last position of `line`; `id` is the client's own. A new one with the same id replaces it.
     * `seconds` 0.1 to 60; `moves`: how many of the best are told, 1 to 400; `owners`: whose each point will be.
     */
    | { type: "analyse"; id: string; line: string; seconds: number; moves: number; owners?: boolean }
    /** Review all moves of `line`; `seconds`, 0.05 to 5, for each of one to three searches a move; `by` orders the worst. */
    | { type: "review"; id: string; line: string; seconds: number; by: "chance" | "points" }
    | { type: "stop"; id: string };

export type FromServer =
    /** Whenever a watched game changes; also at once after `watch`. */
    | { type: "game"; game: StoredGame }
    /** Waiting for a free place in the pool: how many are before it. */
    | { type: "queued"; id: string; ahead: number }
    /** Waiting until what is needed is compiled, which happens once. */
    | { type: "preparing"; id: string }
    | { type: "analysis"; id: string; analysis: Analysis; done: boolean }
    /** One look at a position of the game: chance and margin of player 1 after `ply` moves. */
    | {
          type: "reviewed";
          id: string;
          done: number;
          of: number;
          look: { ply: number; chance: number; margin: number | null };
          move: ReviewedMove | null;
      }
    | { type: "review"; id: string; moves: ReviewedMove[]; worst: number[] }
    /** The answer to `stop`, also where nothing was left to stop. */
    | { type: "stopped"; id: string }
    /** `id`: of the analysis or review, or the game that was to be watched; null if the message had none. */
    | { type: "error"; id: string | null; problem: Problem };

/** application/problem+json (RFC 9457); `detail` is a sentence for people in the language asked for. */
export interface Problem {
    type: string;
    title: string;
    status: number;
    detail: string;
}
