"""The Python adapter of Vadus: texts, scores, previews, reasons, consistency."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from fieldstone.boards.hexagon import hexagon_board
from fieldstone.core.errors import PositionError
from fieldstone.core.jit import jit
from fieldstone.core.outcome import Colour, Termination
from fieldstone.core.record import BLACK, EMPTY, WHITE, RecordArray
from fieldstone.core.zobrist import PASS_KEY, SIDE_KEY, TURN_KEY
from fieldstone.games.adapter import (
    Adapter,
    Reason,
    colour_of,
    groups_of,
    header_inconsistencies,
    take,
)
from fieldstone.games.vadus import rules as kernels

Record = Any


@jit
def tally(rules: RecordArray, states: RecordArray) -> None:
    """Count the groups of each value in the scratch fields of `states[0]`."""
    kernels.tally_values(rules[0], states[0])


class VadusAdapter(Adapter):
    """Vadus."""

    symbols = ".BW"
    turn_rule = "W2"

    def __init__(self, rules: RecordArray, size: int) -> None:
        self.board = hexagon_board(size)
        self.dtype = kernels.STATE
        self.rules = rules
        self.named_moves = ("pass",)
        self.places = self.rules[0].place_of[: self.board.points].copy()

    def codes(self, state: Record) -> npt.NDArray[np.int8]:
        """Return what stands on each point."""
        codes: npt.NDArray[np.int8] = state.cells[self.places]
        return codes

    def scores(self, state: Record) -> dict[str, Any]:
        """W5, W6: the values of the groups, highest first."""
        states = np.array([state], dtype=self.dtype)
        tally(self.rules, states)
        points = self.board.points
        values = {}
        for colour in Colour:
            counts = states[0].tally[colour.code - 1]
            values[colour.value] = [
                value for value in range(points, -points - 1, -1) for _ in range(counts[kernels.POINTS + value])
            ]
        return values

    def parts(self, state: Record) -> dict[str, Any]:
        """W4, W5: the groups with their connection part and surplus, the most valuable first."""
        codes, neighbours = self.codes(state), self.board.neighbours
        rim = {point for point in range(self.board.points) if min(neighbours[point]) < 0}
        groups: list[dict[str, Any]] = []
        for stones in groups_of(codes, neighbours):
            connection = _connection(stones, rim, neighbours)
            groups.append(
                {
                    "colour": colour_of(int(codes[stones[0]])).value,
                    "value": 2 * len(connection) - len(stones),
                    "size": len(stones),
                    "stones": list(self.point_names(stones)),
                    "edge_stones": len(rim.intersection(stones)),
                    "connection": list(self.point_names(connection)),
                    "surplus": len(stones) - len(connection),
                }
            )
        groups.sort(key=lambda group: (-group["value"], group["colour"], group["stones"]))
        return {"groups": groups}

    def told_parts(self, parts: dict[str, Any]) -> Iterator[Reason]:
        """W5: what the groups with a connection part are worth, and why."""
        shown = {
            colour: tuple(
                f"{group['value']} ({len(group['connection'])} − {group['surplus']})"
                for group in parts["groups"]
                if group["colour"] == colour and group["connection"]
            )
            for colour in "BW"
        }
        yield Reason("analyse.connections", {"black": shown["B"], "white": shown["W"]})

    def stones_left(self, state: Record) -> int | None:
        """W2."""
        return int(state.left)

    def details(self, state: Record) -> dict[str, str]:
        """Add the stone still to place when the first of two stands."""
        details = super().details(state)
        if self.turn_open(state):
            details["left"] = "1"
        return details

    def set_details(self, state: Record, details: dict[str, str]) -> None:
        """Take passes and stones left; the numbers of stones tell how far the turn has come (W2)."""
        codes = self.codes(state)
        black, white = int(np.sum(codes == BLACK)), int(np.sum(codes == WHITE))
        left = take(details, "left", ("1", "2"), "2" if black + white else "1")
        state.passes = int(take(details, "passes", ("0", "1", "2"), "0"))
        if black + white == 0:
            if state.to_move != BLACK or left != "1" or state.passes:
                raise PositionError("position.first-stone")
            return
        placed = 1 if left == "1" else 0
        black_odd = (black - (placed if state.to_move == BLACK else 0)) % 2 == 1
        white_even = (white - (placed if state.to_move == WHITE else 0)) % 2 == 0
        if not (black_odd and white_even):
            raise PositionError("position.turns", black=black, white=white)
        if state.passes:
            if left == "1":
                raise PositionError("position.passes")
            if state.passes == 1:
                state.key ^= PASS_KEY
        if left == "1":
            state.left = 1
            state.key ^= TURN_KEY

    def ending_rule(self, termination: str) -> str:
        """W3."""
        return "W3"

    def ending(self, state: Record) -> Termination | None:
        """W3: two passes."""
        return Termination.TWO_PASSES if state.passes == 2 else None

    def turn_open(self, state: Record) -> bool:
        """W2: the first stone of two stands."""
        return bool(state.left == 1 and state.empty_count < self.board.points)

    def effects(self, before: Record, action: int, after: Record) -> dict[str, Any]:
        """W2: a stone is placed and nothing else happens."""
        return {"placed": self.point_names([action])}

    def reason(self, state: Record, action: int) -> Reason:
        """W2."""
        if action < self.board.points:
            return Reason("illegal.occupied", {"point": self.board.names[action], "rule": "W2"})
        if state.empty_count == self.board.points:
            return Reason("illegal.first-pass", {})
        return Reason("illegal.pass-in-turn", {})

    def turn_reason(self, state: Record, moves: str) -> Reason:
        """W2: Black's first turn is a single stone."""
        if state.empty_count == self.board.points:
            return Reason("illegal.first-turn", {})
        return Reason("illegal.no-turn-of-two", {"moves": moves})

    def inconsistencies(self, state: Record) -> Iterator[str]:
        """Recompute list, counts, turn and key."""
        yield from header_inconsistencies(state)
        rules, codes = self.rules[0], self.codes(state)
        key = np.uint64(0)
        for point in np.flatnonzero(codes != EMPTY):
            key ^= rules.zobrist[codes[point] - 1, self.places[point]]
        if state.to_move == WHITE:
            key ^= SIDE_KEY
        if state.passes % 2:
            key ^= PASS_KEY
        if state.left == 2:
            key ^= TURN_KEY
        if key != state.key:
            yield f"the key is {state.key}, computed {key}"
        listed = [int(place) for place in state.empties[: state.empty_count]]
        if sorted(listed) != sorted(int(self.places[point]) for point in np.flatnonzero(codes == EMPTY)):
            yield "the list of empty points does not agree with the board"
        if any(state.where[place] != index for index, place in enumerate(listed)):
            yield "the places in the list of empty points do not agree with it"
        if state.left not in (1, 2):
            yield f"left is {state.left}"


def _connection(stones: list[int], rim: set[int], neighbours: npt.NDArray[Any]) -> list[int]:
    """W5: return the fewest stones of a group that are one whole with two edge stones; empty with fewer of those."""
    group = set(stones)
    best: list[int] = []
    for start in sorted(rim & group):
        before = {start: start}
        queue = [start]
        for point in queue:
            if point in rim and point != start:
                way = [point]
                while way[-1] != start:
                    way.append(before[way[-1]])
                if not best or len(way) < len(best):
                    best = way
                break
            for beside in map(int, neighbours[point]):
                if beside in group and beside not in before:
                    before[beside] = point
                    queue.append(beside)
    return best


def make_adapter(name: str, rules: RecordArray, **options: Any) -> VadusAdapter:
    """Return the adapter of Vadus with its options."""
    return VadusAdapter(rules, **options)
