"""Boards, coordinates and what all oracles have in common."""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, Self

Point = tuple[int, int]

# A key of the message catalogues and what its sentence speaks of; and what a placement does: points, or (from, to).
Told = tuple[str, dict[str, object]]
Effects = dict[str, set[Any]]

BLACK = "B"
WHITE = "W"
EMPTY = "."
DRAW = "draw"
OTHER = {BLACK: WHITE, WHITE: BLACK}
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, eq=False)
class Board:
    """The points of a board and how they lie; the same for every game on it.

    Attributes
    ----------
    name
        The coordinate of each point, as people write it.
    point
        The way back.
    rows
        All points, row by row from the top, each row from the left.
    directions
        The steps to adjacent points.
    neighbours
        The adjacent points of each point.
    """

    name: dict[Point, str]
    point: dict[str, Point]
    rows: tuple[tuple[Point, ...], ...]
    directions: tuple[Point, ...]
    neighbours: dict[Point, tuple[Point, ...]]


def _board(from_the_bottom: list[list[tuple[str, Point]]], directions: tuple[Point, ...]) -> Board:
    name = {point: text for row in from_the_bottom for text, point in row}
    neighbours = {(x, y): tuple((x + dx, y + dy) for dx, dy in directions if (x + dx, y + dy) in name) for x, y in name}
    return Board(
        name=name,
        point={text: point for point, text in name.items()},
        rows=tuple(tuple(point for _, point in row) for row in reversed(from_the_bottom)),
        directions=directions,
        neighbours=neighbours,
    )


@cache
def square_board(size: int) -> Board:
    """A square board: a point is (column, row), both from 0; ``a1`` is bottom left."""
    rows = [[(f"{LETTERS[column]}{row + 1}", (column, row)) for column in range(size)] for row in range(size)]
    return _board(rows, ((1, 0), (-1, 0), (0, 1), (0, -1)))


@cache
def hexagonal_board(size: int) -> Board:
    """A hexagonal board: letter = row from the bottom, number = cell in the row from the left.

    A point is (x, row) with x in half cells from the middle of the board, so neighbours in a
    row differ by 2 in x, and neighbours in the next row by 1.
    """
    rows = []
    for row in range(2 * size - 1):
        length = 2 * size - 1 - abs(row - (size - 1))
        rows.append([(f"{LETTERS[row]}{cell + 1}", (2 * cell - (length - 1), row)) for cell in range(length)])
    return _board(rows, ((2, 0), (-2, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)))


def rim(board: Board) -> frozenset[Point]:
    """The points at the edge of a hexagonal board: those with fewer than six neighbours."""
    return frozenset(point for point, near in board.neighbours.items() if len(near) < 6)


def check_size(size: int, smallest: int, largest: int) -> int:
    """Return `size`, or raise ValueError where the rules have no such board."""
    if not smallest <= size <= largest:
        raise ValueError(f"size must lie between {smallest} and {largest}, not {size}")
    return size


