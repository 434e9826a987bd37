"""A tree with a position at its root, and all that a search works on. One thread searches in it at a time."""

from collections.abc import Callable

import numpy as np

from fieldstone.core.rng import Rng
from fieldstone.games.tuning import Settings
from fieldstone.play.game import Game
from fieldstone.play.ruleset import Move
from fieldstone.play.state import State
from fieldstone.search.mcts.simulate import DEEPEST, SCRATCH, look_at_end, search
from fieldstone.search.mcts.tree import (
    BLOCK,
    PLACES,
    ROOT,
    UNPROVEN,
    Nodes,
    begin_cut,
    column,
    copy_subtree,
    end_cut,
    find_child,
    new_tree,
    plant,
    reopen,
)

COPIED_AT_ONCE = 100_000  # nodes, some milliseconds: then it is looked whether to stop
SPARE_SHARE = 8  # this part of a tree's memory is for cutting it between moves, with what the tree leaves of the rest


class RootedTree:
    """The tree of one game, which is kept from move to move.

    Attributes
    ----------
    nodes : the pool of nodes; the root is the first one
    spare : blocks that no search grows into, behind those
    states : (2,) records: the root's position, and the one that a simulation plays in
    greedy : whether the search goes on after a move is proven to win, as another may win by more
    """

    def __init__(self, game: Game, settings: Settings, megabytes: float) -> None:
        """Make an empty tree that takes at most `megabytes`, but at least 1.7 of them."""
        self.game = game
        self.settings = settings
        self.greedy = settings.ending.greedy > 0
        sparse = (
            settings.amaf.equivalence == 0
        )  # AMAF writes to most nodes that there are, plain UCT to one of a family
        blocks = max(2, int(megabytes * 2**20) // BLOCK.itemsize)
        self._pool = new_tree(blocks, sparse)  # zeros that nobody has written to take no memory
        most = blocks - max(1, blocks // SPARE_SHARE)
        self.nodes, self.spare = self._pool[:most], self._pool[most:]
        self.scratch = np.zeros(1, dtype=SCRATCH)
        self.marks = np.zeros((2, game.num_actions), dtype=np.int64)
        self.states = np.zeros(2, dtype=game.adapter.dtype)
        self.words = self.states.view(np.uint64).reshape(2, -1)
        self.keys = np.zeros(1, dtype=np.uint64)
        self.start = b""
        self.known = 0
        self.line: tuple[Move, ...] | None = None  # the game up to the root; None while that is unknown

    @property
    def spread(self) -> tuple[float, float]:
        """The sums, since the last `move_to`, of what simulations gave to seat 1, 0 to 1 each, and of the squares."""
        return float(self.scratch["results"][0]), float(self.scratch["squares"][0])

    @property
    def open(self) -> bool:
        """Whether the root is not proven."""
        return bool(column(self.nodes, "proven")[ROOT] == UNPROVEN)

    def move_to(self, state: State, keep: bool = True, stop: Callable[[], bool] | None = None) -> None:
        """Make a state the root; what is known below it is kept, unless `keep` is False.

        When `stop` says so, only what lies near the root is kept.
        """
        before, line = self.line, state.history
        self.greedy = self.settings.ending.greedy > 0
        self.scratch["results"] = self.scratch["squares"] = 0.0
        self.line = None  # Ctrl-C on the way: the next call begins anew
        known_line = before is not None and state.start == self.start and line[: len(before)] == before
        kept = ROOT if keep and known_line else -1
        for move in line[len(before or ()) :]:
            kept = self.child(kept, move.action) if kept >= 0 else -1
        if kept < 0:
            plant(self.nodes, self.scratch, state.seat)
        elif kept != ROOT:
            self._cut(kept, stop)
            if self.greedy:
                reopen(self.nodes)
        past = state.keys
        self.known = len(past)
        self.keys = np.zeros(self.known + DEEPEST, dtype=np.uint64)
        self.keys[: self.known] = past
        self.states[0] = state.record
        self.start, self.line = state.start, line

    def _cut(self, kept: int, stop: Callable[[], bool] | None) -> None:
        """Keep the tree below a node and no other; when it is stopped, the part of it that was copied until then.

        It is copied behind all that is in use, and from there to the beginning. What finds no room is not kept: that
        is what lies farthest from the root, where a tree has nearly filled its pool.
        """
        free = self._pool[-(-int(self.scratch["used"][0]) // PLACES) :]
        self._copy(self.nodes, free, kept, stop)
        self._copy(free, self.nodes, ROOT, stop)

    def _copy(self, nodes: Nodes, other: Nodes, kept: int, stop: Callable[[], bool] | None) -> None:
        """Copy the tree below a node to another pool."""
        begin_cut(nodes, other, kept)
        used, done = 1, 0
        while done < used:
            used, done = copy_subtree(nodes, other, used, done, COPIED_AT_ONCE, 0)
            if stop is not None and stop():
                break
        end_cut(other, self.scratch, used, done)

    def child(self, index: int, action: int) -> int:
        """Return the node that a move leads to, -1 if it is not in the tree."""
        return int(find_child(self.nodes, index, action))

    def look_at_end(self) -> None:
        """See to it that a pass of the root's player that ends the game is visited, and proven."""
        look_at_end(self.game.adapter.rules, self.states, self.words, self.nodes, self.scratch, self.greedy)

    def search(self, simulations: int, rng: Rng) -> int:
        """Make simulations; returns how many (fewer when the root is proven)."""
        return int(
            search(
                self.game.adapter.rules,
                self.states,
                self.words,
                self.nodes,
                self.scratch,
                self.keys,
                self.known,
                self.marks,
                rng,
                self.settings.having(greedy=float(self.greedy)),
                simulations,
            )
        )
