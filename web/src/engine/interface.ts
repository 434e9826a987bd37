/**
 * What the modules of the games export: made by `make kernels` from the table in fieldstone/targets/table.py.
 * Not to be edited.
 */
import type { ArrayRef } from "./memory";

/** What `allocate` makes room for. */
export interface Layouts {
    rules: ArrayRef;
    states: ArrayRef;
    stack: ArrayRef;
    worker: {
        rules: ArrayRef;
        states: ArrayRef;
        words: ArrayRef;
        nodes: ArrayRef;
        scratch: ArrayRef;
        marks: ArrayRef;
        keys: ArrayRef;
        known: ArrayRef;
        rng: ArrayRef;
        run: ArrayRef;
        table: {
            moves: ArrayRef;
            order: ArrayRef;
            spare: ArrayRef;
            major: ArrayRef;
            minor: ArrayRef;
            values: ArrayRef;
            solved: ArrayRef;
            lines: ArrayRef;
            lengths: ArrayRef;
            kinds: ArrayRef;
            weights: ArrayRef;
            listed: ArrayRef;
            solution: ArrayRef;
        };
        space: {
            rules: ArrayRef;
            states: ArrayRef;
            proof: {
                words: ArrayRef;
                table: ArrayRef;
                frames: ArrayRef;
                moves: ArrayRef;
                scores: ArrayRef;
                history: ArrayRef;
                keys: ArrayRef;
                marks: ArrayRef;
                tried: ArrayRef;
                control: ArrayRef;
            };
            spots: ArrayRef;
            spot_words: ArrayRef;
            order: ArrayRef;
            setup_order: ArrayRef;
            line: ArrayRef;
            kept: ArrayRef;
            solving: ArrayRef;
        };
        komis: {
            actions: ArrayRef;
            numbers: ArrayRef;
            chances: ArrayRef;
            asked: ArrayRef;
            trials: ArrayRef;
        };
    };
    nodes: ArrayRef;
    finding: {
        table: {
            moves: ArrayRef;
            order: ArrayRef;
            spare: ArrayRef;
            major: ArrayRef;
            minor: ArrayRef;
            values: ArrayRef;
            solved: ArrayRef;
            lines: ArrayRef;
            lengths: ArrayRef;
            kinds: ArrayRef;
            weights: ArrayRef;
            listed: ArrayRef;
            solution: ArrayRef;
        };
        found: ArrayRef;
        counts: ArrayRef;
        sums: ArrayRef;
        places: ArrayRef;
    };
    reading: {
        states: ArrayRef;
        words: ArrayRef;
        rng: ArrayRef;
        owners: ArrayRef;
        sums: ArrayRef;
        played: ArrayRef;
    };
    judging: {
        plan: ArrayRef;
        looks: ArrayRef;
        judged: ArrayRef;
        sums: ArrayRef;
    };
    rng: ArrayRef;
    actions: ArrayRef;
    options: ArrayRef;
    codes: ArrayRef;
    standings: ArrayRef;
    masks: ArrayRef;
    keys: ArrayRef;
    key_rows: ArrayRef;
    counts: ArrayRef;
    colours: ArrayRef;
    planes: ArrayRef;
    details: ArrayRef;
    effects: ArrayRef;
    numbers: ArrayRef;
    values: ArrayRef;
    lengths: ArrayRef;
    parts: ArrayRef;
    groups: ArrayRef;
    sums: ArrayRef;
    weights: {
        first: ArrayRef;
        first_bias: ArrayRef;
        neck: ArrayRef;
        neck_bias: ArrayRef;
        value: ArrayRef;
        value_bias: ArrayRef;
        policy: ArrayRef;
        policy_bias: ArrayRef;
        owners: ArrayRef;
        owners_bias: ArrayRef;
    };
    mind: {
        inputs: ArrayRef;
        active: ArrayRef;
        hidden: ArrayRef;
        narrow: ArrayRef;
        moves: ArrayRef;
    };
}

