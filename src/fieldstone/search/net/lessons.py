"""Games from which a network learns, each in one compiled call, and exact values for what stands late in them."""

import math
from typing import Any, NamedTuple

import numpy as np

from fieldstone.core.arrays import ArrayOf
from fieldstone.core.entries import play_with_history
from fieldstone.core.jit import jit
from fieldstone.core.kernels import Record, Rules, add_owners, list_inputs, margin, random_action, start
from fieldstone.core.maths import log
from fieldstone.core.mixing import int64
from fieldstone.core.record import ONGOING, copy_words
from fieldstone.core.rng import Rng, random_below
from fieldstone.games.tuning import Settings
from fieldstone.search.mcts import simulate as playouts
from fieldstone.search.mcts.simulate import add_children, result_for_first, seat_to_move
from fieldstone.search.mcts.tree import BITS, LOST, MASK, ROOT, UNPROVEN, WON, Nodes, plant
from fieldstone.search.net.judge import Mind, Weights, judge_moves, see
from fieldstone.search.net.think import Walk, set_priors, simulate
from fieldstone.search.solver.values import ROOT as SOLVER_ROOT
from fieldstone.search.solver.values import Space, begin_solving, solve_on

Array = Any
FINE = 1 << 24  # random numbers from 0 to 1 are so fine

# How games are played.
PLAN = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("taught", np.int64),  # whether playouts judge positions, and not the network
                ("full", np.int64),  # simulations of a move from which moves are learned
                ("quick", np.int64),  # and of the others
                ("share", np.float64),  # of the former among all
                ("opening", np.int64),  # random moves that a game begins with, at most
                ("drawn", np.int64),  # moves after that which are drawn by their visits
                ("noise", np.float64),  # of priors at the root of full searches, how much is chance
                ("solved_from", np.int64),  # empty points from which on positions are solved
                ("most", np.int64),  # positions that the solver may look at, each time
            ],
            align=True,
        ),
    )
)

# What is known of a position that was played, in the place of the player to move.
FACT = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("chance", np.float32),  # after the search
                ("result", np.float32),  # 1 for a win, 0.5, 0
                ("lead", np.float32),  # in the end, in half units
                ("full", np.int8),  # whether moves are to be learned from it
                ("exact", np.int8),  # whether result and lead are proven
                ("seat", np.int8),  # who was to move
                ("colour", np.int8),
                ("empty", np.int32),
            ],
            align=True,
        ),
    )
)


class Lesson(NamedTuple):
    """A game, row by row, as far as a search has looked at it; all of it is written to.

    Attributes
    ----------
    words : the memory of the positions
    seen : (rows, inputs) uint8, what the network saw
    visits : (rows, actions) uint16, of legal moves, and one more; 0 of others
    facts : (rows,) of FACT
    owners : (points,) float64, who owned the points in the end: 1 Black, -1 White
    """

    words: Array
    seen: Array
    visits: Array
    facts: Array
    owners: Array


LESSON_STATES = ArrayOf("state", ("rows",))
LESSON = Lesson(
    ArrayOf(memory_of=LESSON_STATES),
    ArrayOf(np.uint8, ("rows", "inputs")),
    ArrayOf(np.uint16, ("rows", "actions")),
    ArrayOf(FACT, ("rows",)),
    ArrayOf(np.float64, ("points",)),
)


@jit
def add_noise(nodes: Nodes, part: float, rng: Rng) -> None:
    """Mix the priors of the root's moves with chance: all ways to share out 1 among them are equally likely."""
    first, count = nodes[0].first[ROOT], int(nodes[0].children[ROOT])
    below, low = nodes[first >> BITS], first & MASK
    total = 0.0
    for child in range(low, low + count):
        drawn = -log((random_below(rng, FINE) + 1.0) / FINE)
        below.amaf_value[child] = drawn  # of no other use in a search by a network
        total += drawn
    for child in range(low, low + count):
        noise = float(below.amaf_value[child]) / max(total, 1e-9)
        below.prior[child] = (1.0 - part) * float(below.prior[child]) + part * noise
        below.amaf_value[child] = 0.0


@jit
def search_by_net(
    rules: Rules,
    states: Array,
    words: Array,
    nodes: Nodes,
    scratch: Array,
    keys: Array,
    known: int,
    rng: Rng,
    weights: Weights,
    mind: Mind,
    walk: Walk,
    noise: float,
    simulations: int,
) -> None:
    """Search `states[0]` from nothing, with noise at the root where it is wanted."""
    if noise > 0.0 and add_children(rules, states[0], nodes, scratch[0], ROOT):
        see(rules, states[0], keys, known, weights, mind)
        judge_moves(weights, mind)
        set_priors(nodes, ROOT, mind.moves)
        add_noise(nodes, noise, rng)
    for _ in range(simulations):
        if nodes[ROOT].proven[ROOT] != UNPROVEN:
            return
        copy_words(words[1], words[0])
        simulate(rules, states[1], nodes, scratch[0], keys, known, weights, mind, walk, False, rng)


@jit
def search_by_playouts(
    rules: Rules,
    states: Array,
    words: Array,
    nodes: Nodes,
    scratch: Array,
    keys: Array,
    known: int,
    marks: Array,
    rng: Rng,
    settings: Settings,
    simulations: int,
) -> None:
    """Search `states[0]` from nothing as the computer does without a network."""
    for _ in range(simulations):
        if nodes[ROOT].proven[ROOT] != UNPROVEN:
            return
        copy_words(words[1], words[0])
        playouts.simulate(rules, states[1], nodes, scratch[0], keys, known, marks, rng, settings)


