"""What tells a search how good a position is: random games, or a network that answers for many positions at once."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from fieldstone.core.entries import see_many
from fieldstone.core.kernels import repetition_counts
from fieldstone.core.record import RecordArray
from fieldstone.core.rng import Rng
from fieldstone.play.game import Game
from fieldstone.play.observation import sight_of
from fieldstone.search.mcts.batched import PATHS, collect, spread
from fieldstone.search.mcts.rooted import RootedTree
from fieldstone.search.mcts.simulate import DEEPEST

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Leaves:
    """Positions that a network is to judge: games that go on.

    Attributes
    ----------
    states : (n,) records, as in `Batch.states`
    keys : (n, k) uint64: where repetition counts (V9), the keys of all positions that have stood on the table up to
        each of these, the present one last; elsewhere k is 0
    known : (n,) int64, how many they are
    """

    states: RecordArray
    keys: npt.NDArray[np.uint64]
    known: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.states)

    def first(self, count: int) -> "Leaves":
        """Return the first so many, in the same memory."""
        return Leaves(self.states[:count], self.keys[:count], self.known[:count])

    def planes(self, game: Game) -> Floats:
        """Return what the players to move see, (n, planes, rows, columns) from 0 to 1, as `sight_of` names it."""
        sight = sight_of(game)
        seen = np.empty((len(self), *sight.shape), dtype=np.float32)
        flat = seen.reshape(len(self), len(sight.planes), -1)
        see_many(game.adapter.rules, self.states, self.states["to_move"], self.keys, self.known, flat)
        return seen


# Game and positions -> for the player to move: chances of winning (n,), leads in half units (n,), and a weight for
# every action (n, actions), of which only those of legal moves are read.
Network = Callable[[Game, Leaves], tuple[Floats, Floats, Floats]]


def new_leaves(game: Game, count: int, longest: int) -> Leaves:
    """Return room for `count` positions after at most `longest` others."""
    room = longest if repetition_counts(game.adapter.rules[0]) else 0
    return Leaves(
        np.zeros(count, dtype=game.adapter.dtype),
        np.zeros((count, room), dtype=np.uint64),
        np.zeros(count, dtype=np.int64),
    )


class Evaluator(Protocol):
    """Makes simulations in a tree, `batch` at a time if so many are asked for."""

    batch: int

    def grow(self, tree: RootedTree, simulations: int, rng: Rng) -> int:
        """Make at most so many simulations; returns how many, fewer when the root is proven or a batch is not full."""
        ...


class Playouts:
    """Judges a position by one random game, inside the compiled search."""

    batch = 1

    def grow(self, tree: RootedTree, simulations: int, rng: Rng) -> int:
        """Make simulations until the root is proven; returns how many."""
        return tree.search(simulations, rng)


class Batched:
    """Judges positions by a network: many leaves are collected, answered in one call, and taken back up.

    Leaves that wait for an answer count as lost for the time being (a virtual loss), so that the walks spread; G.
    Chaslot, M. Winands, J. van den Herik, "Parallel Monte-Carlo tree search", 2008. Selection is PUCT with the
    network's weights as priors; D. Silver et al., "Mastering the game of Go without human knowledge", 2017.
    """

    def __init__(self, network: Network, batch: int = 32, exploration: float = 1.5) -> None:
        """Collect up to `batch` leaves a call. Raises ValueError unless it is from 1 to 4096."""
        if not 1 <= batch <= 4096:
            raise ValueError(f"a batch has 1 to 4096 leaves, not {batch}")
        self.network = network
        self.batch = batch
        self.exploration = float(exploration)

    def grow(self, tree: RootedTree, simulations: int, rng: Rng) -> int:
        """Make one batch of simulations, of at most `simulations`; returns how many."""
        if not tree.open:
            return 0
        size = min(self.batch, simulations)
        leaves = new_leaves(tree.game, size, tree.known + DEEPEST)
        paths = np.zeros(size, dtype=PATHS)
        made, waiting = collect(
            tree.game.adapter.rules,
            tree.states,
            tree.words,
            tree.nodes,
            tree.scratch,
            tree.keys,
            tree.known,
            leaves.states.view(np.uint64).reshape(size, -1),
            leaves.keys,
            leaves.known,
            paths,
            self.exploration,
        )
        if waiting:
            line, tree.line = tree.line, None  # a network that fails or is interrupted leaves leaves that wait for ever
            chances, leads, weights = self.network(tree.game, leaves.first(waiting))
            spread(
                tree.game.adapter.rules,
                leaves.states,
                tree.nodes,
                tree.scratch,
                paths[:waiting],
                np.asarray(chances, dtype=np.float32),
                np.asarray(leads, dtype=np.float32),
                np.asarray(weights, dtype=np.float32),
            )
            tree.line = line
        return int(made)


def uniform_network(game: Game, leaves: Leaves) -> tuple[Floats, Floats, Floats]:
    """Know nothing: every position is level and every move equally good."""
    count = len(leaves)
    return (
        np.full(count, 0.5, dtype=np.float32),
        np.zeros(count, dtype=np.float32),
        np.ones((count, game.num_actions), dtype=np.float32),
    )
