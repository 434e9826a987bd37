"""Vacu (V1-V11) and Convacu (C1-C5)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable
from typing import Self

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


class _VacuLike(KomiOracle):
    """What Vacu and Convacu share: placing, removing, flipping and repetition."""

    def __init__(self, size: int, komi: int = 0, setup: str = "fixed") -> None:
        # S4: a named komi is at most the number of points; S1: any whole number.
        super().__init__(square_board(size), komi, setup, highest=size * size, step=1)
        self.size = size
        self.button: str | None = None  # V8: nobody has taken it
        self.passes = 0  # passes in succession
        # V9: every position that has stood on the table, with the kind of move that left it.
        self.history: list[tuple[Hashable, str]] = [(self._repeatable(), "start")]

    def copy(self) -> Self:
        twin = super().copy()
        twin.history = list(self.history)
        return twin

    def arrange(self, rows: Iterable[str], to_move: str) -> Self:
        super().arrange(rows, to_move)
        self.passes = 0
        self.history = [(self._repeatable(), "start")]
        return self

    def _memory(self) -> Hashable:
        return (self.phase, self.komi, self.button, self.passes)

    def _repeatable(self) -> Hashable:
        # V9: board, colour to move, button taken or not (not by whom).
        return (tuple(self.rows()), self.to_move, self.button is not None)

    def has_liberty(self, group: set[Point]) -> bool:
        """V2: whether an empty point is adjacent to a stone of the group."""
        return any(self.cells[near] == EMPTY for stone in group for near in self.board.neighbours[stone])

    def _placements(self) -> list[str]:
        """V4, V5: the empty points where the colour to move may place a stone."""
        return [self.board.name[point] for point in self.points_with(EMPTY) if self._may_place(point)]

    def _may_place(self, point: Point) -> bool:
        self.cells[point] = self.to_move
        try:
            if self.has_liberty(self.region(point)):
                return True  # V4
            # V5: illegal without an enemy group to turn.
            enemies = self.regions(OTHER[self.to_move])
            return any(not self.has_liberty(group) for group in enemies)
        finally:
            self.cells[point] = EMPTY

    def _place(self, point: Point) -> bool:
        """Place a stone, remove and flip; return whether the last enemy group went (V7)."""
        mover, enemy = self.to_move, OTHER[self.to_move]
        self.cells[point] = mover
        own = self.region(point)
        dead = [group for group in self.regions(enemy) if not self.has_liberty(group)]
        if self.has_liberty(own):
            # V4: looked at before anything is removed.
            for group in dead:
                for stone in group:
                    self.cells[stone] = EMPTY
            self._note(dead, "capture", "multi-capture")
        else:
            # V5: the own group goes, the enemy groups that had no liberties change colour.
            for stone in own:
                self.cells[stone] = EMPTY
            for group in dead:
                for stone in group:
                    self.cells[stone] = mover
            self._note(dead, "flip", "multi-flip")
            if any(self.region(next(iter(group))) != group for group in dead):
                self.events.add("merge-after-flip")
        return bool(dead) and not self.points_with(enemy)

    def _note(self, dead: list[set[Point]], one: str, several: str) -> None:
        if dead:
            self.events.add(one)
        if len(dead) >= 2:
            self.events.add(several)

    def _next_turn(self, kind: str) -> None:
        """Hand over the turn and write down the position that stands now (V9)."""
        self.passes = self.passes + 1 if kind == "pass" else 0
        self.to_move = OTHER[self.to_move]
        self.history.append((self._repeatable(), kind))

    def _draw_if_repeated(self) -> None:
        """V9: a draw if this position has now appeared three times or more."""
        now = self._repeatable()
        appearances = [ply for ply, (position, _) in enumerate(self.history) if position == now]
        if len(appearances) >= 3:
            self.end(DRAW, "repetition")
            self.events.add("repetition")
            if any(kind != "play" for _, kind in self.history[appearances[0] + 1 :]):
                self.events.add("repetition-with-pass")

    def effects(self, move: str) -> Effects:
        """V4: the enemy groups without liberties are removed; V5: or the own group is, and those turn."""
        point, after = self.board.point[move], self.copy()
        after.cells[point] = self.to_move
        own = after.region(point)
        dead = [group for group in after.regions(OTHER[self.to_move]) if not after.has_liberty(group)]
        if after.has_liberty(own):
            return {"removed": set[Point]().union(*dead)}
        return {"removed": own, "flipped": set[Point]().union(*dead)}

    def why_not(self, move: str) -> Told:
        if self.phase != "play":
            return self._setup_why_not()
        if move not in self.board.point:
            return self._why_no_word(move)
        if self.cells[self.board.point[move]] != EMPTY:
            return "illegal.occupied", {"point": move, "rule": "V3"}
        return "illegal.no-liberty", {"point": move}  # V5

    def problem(self, details: dict[str, str]) -> Told | None:
        """V8: nobody may pass before the button is taken; S1; V4, V5: after a turn every group has a liberty."""
        problem = self._setup_problem(details)
        if problem is not None:
            return problem
        self.button = details.get("button", "-").replace("-", "") or None
        self.passes = int(details.get("passes", "0"))
        if self.passes and self.may_pass_only_after_the_button and self.button is None:
            return "position.passes-button", {}
        begun = self.passes or self.button or len(self.points_with(EMPTY)) < len(self.cells)
        if self.phase != "play" and begun:
            return "position.setup-vacu", {}
        dead = {
            self.board.name[stone]
            for colour in (BLACK, WHITE)
            for group in self.regions(colour)
            if not self.has_liberty(group)
            for stone in group
        }
        return ("position.no-liberty", {"point": dead}) if dead else None

    may_pass_only_after_the_button = False

    def shown_ending(self) -> str | None:
        """V7, C5."""
        return "two-passes" if self.passes == 2 else None

    def hidden_endings(self) -> set[str]:
        """V9; random games may be called off."""
        return {"repetition", "playout-cap"} if self.phase == "play" else set()

    @abstractmethod
    def _why_no_word(self, move: str) -> Told:
        """Why a move that is no placement is illegal."""

    def _stones_and_territory(self) -> dict[str, object]:
        territory: dict[str, list[str]] = {BLACK: [], WHITE: []}
        for area in self.regions(EMPTY):
            owner = self.owner(area)
            if owner is not None:
                territory[owner] += [self.board.name[point] for point in area]
        stones = {colour: len(self.points_with(colour)) for colour in (BLACK, WHITE)}
        return {"stones": stones, "territory": {colour: sorted(territory[colour]) for colour in territory}}

    def owner(self, area: set[Point]) -> str | None:
        """V2: it is yours if every stone adjacent to it is yours; an empty board is nobody's."""
        around = {
            self.cells[near] for point in area for near in self.board.neighbours[point] if self.cells[near] != EMPTY
        }
        return around.pop() if len(around) == 1 else None

    def scores(self) -> dict[str, object]:
        return dict(self.points())

    def points(self) -> dict[str, float]:
        """V6: own stones, own territories, komi for White, half a point for the button."""
        score = {colour: float(len(self.points_with(colour))) for colour in (BLACK, WHITE)}
        for area in self.regions(EMPTY):
            owner = self.owner(area)
            if owner is not None:
                score[owner] += len(area)
        score[WHITE] += self.komi
        if self.button is not None:
            score[self.button] += 0.5
        return score