@jit
def pick(nodes: Nodes, drawn: bool, rng: Rng) -> int:
    """Return a move of the root: one that is proven to win, or the most visited, or one drawn by the visits."""
    first, count = nodes[0].first[ROOT], int(nodes[0].children[ROOT])
    below, low = nodes[first >> BITS], first & MASK
    best, most, total = low, -1, 0
    for child in range(low, low + count):
        if below.proven[child] == WON:
            return int(below.action[child])
        visits = int(below.visits[child]) if below.proven[child] != LOST else 0
        total += visits
        if visits > most:
            best, most = child, visits
    if drawn and total > 0:
        left = random_below(rng, total)
        for child in range(low, low + count):
            left -= int(below.visits[child]) if below.proven[child] != LOST else 0
            if left < 0:
                return int(below.action[child])
    return int(below.action[best])


@jit
def note(state: Record, words: Array, nodes: Nodes, lesson: Lesson, row: int, full: bool) -> None:
    """Write what a search has found at the root to a row."""
    copy_words(lesson.words[row], words)
    seen, visits, fact = lesson.seen[row], lesson.visits[row], lesson.facts[row]
    for place in range(seen.size):
        seen[place] = 0
    for action in range(visits.size):
        visits[action] = 0
    first, count = nodes[0].first[ROOT], int(nodes[0].children[ROOT])
    below, low = nodes[first >> BITS], first & MASK
    for child in range(low, low + count):
        visits[below.action[child]] = min(int(below.visits[child]) + 1, 65535)
    fact.chance = 1.0 - nodes[0].wins[ROOT] / max(1, int(nodes[0].visits[ROOT]))
    fact.full = int(full and nodes[0].proven[ROOT] == UNPROVEN)
    fact.seat, fact.colour, fact.exact = seat_to_move(state), state.to_move, 0
    fact.empty = state.empty_count


@jit
def play_lesson(
    rules: Array,
    states: Array,
    words: Array,
    nodes: Nodes,
    scratch: Array,
    keys: Array,
    marks: Array,
    rng: Rng,
    settings: Settings,
    weights: Weights,
    mind: Mind,
    walk: Walk,
    plan: Array,
    lesson: Lesson,
) -> int:
    """Play one game as `plan`, (1,) of PLAN, says, and write it to `lesson`; returns its rows.

    The results in the rows are those of the game as it was played; `solve_lesson` makes better ones of them.
    """
    how, rules0, state = plan[0], rules[0], states[0]
    for place in range(words.shape[1]):
        words[0, place] = 0
    start(rules0, state)
    known, rows = 1, 0
    for _ in range(random_below(rng, int64(how.opening) + 1)):
        if state.over == ONGOING:
            play_with_history(rules0, state, keys, known, random_action(rules0, state, rng))
            known += 1
    while state.over == ONGOING and rows < lesson.facts.size:
        full = random_below(rng, FINE) < how.share * FINE
        simulations = int64(how.full if full else how.quick)
        plant(nodes, scratch, seat_to_move(state))
        if how.taught:
            search_by_playouts(rules0, states, words, nodes, scratch, keys, known, marks, rng, settings, simulations)
        else:
            noise = float(how.noise) if full else 0.0
            search_by_net(
                rules0, states, words, nodes, scratch, keys, known, rng, weights, mind, walk, noise, simulations
            )
        note(state, words[0], nodes, lesson, rows, full)
        for place in range(list_inputs(rules0, state, keys, known, mind.inputs)):
            lesson.seen[rows, mind.inputs[place]] = 1
        action = pick(nodes, rows < how.drawn, rng)
        play_with_history(rules0, state, keys, known, action)
        known, rows = known + 1, rows + 1
    for point in range(lesson.owners.size):
        lesson.owners[point] = 0.0
    add_owners(rules0, state, lesson.owners)
    result, lead = result_for_first(state), float(margin(rules0, state))
    lead = lead if state.exchanged == 0 else -lead
    for row in range(rows):
        first = lesson.facts[row].seat == 1
        lesson.facts[row].result = result if first else 1.0 - result
        lesson.facts[row].lead = lead if first else -lead
    return rows


@jit
def solve_lesson(space: Space, plan: Array, lesson: Lesson, rows: int, keys: Array, known: int) -> int:
    """Solve the positions of a game from its end on, as far as the plan goes; returns how many were.

    `keys[:known]` are those of the positions that stood in it (V9), of which `space` has room for as many. What stands
    before a position that is solved has its value as its result: later errors do not count.
    """
    found, result, lead = 0, -1.0, 0.0  # of seat 1
    points = int64(space.solving[0].points)
    for past in range(known):
        space.proof.keys[past] = keys[past]
    for row in range(rows - 1, -1, -1):
        fact = lesson.facts[row]
        first = fact.seat == 1
        if fact.empty <= plan[0].solved_from:
            copy_words(space.spot_words[SOLVER_ROOT], lesson.words[row])
            stood = int64(known - rows + row)
            begin_solving(space, stood, points, math.nan, int64(plan[0].most), int64(0))
            while not solve_on(space, int64(1 << 20)):
                pass
            for past in range(stood, known):  # the solver has played on from there
                space.proof.keys[past] = keys[past]
            solving = space.solving[0]
            if solving.low == solving.high:
                value = float(solving.low if first else -solving.low)
                result = 1.0 if value > 0 else 0.0 if value < 0 else 0.5
                lead = value if points else 0.0
                fact.exact, found = 1, found + 1
        if result >= 0.0:
            fact.result = result if first else 1.0 - result
            fact.lead = lead if first else -lead
    return found
