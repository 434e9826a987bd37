"""Kaomi (K1-K10) and Squared (Q1-Q3)."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable
from typing import Any

from .base import (
    BLACK,
    DRAW,
    EMPTY,
    OTHER,
    WHITE,
    Effects,
    KomiOracle,
    Point,
    Told,
    check_size,
    square_board,
)


def line_moves(line: str, at: int) -> tuple[dict[int, tuple[int, int]], set[int], set[str]]:
    """Which stones of a row or column move for a new stone at index `at`, and which would but go back.

    Returns the square each moved stone came from with (the square it goes to, its direction); the squares of the stones
    that go back (K5, K6); and of ``collision``, ``full-line`` those that happened.
    """
    size = len(line)
    moved: dict[int, tuple[int, int]] = {}
    for step in (-1, 1):
        here = at + step
        if not 0 <= here < size:
            continue  # K2: beyond the edge nothing is adjacent
        while line[here] != EMPTY:  # K2 the adjacent stone, K3 the stones pushed on
            there = here + step
            if not 0 <= there < size:
                there = size - 1 if step == -1 else 0  # K4: back at the opposite edge
            moved[here] = (there, step)
            if there == at:
                return {}, set(moved), {"full-line"}  # K6: it lands on the new stone, all go back
            here = there

    events: set[str] = set()
    gone_back: set[int] = set()
    for goal in range(size):
        arriving = [origin for origin, (there, _) in moved.items() if there == goal]
        if len(arriving) == 2:
            # K5: the one that moved toward or past the new stone goes back ...
            events.add("collision")
            (back,) = (origin for origin in arriving if _toward_or_past(origin, *moved[origin], at))
            while True:
                del moved[back]
                gone_back.add(back)
                # ... and then the stone that moved to where it came from, and so on.
                followers = [origin for origin, (there, _) in moved.items() if there == back]
                if not followers:
                    break
                (back,) = followers
    return moved, gone_back, events


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
    moved, _, events = line_moves(line, at)
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

    def _lines(self, move: str) -> tuple[tuple[list[Point], int], tuple[list[Point], int]]:
        """The row and the column of a square, and its place in each."""
        column, row = self.board.point[move]
        across = [(index, row) for index in range(self.size)]
        upward = [(column, index) for index in range(self.size)]
        return (across, column), (upward, row)

    def effects(self, move: str) -> Effects:
        """K2-K6: the stones that move, and those that would have moved but go back."""
        pushed: set[tuple[Point, Point]] = set()
        returned: set[Point] = set()
        for squares, at in self._lines(move):
            moved, gone_back, _ = line_moves("".join(self.cells[square] for square in squares), at)
            pushed |= {(squares[origin], squares[there]) for origin, (there, _) in moved.items()}
            returned |= {squares[origin] for origin in gone_back}
        return {"pushed": pushed, "returned": returned}

    def why_not(self, move: str) -> Told:
        if self.phase != "play":
            return self._setup_why_not()
        if move in self.board.point:
            return "illegal.occupied", {"point": move, "rule": "K2"}
        return ("illegal.swap" if move == "swap" else "illegal.setup-over"), {}  # K10, S1

    def problem(self, details: dict[str, str]) -> Told | None:
        """K1: Black places first, stones stay; K10: nobody swaps before the first stone; S1."""
        problem = self._setup_problem(details)
        if problem is not None:
            return problem
        if not self.auction:
            self._take_seats(details)
        stones = {"black": len(self.points_with(BLACK)), "white": len(self.points_with(WHITE))}
        ahead = self.to_move == WHITE and self.phase == "play"
        if stones["black"] - stones["white"] != ahead:
            return "position.stones-white" if ahead else "position.stones", dict(stones)
        if not any(stones.values()):
            swapped = not self.auction and self.seat_of[BLACK] == 2
            return ("position.swapped", {}) if swapped else None
        return None if self.phase == "play" else ("position.setup", {})

    def shown_ending(self) -> str | None:
        """K8."""
        return None if self.points_with(EMPTY) else "board-full"

    def winner_after(self, termination: str) -> str:
        """K8, K9, Q1, Q3."""
        after = self.copy()
        after._finish(last=OTHER[self.to_move])
        assert after.winner is not None
        return after.winner

    def _groups(self) -> list[dict[str, Any]]:
        """The groups, the largest first, of equal ones Black's first, then by their first stones."""
        order = self.in_order(self.board.name)
        told = [
            {"colour": colour, "size": len(group), "stones": self.in_order(group)}
            for colour in (BLACK, WHITE)
            for group in self.regions(colour)
        ]
        return sorted(told, key=lambda one: (-one["size"], one["colour"], order.index(one["stones"][0])))

    def _place(self, move: str) -> None:
        column, row = self.board.point[move]
        before = dict(self.cells)
        for squares, at in self._lines(move):  # K7: rows and columns do not influence each other
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

    def parts(self) -> dict[str, object]:
        """K8: which groups cancel out in pairs, one for one, and the biggest that is left."""
        groups = self._groups()
        for number, group in enumerate(groups):
            # The n-th group of one colour and size pairs off with the n-th of the other colour and this size.
            alike = [other for other, one in enumerate(groups) if one["size"] == group["size"]]
            own = [other for other in alike if groups[other]["colour"] == group["colour"]]
            enemy = [other for other in alike if groups[other]["colour"] != group["colour"]]
            place = own.index(number)
            group["cancelled_by"] = enemy[place] if place < len(enemy) else None
        left = [number for number, group in enumerate(groups) if group["cancelled_by"] is None]
        for number, group in enumerate(groups):
            group["deciding"] = number in left and group["size"] == groups[left[0]]["size"]
        return {"groups": groups, "biggest": left[0] if left else None}

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

    def parts(self) -> dict[str, object]:
        """Q1: the squares that are added."""
        groups = [{**group, "square": group["size"] ** 2} for group in self._groups()]
        squares = {colour: sum(size**2 for size in self.group_sizes(colour)) for colour in (BLACK, WHITE)}
        return {"squares": squares, "groups": groups, "komi": self.komi, "score": self.scores()}

    def scores(self) -> dict[str, object]:
        return dict(self.points())

    def _finish(self, last: str) -> None:
        score = self.points()
        if score[BLACK] == score[WHITE]:
            self.end(DRAW, "board-full")  # Q3
        else:
            self.end(max(score, key=lambda colour: score[colour]), "board-full")  # Q1
