"""The state of a search: what one worker works on, and the record of where its search has come to."""

from typing import Any, NamedTuple

import numpy as np

from fieldstone.core.arrays import RULES, ArrayOf
from fieldstone.search.komi import KOMIS, Komis
from fieldstone.search.mcts.simulate import SCRATCH
from fieldstone.search.mcts.tree import BLOCK, Nodes
from fieldstone.search.ranking import TABLE, MoveTable
from fieldstone.search.solver.values import SPACE, Space

Array = Any

# What is wanted: to know a position, to choose a move, or to know all moves.
THINK, CHOOSE, ANALYSE = range(3)
# What the driver is to do: call again; grow the tree by `asked` and write to `new` how much was made; start the clock
# and the other workers; end them and `gather` what all know; search another position and `answer`; nothing any more.
GOES_ON, GROW, START, GATHER, PROBE, DONE = range(6)
# What a search is at.
BEGIN, NAME, PREPARE, LOOK, LOOKED, RESULT, MARGIN, MOVES, SEARCH, POINTS, LARGER, LARGER_MARGIN = range(12)
LARGER_MOVES, DECIDE, REPLY, PROVEN, END = range(12, 17)

LOOK_PART = 0.05  # of the limit for the search before the solver is asked, so that a stop finds more than a guess
LOOK_SECONDS = 0.2  # at most, where time is the limit
FEWEST_TO_LOOK = 32  # simulations of it at least, where simulations are the limit
SETTLED = 0.25  # of the limit, once the outcome is known and only points are looked for
DECIDED_EVERY = 256  # simulations between two looks whether a move is decided, where simulations are the limit
FIRST_CHUNK = 16  # simulations before the first look at the clock
FIRST_POSITIONS = 10  # of the solver before the first look: each may touch memory that the system has to find first
LOOK_EVERY = 0.01  # seconds of a step, about
PROBES = 10  # parts of the limits, one for each search elsewhere; mostly four to six komis are tried, twice each
FEWEST_TO_PROBE = 2500  # simulations of each search elsewhere, also on levels that make fewer for a move
FEWEST_FOR_POINTS = 2000  # simulations before a winning pass, where points are looked for
REPLY_CHANCE = 0.1  # the most a reply to a pass may promise; whoever is to move looks better off than it is
SOLVER_PART = 0.5  # of a move's time for the solver, where it has a chance
POSITIONS_A_SIMULATION = 10  # that the solver reaches in the time of one simulation, about
POSITIONS_A_SECOND = 1e6
LEAST_SECONDS = 1e-3  # for the margin, when the result took all the time
AHEAD_PART = 0.1  # of a move's time where a win may be near however empty the board is
BATCHES = 32  # into which the simulations of an analysis are cut, at most: its error is told by their differences
FIRST_BATCH = 16

_WHOLE = (
    "kind",
    "main",  # whether this is the first worker
    "compiled",  # whether playouts judge positions, which a step does itself
    "batch",  # positions that are judged at a time, at least
    "simulations",  # of a move, of all workers together; 0 where time is the limit
    "limit",  # of the search under way, likewise
    "share",  # of this one
    "exact",  # whether the solver is asked
    "hurried",  # whether a move is decided early where simulations are the limit
    "leads",  # whether margins are looked at
    "points",  # whether margins decide anything in this game
    "always",  # whether the solver is asked however empty the board is
    "exact_from",  # empty points from which on the end is worth trying
    "sees_ends",  # whether it can be seen that a game need not be played out
    "passing",  # the pass, if it is legal, or -1
    "white",  # the choice of White's side (S1)
    "stopped",  # set by the driver: somebody said so
    "over",  # set by the driver: all is known that this worker looks for
    "phase",
    "status",  # what the driver is to do
    "again",  # whether that is the second search, for points
    "decides",  # whether it ends as soon as no other move can catch up
    "greedy_first",  # whether a search for points is one from the beginning, by its settings
    "greedy",  # whether it goes on after a move is proven to win
    "made",  # simulations of it
    "total",  # simulations of earlier ones
    "target",
    "chunk",
    "asked",
    "new",
    "pending",  # whether a piece has been begun whose time is still to be counted
    "late",  # whether the solver has been asked for the margin after the search had proven the result
    "proving",  # whether the solver is at work on what the phase asks of it
    "grown",
    "count",  # moves in the table
    "positions",  # of the solver, before the next look at the clock
    "left",  # positions that it may still reach
    "listed",  # moves to solve by themselves
    "found",  # whether one of them wins
    "index",  # the next of them
    "look_at_end",  # whether the driver is to look at passes that end the game before it gathers
    "probed",  # moves that lead to the position to search
    "answered",  # whether the driver has searched it: 1; or was stopped: -1
    "answer_action",
    "answer_proven",
    "choice",  # the move to play, or -1
    "batches",
    "batch_size",
    "batch_visits",  # of the root before the present batch
)
_NUMBERS = (
    "seconds",  # of a move; infinite where only simulations are the limit
    "all_seconds",  # with those for a look at what a pass brings
    "until",  # when to stop, whatever is the limit
    "growth",  # how many times longer a position takes with one more empty point
    "settled",  # chance of winning above which a settled game is ended
    "began",
    "part",  # of the limit, for the search under way
    "before",  # when the piece under way was begun
    "searched",  # seconds
    "progress",  # 0 to 1
    "solver_end",
    "guess",  # at the margin
    "answer_chance",
    "answer_lead",
    "batch_wins",
)

# The state of a search.
RUN = np.dtype(
    (
        np.record,
        np.dtype(
            [
                *((name, np.int64) for name in _WHOLE),
                *((name, np.float64) for name in _NUMBERS),
                ("probe", np.int64, 4),  # actions
                ("batch_counts", np.int64, BATCHES),
                ("batch_sums", np.float64, BATCHES),  # what they gave to the player to move
            ],
            align=True,
        ),
    )
)


class Worker(NamedTuple):
    """What one worker works on; all but `rules` and `states[0]` is written to.

    Attributes
    ----------
    rules : (1,) rules of the game
    states, words : (2,) records, the root's and the one that simulations play in; their memory
    nodes, scratch, marks : the tree, and what `fieldstone.search.mcts.simulate` needs beside it
    keys, known : keys of the positions that have stood in the game, with room for more; (1,) how many
    rng : the random numbers
    run : (1,) of RUN
    table : what is known of the moves
    space : the solver's, with the same root
    komis : those that can be named
    """

    rules: Array
    states: Array
    words: Array
    nodes: Nodes
    scratch: Array
    marks: Array
    keys: Array
    known: Array
    rng: Array
    run: Array
    table: MoveTable
    space: Space
    komis: Komis


STATES = ArrayOf("state", (2,))
WORKER = Worker(
    rules=RULES,
    states=STATES,
    words=ArrayOf(memory_of=STATES),
    nodes=ArrayOf(BLOCK, ("blocks",)),  # type: ignore[arg-type]
    scratch=ArrayOf(SCRATCH, (1,)),
    marks=ArrayOf(np.int64, (2, "actions")),
    keys=ArrayOf(np.uint64, ("keys",)),
    known=ArrayOf(np.int64, (1,)),
    rng=ArrayOf(np.uint64, (1,)),
    run=ArrayOf(RUN, (1,)),
    table=TABLE,
    space=SPACE,
    komis=KOMIS,
)
