"""Vadus (W1-W6)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import combinations, zip_longest
from typing import Self

from .base import BLACK, DRAW, EMPTY, OTHER, WHITE, Oracle, Point, check_size, hexagonal_board, rim


class Vadus(Oracle):
    """Vadus. A decision is one stone or a pass; a turn is both stones, ``c3,d4``."""

    def __init__(self, size: int = 9) -> None:
        super().__init__(hexagonal_board(check_size(size, 2, 13)))  # W1
        self.edge = rim(self.board)  # W4
        self.first_turn = True
        self.stones_left = 1  # W2: Black's first turn is one stone
        self.passes = 0  # passes in succession

    def _memory(self) -> Hashable:
        return (self.first_turn, self.stones_left, self.passes)

    def arrange(self, rows: Iterable[str], to_move: str) -> Self:
        """As in `Oracle`; the first turn is over."""
        self.first_turn = False
        self.stones_left = 2
        self.passes = 0
        return super().arrange(rows, to_move)

    def _moves(self) -> Iterable[str]:
        empty = [self.board.name[point] for point in self.points_with(EMPTY)]
        if self.first_turn or self.stones_left == 1:
            return empty  # W2: no pass on Black's first turn, nor instead of a second stone
        # W2: exactly two stones, so both need a point; W3: else only passing is left.
        return [*empty, "pass"] if len(empty) >= 2 else ["pass"]

    def legal_turns(self) -> list[str]:
        """All whole turns; after the first stone of a turn, what completes it."""
        decisions = self.legal()
        if "pass" not in decisions:
            return decisions
        stones = [move for move in decisions if move != "pass"]
        return sorted([*(f"{one},{two}" for one, two in combinations(stones, 2)), "pass"])

    def play(self, move: str) -> None:
        """Play a decision, or a whole turn of two stones in any order."""
        first, comma, second = move.partition(",")
        if not comma:
            super().play(move)
            return
        legal = self.legal()
        if self.stones_left != 2 or first == second or not {first, second} <= set(legal) - {"pass"}:
            raise ValueError(f"{move!r} is illegal for {self.to_move} in {self.rows()}")
        super().play(first)
        events = self.events
        super().play(second)
        self.events |= events

    def _play(self, move: str) -> None:
        if move == "pass":
            self.passes += 1
            self._next_turn()
            if self.passes == 2:
                self._finish()  # W3
            return
        self.passes = 0
        self.cells[self.board.point[move]] = self.to_move
        self.stones_left -= 1
        if self.stones_left == 0:
            self._next_turn()

    def _next_turn(self) -> None:
        self.first_turn = False
        self.stones_left = 2  # W2
        self.to_move = OTHER[self.to_move]

    def _connection(self, group: set[Point]) -> int:
        """W5: the stones of the smallest connected subgroup with two edge stones, or none.

        Such a subgroup is a shortest way inside the group from one edge stone to another.
        """
        ways = [way for stone in group & self.edge if (way := self._to_another_edge_stone(stone, group)) is not None]
        return min(ways, default=0)

    def _to_another_edge_stone(self, start: Point, group: set[Point]) -> int | None:
        """The stones on a shortest way inside `group` to another edge stone, both ends counted."""
        reached = {start}
        front = {start}
        stones = 1
        while front:
            stones += 1
            front = {near for point in front for near in self.board.neighbours[point]}
            front = (front & group) - reached
            reached |= front
            if front & self.edge:
                return stones
        return None

    def _value(self, group: set[Point]) -> int:
        """W5: stones of the connection part minus stones of the surplus."""
        connection = self._connection(group)
        return connection - (len(group) - connection)

    def values(self, colour: str) -> list[int]:
        """W6: the values of a player's groups, highest first."""
        return sorted((self._value(group) for group in self.regions(colour)), reverse=True)

    def scores(self) -> dict[str, object]:
        return {colour: self.values(colour) for colour in (BLACK, WHITE)}

    def _finish(self) -> None:
        for rank, (black, white) in enumerate(
            zip_longest(self.values(BLACK), self.values(WHITE))  # W6: pair by pair
        ):
            if black == white:
                continue
            if rank > 0:
                self.events.add("value-tie")
            if black is None or white is None:
                # W6: who has no further group loses.
                self.events.add("list-runs-out")
                self.end(WHITE if black is None else BLACK, "two-passes")
            else:
                self.end(BLACK if black > white else WHITE, "two-passes")
            return
        self.events.add("draw")
        self.end(DRAW, "two-passes")  # W6
