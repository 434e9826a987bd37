"""What a native library has beside the entries that a page calls: kernels that Python alone has a use for.

With those of `fieldstone.targets.table` they are all that Python calls while people play, programs ask and searches go
on, so that nothing is left to compile. Some take arrays of one type or another; each form is an entry of its own.
"""

import numpy as np

from fieldstone.core import entries, rng, stepping
from fieldstone.core.arrays import RULES, ArrayOf
from fieldstone.core.kernels import list_inputs
from fieldstone.search import finding
from fieldstone.search.finding import FINDING
from fieldstone.search.mcts import batched, simulate
from fieldstone.search.net import judge, lessons
from fieldstone.search.solver import values
from fieldstone.search.steps.state import STATES, WORKER
from fieldstone.targets.table import (
    ACTIONS,
    COUNTS,
    ENTRIES,
    KEY_ROWS,
    KEYS,
    MARGINS,
    MASKS,
    NET,
    NODES,
    NUMBER,
    PLANES,
    RNG,
    SETTINGS,
    WALK,
    WHOLE,
    WORDS,
    Entry,
)

SCRATCH = WORKER.scratch
PATHS = ArrayOf(batched.PATHS, ("leaves",))
LEAF_WORDS = ArrayOf(np.uint64, ("leaves", "words"))
JUDGED = ArrayOf(np.float32, ("leaves",))
WEIGHTS = ArrayOf(np.float32, ("leaves", "actions"))
TERMS = ArrayOf(stepping.TERMS, (1,))
REPORTS = ArrayOf(stepping.REPORT, ("rows",))
RNGS = ArrayOf(np.uint64, ("rows", 1))
WHICH = ArrayOf(np.bool_, ("rows",))
CODE_ROWS = ArrayOf(np.int8, ("rows", "points"))
VALUES = ArrayOf(np.float64, ("rows", 2))
MOVES, OWNERS = ArrayOf(np.float32, ("rows", "actions")), ArrayOf(np.float32, ("rows", "points"))
PLAN = ArrayOf(lessons.PLAN, (1,))
TREE = (RULES, STATES, WORDS, NODES, SCRATCH)
GAMES = (RULES, TERMS, STATES, WORDS, WORDS, KEY_ROWS, RNGS)

PYTHON_ENTRIES: dict[str, Entry] = {
    **ENTRIES,
    # Batches of games.
    "find_refusal": Entry(entries.find_refusal, (RULES, STATES, ACTIONS, WHOLE, WHOLE)),
    "play_many": Entry(entries.play_many, (RULES, STATES, KEY_ROWS, ACTIONS, WHOLE, WHOLE)),
    "draw_many": Entry(entries.draw_many, (RULES, STATES, ACTIONS, RNG, WHOLE, WHOLE)),
    "play_out_many": Entry(entries.play_out_many, (RULES, STATES, RNG, WHOLE, WHOLE)),
    "sample_margins": Entry(entries.sample_margins, (RULES, STATES, WORDS, RNG, MARGINS)),
    "random_below": Entry(rng.random_below, (RNG, WHOLE)),
    # Vector environments: what stands on the points, or planes.
    "longest_playout": Entry(stepping.longest_playout, (RULES,)),
    "reset_codes": Entry(stepping.reset_many, (*GAMES, WHICH, CODE_ROWS, MASKS, REPORTS, WHOLE, WHOLE)),
    "reset_planes": Entry(stepping.reset_many, (*GAMES, WHICH, PLANES, MASKS, REPORTS, WHOLE, WHOLE)),
    "find_unplayable": Entry(stepping.find_unplayable, (RULES, STATES, ACTIONS, REPORTS, WHOLE, WHOLE)),
    "step_codes": Entry(stepping.step_many, (*GAMES, ACTIONS, CODE_ROWS, CODE_ROWS, MASKS, REPORTS, WHOLE, WHOLE)),
    "step_planes": Entry(stepping.step_many, (*GAMES, ACTIONS, PLANES, PLANES, MASKS, REPORTS, WHOLE, WHOLE)),
    "draw_each": Entry(stepping.draw_each, (RULES, STATES, RNGS, REPORTS, ACTIONS, WHOLE, WHOLE)),
    # Searches without steps, with networks, and with several trees.
    "search": Entry(simulate.search, (*TREE, KEYS, WHOLE, WORKER.marks, RNG, SETTINGS, WHOLE)),
    "collect": Entry(batched.collect, (*TREE, KEYS, WHOLE, LEAF_WORDS, KEY_ROWS, COUNTS, PATHS, NUMBER)),
    "spread": Entry(batched.spread, (RULES, STATES, NODES, SCRATCH, PATHS, JUDGED, JUDGED, WEIGHTS)),
    "begin_line": Entry(finding.begin_line, (FINDING, WHOLE)),
    "weigh_ply": Entry(finding.weigh_ply, (NODES, FINDING, WHOLE)),
    "end_ply": Entry(finding.end_ply, (FINDING,)),
    "best_move": Entry(values.best_move, (WORKER.space,)),
    # Networks that are a part of the search.
    "judge_many": Entry(judge.judge_many, (RULES, STATES, KEY_ROWS, COUNTS, *NET, VALUES, MOVES, OWNERS), list_inputs),
    "play_lesson": Entry(
        lessons.play_lesson,
        (*TREE, KEYS, WORKER.marks, RNG, SETTINGS, *NET, WALK, PLAN, lessons.LESSON),
        list_inputs,
    ),
    "solve_lesson": Entry(lessons.solve_lesson, (WORKER.space, PLAN, lessons.LESSON, WHOLE, KEYS, WHOLE), list_inputs),
}
