"""What a search of one or several workers has found, as kernels: the moves best first, chance, error, proof, lines.

A driver begins, adds one worker after the other, and ends; then lines are followed. Nothing that the search under way
goes by is changed, so all that can be done between any two of its steps.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from fieldstone.core.arrays import ArrayOf, make_arrays
from fieldstone.core.jit import jit
from fieldstone.core.mixing import int64
from fieldstone.search.error import error_of
from fieldstone.search.mcts.tree import BITS, MASK, ROOT, UNPROVEN, WON, Nodes, opposite
from fieldstone.search.ranking import (
    LONGEST_LINE,
    TABLE,
    MoveTable,
    assess,
    chance_of,
    choose_reply,
    known_child,
    proof_of,
    tally,
    weigh_replies,
)
from fieldstone.search.steps.grow import has_won
from fieldstone.search.steps.state import ANALYSE, BATCHES

Array = Any

FOUND = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("count", np.int64),  # moves in the table; the one to play first is at order[0]
                ("choice", np.int64),  # the move to play, or -1
                ("passing", np.int64),  # the pass, if it is legal, or -1
                ("proven", np.int64),  # for the player to move
                ("exact", np.int64),  # whether the margin of the first move is proven too
                ("made", np.int64),  # simulations of all workers
                ("won", np.int64),  # whether a tree has a move that is proven to win
                ("batches", np.int64),
                ("action", np.int64),  # with which the line under way begins
                ("length", np.int64),  # of that line
                ("listed", np.int64),  # moves that may come next in it
                ("looked", np.int64),  # visits before them, in all trees
                ("choices", np.int64),
                ("chance", np.float64),  # of winning of the player to move, 0 to 1
                ("error", np.float64),  # how far the truth may be from that; 0 where it is proven
                ("results", np.float64),  # what simulations gave to seat 1, 0 to 1 each, and the squares, summed up
                ("squares", np.float64),
            ],
            align=True,
        ),
    )
)


class Finding(NamedTuple):
    """What is known of a position, and what is needed to find it out. All is written to but what is proven.

    Attributes
    ----------
    table : what is known of the moves, for the player to move
    found : (1,) of FOUND
    counts, sums : (batches,) int64, float64: simulations of all workers in a part of the search, and what they gave
        together; a batch of each
    places : (workers,) int64, the node of each tree that the line under way has come to
    """

    table: MoveTable
    found: Array
    counts: Array
    sums: Array
    places: Array


FINDING = Finding(
    table=TABLE,
    found=ArrayOf(FOUND, (1,)),
    counts=ArrayOf(np.int64, ("batches",)),
    sums=ArrayOf(np.float64, ("batches",)),
    places=ArrayOf(np.int64, ("workers",)),
)


# What the solver of the first worker has found, and its lines; others are written only for moves without a proof.
SHARED = ("solution", "values", "solved", "lines", "lengths")


def new_finding(actions: int, workers: int, table: MoveTable | None = None) -> Finding:
    """Return room for what so many workers find of a position; what is SHARED is that of the first worker's table."""
    given = {} if table is None else {getattr(TABLE, name): getattr(table, name) for name in SHARED}
    made: Finding = make_arrays(FINDING, {}, given, actions=actions, batches=BATCHES, workers=workers)
    return made


@jit
def begin_finding(run: Array, finding: Finding) -> None:
    """Begin with what the first worker chose; `run` is that worker's."""
    found = finding.found[0]
    found.count, found.made, found.won, found.batches = 0, 0, 0, run[0].batches
    found.choice, found.passing, found.proven = run[0].choice, run[0].passing, UNPROVEN
    found.results, found.squares = 0.0, 0.0


@jit
def add_worker(nodes: Nodes, scratch: Array, run: Array, finding: Finding) -> None:
    """Add what one more worker knows: its tree, what its simulations gave, and their batches."""
    found, one = finding.found[0], run[0]
    add_batches(run, finding)
    found.count = tally(nodes, finding.table, int64(found.count))
    found.made += one.total + one.made
    found.results += scratch[0].results
    found.squares += scratch[0].squares
    if found.proven == UNPROVEN:
        found.proven = opposite(int64(nodes[0].proven[ROOT]))
    found.won = max(int64(found.won), int64(has_won(nodes)))


