"""The Python adapter of Iago and free capture: texts, scores, previews, reasons, consistency."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from fieldstone.boards.hexagon import hexagon_board, lines
from fieldstone.core.errors import PositionError
from fieldstone.core.outcome import Colour, Termination
from fieldstone.core.record import BLACK, EMPTY, WHITE, RecordArray
from fieldstone.core.zobrist import SIDE_KEY
from fieldstone.games.adapter import (
    Adapter,
    Duty,
    Reason,
    changed,
    colour_of,
    header_inconsistencies,
)
from fieldstone.games.iago import rules as kernels

Record = Any


class IagoAdapter(Adapter):
    """Iago, or free capture with `free`."""

    symbols = ".BWbw"
    turn_rule = "I2"

    def __init__(self, rules: RecordArray, free: bool = False) -> None:
        self.board = hexagon_board(kernels.SIZE)
        self.dtype = kernels.STATE
        self.rules = rules
        self.named_moves = ()

    def codes(self, state: Record) -> npt.NDArray[np.int8]:
        """Return what stands on each hex."""
        codes: npt.NDArray[np.int8] = state.cells
        return codes

    def discs(self, state: Record) -> dict[Colour, tuple[int, int]]:
        """Return the discs showing their colour in the inner and in the outer area."""
        codes, outer = self.codes(state), self.rules[0].outer == 1
        return {
            colour: (int(np.sum((codes == colour.code) & ~outer)), int(np.sum((codes == colour.code) & outer)))
            for colour in Colour
        }

    def scores(self, state: Record) -> dict[str, Any]:
        """I9: inner discs times outer discs, an area without any counting as one."""
        return {colour.value: max(1, inner) * max(1, outer) for colour, (inner, outer) in self.discs(state).items()}

    def factors(self, state: Record) -> dict[Colour, tuple[int, int]]:
        """I9: inner and outer discs; an area without any counts as 1."""
        return {colour: (max(1, inner), max(1, outer)) for colour, (inner, outer) in self.discs(state).items()}

    def parts(self, state: Record) -> dict[str, Any]:
        """I9: inner discs times outer discs; captives count for nobody; I10: the centre."""
        codes, scores = self.codes(state), self.scores(state)
        shown = "".join(self.symbols[code] for code in codes)
        parts: dict[str, Any] = {
            colour.value: {
                "inner": inner,
                "outer": outer,
                "score": scores[colour.value],
                "captives": shown.count(colour.value.lower()),
            }
            for colour, (inner, outer) in self.discs(state).items()
        }
        # I10: a captive in the centre counts for the other side.
        parts["centre"] = {"B": "B", "w": "B", "W": "W", "b": "W"}.get(shown[self.board.points // 2])
        return parts

    def told_parts(self, parts: dict[str, Any]) -> Iterator[Reason]:
        """I9: the captives."""
        yield Reason("analyse.captives", {"black": parts["B"]["captives"], "white": parts["W"]["captives"]})

    def duty(self, state: Record) -> Duty | None:
        """I5: the captures that the side to move must make."""
        most = int(state.most)
        if self.rules[0].free or most == 0:
            return None
        return Duty("capture", "fact.must-capture", "duty.capture", {"most": most})

    def set_details(self, state: Record, details: dict[str, str]) -> None:
        """Check the numbers: Black places first and discs stay, so they tell the side to move (I2)."""
        codes = self.codes(state)
        owned = [int(np.sum((codes == colour) | (codes == colour + 2))) for colour in (BLACK, WHITE)]
        white = state.to_move == WHITE
        if owned[0] - owned[1] != white:
            raise PositionError("position.discs-white" if white else "position.discs", black=owned[0], white=owned[1])

    def ending_rule(self, termination: str) -> str:
        """I8."""
        return "I8"

    def ending(self, state: Record) -> Termination | None:
        """I8: a full inner area."""
        return Termination.INNER_AREA_FULL if state.inner_empty == 0 else None

    def effects(self, before: Record, action: int, after: Record) -> dict[str, Any]:
        """I3, I4: the discs that turn red, and those that turn back."""
        old, new = self.codes(before).copy(), self.codes(after)
        captured = changed(old, new, BLACK, kernels.BLACK_CAPTIVE) + changed(old, new, WHITE, kernels.WHITE_CAPTIVE)
        released = changed(old, new, kernels.BLACK_CAPTIVE, BLACK) + changed(old, new, kernels.WHITE_CAPTIVE, WHITE)
        return {
            "placed": self.point_names([action]),
            "captured": self.point_names(captured),
            "released": self.point_names(released),
        }

    def reason(self, state: Record, action: int) -> Reason:
        """I2, I5, I6."""
        rules = self.rules[0]
        point = self.board.names[action]
        if state.cells[action] != EMPTY:
            return Reason("illegal.occupied", {"point": point, "rule": "I2"})
        if state.most > 0 and not rules.free:
            best = np.flatnonzero((state.cells == EMPTY) & (state.captures[state.to_move - 1] == state.most))
            return Reason(
                "illegal.must-capture", {"most": int(state.most), "points": ", ".join(self.point_names(best))}
            )
        return Reason("illegal.centre" if action == kernels.CENTRE else "illegal.outer-area", {"point": point})

    def inconsistencies(self, state: Record) -> Iterator[str]:
        """Recompute lines, captures, lists, counts and key, the captures by walking along the lines."""
        yield from header_inconsistencies(state)
        rules, codes = self.rules[0], self.codes(state)
        key = np.uint64(0)
        for point in np.flatnonzero(codes != EMPTY):
            key ^= rules.zobrist[codes[point] - 1, point]
        if state.to_move == WHITE:
            key ^= SIDE_KEY
        if key != state.key:
            yield f"the key is {state.key}, computed {key}"
        listed = [int(point) for point in state.empties[: state.empty_count]]
        if sorted(listed) != [int(point) for point in np.flatnonzero(codes == EMPTY)]:
            yield "the list of empty hexes does not agree with the board"
        if any(state.where[point] != index for index, point in enumerate(listed)):
            yield "the places in the list of empty hexes do not agree with it"
        inner_empty = int(np.sum((codes == EMPTY) & (rules.outer == 0)))
        if state.inner_empty != inner_empty:
            yield f"inner_empty is {state.inner_empty}, computed {inner_empty}"
        for number, line in enumerate(lines(kernels.SIZE)):
            for kind, shows in ((1, (1,)), (2, (2,)), (3, (3, 4))):
                bits = sum(1 << place for place, point in enumerate(line) if codes[point] in shows)
                if state.lines[kind, number] != bits:
                    yield f"line {number} holds {state.lines[kind, number]:b} of kind {kind}, computed {bits:b}"
        yield from self._capture_inconsistencies(state, listed)

    def _capture_inconsistencies(self, state: Record, empties: list[int]) -> Iterator[str]:
        computed = {colour: [self._captures(state, point, colour) for point in empties] for colour in (BLACK, WHITE)}
        for colour, numbers in computed.items():
            for number, line in enumerate(lines(kernels.SIZE)):
                kinds = [int(state.cells[point]) for point in line]
                runs = [
                    _captured(kinds, at, colour) if kind not in (BLACK, WHITE) else 0 for at, kind in enumerate(kinds)
                ]
                # The table is for nine places; what it says of those beyond a shorter line is not read.
                known = int(state.runs[colour - 1, number]) & ((1 << 4 * len(line)) - 1)
                if known != sum(run << 4 * at for at, run in enumerate(runs)):
                    yield f"the captures of {colour_of(colour).name.title()} along line {number} do not agree with it"
            if numbers != [int(state.captures[colour - 1, point]) for point in empties]:
                yield f"the captures of {colour_of(colour).name.title()} do not agree with the board"
        if not state.over:
            numbers = computed[int(state.to_move)]
            most = max(numbers)
            if (state.most, state.ties) != (most, numbers.count(most)):
                yield f"most and ties are {state.most} and {state.ties}, computed {most} and {numbers.count(most)}"

    def _captures(self, state: Record, point: int, colour: int) -> int:
        """I3: count the discs that a disc of `colour` on `point` would capture."""
        through = [line for line in lines(kernels.SIZE) if point in line]
        return sum(_captured([int(state.cells[one]) for one in line], line.index(point), colour) for line in through)


def _captured(kinds: list[int], at: int, colour: int) -> int:
    """I3: count the discs that a disc of `colour` at one place of a line would capture along it."""
    total = 0
    for way in (kinds[at + 1 :], kinds[:at][::-1]):
        run = 0
        while run < len(way) and way[run] == 3 - colour:
            run += 1
        if run < len(way) and way[run] == colour:
            total += run
    return total


def make_adapter(name: str, rules: RecordArray) -> IagoAdapter:
    """Return the adapter of `name` ("iago" or "iago-free")."""
    return IagoAdapter(rules, free=name == "iago-free")