class Vacu(_VacuLike):
    """Vacu."""

    def __init__(self, size: int = 9, komi: int = 0, setup: str = "fixed") -> None:
        super().__init__(check_size(size, 2, 19), komi, setup)  # V11

    def _moves(self) -> Iterable[str]:
        if self.phase != "play":
            return self._setup_moves()
        # V3, V8: the button until it is taken, a pass from then on.
        return [*self._placements(), "button" if self.button is None else "pass"]

    def _play(self, move: str) -> None:
        if self.phase != "play":
            self._setup_play(move)
            return
        if move == "button":
            # V8: neither a pass nor a board play.
            self.button = self.to_move
            self._next_turn("button")
        elif move == "pass":
            self._next_turn("pass")
            if self.passes == 2:
                self._end_by_score("two-passes")  # V7
        else:
            last = self._place(self.board.point[move])
            self._next_turn("play")
            if last:
                self._end_by_score("last-group")  # V7
            else:
                self._draw_if_repeated()  # V9: checked only after a board play

    def _why_no_word(self, move: str) -> Told:
        if move == "pass":
            return "illegal.pass-before-button", {}  # V8
        if move == "button":
            return "illegal.button-taken", {"colour": self.button}  # V8
        return "illegal.setup-over", {}  # S1

    def parts(self) -> dict[str, object]:
        """V6: stones, territories, komi and button."""
        return self._stones_and_territory() | {"komi": self.komi, "button": self.button, "score": self.scores()}

    def score_tells(self) -> bool:
        """V2: while only one colour has stones, everything else is its territory."""
        return bool(self.points_with(BLACK)) == bool(self.points_with(WHITE))

    may_pass_only_after_the_button = True  # V8

    def hidden_endings(self) -> set[str]:
        """V7: the last group of a colour may have gone."""
        one_left = bool(self.points_with(BLACK)) != bool(self.points_with(WHITE))
        return super().hidden_endings() | ({"last-group"} if one_left else set())

    def winner_after(self, termination: str) -> str:
        score = self.points()
        if termination in ("repetition", "playout-cap") or score[BLACK] == score[WHITE]:
            return DRAW  # V9, V10
        return max(score, key=lambda colour: score[colour])  # V7: also after the last group has gone

    def _end_by_score(self, termination: str) -> None:
        self.end(self.winner_after(termination), termination)