class Oracle(ABC):
    """A game in progress, played by the book.

    Attributes
    ----------
    to_move
        ``"B"`` or ``"W"``. After the end it is the colour that would have been next.
    cells
        What stands on each point.
    winner
        None while the game goes on, else ``"B"``, ``"W"`` or ``"draw"``.
    termination
        None, or why the game ended.
    events
        The rare things that the last play did.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.cells: dict[Point, str] = dict.fromkeys(board.name, EMPTY)
        self.to_move = BLACK
        # S2: player 1 is Black, unless the setup or a swap says otherwise.
        self.seat_of: dict[str, int] = {BLACK: 1, WHITE: 2}
        self.winner: str | None = None
        self.termination: str | None = None
        self.events: set[str] = set()
        self.stones_left: int | None = None  # of the turn, where a turn is several stones
        self._legal: list[str] | None = None

    # What people ask ------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """The player, 1 or 2, who decides next."""
        return self.seat_of[self.to_move]

    def legal(self) -> list[str]:
        """The legal decisions, string-sorted; none when the game is over."""
        if self._legal is None:
            self._legal = sorted(self._moves()) if self.winner is None else []
        return list(self._legal)

    def legal_turns(self) -> list[str]:
        """The legal whole turns, string-sorted."""
        return self.legal()

    def rows(self) -> list[str]:
        """The board as text, from the top row down."""
        return ["".join(self.cells[point] for point in row) for row in self.board.rows]

    def position(self) -> Hashable:
        """All that the rules remember, apart from the history; equal when equal."""
        return (
            tuple(self.rows()),
            self.to_move,
            self.seat_of[BLACK],
            self.winner,
            self.termination,
            self._memory(),
        )

    @abstractmethod
    def scores(self) -> dict[str, object]:
        """The score of each colour as the conformance files have it."""

    # What people are told -------------------------------------------------------------------

    @abstractmethod
    def why_not(self, move: str) -> Told:
        """Why a move is illegal in a game that goes on."""

    def effects(self, move: str) -> Effects:
        """What a legal placement does beside setting a stone, by the names of a preview's fields."""
        return {}

    def parts(self) -> dict[str, object]:
        """What the position is made of, as the documentation of the formats has it."""
        return {}

    def duty(self) -> Told | None:
        """What the rules ask of the side to move beyond moving."""
        return None

    def score_tells(self) -> bool:
        """Whether the score as it stands says anything yet."""
        return True

    def turn_open(self) -> bool:
        """Whether the side to move has begun its turn and goes on with it."""
        return False

    # What a position shows -------------------------------------------------------------------

    @abstractmethod
    def problem(self, details: dict[str, str]) -> Told | None:
        """Take the details of a position into an arranged game, and say why it cannot be.

        Where several points may be named, all of them are, in a set.
        """

    @abstractmethod
    def shown_ending(self) -> str | None:
        """What the position alone shows to have ended the game."""

    def hidden_endings(self) -> set[str]:
        """What may have ended the game although the position does not show it."""
        return set()

    @abstractmethod
    def winner_after(self, termination: str) -> str:
        """Who has won a game that has ended so in this position."""

    def in_order(self, points: Iterable[Point]) -> list[str]:
        """The names of points row by row from the bottom, each row from the left."""
        wanted = set(points)
        return [self.board.name[point] for row in reversed(self.board.rows) for point in row if point in wanted]

    # What people do -------------------------------------------------------------------------

    def play(self, move: str) -> None:
        """Play a decision; raise ValueError when it is illegal."""
        if move not in self.legal():
            raise ValueError(f"{move!r} is illegal for {self.to_move} in {self.rows()}")
        self.events = set()
        self._legal = None
        self._play(move)

    def copy(self) -> Self:
        """A game of its own in the same state."""
        twin = copy.copy(self)
        twin.cells = dict(self.cells)
        twin.seat_of = dict(self.seat_of)
        twin.events = set(self.events)
        return twin

    def arrange(self, rows: Iterable[str], to_move: str) -> Self:
        """Put a position on the table, as if the game had started from it; for tests."""
        for points, text in zip(self.board.rows, rows, strict=True):
            for point, stone in zip(points, text, strict=True):
                self.cells[point] = stone
        self.to_move = to_move
        self.winner = self.termination = None
        self.events = set()
        self._legal = None
        return self

    # What a game says -----------------------------------------------------------------------

    @abstractmethod
    def _moves(self) -> Iterable[str]:
        """The legal decisions of a game that goes on, in any order."""

    @abstractmethod
    def _play(self, move: str) -> None:
        """Play a decision known to be legal."""

    def _memory(self) -> Hashable:
        """What the rules remember beyond the board, the colours and the outcome."""
        return None

    # What they share ------------------------------------------------------------------------

    def points_with(self, content: str) -> list[Point]:
        """All points where `content` stands."""
        return [point for point, stone in self.cells.items() if stone == content]

    def region(self, start: Point) -> set[Point]:
        """All points with the content of `start` reachable over adjacent such points."""
        found = {start}
        todo = [start]
        while todo:
            for near in self.board.neighbours[todo.pop()]:
                if near not in found and self.cells[near] == self.cells[start]:
                    found.add(near)
                    todo.append(near)
        return found

    def regions(self, content: str) -> list[set[Point]]:
        """All regions of one content: the groups of a colour, or the empty areas."""
        found: list[set[Point]] = []
        seen: set[Point] = set()
        for point in self.points_with(content):
            if point not in seen:
                found.append(self.region(point))
                seen |= found[-1]
        return found

    def end(self, winner: str, termination: str) -> None:
        """Close the game."""
        self.winner = winner
        self.termination = termination


