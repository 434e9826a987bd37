"""Iago (I1-I10) and free capture (F1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from .base import BLACK, EMPTY, OTHER, WHITE, Effects, Oracle, Point, Told, hexagonal_board, rim

# I1: every disc is red on its other side. Captives are written in small letters, by owner.
CAPTIVE = {BLACK: "b", WHITE: "w"}
OWN_COLOUR = {captive: colour for colour, captive in CAPTIVE.items()}


@dataclass
class Flips:
    """What a placement would flip: the discs between, line by line."""

    captured: list[list[Point]] = field(default_factory=list)
    released: list[list[Point]] = field(default_factory=list)

    @property
    def captures(self) -> int:
        """I5: how many discs would be captured; releases do not count."""
        return sum(len(line) for line in self.captured)


class Iago(Oracle):
    """Iago.

    Parameters
    ----------
    free
        Whether capturing is free (F1) instead of forced (I5).
    """

    def __init__(self, free: bool = False) -> None:
        super().__init__(hexagonal_board(5))  # I1
        self.free = free
        self.outer = rim(self.board)  # I1: the 24 hexes of the rim
        self.centre = self.board.point["e5"]
        self.inner = frozenset(self.board.name) - self.outer  # I1: 37, with the centre

    def _flips(self, new: Point) -> Flips:
        """I3, I4: all lines of a placement, on the board before it."""
        flips = Flips()
        for dx, dy in self.board.directions:
            between: list[Point] = []
            x, y = new[0] + dx, new[1] + dy
            while self.cells.get((x, y), EMPTY) not in (EMPTY, self.to_move):
                between.append((x, y))
                x, y = x + dx, y + dy
            if not between or self.cells.get((x, y)) != self.to_move:
                continue  # I3: no line, it must end at a disc showing the mover's colour
            shown = {self.cells[point] for point in between}
            if shown == {OTHER[self.to_move]}:
                flips.captured.append(between)  # I3 capture
            elif shown <= set(OWN_COLOUR) and any(end in self.outer or end == self.centre for end in (new, (x, y))):
                flips.released.append(between)  # I3 release: captives of either owner
            # I3: mixed lines do nothing.
        return flips

    def _moves(self) -> Iterable[str]:
        return [self.board.name[point] for point in self._open_hexes()[0]]

    def _open_hexes(self) -> tuple[list[Point], bool]:
        """Where the mover may place, and whether only I7 allows it."""
        flips = {point: self._flips(point) for point in self.points_with(EMPTY)}
        most = max(found.captures for found in flips.values())
        if most > 0 and not self.free:
            # I5: only placements that capture the most, anywhere on the board.
            return [point for point, found in flips.items() if found.captures == most], False
        hexes = [
            point
            for point, found in flips.items()
            # I6, F1: the inner area is open, the outer area and the centre only with a flip.
            if (point in self.inner and point != self.centre) or found.captured or found.released
        ]
        empty_inner = [point for point in flips if point in self.inner]
        if (
            empty_inner == [self.centre]
            and not any(point in self.outer for point in hexes)
            and self.centre not in hexes
        ):
            return [self.centre], True  # I7
        return hexes, False

    def _play(self, move: str) -> None:
        new = self.board.point[move]
        if self._open_hexes()[1]:
            self.events.add("centre-exception")
        flips = self._flips(new)
        # I4: all lines flip together, and flipping is not optional.
        for point in (point for line in flips.captured for point in line):
            self.cells[point] = CAPTIVE[self.cells[point]]
        for point in (point for line in flips.released for point in line):
            self.cells[point] = OWN_COLOUR[self.cells[point]]
        self.cells[new] = self.to_move  # I2
        if flips.captured:
            self.events.add("capture")
        if flips.released:
            self.events.add("release")
        if flips.captured and flips.released:
            self.events.add("capture-and-release")
        if len(flips.captured) + len(flips.released) >= 2:
            self.events.add("multi-line")
        self.to_move = OTHER[self.to_move]  # I1, I2
        if all(self.cells[point] != EMPTY for point in self.inner):
            self._finish()  # I8

    def effects(self, move: str) -> Effects:
        """I3: the discs turned red side up, and those turned back."""
        flips = self._flips(self.board.point[move])
        return {"captured": set[Point]().union(*flips.captured), "released": set[Point]().union(*flips.released)}

    def why_not(self, move: str) -> Told:
        point = self.board.point[move]
        if self.cells[point] != EMPTY:
            return "illegal.occupied", {"point": move, "rule": "I2"}
        duty = self.duty()
        if duty is not None:
            points = ", ".join(self.in_order(self._open_hexes()[0]))
            return "illegal.must-capture", {**duty[1], "points": points}  # I5
        return "illegal.centre" if point == self.centre else "illegal.outer-area", {"point": move}  # I6

    def problem(self, details: dict[str, str]) -> Told | None:
        """I1, I2: Black places first, discs stay."""
        black, white = (len(self.points_with(one)) + len(self.points_with(CAPTIVE[one])) for one in (BLACK, WHITE))
        if black - white == (self.to_move == WHITE):
            return None
        key = "position.discs-white" if self.to_move == WHITE else "position.discs"
        return key, {"black": black, "white": white}

    def shown_ending(self) -> str | None:
        """I8."""
        return None if any(self.cells[point] == EMPTY for point in self.inner) else "inner-area-full"

    def winner_after(self, termination: str) -> str:
        """I9, I10."""
        after = self.copy()
        after._finish()
        assert after.winner is not None
        return after.winner

    def duty(self) -> Told | None:
        """I5: to capture the most, where a capture is possible; F1: nothing in free capture."""
        most = max((self._flips(point).captures for point in self.points_with(EMPTY)), default=0)
        if self.free or most == 0 or self.winner is not None:
            return None
        return "fact.must-capture", {"most": most}

    def parts(self) -> dict[str, object]:
        """I9: what the products are made of, and the captives, which count for nobody; I10: the centre."""
        told: dict[str, object] = {}
        for colour in (BLACK, WHITE):
            inner, outer = self._in_areas(colour)
            captives = len(self.points_with(CAPTIVE[colour]))
            told[colour] = {"inner": inner, "outer": outer, "score": self.points()[colour], "captives": captives}
        disc = self.cells[self.centre]
        owner = OTHER[OWN_COLOUR[disc]] if disc in OWN_COLOUR else disc
        areas = {
            name: {colour: self.in_order(area & set(self.points_with(colour))) for colour in (BLACK, WHITE)}
            for name, area in (("inner", self.inner), ("outer", self.outer))
        }
        return told | {"areas": areas, "centre": None if owner == EMPTY else owner}

    def _in_areas(self, colour: str) -> tuple[int, int]:
        """Discs showing their colour in the inner and in the outer area."""
        shown = set(self.points_with(colour))
        return len(shown & self.inner), len(shown & self.outer)

    def points(self) -> dict[str, int]:
        """I9: the product of both areas, an area without any counting as 1."""
        return {
            colour: max(1, self._in_areas(colour)[0]) * max(1, self._in_areas(colour)[1]) for colour in (BLACK, WHITE)
        }

    def scores(self) -> dict[str, object]:
        return dict(self.points())

    def _finish(self) -> None:
        if any(0 in self._in_areas(colour) for colour in (BLACK, WHITE)):
            self.events.add("zero-area")
        score = self.points()
        if score[BLACK] != score[WHITE]:
            self.end(max(score, key=lambda colour: score[colour]), "inner-area-full")  # I9
            return
        # I10: the owner of the centre disc wins if it shows its colour, loses if it is red.
        self.events.add("tie")
        disc = self.cells[self.centre]
        winner = OTHER[OWN_COLOUR[disc]] if disc in OWN_COLOUR else disc
        self.end(winner, "inner-area-full")
