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
from fieldstone.search.solver.solve import Space, new_space, with_root

SOLVER_SHARE = 8  # the solver's table gets this part of the memory


class Memory:
    """What is kept from one search to the next: the trees, what has been proven, the state of the random numbers.

    Attributes
    ----------
    seed : what the random numbers come from
    trees : those of the last search, one a thread, with the same position at their roots
    """

    def __init__(
        self, seed: int | None = None, threads: int = 1, megabytes: float = USUAL_MEGABYTES, exact: bool = True
    ) -> None:
        """Keep trees for so many threads and, if `exact`, proofs of the solver, together in at most `megabytes`.

        There is always room for 16,384 nodes, in 1.7 MB a thread. Raises ValueError for what is not positive.
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
            part = 1.0 - 1.0 / SOLVER_SHARE if self.exact else 1.0
            trees = [RootedTree(state.game, settings, part * self.megabytes / self.threads) for _ in self.rngs]
        for tree in trees:
            tree.move_to(state, keep, stop)
        self.trees = trees
        return trees

    def space_for(self, state: State) -> Space:
        """Return what the solver works on, with a position at its root."""
        if self._space is None:
            self._space = new_space(state.game, self.megabytes / SOLVER_SHARE if self.exact else 1e-3)
        self._space = with_root(self._space, state)
        return self._space

    def table_for(self, game: Game) -> MoveTable:
        """Return the table of moves."""
        if self.table is None:
            self.table = new_move_table(game.num_actions)
        return self.table