/** Fields of the records that all games share; of a state those that it begins with. */
export interface Records {
    state: 
        | "key"
        | "komi"
        | "ply"
        | "to_move"
        | "over"
        | "winner"
        | "setup"
        | "exchanged"
        | "passes";
    run: 
        | "kind"
        | "main"
        | "compiled"
        | "batch"
        | "simulations"
        | "limit"
        | "share"
        | "exact"
        | "hurried"
        | "leads"
        | "points"
        | "always"
        | "exact_from"
        | "sees_ends"
        | "passing"
        | "white"
        | "stopped"
        | "over"
        | "phase"
        | "status"
        | "again"
        | "decides"
        | "greedy_first"
        | "greedy"
        | "made"
        | "total"
        | "target"
        | "chunk"
        | "asked"
        | "new"
        | "pending"
        | "late"
        | "proving"
        | "grown"
        | "count"
        | "positions"
        | "left"
        | "listed"
        | "found"
        | "index"
        | "look_at_end"
        | "probed"
        | "answered"
        | "answer_action"
        | "answer_proven"
        | "choice"
        | "batches"
        | "batch_size"
        | "batch_visits"
        | "seconds"
        | "all_seconds"
        | "until"
        | "growth"
        | "settled"
        | "began"
        | "part"
        | "before"
        | "searched"
        | "progress"
        | "solver_end"
        | "guess"
        | "answer_chance"
        | "answer_lead"
        | "batch_wins"
        | "probe"
        | "batch_counts"
        | "batch_sums";
    move: 
        | "wins"
        | "lead"
        | "amaf_value"
        | "amaf_visits"
        | "chance"
        | "margin"
        | "visits"
        | "action"
        | "distance"
        | "proven"
        | "ends";
    solution: 
        | "known"
        | "by_margin"
        | "value"
        | "best"
        | "length"
        | "lead";
    block: 
        | "value"
        | "wins"
        | "lead"
        | "amaf_value"
        | "prior"
        | "visits"
        | "amaf_visits"
        | "first"
        | "action"
        | "children"
        | "distance"
        | "waiting"
        | "seat"
        | "proven"
        | "clean";
    scratch: 
        | "depth"
        | "length"
        | "stamp"
        | "used"
        | "lead"
        | "results"
        | "squares"
        | "path"
        | "actions"
        | "seats"
        | "bounds"
        | "legal";
    entry: 
        | "key"
        | "low"
        | "high"
        | "mover_goal"
        | "other_goal"
        | "mover_depth"
        | "other_depth"
        | "action"
        | "generation"
        | "work";
    frame: 
        | "key"
        | "repeats"
        | "opened"
        | "gamma"
        | "best"
        | "best_action"
        | "action"
        | "index"
        | "count"
        | "killer"
        | "seat"
        | "partial";
    control: 
        | "nodes"
        | "level"
        | "limit"
        | "cyclic"
        | "prover"
        | "cut"
        | "generation"
        | "by_margin"
        | "look_from"
        | "use_lead"
        | "copied"
        | "known"
        | "purpose"
        | "value"
        | "action";
    solving: 
        | "phase"
        | "by_margin"
        | "points"
        | "every"
        | "seat"
        | "low"
        | "high"
        | "limit"
        | "asked"
        | "gamma"
        | "prover"
        | "stride"
        | "cut"
        | "best_action"
        | "value"
        | "stored"
        | "index"
        | "known"
        | "length"
        | "followed"
        | "ended"
        | "lead"
        | "compared"
        | "complete"
        | "spent"
        | "most";
    trials: 
        | "low"
        | "high"
        | "place"
        | "step"
        | "tried"
        | "searches"
        | "most"
        | "fair"
        | "replied"
        | "chance"
        | "lead";
    found: 
        | "count"
        | "choice"
        | "passing"
        | "proven"
        | "exact"
        | "made"
        | "won"
        | "batches"
        | "action"
        | "length"
        | "listed"
        | "looked"
        | "choices"
        | "chance"
        | "error"
        | "results"
        | "squares";
    played: 
        | "games"
        | "played"
        | "share";
    look: 
        | "rounds"
        | "proven"
        | "next"
        | "best"
        | "dearest"
        | "chance"
        | "error"
        | "margin"
        | "drift";
    judged: 
        | "seat"
        | "played"
        | "choices"
        | "source"
        | "lead_source"
        | "best"
        | "dearest"
        | "by"
        | "verdict"
        | "low"
        | "high"
        | "least"
        | "most"
        | "chance"
        | "error"
        | "margin"
        | "loss"
        | "loss_error"
        | "lost"
        | "lost_error"
        | "weight";
    summed: 
        | "moves"
        | "best"
        | "counted"
        | "verdicts"
        | "loss"
        | "lost";
    plan: 
        | "plies"
        | "counts"
        | "first"
        | "again"
        | "longer"
        | "scale";
}

/** How a search weighs what it knows: one number for each of `SETTINGS`. */
export type Settings = readonly number[];
export const SETTINGS = ["exploration", "unvisited", "urgency", "equivalence", "prior", "lead_part", "lead_scale", "doubt", "expansion_threshold", "horizon", "knowledge", "greedy", "settled", "pass_margin"] as const;

