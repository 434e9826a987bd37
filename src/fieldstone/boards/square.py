"""Square boards: a1 is bottom left, the letter names the column from the left, the number the row from the bottom."""

from functools import cache

import numpy as np
import numpy.typing as npt

from fieldstone.boards.board import Board


def _point_names(size: int) -> tuple[str, ...]:
    return tuple(f"{chr(97 + column)}{row + 1}" for row in range(size) for column in range(size))


def _symmetries(size: int) -> npt.NDArray[np.int64]:
    """Return the (8, points) permutations of the square: quarter turns, then quarter turns of the mirrored board."""
    grid = np.arange(size * size).reshape(size, size)
    images = [np.rot90(board, turns) for board in (grid, grid.T) for turns in range(4)]
    return np.array([image.reshape(-1) for image in images])


def _neighbours(size: int) -> npt.NDArray[np.int64]:
    """Return (points, 4) neighbours (below, left, right, above); -1 where there is none."""
    grid = np.full((size + 2, size + 2), -1)
    grid[1:-1, 1:-1] = np.arange(size * size).reshape(size, size)
    sides = (grid[:-2, 1:-1], grid[1:-1, :-2], grid[1:-1, 2:], grid[2:, 1:-1])
    return np.stack([side.reshape(-1) for side in sides], axis=1)


@cache
def square_board(size: int) -> Board:
    """Return the square board with `size` points a side; points are numbered row by row from the bottom left."""
    return Board(
        shape="square",
        size=size,
        names=_point_names(size),
        row_lengths=(size,) * size,
        neighbours=_neighbours(size),
        symmetries=_symmetries(size),
    )
