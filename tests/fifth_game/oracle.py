"""Atari Go (A1-A6), played by the book: naive, and from the numbered rules alone."""

from __future__ import annotations

from collections.abc import Iterable

from tests.oracles.base import BLACK, EMPTY, OTHER, WHITE, Effects, Oracle, Point, Told, check_size, square_board


class AtariGo(Oracle):
    """Whoever captures first wins."""

    def __init__(self, size: int = 9) -> None:
        super().__init__(square_board(check_size(size, 2, 19)))  # A1
        self.taken = {BLACK: 0, WHITE: 0}  # stones that each colour has captured

    def scores(self) -> dict[str, object]:
        return dict(self.taken)

    def has_liberty(self, group: set[Point]) -> bool:
        """A2."""
        return any(self.cells[near] == EMPTY for stone in group for near in self.board.neighbours[stone])

    def dead(self, colour: str) -> list[set[Point]]:
        """The groups of a colour without a liberty."""
        return [group for group in self.regions(colour) if not self.has_liberty(group)]

    def effects(self, move: str) -> Effects:
        """A4: the stones of groups without a liberty are taken off."""
        after = self.copy()
        after.cells[self.board.point[move]] = self.to_move
        return {"removed": set[Point]().union(*after.dead(OTHER[self.to_move]))}

    def why_not(self, move: str) -> Told:
        if self.cells[self.board.point[move]] != EMPTY:
            return "illegal.occupied", {"point": move, "rule": "A3"}
        return "illegal.atari-go-liberty", {"point": move}  # A5

    def _lost(self, colour: str) -> int:
        """A1, A3: the stones that a colour should have by the side to move, less those that it has."""
        placed = {BLACK: int(self.to_move == WHITE), WHITE: 0}  # beyond as many as both have placed
        fewer = {one: placed[one] - len(self.points_with(one)) for one in placed}
        return max(0, fewer[colour] - fewer[OTHER[colour]])

    def problem(self, details: dict[str, str]) -> Told | None:
        """A4: only the player to move can have lost stones; A5: every group has a liberty."""
        last = OTHER[self.to_move]
        if self._lost(last):
            return "position.atari-go-stones", {"colour": last, "count": self._lost(last)}
        dead = {self.board.name[stone] for colour in (BLACK, WHITE) for group in self.dead(colour) for stone in group}
        return ("position.atari-go-liberty", {"point": dead}) if dead else None

    def shown_ending(self) -> str | None:
        """A4: stones are missing; A6: there is no legal move."""
        if self._lost(self.to_move):
            return "capture"
        return None if list(self._moves()) else "no-move"

    def winner_after(self, termination: str) -> str:
        """A4, A6: whoever moved last."""
        return OTHER[self.to_move]

    def _moves(self) -> Iterable[str]:
        for point in self.points_with(EMPTY):  # A3
            self.cells[point] = self.to_move
            if self.dead(OTHER[self.to_move]) or not self.dead(self.to_move):  # A4, A5
                yield self.board.name[point]
            self.cells[point] = EMPTY

    def _play(self, move: str) -> None:
        mover = self.to_move
        self.cells[self.board.point[move]] = mover
        captured = set[Point]().union(*self.dead(OTHER[mover]))
        for stone in captured:
            self.cells[stone] = EMPTY
        self.to_move = OTHER[mover]
        if captured:
            self.taken = {**self.taken, mover: len(captured)}
            self.events.add("several" if len(captured) > 1 else "one")
            self.end(mover, "capture")  # A4
        elif not list(self._moves()):
            self.end(mover, "no-move")  # A6
