"""What a game's module exports: each entry is a kernel with the layout of its arguments."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from fieldstone.core import entries, positions, telling
from fieldstone.core.arrays import RULES, ArrayOf, Layout
from fieldstone.core.kernels import list_inputs, repetition_detail
from fieldstone.games.tuning import Settings
from fieldstone.search import finding, judging, lot, ranking, reading
from fieldstone.search.finding import FINDING
from fieldstone.search.judging import JUDGING
from fieldstone.search.mcts import simulate, tree
from fieldstone.search.net import judge, prune, think
from fieldstone.search.reading import READING
from fieldstone.search.solver import values
from fieldstone.search.steps.decide import decide_step
from fieldstone.search.steps.grow import search_step
from fieldstone.search.steps.prove import prove_step
from fieldstone.search.steps.state import STATES, WORKER


@dataclass(frozen=True)
class Scalar:
    """A number that an entry takes, and how TypeScript calls its type."""

    example: int | float | bool
    called: str


WHOLE, NUMBER, TRUTH = Scalar(1, "number"), Scalar(1.0, "number"), Scalar(True, "boolean")
SETTINGS = Settings()  # floats in groups, each an argument of its own

ACTIONS = ArrayOf(np.int64, ("actions",))
OPTIONS = ArrayOf(np.int64, ("options",))
CODES = ArrayOf(np.int8, ("points",))
STANDINGS = ArrayOf(np.int8, (2, "points"))  # what stands on two boards
MASKS = ArrayOf(np.bool_, ("rows", "actions"))
KEYS = ArrayOf(np.uint64, ("keys",))
MARGINS = ArrayOf(np.int64, ("rows",))
KEY_ROWS = ArrayOf(np.uint64, ("rows", "keys"))
COUNTS = ArrayOf(np.int64, ("rows",))
COLOURS = ArrayOf(np.int8, ("rows",))
PLANES = ArrayOf(np.float32, ("rows", "planes", "cells"))
SUMS = ArrayOf(np.float64, (2, 4))
# What is told of a position: `room` rows or entries (`fieldstone.core.telling.room`), and the columns of the groups.
DETAILS = ArrayOf(np.int64, (positions.DETAILS,))
EFFECTS = ArrayOf(np.int64, ("room", 3))
NUMBERS = ArrayOf(np.int64, ("room",))
VALUES = ArrayOf(np.float64, (2, "room"))
LENGTHS = ArrayOf(np.int64, (2,))
PARTS = ArrayOf(np.int64, ("points", 3))
GROUPS = ArrayOf(np.int64, ("room", "columns"))
NET, WALK = (judge.WEIGHTS, judge.MIND), think.Walk()
WORDS, NODES, RNG, SPACE, TABLE = WORKER.words, WORKER.nodes, WORKER.rng, WORKER.space, WORKER.table


@dataclass(frozen=True)
class Entry:
    """A kernel that a module exports, and the layouts of its arguments, in their order.

    Where it `needs` a generic kernel, only games that have a body of that get it.
    """

    kernel: Callable[..., Any]
    arguments: tuple[Layout, ...]
    needs: Callable[..., Any] | None = None


ENTRIES: dict[str, Entry] = {
    entry.kernel.__name__: entry
    for entry in (
        # A game.
        Entry(entries.make_rules, (RULES, OPTIONS)),
        Entry(entries.start_states, (RULES, STATES)),
        Entry(entries.set_up, (RULES, STATES, CODES, WHOLE, DETAILS, NUMBERS)),
        Entry(entries.details_of, (RULES, STATES, DETAILS)),
        Entry(entries.endings_of, (RULES, STATES, NUMBERS)),
        Entry(entries.winner_of, (RULES, STATES, WHOLE)),
        Entry(entries.advance, (RULES, STATES, KEYS, WHOLE, WHOLE)),
        Entry(entries.replay, (RULES, STATES, KEYS, ACTIONS)),
        Entry(entries.has_repeated, (RULES, STATES, KEYS, ACTIONS, STANDINGS), repetition_detail),
        Entry(entries.list_legal, (RULES, STATES, ACTIONS, ACTIONS)),
        Entry(entries.fill_masks, (RULES, STATES, MASKS, WHOLE, WHOLE)),
        Entry(entries.margin_of, (RULES, STATES)),
        Entry(entries.see_many, (RULES, STATES, COLOURS, KEY_ROWS, COUNTS, PLANES)),
        Entry(entries.count_turns, (RULES, STATES, WORDS, KEYS, WHOLE, WHOLE, WHOLE, WHOLE)),
        Entry(entries.sample_playouts, (RULES, STATES, WORDS, RNG, WHOLE)),
        # What people are told of a position.
        Entry(telling.room, (WHOLE,)),
        Entry(entries.codes_of, (RULES, STATES, CODES)),
        Entry(entries.list_effects, (RULES, STATES, STATES, WHOLE, EFFECTS)),
        Entry(entries.reason_of, (RULES, STATES, WHOLE, NUMBERS)),
        Entry(entries.turn_reason_of, (RULES, STATES, NUMBERS)),
        Entry(entries.scores_of, (RULES, STATES, VALUES, LENGTHS)),
        Entry(entries.parts_of, (RULES, STATES, PARTS, GROUPS, NUMBERS, SUMS)),
        Entry(entries.duty_of, (RULES, STATES, NUMBERS)),
        Entry(entries.score_tells_of, (RULES, STATES)),
        Entry(entries.turn_open_of, (RULES, STATES)),
        Entry(entries.stones_left_of, (RULES, STATES)),
        # A search, and the tree that it keeps.
        Entry(search_step, (WORKER, SETTINGS, NUMBER)),
        Entry(prove_step, (WORKER, SETTINGS, NUMBER)),
        Entry(decide_step, (WORKER, SETTINGS, NUMBER)),
        Entry(tree.plant, (NODES, WORKER.scratch, WHOLE)),
        Entry(tree.find_child, (NODES, WHOLE, WHOLE)),
        Entry(tree.begin_cut, (NODES, NODES, WHOLE)),
        Entry(tree.copy_subtree, (NODES, NODES, WHOLE, WHOLE, WHOLE, WHOLE)),
        Entry(tree.end_cut, (NODES, WORKER.scratch, WHOLE, WHOLE)),
        Entry(tree.reopen, (NODES,)),
        Entry(simulate.look_at_end, (RULES, STATES, WORDS, NODES, WORKER.scratch, TRUTH)),
        Entry(ranking.tally, (NODES, TABLE, WHOLE)),
        # What is known in the end.
        Entry(finding.begin_finding, (WORKER.run, FINDING)),
        Entry(finding.add_worker, (NODES, WORKER.scratch, WORKER.run, FINDING)),
        Entry(finding.end_finding, (WORKER.run, FINDING)),
        Entry(finding.follow_line, (NODES, FINDING, WHOLE)),
        Entry(lot.draw, (FINDING, NUMBER, NUMBER, NUMBER, RNG)),
        Entry(reading.begin_reading, (READING, WHOLE)),
        Entry(reading.read_on, (RULES, NODES, READING, WHOLE, WHOLE)),
        Entry(reading.end_reading, (READING,)),
        # What the moves of a game were worth.
        Entry(judging.count_look, (JUDGING, WHOLE, WHOLE, WHOLE, WHOLE)),
        Entry(judging.take_look, (JUDGING, FINDING, WHOLE, WHOLE)),
        Entry(judging.take_end, (JUDGING, WHOLE, WHOLE, NUMBER)),
        Entry(judging.next_look, (JUDGING,)),
        # The exact solver.
        Entry(values.levels_for, (RULES,)),
        Entry(values.prepare_space, (SPACE, TRUTH, WHOLE, TRUTH, WHOLE)),
        Entry(values.begin_solving, (SPACE, WHOLE, WHOLE, NUMBER, WHOLE, WHOLE)),
        Entry(values.solve_on, (SPACE, WHOLE)),
        # A search by a network.
        Entry(prune.prune, (NODES, NODES, WORKER.scratch), list_inputs),
        Entry(
            think.think,
            (RULES, STATES, WORDS, NODES, WORKER.scratch, KEYS, WHOLE, *NET, WALK, TRUTH, RNG, WHOLE),
            list_inputs,
        ),
    )
}

# Those that stand in a module of their own, which a page loads together with the weights of a network.
BY_NETWORK = frozenset(("prune", "think"))

# Those that work so long that their speed counts; what none of them calls is made small.
FAST = frozenset(("sample_playouts", "search_step", "prove_step", "copy_subtree", "solve_on", "think", "prune"))
# Those of them whose loops are long enough to be worth doing several steps at a time wherever that can be done.
WIDE = frozenset(("think",))
