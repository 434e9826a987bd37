"""What a position is expected to come to, from games that follow the trees of a search to their ends, in steps."""

from typing import Any, NamedTuple

import numpy as np

from fieldstone.core.arrays import ArrayOf
from fieldstone.core.jit import jit
from fieldstone.core.mixing import int64
from fieldstone.core.rng import Rng
from fieldstone.search.mcts.owners import sample_owners
from fieldstone.search.mcts.tree import Nodes

Array = Any

GAMES = 400  # finished games behind what is expected, once an analysis is complete
FEWER = 100  # the same, while it goes on
AT_ONCE = 20  # games of a step, some milliseconds
OWNER_SECONDS = 0.01  # for them, where somebody waits for the answer to a stop: on large boards they are fewer then
SOME_LINES = 20  # of the best moves, in intermediate results and after a stop

PLAYED = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("games", np.int64),  # asked for
                ("played", np.int64),
                ("share", np.int64),  # games of the round under way, of each tree
            ],
            align=True,
        ),
    )
)


class Reading(NamedTuple):
    """What some games look like at their ends. All but `states[0]`, the position, is written to.

    Attributes
    ----------
    states, words : (2,) records, the position and the one that games are played in; their memory
    rng : the random numbers
    owners : (points,) float64, who owns each point, from -1 (White) to 1 (Black): sums, at the end means
    sums : (2, 4) float64, what the score is made of (`add_score_parts`), likewise
    played : (1,) of PLAYED
    """

    states: Array
    words: Array
    rng: Rng
    owners: Array
    sums: Array
    played: Array


_STATES = ArrayOf("state", (2,))
READING = Reading(
    states=_STATES,
    words=ArrayOf(memory_of=_STATES),
    rng=ArrayOf(np.uint64, (1,)),  # type: ignore[arg-type]
    owners=ArrayOf(np.float64, ("points",)),
    sums=ArrayOf(np.float64, (2, 4)),
    played=ArrayOf(PLAYED, (1,)),
)


@jit
def begin_reading(reading: Reading, games: int) -> None:
    """Begin with no games played of so many."""
    played = reading.played[0]
    played.games, played.played = games, 0
    for point in range(len(reading.owners)):
        reading.owners[point] = 0.0
    for colour in range(2):
        for part in range(4):
            reading.sums[colour, part] = 0.0


@jit
def read_on(rules: Array, nodes: Nodes, reading: Reading, tree: int, trees: int) -> bool:
    """Play some games through the tree with this number, of so many; returns whether that was the last of all.

    Trees take turns, and all of them play as many games in a round.
    """
    played = reading.played[0]
    if tree == 0:
        left = int64(played.games - played.played)
        played.share = max(int64(1), min(int64(AT_ONCE), (left + trees - 1) // trees))
    sample_owners(
        rules, reading.states, reading.words, nodes, reading.rng, int64(played.share), reading.owners, reading.sums
    )
    if tree < trees - 1:
        return False
    played.played += played.share * trees
    return played.played >= played.games


@jit
def end_reading(reading: Reading) -> None:
    """Make means of the sums, after at least one game."""
    games = float(reading.played[0].played)
    for point in range(len(reading.owners)):
        reading.owners[point] /= games
    for colour in range(2):
        for part in range(4):
            reading.sums[colour, part] /= games