export interface Entries {
    /** Write what never changes in a game with some options to `rules`, (1,) of zeros. */
    make_rules(rules: ArrayRef, options: ArrayRef): void;
    /** Set up the start position in records of zeros. */
    start_states(rules: ArrayRef, states: ArrayRef): void;
    /** Set up a position in `states[0]`, a record of zeros: `codes` on the board, the side to move, the details. */
    set_up(rules: ArrayRef, states: ArrayRef, codes: ArrayRef, to_move: number, details: ArrayRef, numbers: ArrayRef): number;
    /** Write what the text of `states[0]` adds to board and side to `details`, see `fieldstone.core.positions`. */
    details_of(rules: ArrayRef, states: ArrayRef, details: ArrayRef): void;
    /** Write to `endings` what may have ended the game in `states[0]`: what is to be seen, or all that is not. */
    endings_of(rules: ArrayRef, states: ArrayRef, endings: ArrayRef): number;
    /** Return who has won a game that ended so in `states[0]`. */
    winner_of(rules: ArrayRef, states: ArrayRef, over: number): number;
    /** Play one action in `states[0]` if it is legal. */
    advance(rules: ArrayRef, states: ArrayRef, keys: ArrayRef, known: number, action: number): number;
    /** Play a list of legal actions in `states[0]`, `keys[0]` being the key of the position before them. */
    replay(rules: ArrayRef, states: ArrayRef, keys: ArrayRef, actions: ArrayRef): void;
    /** V9: say whether `states[0]` has stood on the table three times, comparing whole positions and not their keys. */
    has_repeated?(rules: ArrayRef, states: ArrayRef, keys: ArrayRef, actions: ArrayRef, codes: ArrayRef): boolean;
    /** Write the legal actions of `states[0]` to `found`, in the order of `order`; returns their number. */
    list_legal(rules: ArrayRef, states: ArrayRef, order: ArrayRef, found: ArrayRef): number;
    /** Write which actions are legal in `states[first:last]` to the same rows of `masks` (n, actions). */
    fill_masks(rules: ArrayRef, states: ArrayRef, masks: ArrayRef, first: number, last: number): void;
    /** Return the margin of `states[0]`, whose scratch fields are modified. */
    margin_of(rules: ArrayRef, states: ArrayRef): number;
    /** Write what a network sees of each state in the place of its colour to `planes` (n, planes, cells), float32. */
    see_many(rules: ArrayRef, states: ArrayRef, colours: ArrayRef, keys: ArrayRef, known: ArrayRef, planes: ArrayRef): void;
    /** Count the sequences of `depth` turns that begin in `states[level]`; `states` has room for two levels a turn. */
    count_turns(rules: ArrayRef, states: ArrayRef, words: ArrayRef, keys: ArrayRef, known: number, level: number, depth: number, first: number): number;
    /** Play out `states[0]` `count` times in `states[1]`; `states[0]` stays as it is. */
    sample_playouts(rules: ArrayRef, states: ArrayRef, words: ArrayRef, rng: ArrayRef, count: number): [number, number, number];
    /** Return how many rows or entries an array needs that the kernels of this module write to, on so many points. */
    room(points: number): number;
    /** Write what stands on each point of `states[0]` to `codes`, (points,) int8. */
    codes_of(rules: ArrayRef, states: ArrayRef, codes: ArrayRef): void;
    /** Write what a legal placement did to `effects`, see `fieldstone.core.telling.write_effects`; returns the rows. */
    list_effects(rules: ArrayRef, before: ArrayRef, after: ArrayRef, action: number, effects: ArrayRef): number;
    /** Return why an action is illegal in `states[0]`, see `fieldstone.core.telling.reason`. */
    reason_of(rules: ArrayRef, states: ArrayRef, action: number, numbers: ArrayRef): number;
    /** Return why several moves are not one turn in `states[0]`, see `fieldstone.core.telling.turn_reason`. */
    turn_reason_of(rules: ArrayRef, states: ArrayRef, numbers: ArrayRef): number;
    /** Write both scores of `states[0]` to the rows of `values` (2, n), and their lengths to `counts`, (2,) int64. */
    scores_of(rules: ArrayRef, states: ArrayRef, values: ArrayRef, counts: ArrayRef): void;
    /** Write what `states[0]` is made of, see `fieldstone.core.telling.count_parts`; returns the number of groups. */
    parts_of(rules: ArrayRef, states: ArrayRef, points: ArrayRef, groups: ArrayRef, facts: ArrayRef, sums: ArrayRef): number;
    /** Return what the rules ask of the side to move in `states[0]`, see `fieldstone.core.telling.duty`. */
    duty_of(rules: ArrayRef, states: ArrayRef, numbers: ArrayRef): number;
    /** Say whether the score of `states[0]` says anything yet about how the game may end. */
    score_tells_of(rules: ArrayRef, states: ArrayRef): boolean;
    /** Say whether the side to move in `states[0]` has begun its turn and goes on with it. */
    turn_open_of(rules: ArrayRef, states: ArrayRef): boolean;
    /** Return how many stones the side to move in `states[0]` has still to place in its turn. */
    stones_left_of(rules: ArrayRef, states: ArrayRef): number;
    /** Search a piece further, or have the driver do so; `now` is seconds by its clock. */
    search_step(worker: Layouts["worker"], settings: Settings, now: number): void;
    /** Solve a piece further, or see what there is to solve; `now` is seconds by the driver's clock. */
    prove_step(worker: Layouts["worker"], settings: Settings, now: number): void;
    /** Begin, or decide something, between searches; `now` is seconds by the driver's clock. */
    decide_step(worker: Layouts["worker"], settings: Settings, now: number): void;
    /** Begin a tree anew with a root where `seat` is to move; `scratch` is (1,) of SCRATCH. */
    plant(nodes: ArrayRef, scratch: ArrayRef, seat: number): void;
    /** Return the node that a move leads to, -1 if it is not in the tree. */
    find_child(nodes: ArrayRef, index: number, action: number): number;
    /** Make a node the root of an empty pool; `copy_subtree` then brings what lies below it. */
    begin_cut(nodes: ArrayRef, other: ArrayRef, kept: number): void;
    /** Copy a tree to the beginning of an empty pool of the same size, whose first node is its root already. */
    copy_subtree(nodes: ArrayRef, other: ArrayRef, used: number, done: number, most: number, fewest: number): [number, number];
    /** End a cut after `copy_subtree`, maybe early: nodes whose children were not copied become leaves again. */
    end_cut(other: ArrayRef, scratch: ArrayRef, used: number, done: number): void;
    /** Take back that the root is proven, where another move may win by more. */
    reopen(nodes: ArrayRef): void;
    /** Visit and prove the pass that ends the game at `states[0]`, if one does and no simulation has visited it. */
    look_at_end(rules: ArrayRef, states: ArrayRef, words: ArrayRef, nodes: ArrayRef, scratch: ArrayRef, greedy: boolean): void;
    /** Add what a tree knows of the moves of its root to `count` that are there, 0 for none; returns their number. */
    tally(nodes: ArrayRef, table: Layouts["worker"]["table"], count: number): number;
    /** Begin with what the first worker chose; `run` is that worker's. */
    begin_finding(run: ArrayRef, finding: Layouts["finding"]): void;
    /** Add what one more worker knows: its tree, what its simulations gave, and their batches. */
    add_worker(nodes: ArrayRef, scratch: ArrayRef, run: ArrayRef, finding: Layouts["finding"]): void;
    /** Put the moves in order, and say what the position promises; `run` is the first worker's. */
    end_finding(run: ArrayRef, finding: Layouts["finding"]): void;
    /** Write the line that is expected after a move, `found.length` moves, where there is one worker. */
    follow_line(nodes: ArrayRef, finding: Layouts["finding"], place: number): void;
    /** Return the move that a weak level plays after a search: that which it chose, or another one by lot. */
    draw(finding: Layouts["finding"], temperature: number, slack: number, prior_temperature: number, rng: ArrayRef): number;
    /** Begin with no games played of so many. */
    begin_reading(reading: Layouts["reading"], games: number): void;
    /** Play some games through the tree with this number, of so many; returns whether that was the last of all. */
    read_on(rules: ArrayRef, nodes: ArrayRef, reading: Layouts["reading"], tree: number, trees: number): boolean;
    /** Make means of the sums, after at least one game. */
    end_reading(reading: Layouts["reading"]): void;
    /** Write how often a slot has been searched, and the best moves there; what was found after others is forgotten. */
    count_look(judging: Layouts["judging"], slot: number, rounds: number, best: number, dearest: number): void;
    /** Write what a search has found of the position in a slot, where `seat` is to move. */
    take_look(judging: Layouts["judging"], finding: Layouts["finding"], slot: number, seat: number): void;
    /** Write that the game is over in a slot: `value` is above 0 where seat 1 has won, 0 for a draw; `lead` is its. */
    take_end(judging: Layouts["judging"], slot: number, value: number, lead: number): void;
    /** Judge the moves, and return the slot to look at next, -1 where nothing is left. */
    next_look(judging: Layouts["judging"]): number;
    /** Return how many positions a line of the solver may have. */
    levels_for(rules: ArrayRef): number;
    /** Make an empty space ready for a game; the last three are of `Solving`, in uint64 words what need be copied. */
    prepare_space(space: Layouts["worker"]["space"], points: boolean, look_from: number, use_lead: boolean, copied: number): void;
    /** Begin to look for the value of `space.spots[ROOT]`, where `known` positions have stood, within `most` positions. */
    begin_solving(space: Layouts["worker"]["space"], known: number, by_margin: number, guess: number, most: number, every: number): void;
    /** Go on for about so many positions; returns whether the search is over, its value found or its limit reached. */
    solve_on(space: Layouts["worker"]["space"], positions: number): boolean;
    /** Keep what lies below the nodes of a tree that have most visits, half of what its pool holds at most. */
    prune?(nodes: ArrayRef, spare: ArrayRef, scratch: ArrayRef): void;
    /** Make simulations from `states[0]` in `states[1]` until the root is proven, or the tree is full; returns how many. */
    think?(rules: ArrayRef, states: ArrayRef, words: ArrayRef, nodes: ArrayRef, scratch: ArrayRef, keys: ArrayRef, known: number, weights: Layouts["weights"], mind: Layouts["mind"], walk: {
        exploration: number;
        reduction: number;
        lead_part: number;
        lead_scale: number;
        playout_part: number;
    }, greedy: boolean, rng: ArrayRef, simulations: number): number;
}

