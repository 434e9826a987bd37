"""Hexagonal boards: the letter names the row from the bottom, the number the cell in that row from the left.

Inside, a cell has axial coordinates: `row` from the bottom and `column`, so that the six neighbours are one step along
(column), (row) or (column - 1, row + 1) away. A board of size s has 2s - 1 rows.
"""

from functools import cache

import numpy as np
import numpy.typing as npt

from fieldstone.boards.board import Board
from fieldstone.core.jit import jit


@jit
def hexagon_point(size: int, column: int, row: int) -> int:
    """Return the number of the cell at axial (column, row), -1 where there is none."""
    if row < 0 or row > 2 * size - 2:
        return -1
    place = column - max(0, size - 1 - row)
    if place < 0 or place >= 2 * size - 1 - abs(row - size + 1):
        return -1
    for below in range(row):
        place += 2 * size - 1 - abs(below - size + 1)
    return place


# The three axes of lines; the six directions are these and their opposites.
AXES = ((1, 0), (0, 1), (-1, 1))


@cache
def axial_coordinates(size: int) -> npt.NDArray[np.int64]:
    """Return the (points, 2) columns and rows of the cells in the order of the points."""
    cells: list[tuple[int, int]] = []
    for row in range(2 * size - 1):
        first = max(0, size - 1 - row)
        length = 2 * size - 1 - abs(row - size + 1)
        cells.extend((first + place, row) for place in range(length))
    return np.array(cells)


def point_at(size: int) -> dict[tuple[int, int], int]:
    """Return the point's number by (column, row)."""
    return {(int(column), int(row)): point for point, (column, row) in enumerate(axial_coordinates(size))}


@cache
def lines(size: int) -> list[list[int]]:
    """Return the lines of the board, the points of each from one end to the other: axis by axis, 2s - 1 an axis."""
    at = point_at(size)
    found = []
    for column_step, row_step in AXES:
        for (column, row), point in at.items():
            if (column - column_step, row - row_step) not in at:
                line = [point]
                while (column + column_step * len(line), row + row_step * len(line)) in at:
                    line.append(at[column + column_step * len(line), row + row_step * len(line)])
                found.append(line)
    return found


def rim_points(size: int) -> list[int]:
    """Return the cells of the rim in their order round the board, each next to the one before it."""
    at = point_at(size)
    column, row = size - 1, 0
    rim = []
    for column_step, row_step in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)):
        for _ in range(size - 1):
            rim.append(at[column, row])
            column, row = column + column_step, row + row_step
    return rim


def _names(size: int) -> tuple[str, ...]:
    return tuple(
        f"{chr(97 + row)}{place + 1}"
        for row in range(2 * size - 1)
        for place in range(2 * size - 1 - abs(row - size + 1))
    )


def _neighbours(size: int) -> npt.NDArray[np.int64]:
    at = point_at(size)
    steps = [(sign * column, sign * row) for sign in (1, -1) for column, row in AXES]
    return np.array([[at.get((column + x, row + y), -1) for x, y in steps] for column, row in at])


def _symmetries(size: int) -> npt.NDArray[np.int64]:
    """Return the (12, points) permutations of the hexagon: sixth turns, then sixth turns of the mirrored board."""
    at = point_at(size)
    middle = size - 1
    images = []
    for mirrored in (False, True):
        for turns in range(6):
            image = []
            for column, row in at:
                u, v = column - middle, row - middle
                if mirrored:
                    u, v = v, u
                for _ in range(turns):
                    u, v = -v, u + v
                image.append(at[u + middle, v + middle])
            images.append(image)
    return np.array(images)


@cache
def hexagon_board(size: int) -> Board:
    """Return the hexagonal board with `size` cells a side, 3 x size x (size - 1) + 1 in all."""
    return Board(
        shape="hexagon",
        size=size,
        names=_names(size),
        row_lengths=tuple(2 * size - 1 - abs(row - size + 1) for row in range(2 * size - 1)),
        neighbours=_neighbours(size),
        symmetries=_symmetries(size),
    )
