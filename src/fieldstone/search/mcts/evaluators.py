"""What tells a search how good a position is: random games, or a network that answers for many positions at once."""

from collections.abc import Callable
from typing import Protocol

import numpy as np
import numpy.typing as npt

from fieldstone.core.record import RecordArray
from fieldstone.core.rng import Rng
from fieldstone.play.game import Game
from fieldstone.search.mcts.batched import PATHS, collect, spread
from fieldstone.search.mcts.rooted import RootedTree

Floats = npt.NDArray[np.float32]
# Game and (n,) records of positions that go on -> for the player to move: chances of winning (n,), leads in half units
# (n,), and a weight for every action (n, actions), of which only those of legal moves are read.
Network = Callable[[Game, RecordArray], tuple[Floats, Floats, Floats]]


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
        leaves = np.zeros(size, dtype=tree.game.adapter.dtype)
        paths = np.zeros(size, dtype=PATHS)
        made, waiting = collect(
            tree.game.adapter.rules,
            tree.states,
            tree.words,
            tree.nodes,
            tree.scratch,
            tree.keys,
            tree.known,
            leaves.view(np.uint64).reshape(size, -1),
            paths,
            self.exploration,
        )
        if waiting:
            line, tree.line = tree.line, None  # a network that fails or is interrupted leaves leaves that wait for ever
            chances, leads, weights = self.network(tree.game, leaves[:waiting])
            spread(
                tree.game.adapter.rules,
                leaves,
                tree.nodes,
                tree.scratch,
                paths[:waiting],
                np.asarray(chances, dtype=np.float32),
                np.asarray(leads, dtype=np.float32),
                np.asarray(weights, dtype=np.float32),
            )
            tree.line = line
        return int(made)


def uniform_network(game: Game, states: RecordArray) -> tuple[Floats, Floats, Floats]:
    """Know nothing: every position is level and every move equally good."""
    count = len(states)
    return (
        np.full(count, 0.5, dtype=np.float32),
        np.zeros(count, dtype=np.float32),
        np.ones((count, game.num_actions), dtype=np.float32),
    )