class KomiOracle(Oracle):
    """A game with komi: named and answered by a choice of sides (S1), or agreed on (S2).

    Parameters
    ----------
    board
        The board.
    komi
        The standard value; used only without an auction. S4 bounds only a named komi.
    setup
        ``"fixed"`` (S2) or ``"auction"`` (S1).
    highest
        S4: the highest komi that may be named.
    step
        S1: komi is a multiple of this.
    """

    def __init__(self, board: Board, komi: int, setup: str, highest: int, step: int) -> None:
        super().__init__(board)
        if setup not in ("fixed", "auction"):
            raise ValueError(f"setup must be 'fixed' or 'auction', not {setup!r}")
        if komi % step:
            raise ValueError(f"komi must be a multiple of {step}, not {komi}")  # S1
        self.auction = setup == "auction"
        self.komi = komi if setup == "fixed" else 0
        self.highest = highest
        self.step = step
        self.phase = "play" if setup == "fixed" else "name"  # S2, S1

    def _setup_moves(self) -> list[str]:
        if self.phase == "name":
            # S1, S4: player 1 names komi, from 0 to the bound.
            return [f"komi {komi}" for komi in range(0, self.highest + 1, self.step)]
        return ["black", "white"]  # S1: player 2 chooses a side

    def _setup_why_not(self) -> Told:
        """Why a move is illegal while the setup goes on."""
        if self.phase == "choose":
            return "illegal.choose-side", {"komi": self.komi}  # S1
        high = max(range(0, self.highest + 1, self.step))  # S4; S1: Squared asks for even numbers
        return "illegal.name-even-komi" if self.step == 2 else "illegal.name-komi", {"high": high}

    def _setup_problem(self, details: dict[str, str]) -> Told | None:
        """Take the details of the setup, and say why they cannot be."""
        if not self.auction:
            return None
        self.phase = {"komi": "name", "side": "choose"}.get(details.get("setup", ""), "play")
        if self.phase == "name":
            return None if self.to_move == BLACK else ("position.naming", {})  # S1: the first player names it
        even, allowed = "-even" if self.step == 2 else "", range(0, self.highest + 1, self.step)
        if "komi" not in details:
            return f"position.komi-missing{even}", {"high": max(allowed)}
        self.komi = int(details["komi"])
        if self.komi not in allowed:
            return f"position.komi{even}", {"komi": self.komi, "high": max(allowed)}  # S4
        if self.phase == "choose":
            return None if self.to_move == WHITE else ("position.choosing", {})  # S1: the second player chooses
        self._take_seats(details)
        return None

    def _take_seats(self, details: dict[str, str]) -> None:
        if details.get("seats") == "WB":
            self.seat_of = {BLACK: 2, WHITE: 1}

    def _setup_play(self, move: str) -> None:
        if self.phase == "name":
            self.komi = int(move.removeprefix("komi "))
            self.phase = "choose"
            self.to_move = WHITE  # provisional: seat 2 decides
            return
        if move == "black":
            self.seat_of = {BLACK: 2, WHITE: 1}
        self.phase = "play"
        self.to_move = BLACK  # V1, K1: Black plays first, whoever that is now

    def arrange(self, rows: Iterable[str], to_move: str) -> Self:
        """As in `Oracle`; the setup is over."""
        self.phase = "play"
        return super().arrange(rows, to_move)
