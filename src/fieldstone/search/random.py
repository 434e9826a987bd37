"""A player that draws its moves by lot."""

import time
from collections.abc import Callable

from fieldstone.core.rng import make_rng, scramble
from fieldstone.play.ruleset import Move
from fieldstone.play.state import State

Progress = Callable[[float], None]


class RandomPlayer:
    """Plays any legal move, all equally likely."""

    interrupted = False  # it does not think

    def __init__(self, seed: int | None = None) -> None:
        """Draw from `seed`, or from the clock."""
        self.rng = make_rng(time.time_ns() if seed is None else seed)

    def choose(self, state: State, on_progress: Progress | None = None) -> Move:
        """Return a legal move; the game must not be over."""
        moves = state.legal_moves()
        self.rng[0] = scramble(int(self.rng[0]))
        return moves[int(self.rng[0]) % len(moves)]
