"""Vadus (W1-W6)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import combinations, zip_longest
from typing import Any, Self

from .base import BLACK, DRAW, EMPTY, OTHER, WHITE, Oracle, Point, Told, check_size, hexagonal_board, rim


class Vadus(Oracle):
    """Vadus. A decision is one stone or a pass; a turn is both stones, ``c3,d4``."""

    def __init__(self, size: int = 9) -> None:
        super().__init__(hexagonal_board(check_size(size, 2, 13)))  # W1
        self.edge = rim(self.board)  # W4
        self.first_turn = True
        self.stones_left: int = 1  # W2: Black's first turn is one stone
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

    def why_not(self, move: str) -> Told:
        if move != "pass":
            return "illegal.occupied", {"point": move, "rule": "W2"}
        return ("illegal.first-pass" if self.first_turn else "illegal.pass-in-turn"), {}  # W2

    def problem(self, details: dict[str, str]) -> Told | None:
        """W2: after the first turn Black has an odd number of stones, White an even one; a turn is two stones."""
        black, white = len(self.points_with(BLACK)), len(self.points_with(WHITE))
        self.passes, left = int(details.get("passes", "0")), details.get("left")
        self.first_turn = black + white == 0
        self.stones_left = 1 if self.first_turn or left == "1" else 2
        if self.first_turn:
            begins = self.to_move == BLACK and left != "2" and self.passes == 0
            return None if begins else ("position.first-stone", {})
        begun = {colour: int(left == "1" and colour == self.to_move) for colour in (BLACK, WHITE)}
        if ((black - begun[BLACK]) % 2, (white - begun[WHITE]) % 2) != (1, 0):
            return "position.turns", {"black": black, "white": white}
        return ("position.passes", {}) if self.passes and left == "1" else None

    def shown_ending(self) -> str | None:
        """W3."""
        return "two-passes" if self.passes == 2 else None

    def winner_after(self, termination: str) -> str:
        """W6."""
        after = self.copy()
        after._finish()
        assert after.winner is not None
        return after.winner

    def turn_open(self) -> bool:
        """W2: the first stone of two stands."""
        return self.stones_left == 1 and not self.first_turn

    def parts(self) -> dict[str, object]:
        """W4-W6: the groups, the most valuable first, and which one decides.

        Of the connection part and what it leaves the numbers of stones, as there may be a choice.
        """
        told: list[dict[str, Any]] = []
        for colour in (BLACK, WHITE):
            for group in self.regions(colour):
                joined = self._connection(group)
                told.append(
                    {
                        "colour": colour,
                        "value": self._value(group),
                        "size": len(group),
                        "stones": self.in_order(group),
                        "edge_stones": len(group & self.edge),
                        "connection": joined,
                        "ends": 2 if joined else 0,
                        "surplus": len(group) - joined,
                        "surplus_stones": len(group) - joined,
                    }
                )
        place = {name: number for number, name in enumerate(self.in_order(self.board.name))}
        told.sort(key=lambda group: (-group["value"], group["colour"], place[group["stones"][0]]))
        self._compare(told)
        return {"groups": told}

    def _compare(self, told: list[dict[str, Any]]) -> None:
        """W6: say of each group, by its place among them, which one it is as good as, and whether it decides."""
        for group in told:
            group["cancelled_by"], group["deciding"] = None, False
        black, white = ([n for n, group in enumerate(told) if group["colour"] == colour] for colour in (BLACK, WHITE))
        for own, other in zip_longest(black, white):
            if own is None or other is None or told[own]["value"] != told[other]["value"]:
                better = min(number for number in (own, other) if number is not None)
                told[better]["deciding"] = True
                return
            told[own]["cancelled_by"], told[other]["cancelled_by"] = other, own

    def is_connection(self, names: list[str]) -> bool:
        """W5: whether these stones are a connected subgroup with two edge stones."""
        points = {self.board.point[name] for name in names}
        reached = {next(iter(points))}
        while more := {near for point in reached for near in self.board.neighbours[point]} & points - reached:
            reached |= more
        return reached == points and len(points & self.edge) >= 2

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
