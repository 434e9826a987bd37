"""What a network sees of a position: a stack of planes in the place of one player.

Which planes a game has, and what they mean, stands in ``fieldstone.games.<game>.planes``.
"""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from fieldstone.core.entries import see_many
from fieldstone.games.planes import Plane
from fieldstone.play.game import Game
from fieldstone.play.state import State

Floats = npt.NDArray[np.float32]


class Sight:
    """What a network sees of a game. Made by `sight_of`.

    Attributes
    ----------
    game : the game and its options
    planes : names and meanings, in their order
    shape : (planes, rows, columns) of what is seen
    cells : (points,) int64: where a point stands in a plane, as one index
    """

    def __init__(self, game: Game) -> None:
        home = game.spec.module("planes")
        self.game = game
        self.planes: tuple[Plane, ...] = home.PLANES[game.name]
        side = max(game.board.row_lengths)
        self.shape = (len(self.planes), side, side)
        rules = game.adapter.rules
        hexagonal = game.board.shape == "hexagon"
        self.cells: npt.NDArray[np.int64] = (
            rules["cell_of"][0][: game.points].copy() if hexagonal else np.arange(game.points, dtype=np.int64)
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the planes."""
        return tuple(plane.name for plane in self.planes)

    def see(self, state: State, seat: int | None = None, out: Floats | None = None) -> Floats:
        """Return what player `seat`, 1 or 2 (None: who is to move), sees: `shape` float32 numbers from 0 to 1.

        `out`, if given, is such an array, in one piece, and is written to instead of a new one.

        Raises ValueError when the state is of another game, when there is no such seat, or when `out` does not fit.
        """
        if state.game != self.game:
            raise ValueError(f"a state of {state.game} is none of {self.game}")
        if seat not in (None, 1, 2):
            raise ValueError(f"a seat is 1 or 2, not {seat!r}")
        if out is None:
            out = np.empty(self.shape, dtype=np.float32)
        elif out.shape != self.shape or out.dtype != np.float32 or not out.flags.carray:
            raise ValueError(f"out must be a writable float32 array of shape {self.shape} in one piece")
        colour = state.to_move if seat in (None, state.seat) else state.to_move.other
        keys = state.keys
        see_many(
            self.game.adapter.rules,
            np.array([state.record], dtype=self.game.adapter.dtype),
            np.array([colour.code], dtype=np.int8),
            keys[np.newaxis],
            np.array([len(keys)], dtype=np.int64),
            out.reshape(1, len(out), -1),
        )
        return out


@lru_cache(maxsize=64)
def sight_of(game: Game) -> Sight:
    """Return what a network sees of a game."""
    return Sight(game)
