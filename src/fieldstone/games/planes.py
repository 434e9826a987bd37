"""What the planes of all games have in common: names, meanings, and a plane with one number on every point.

And how many inputs a small network has (`fieldstone.core.kernels.list_inputs`).

A network sees a position as a stack of planes, each a number from 0 to 1 for every cell of a square array. A square
board fills the array, row 0 at the bottom; a hexagonal one lies in it by its axial coordinates, with zeros around it
(`fieldstone.boards.hexagon`). The planes stand in the place of one player: "own" is what that player holds.
"""

from typing import Any, NamedTuple

from fieldstone.core.jit import jit

Planes = Any

BOARD, OWN, OPPONENT = 0, 1, 2  # the first planes of every game


class Plane(NamedTuple):
    """One plane.

    Attributes
    ----------
    name : as in the table of docs/research.md
    meaning : what its numbers say
    flat : whether it holds the same number on every point of the board
    """

    name: str
    meaning: str
    flat: bool = False


class Inputs(NamedTuple):
    """How many inputs a small network has; first come those of the first number for all points, then of the next.

    Attributes
    ----------
    points : numbers for each point
    beside : numbers beside them
    sides : where the edges of the board belong to the players, as many of the former are Black's, and as many behind
        them White's: a symmetry of the board that exchanges the edges exchanges these; elsewhere 0
    """

    points: int
    beside: int = 0
    sides: int = 0


FIRST = (
    Plane("board", "1 on every point of the board"),
    Plane("own", "1 where an own stone or disc stands and shows its colour"),
    Plane("opponent", "1 where one of the opponent's does"),
)
TO_MOVE = Plane("to_move", "1 where it is one's own turn", flat=True)
BLACK_PLANE = Plane("black", "1 if one holds Black (in the setup: is the first player)", flat=True)
KOMI = (
    Plane("own_komi", "komi if one holds White, as a part of what decides every game", flat=True),
    Plane("opponent_komi", "komi if the opponent holds White, likewise", flat=True),
)
SETUP = (
    Plane("naming_komi", "1 while komi is being named (S1)", flat=True),
    Plane("choosing_side", "1 while a side is being chosen (S1)", flat=True),
)


@jit
def spread(planes: Planes, plane: int, value: float) -> None:
    """Write one number on every point of the board, which plane BOARD shows already, to a plane of zeros."""
    if value == 0.0:
        return
    for cell in range(planes.shape[1]):
        planes[plane, cell] = value * planes[BOARD, cell]