@jit
def add_batches(run: Array, finding: Finding) -> None:
    """Add the batches of one more worker, each to that of the first worker which was made at the same time.

    A value that drifts does so in each worker: what it was early in all of them is to be compared with what it was late
    in all, and not one worker with another.
    """
    found, one = finding.found[0], run[0]
    more = int(found.made > 0)  # else this is the first worker, and what is there is of an earlier position
    for batch in range(one.batches):  # all have begun together: as far as this one is in its search
        place = int(batch * (float(found.batches) / float(one.batches)))
        finding.counts[place] = more * finding.counts[place] + one.batch_counts[batch]
        finding.sums[place] = more * finding.sums[place] + one.batch_sums[batch]


@jit
def end_finding(run: Array, finding: Finding) -> None:
    """Put the moves in order, and say what the position promises; `run` is the first worker's.

    A solver's proof comes before that of a tree. Without one the position is worth what its first move is.
    """
    found, table = finding.found[0], finding.table
    count, solution = int64(found.count), table.solution[0]
    assess(table, count, run[0].leads != 0, run[0].kind == ANALYSE)
    if solution.known:
        found.proven = proof_of(int64(solution.value))
    elif found.proven == UNPROVEN and found.won:
        found.proven = WON
    found.exact = int64(solution.known and solution.by_margin)
    found.chance, found.error = chance_of(int64(found.proven)), 0.0
    if found.proven != UNPROVEN:
        return
    chance, visits = 0.5, int64(0)
    if count > 0:
        first = table.moves[table.order[0]]
        visits = int64(first.visits)
        if not math.isnan(first.chance):
            chance = first.chance
    made = max(int64(1), int64(found.made))
    mean = found.results / made
    variance = max(0.0, found.squares / made - mean * mean)
    found.chance = chance
    found.error = error_of(chance, visits, variance, finding.counts, finding.sums, int64(found.batches))


# Lines -----------------------------------------------------------------------------------------


@jit
def begin_line(finding: Finding, place: int) -> bool:
    """Begin the line that is expected after a move, in `table.lines`; returns whether the trees are to go on with it.

    How long it is stands in `found.length`. The trees do not go on where a solver has a line, nor after a move that was
    not visited.
    """
    found, table = finding.found[0], finding.table
    move, solution = table.moves[place], table.solution[0]
    action = int64(move.action)
    best = action == solution.best and solution.length > 0
    found.action, found.length = action, 1
    if solution.known and (table.solved[action] or best):
        found.length = min(int64(table.lengths[action]), LONGEST_LINE)
        return False
    table.lines[action, 0] = action
    found.listed, found.looked, found.choices = 0, 0, 0
    for worker in range(len(finding.places)):
        finding.places[worker] = ROOT
    return move.visits > 0


@jit
def weigh_ply(nodes: Nodes, finding: Finding, worker: int) -> None:
    """Go on to the position that the line has come to, in the tree of one worker, and weigh the replies there."""
    found, table = finding.found[0], finding.table
    index = int64(finding.places[worker])
    if index >= 0:
        index = known_child(nodes, index, int64(table.lines[found.action, found.length - 1]))
    finding.places[worker] = index
    if index < 0:
        return
    block, place = nodes[index >> BITS], index & MASK
    found.listed = weigh_replies(nodes, index, table, int64(found.listed))
    found.looked += block.visits[place]
    found.choices = max(int64(found.choices), int64(block.children[place]))


@jit
def end_ply(finding: Finding) -> bool:
    """Add the reply that all workers together expect; returns whether the line may go on."""
    found, table = finding.found[0], finding.table
    reply = choose_reply(table, int64(found.listed), int64(found.looked), int64(found.choices))
    found.listed, found.looked, found.choices = 0, 0, 0
    if reply < 0:
        return False
    table.lines[found.action, found.length] = reply
    found.length += 1
    return found.length < LONGEST_LINE


@jit
def follow_line(nodes: Nodes, finding: Finding, place: int) -> None:
    """Write the line that is expected after a move, `found.length` moves, where there is one worker."""
    more = begin_line(finding, place)
    while more:
        weigh_ply(nodes, finding, 0)
        more = end_ply(finding)
