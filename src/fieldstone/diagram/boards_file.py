"""Every empty board that an installed game can have, as a file for the page.

``python -m fieldstone.diagram.boards_file FILE`` writes it; the Makefile does so before the page is built.
The page draws boards from it and computes no places itself. Points follow each other as in the rows of a position: from
the top down, and from the left.
"""

import itertools
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from fieldstone.boards.board import Board
from fieldstone.diagram.geometry import (
    LABEL_AWAY,
    ROUNDING,
    ROW,
    STEP,
    Geometry,
    geometry_of,
    label_growth,
    label_height,
)
from fieldstone.games import GAMES
from fieldstone.games.spec import BoardStyle, GameSpec, Number


def key_of(style: BoardStyle, size: int) -> str:
    """Return the name of a board in the file: what decides its geometry, with hyphens."""
    kind = "cells" if style.cells else "points"
    marks = [name for name, there in ((style.stars, style.stars), ("edges", style.edges), ("rim", style.rim)) if there]
    return "-".join([style.shape, kind, *marks, str(size)])


def sizes_of(spec: GameSpec) -> Iterable[int]:
    """Return the sizes of the boards of a game."""
    option = spec.options.get("size")
    return range(option.low, option.high + 1, option.step) if isinstance(option, Number) else (spec.fixed_size,)


def boards() -> dict[str, Any]:
    """Return all boards by `key_of`, and what holds for all of them."""
    found = {
        key_of(spec.board, size): _as_data(geometry_of(spec.board, size))
        for spec in GAMES.values()
        for size in sizes_of(spec)
    }
    return {
        "step": STEP,
        "rounding": ROUNDING,
        "labelAway": LABEL_AWAY,
        "boards": dict(sorted(found.items())),
    }


def _as_data(geometry: Geometry) -> dict[str, Any]:
    """Return a board; what it does not have is left out."""
    board = geometry.board
    order = from_the_top(board)
    place = {point: index for index, point in enumerate(order)}
    edges = geometry.edges
    found = {
        "rows": [[length, *map(_short, geometry.spots[first])] for first, length in _rows(board)],
        "below": list(_below(board)),
        "sides": geometry.sides,
        "radius": _short(geometry.radius),
        "reach": _short(geometry.reach),
        "cell": geometry.cell,
        "lines": geometry.lines,
        "outer": sorted(place[point] for point in range(board.points) if point not in set(geometry.inner)),
        "fields": list(geometry.fields) if geometry.fields[0] else [],
        "border": geometry.border,
        "stars": sorted(place[star] for star in geometry.stars),
        "centre": place[geometry.centre] if geometry.centre >= 0 else None,
        "edges": edges
        and {
            "black": list(edges.black),
            "white": list(edges.white),
            "dots": [_short(value) for spot in edges.dots for value in spot],
            "bars": [_short(value) for spot in edges.bars for value in spot],
        },
        "labels": [[one.text, *map(_short, (one.x, one.y, one.dx, one.dy)), one.place] for one in geometry.anchors],
        "plate": [[*map(_short, (one.x, one.y, one.dx, one.dy))] for one in geometry.corners],
        "margin": [*map(_short, geometry.margin)],
        "labelHeight": _short(label_height(len(board.row_lengths))),
        "labelGrowth": _short(label_growth(geometry)),
        "labelStep": STEP if board.shape == "square" else round(ROW, 2),
    }
    return {name: value for name, value in found.items() if value not in ("", [], None)}


def _rows(board: Board) -> list[tuple[int, int]]:
    """Return the first point and the length of each row, from the top down; points follow a step apart."""
    order = from_the_top(board)
    ends = itertools.accumulate(board.row_lengths[::-1])
    return [(order[end - length], length) for end, length in zip(ends, board.row_lengths[::-1], strict=True)]


def _below(board: Board) -> Iterator[list[int]]:
    """Yield of each row but the last how far to the right its points have their neighbours in the row below.

    That is the same for the whole row, but where the row below ends; so a file need not list all neighbours. Left and
    right neighbours are those in the row. Raises ValueError for a board of which this is not true.
    """
    rows = _rows(board)
    for (first, length), (beneath, width) in itertools.pairwise(rows):
        places = range(beneath, beneath + width)
        found = [
            [int(near) - beneath for near in board.neighbours[first + place] if near in places]
            for place in range(length)
        ]
        shifts = sorted({near - place for place, nears in enumerate(found) for near in nears})
        for place, nears in enumerate(found):
            if sorted(nears) != [place + shift for shift in shifts if 0 <= place + shift < width]:
                raise ValueError(f"the neighbours of row {first} of a {board.shape} board are not in a line")
        yield shifts


def from_the_top(board: Board) -> list[int]:
    """Return the points in the order of the characters of a position: rows from the top, each from the left."""
    order: list[int] = []
    last = board.points
    for length in reversed(board.row_lengths):
        order += range(last - length, last)
        last -= length
    return order


def _short(value: float) -> float | int:
    """Return a number with four decimals at most, and none where there are none."""
    short = round(value, 4) + 0.0
    return int(short) if short == int(short) else short


if __name__ == "__main__":
    text = json.dumps(boards(), ensure_ascii=False, separators=(",", ":")) + "\n"
    Path(sys.argv[1]).write_text(text, encoding="utf-8")