class Convacu(_VacuLike):
    """Convacu. C4: no button, no komi, no score; `scores` counts as Vacu does without them.

    A board of one point is allowed here, because C5 speaks of it.
    """

    def __init__(self, size: int = 9) -> None:
        super().__init__(check_size(size, 1, 19))  # V11, C5

    def _moves(self) -> Iterable[str]:
        return self._placements() or ["pass"]  # C2

    def _play(self, move: str) -> None:
        if move == "pass":
            self.events.add("forced-pass")  # C2
            self._next_turn("pass")
            if self.passes == 2:
                self.end(DRAW, "two-passes")  # C5
            return
        mover = self.to_move
        self._place(self.board.point[move])  # C3; C4: the last group does not end the game
        self._next_turn("play")
        for colour in (mover, OTHER[mover]):
            if self._connected(colour):
                self.end(colour, "connection")  # C1
                return
        self._draw_if_repeated()  # C3, V9

    def _why_no_word(self, move: str) -> Told:
        return "illegal.pass-not-forced", {}  # C2

    def parts(self) -> dict[str, object]:
        """C1: the groups, by their first stones; C4: there is no score."""
        groups = [(self.in_order(group), colour, group) for colour in (BLACK, WHITE) for group in self.regions(colour)]
        order = self.in_order(self.board.name)
        groups.sort(key=lambda one: order.index(one[0][0]))
        told = [{"colour": c, "stones": names, "deciding": self._touches(group, c)} for names, c, group in groups]
        return self._stones_and_territory() | {"groups": told}

    def shown_ending(self) -> str | None:
        """C1, C5."""
        joined = any(self._connected(colour) for colour in (BLACK, WHITE))
        return "connection" if joined else super().shown_ending()

    def winner_after(self, termination: str) -> str:
        """C1, C5, V9."""
        joined = [colour for colour in (BLACK, WHITE) if self._connected(colour)]
        return joined[0] if termination == "connection" else DRAW

    def _touches(self, group: set[Point], colour: str) -> bool:
        """C1: top and bottom edges are Black's, left and right edges White's."""
        axis = 1 if colour == BLACK else 0
        return {0, self.size - 1} <= {stone[axis] for stone in group}

    def _connected(self, colour: str) -> bool:
        return any(self._touches(group, colour) for group in self.regions(colour))
