"""The boards that the page draws from: neighbours, coordinates, and how wide the ground is."""

from __future__ import annotations

import dataclasses
import itertools
from typing import Any

import pytest

import fieldstone
from fieldstone.boards.board import Board
from fieldstone.boards.hexagon import hexagon_board
from fieldstone.boards.square import square_board
from fieldstone.diagram.boards_file import _below, boards, key_of, sizes_of
from fieldstone.diagram.geometry import LABEL_AWAY
from fieldstone.games.spec import BoardStyle


@pytest.mark.parametrize(("name", "style"), [(name, spec.board) for name, spec in fieldstone.games().items()])
def test_the_neighbours_in_the_file_are_those_of_the_board(name: str, style: BoardStyle) -> None:
    """Rows with the way to the row below say all of them."""
    for size in sizes_of(fieldstone.games()[name]):
        board = square_board(size) if style.shape == "square" else hexagon_board(size)
        stored = boards()["boards"][key_of(style, size)]
        found: set[frozenset[str]] = set()
        names = _names_by_rows(board)
        for row, below, shifts in zip(names, [*names[1:], []], [*stored.get("below", []), []], strict=True):
            found |= {frozenset(pair) for pair in itertools.pairwise(row)}
            found |= {
                frozenset((one, below[place + shift]))
                for place, one in enumerate(row)
                for shift in shifts
                if 0 <= place + shift < len(below)
            }
        assert found == {
            frozenset((board.names[point], board.names[near]))
            for point in range(board.points)
            for near in board.neighbours[point]
            if near >= 0
        }
        assert stored["sides"] == board.neighbours.shape[1]


def _names_by_rows(board: Board) -> list[list[str]]:
    names = iter(board.names)
    return [[next(names) for _ in range(length)] for length in board.row_lengths][::-1]


def test_a_board_whose_neighbours_are_not_in_rows_is_refused() -> None:
    board = square_board(3)
    neighbours = board.neighbours.copy()
    neighbours[neighbours == 4] = -1  # nothing is next to the middle
    with pytest.raises(ValueError, match="not in a line"):
        list(_below(dataclasses.replace(board, neighbours=neighbours)))


def test_coordinates_are_counted_by_kind() -> None:
    """So that a narrow page can leave out every second one of both."""
    for key, stored in boards()["boards"].items():
        for kind in (str.isalpha, str.isdigit):
            places = [label[5] for label in stored["labels"] if kind(label[0])]
            assert sorted(places) == list(range(len(places))), key


def test_the_ground_grows_with_the_coordinates() -> None:
    """As wide as the page would find it by drawing: of all boards with coordinates that decide the margin."""
    for stored in boards()["boards"].values():
        assert _width(stored, 30) - _width(stored, 20) == pytest.approx(10 * stored["labelGrowth"], abs=0.01)


def _width(stored: dict[str, Any], height: float) -> float:
    least, by_away, by_height = stored["margin"]
    margin = by_away * (stored["reach"] + LABEL_AWAY * height) + by_height * height
    assert margin > least
    across = [float(x + dx * margin) for x, _, dx, _ in stored["plate"]]
    return max(across) - min(across)
