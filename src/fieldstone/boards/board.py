"""What all boards have in common: points with names, rows, neighbours and symmetries."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

from fieldstone.messages import SaidError


@dataclass(frozen=True, eq=False)
class Board:
    """A board; points are numbered from 0, row by row from the bottom, from the left in each row.

    Attributes
    ----------
    shape : "square" or "hexagon"
    size : points along a side
    names : the point's names in the notation of the rules
    row_lengths : points in each row, from the bottom
    neighbours : (points, 4 or 6) int64, -1 where there is none
    symmetries : (8 or 12, points) int64 permutations; the first is the identity; ``board[symmetry]`` is an image
    """

    shape: Literal["square", "hexagon"]
    size: int
    names: tuple[str, ...]
    row_lengths: tuple[int, ...]
    neighbours: npt.NDArray[np.int64]
    symmetries: npt.NDArray[np.int64]
    index: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "index", {name: point for point, name in enumerate(self.names)})

    @property
    def points(self) -> int:
        """The number of points."""
        return len(self.names)

    def rows(self, symbols: Sequence[str]) -> list[str]:
        """Return one symbol a point as rows of text, from the top of the board down."""
        rows, first = [], 0
        for length in self.row_lengths:
            rows.append("".join(symbols[first : first + length]))
            first += length
        return rows[::-1]

    def symbols(self, rows: Sequence[str]) -> list[str]:
        """Return the symbols of rows of text in the order of the points (the inverse of `rows`).

        Raises SaidError naming the first row that does not fit.
        """
        if len(rows) != len(self.row_lengths):
            raise SaidError("position.rows", count=len(rows), allowed=len(self.row_lengths))
        symbols: list[str] = []
        for number, (row, length) in enumerate(zip(reversed(rows), self.row_lengths, strict=True), start=1):
            if len(row) != length:
                raise SaidError("position.row", number=number, row=row[:60], length=len(row), allowed=length)
            symbols.extend(row)
        return symbols