export const ofAPoint = {
    OWNER: 0,
    GROUP: 1,
    PART: 2,
} as const;

export const answers = {
    PLAYED: 0,
    GAME_OVER: 1,
    UNKNOWN: 2,
    ILLEGAL: 3,
    REPEATED: 4,
} as const;

export const setups = {
    PLAYING: 0,
    NAMING_KOMI: 1,
    CHOOSING_SIDE: 2,
} as const;

export const endings = {
    ONGOING: 0,
    REPETITION: 4,
    PLAYOUT_CAP: 7,
} as const;

export const kinds = {
    THINK: 0,
    CHOOSE: 1,
    ANALYSE: 2,
} as const;

export const statuses = {
    GOES_ON: 0,
    GROW: 1,
    START: 2,
    GATHER: 3,
    PROBE: 4,
    DONE: 5,
} as const;

export const phases = {
    BEGIN: 0,
    NAME: 1,
    PREPARE: 2,
    LOOK: 3,
    LOOKED: 4,
    RESULT: 5,
    MARGIN: 6,
    MOVES: 7,
    SEARCH: 8,
    POINTS: 9,
    LARGER: 10,
    LARGER_MARGIN: 11,
    LARGER_MOVES: 12,
    DECIDE: 13,
    REPLY: 14,
    PROVEN: 15,
    END: 16,
} as const;

