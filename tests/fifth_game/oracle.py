"""Atari Go (A1-A6), played by the book: naive, and from the numbered rules alone."""

from __future__ import annotations

from collections.abc import Iterable

from tests.oracles.base import BLACK, EMPTY, OTHER, WHITE, Oracle, Point, check_size, square_board


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
