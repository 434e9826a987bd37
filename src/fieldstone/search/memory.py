"""What is kept from one search to the next."""

import time

from fieldstone.core.rng import make_rng
from fieldstone.games.tuning import Settings
from fieldstone.play.game import Game
from fieldstone.play.state import State
from fieldstone.search.limit import Cancel
from fieldstone.search.mcts.rooted import RootedTree
from fieldstone.search.ranking import MoveTable, new_move_table
from fieldstone.search.settings import USUAL_MEGABYTES, check_limits
from fieldstone.search.solver.solve import new_space, with_root
from fieldstone.search.solver.table import ENTRY, entries_in
from fieldstone.search.solver.values import Space, levels_for
from fieldstone.search.steps.state import PROBES

SOLVER_SHARE = 8  # the solver's table gets this part of the memory, or the next lower power of two
NO_TABLE = 1e-3  # megabytes, where nothing is to be solved
PAGE_MEGABYTES = 124  # of the 128 that a worker of the page may take: the rest is for its module, and for positions
MOVE_BYTES = 600  # for each move that a game has, beside the tree and the solver's stack: there may be 14,000


def page_megabytes(game: Game) -> float:
    """Return how much trees and proofs may take in a worker of the page, where the levels have as much everywhere.

    The solver's stack lies beside them, and what is told of the moves. A search elsewhere has all that as well, and a
    tenth of their memory.
    """
    stack = int(levels_for(game.adapter.rules)) * (game.adapter.dtype.itemsize + 8 * game.num_actions)
    beside = 2 * (stack + MOVE_BYTES * game.num_actions)
    return (PAGE_MEGABYTES - beside / 2**20) / (1 + 1 / PROBES)


class Memory:
    """What is kept from one search to the next: the trees, what has been proven, the state of the random numbers.

    Attributes
    ----------
    seed : what the random numbers come from
    trees : those of the last search, one a thread, with the same position at their roots
    """

    def __init__(
        self, seed: int | None = None, threads: int = 1, megabytes: float | None = USUAL_MEGABYTES, exact: bool = True
    ) -> None:
        """Keep trees for so many threads and, if `exact`, proofs of the solver, together in at most `megabytes`.

        None: in `page_megabytes`. There is always room for 16,384 nodes, in 1.7 MB a thread. Raises ValueError for what
        is not positive.
        """
        check_limits(megabytes=megabytes, threads=threads)
        self.seed = time.time_ns() if seed is None else seed
        self.threads, self.megabytes, self.exact = threads, megabytes, exact
        self.rngs = [make_rng(self.seed, stream) for stream in range(threads)]
        self.trees: list[RootedTree] = []
        self.table: MoveTable | None = None
        self._space: Space | None = None

    def trees_for(
        self, state: State, settings: Settings, keep: bool = True, stop: Cancel | None = None
    ) -> list[RootedTree]:
        """Return the trees to search in: what is left of the last ones if the game has gone on from there."""
        trees = self.trees
        if not trees or trees[0].game != state.game or trees[0].settings != settings:
            if not trees or trees[0].game != state.game:
                self.table = self._space = None
            table = entries_in(self._solver_megabytes(state.game)) * ENTRY.itemsize / 2**20 if self.exact else 0.0
            each = (self.megabytes_for(state.game) - table) / self.threads
            trees = [RootedTree(state.game, settings, each) for _ in self.rngs]
        for tree in trees:
            tree.move_to(state, keep, stop)
        self.trees = trees
        return trees

    def space_for(self, state: State) -> Space:
        """Return what the solver works on, with a position at its root."""
        if self._space is None:
            self._space = new_space(state.game, self._solver_megabytes(state.game))
        self._space = with_root(self._space, state)
        return self._space

    def megabytes_for(self, game: Game) -> float:
        """Return how much trees and proofs of a game may take."""
        return page_megabytes(game) if self.megabytes is None else self.megabytes

    def _solver_megabytes(self, game: Game) -> float:
        return self.megabytes_for(game) / SOLVER_SHARE if self.exact else NO_TABLE

    def table_for(self, game: Game) -> MoveTable:
        """Return the table of moves."""
        if self.table is None:
            self.table = new_move_table(game.num_actions)
        return self.table