export const verdicts = {
    NO_VERDICT: 0,
    SLIP: 1,
    MISTAKE: 2,
    BLUNDER: 3,
} as const;

export const judgedBy = {
    BY_CHANCE: 0,
    BY_POINTS: 1,
} as const;

export const parts = {
    JOINS: 1,
    ENDS: 2,
} as const;

export const proofs = {
    UNPROVEN: 0,
    WON: 1,
    LOST: 2,
    DRAWN: 3,
} as const;

export const numbers = {
    DEEPEST: 1024,
    LONGEST_LINE: 40,
    PROBES: 10,
    FEWEST_TO_PROBE: 2500,
    SOLVER_SHARE: 8,
    SPARE_SHARE: 8,
    PAGE_MEGABYTES: 124,
    MOVE_BYTES: 600,
    POINTS_PER_LEAD: 0.5,
    BATCHES: 32,
    LOT_STREAM: 1048576,
    HIGHEST_LEVEL: 12,
    READ_GAMES: 400,
    READ_FEWER: 100,
    READ_SECONDS: 0.01,
    SOME_LINES: 20,
    SLOTS: 3,
    DEEPER: 4,
    AGAIN: 3,
    MOST_ROUNDS: 3,
    LISTED: 0.15,
    BLUNDER: 0.2,
    MISTAKE: 0.1,
    SLIP: 0.05,
    AS_GOOD: 0.03,
    LEAST_POINTS: 0.75,
    STANDARD_ERRORS: 1.645,
    SETTLED: 0.95,
    STILL_SETTLED: 0.9,
    SURE: 0.035,
    FAIR: 0.1,
    AT_REST: 0.03,
} as const;

export const INTERFACE = "fd884ee0428bbf65";
