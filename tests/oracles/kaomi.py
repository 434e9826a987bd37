"""Kaomi (K1-K10) and Squared (Q1-Q3)."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable

from .base import (
    BLACK,
    DRAW,
    EMPTY,
    OTHER,
    WHITE,
    KomiOracle,
    check_size,
    square_board,
)


def push_line(line: str, at: int) -> tuple[str, set[str]]:
    """Move the stones of one row or column for a new stone at index `at`.

    Parameters
    ----------
    line
        The squares as they stood before the turn (K7); the square `at` is empty.
    at
        Where the new stone is placed.

    Returns
    -------
    line, events
        The squares after the turn, the new stone itself left out; and of ``push``, ``train``,
        ``wrap``, ``wrap-train``, ``collision``, ``full-line`` those that happened. A movement
        that was undone (K5, K6) counts only as ``collision`` or ``full-line``.
    """
    size = len(line)
    # The square each moved stone came from: (the square it goes to, its direction).
    moved: dict[int, tuple[int, int]] = {}
    for step in (-1, 1):
        here = at + step
        if not 0 <= here < size:
            continue  # K2: beyond the edge nothing is adjacent
        while line[here] != EMPTY:  # K2 the adjacent stone, K3 the stones pushed on
            there = here + step
            if not 0 <= there < size:
                there = size - 1 if step == -1 else 0  # K4: back at the opposite edge
            if there == at:
                return line, {"full-line"}  # K6: it lands on the new stone, all go back
            moved[here] = (there, step)
            here = there

    events: set[str] = set()
    for goal in range(size):
        arriving = [origin for origin, (there, _) in moved.items() if there == goal]
        if len(arriving) == 2:
            # K5: the one that moved toward or past the new stone goes back ...
            events.add("collision")
            (back,) = (origin for origin in arriving if _toward_or_past(origin, *moved[origin], at))
            while True:
                del moved[back]
                # ... and then the stone that moved to where it came from, and so on.
                followers = [origin for origin, (there, _) in moved.items() if there == back]
                if not followers:
                    break
                (back,) = followers

    after = [EMPTY if index in moved else stone for index, stone in enumerate(line)]
    for origin, (there, _) in moved.items():
        after[there] = line[origin]
    for step in (-1, 1):
        train = [origin for origin, (_, direction) in moved.items() if direction == step]
        if train:
            events.add("push")
        if len(train) >= 2:
            events.add("train")
    for origin, (there, step) in moved.items():
        if there != origin + step:
            events.add("wrap")
            if line[there] != EMPTY:
                events.add("wrap-train")
    return "".join(after), events


def _toward_or_past(origin: int, there: int, step: int, at: int) -> bool:
    """K5: whether a stone moved toward the square `at`, or past it over the edges (K4)."""
    wrapped = there != origin + step
    return wrapped or (origin - at) * step < 0


class _KaomiLike(KomiOracle):
    """What Kaomi and Squared share: placing and pushing."""

    def __init__(self, size: int, komi: int = 0, setup: str = "fixed") -> None:
        board = square_board(check_size(size, 2, 13))  # K1
        # S4: a named komi is at most the square of the number of points; S1: it is even.
        super().__init__(board, komi, setup, highest=size**4, step=2)
        self.size = size

    def _empty_squares(self) -> list[str]:
        return [self.board.name[point] for point in self.points_with(EMPTY)]  # K2

    def _place(self, move: str) -> None:
        column, row = self.board.point[move]
        # K7: rows and columns do not influence each other.
        across = [(index, row) for index in range(self.size)]
        upward = [(column, index) for index in range(self.size)]
        before = dict(self.cells)
        for squares, at in ((across, column), (upward, row)):
            line, events = push_line("".join(before[square] for square in squares), at)
            self.cells.update(zip(squares, line, strict=True))
            self.events |= events
        self.cells[(column, row)] = self.to_move  # K2, K6: the new stone does not move
        self.to_move = OTHER[self.to_move]  # K1
        if EMPTY not in self.cells.values():
            self._finish(last=OTHER[self.to_move])  # K8

    @abstractmethod
    def _finish(self, last: str) -> None:
        """Decide the game on the full board; `last` placed the last stone."""

    def group_sizes(self, colour: str) -> list[int]:
        """The sizes of the groups of a colour, largest first."""
        return sorted((len(group) for group in self.regions(colour)), reverse=True)


class Kaomi(_KaomiLike):
    """Kaomi.

    Parameters
    ----------
    size
        Squares per side.
    pie
        Whether White may swap (K10).
    """

    def __init__(self, size: int = 7, pie: bool = True) -> None:
        super().__init__(size)  # S3
        self.pie = pie

    def _moves(self) -> Iterable[str]:
        moves = self._empty_squares()
        stones = len(self.cells) - len(moves)
        # K10: on White's first turn, once only.
        if self.pie and stones == 1 and self.to_move == WHITE and self.seat_of[WHITE] == 2:
            moves.append("swap")
        return moves

    def _play(self, move: str) -> None:
        if move == "swap":
            # K10: colours change hands, the stones stay, it is White's turn again.
            self.seat_of = {BLACK: 2, WHITE: 1}
            self.events.add("swap")
        else:
            self._place(move)

    def _left(self) -> dict[str, list[int]]:
        """K8: the sizes of the groups left after pairs of equal size are taken off."""
        sizes = {colour: Counter(self.group_sizes(colour)) for colour in (BLACK, WHITE)}
        pairs = sizes[BLACK] & sizes[WHITE]
        return {colour: sorted((sizes[colour] - pairs).elements(), reverse=True) for colour in sizes}

    def scores(self) -> dict[str, object]:
        return dict(self._left())

    def _finish(self, last: str) -> None:
        left = self._left()
        if not left[BLACK] and not left[WHITE]:
            self.events.add("all-paired")
            self.end(OTHER[last], "board-full")  # K9
        else:
            # K8: the biggest group left; after the pairs are gone no size is on both sides.
            biggest = max(left, key=lambda colour: max(left[colour], default=0))
            self.end(biggest, "board-full")


class Squared(_KaomiLike):
    """Squared. Q2: komi instead of the pie rule."""

    def __init__(self, size: int = 7, komi: int = 0, setup: str = "fixed") -> None:
        super().__init__(size, komi, setup)

    def _memory(self) -> tuple[str, int]:
        return (self.phase, self.komi)

    def _moves(self) -> Iterable[str]:
        return self._empty_squares() if self.phase == "play" else self._setup_moves()

    def _play(self, move: str) -> None:
        if self.phase == "play":
            self._place(move)
        else:
            self._setup_play(move)

    def points(self) -> dict[str, int]:
        """Q1: the sum of the squares of the own groups' sizes, komi added for White."""
        score = {colour: sum(size**2 for size in self.group_sizes(colour)) for colour in (BLACK, WHITE)}
        score[WHITE] += self.komi
        return score

    def scores(self) -> dict[str, object]:
        return dict(self.points())

    def _finish(self, last: str) -> None:
        score = self.points()
        if score[BLACK] == score[WHITE]:
            self.end(DRAW, "board-full")  # Q3
        else:
            self.end(max(score, key=lambda colour: score[colour]), "board-full")  # Q1
