"""The Python adapter of Kaomi and Squared: texts, scores, previews, reasons, consistency."""

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from fieldstone.boards.square import square_board
from fieldstone.core.errors import PositionError
from fieldstone.core.outcome import Colour, Termination
from fieldstone.core.record import BLACK, EMPTY, PLAYING, WHITE, RecordArray
from fieldstone.core.zobrist import EXCHANGED_KEY, SIDE_KEY
from fieldstone.games.adapter import (
    Adapter,
    Reason,
    auction_reason,
    colour_of,
    groups_of,
    header_inconsistencies,
    set_auction,
    take,
)
from fieldstone.games.kaomi import rules as kernels

Record = Any


class KaomiAdapter(Adapter):
    """Kaomi, or Squared with `squared`."""

    symbols = ".BW"
    turn_rule = "K2"

    def __init__(
        self,
        rules: RecordArray,
        size: int,
        komi: int = 0,
        setup: str = "fixed",
        pie: bool = False,
        squared: bool = False,
    ) -> None:
        self.board = square_board(size)
        self.dtype = kernels.STATE
        self.rules = rules
        self.named_moves = ("swap",) if pie else ()
        if setup == "auction":
            highest = self.board.points**2
            self.named_moves = ("black", "white", *(f"komi {number}" for number in range(0, highest + 1, 2)))

    def codes(self, state: Record) -> npt.NDArray[np.int8]:
        """Return what stands on each square."""
        codes: npt.NDArray[np.int8] = state.cells[: self.board.points]
        return codes

    def groups(self, state: Record) -> dict[Colour, list[list[int]]]:
        """Return the groups of both colours, each the list of its squares."""
        codes = self.codes(state)
        groups: dict[Colour, list[list[int]]] = {Colour.BLACK: [], Colour.WHITE: []}
        for group in groups_of(codes, self.board.neighbours):
            groups[colour_of(int(codes[group[0]]))].append(group)
        return groups

    def scores(self, state: Record) -> dict[str, Any]:
        """K8: sizes of the groups left when pairs are taken off, highest first; Q1: sums of squares with komi."""
        groups = self.groups(state)
        sizes = {colour: sorted(map(len, groups[colour]), reverse=True) for colour in groups}
        if self.rules[0].squared:
            sums = {colour.value: sum(size * size for size in sizes[colour]) for colour in sizes}
            sums["W"] += int(state.komi)
            return sums
        left: dict[str, Any] = {}
        for colour in sizes:
            left[colour.value] = list(sizes[colour])
            for size in sizes[colour.other]:
                if size in left[colour.value]:
                    left[colour.value].remove(size)
        return left

    def parts(self, state: Record) -> dict[str, Any]:
        """K8: the groups, those that cancel out, the biggest that is left; Q1: their squares."""
        groups: list[dict[str, Any]] = [
            {"colour": colour.value, "size": len(stones), "stones": list(self.point_names(stones))}
            for colour, found in self.groups(state).items()
            for stones in found
        ]
        groups.sort(key=lambda group: (-group["size"], group["colour"]))
        if self.rules[0].squared:
            for group in groups:
                group["square"] = group["size"] ** 2
            return {"groups": groups, "komi": int(state.komi), "score": self.scores(state)}
        for group in groups:
            group["cancelled_by"] = None
        for number, group in enumerate(groups):
            for other_number, other in enumerate(groups):
                alike = other["size"] == group["size"] and other["colour"] != group["colour"]
                if alike and group["cancelled_by"] is None and other["cancelled_by"] is None:
                    group["cancelled_by"], other["cancelled_by"] = other_number, number
        left = [number for number, group in enumerate(groups) if group["cancelled_by"] is None]
        most = groups[left[0]]["size"] if left else 0
        for group in groups:
            group["deciding"] = group["cancelled_by"] is None and group["size"] == most
        return {"groups": groups, "biggest": left[0] if left else None}

    def told_parts(self, parts: dict[str, Any]) -> Iterator[Reason]:
        """K8: the pairs that cancel out; Q1: the squares that are added."""
        groups = parts.get("groups", [])
        if self.rules[0].squared:
            if parts:
                sides = {
                    colour: tuple(f"{group['size']}²" for group in groups if group["colour"] == colour)
                    for colour in "BW"
                }
                details = {"black": sides["B"], "white": sides["W"], "komi": parts["komi"]}
                yield Reason("analyse.squares", details)
            return
        sizes = sorted((group["size"] for group in groups if group["cancelled_by"] is not None), reverse=True)
        if sizes:
            yield Reason("analyse.cancelled", {"sizes": tuple(map(str, sizes[::2]))})

    def set_details(self, state: Record, details: dict[str, str]) -> None:
        """Take setup and seats; Black places first and stones stay, so their numbers tell the side to move (K1)."""
        rules = self.rules[0]
        if rules.komi_count:
            set_auction(state, rules, details)
        if rules.pie and take(details, "seats", ("BW", "WB"), "BW") == "WB":
            state.exchanged = 1
            state.key ^= EXCHANGED_KEY
        codes = self.codes(state)
        black, white = int(np.sum(codes == BLACK)), int(np.sum(codes == WHITE))
        ahead = state.to_move == WHITE and state.setup == PLAYING
        if black - white != ahead:
            raise PositionError("position.stones-white" if ahead else "position.stones", black=black, white=white)
        stones = rules.points - state.empty_count
        if rules.pie and state.exchanged and stones == 0:
            raise PositionError("position.swapped")
        if state.setup != PLAYING and stones:
            raise PositionError("position.setup")

    def ending_rule(self, termination: str) -> str:
        """K8."""
        return "K8"

    def ending(self, state: Record) -> Termination | None:
        """K8: a full board."""
        return Termination.BOARD_FULL if state.empty_count == 0 else None

    def effects(self, before: Record, action: int, after: Record) -> dict[str, Any]:
        """K2-K6: the stones that are pushed, and those that go back."""
        rules = self.rules[0]
        size = self.board.size
        row, column = divmod(action, size)
        lines = (
            (column, int(before.row_stones[row]), [row * size + at for at in range(size)]),
            (row, int(before.column_stones[column]), [at * size + column for at in range(size)]),
        )
        pushed: list[tuple[str, str]] = []
        returned: list[int] = []
        names = self.board.names
        for at, stones, squares in lines:
            right, left, right_back, left_back = kernels.push(int(rules.side), stones, at)
            for step, moving, back in ((1, right, right_back), (-1, left, left_back)):
                train = [squares[(at + step * place) % size] for place in range(1, moving + 2)]
                pushed += [(names[start], names[end]) for start, end in itertools.pairwise(train)]
                returned += [squares[(at + step * place) % size] for place in range(1, back + 1)]
        return {
            "placed": self.point_names([action]),
            "pushed": tuple(pushed),
            "returned": self.point_names(returned),
        }

    def reason(self, state: Record, action: int) -> Reason:
        """K2, K10, S1."""
        rules = self.rules[0]
        if state.setup != PLAYING:
            return auction_reason(state, rules)
        if action < rules.points:
            return Reason("illegal.occupied", {"point": self.board.names[action], "rule": "K2"})
        return Reason("illegal.swap" if action == rules.swap_action else "illegal.setup-over", {})

    def inconsistencies(self, state: Record) -> Iterator[str]:
        """Recompute lines, lists, counts and key."""
        yield from header_inconsistencies(state)
        rules, codes, size = self.rules[0], self.codes(state), self.board.size
        key = np.uint64(0)
        rows, columns = [0] * size, [0] * size
        for square in np.flatnonzero(codes != EMPTY):
            row, column = divmod(int(square), size)
            key ^= rules.zobrist[codes[square] - 1, square]
            rows[row] |= 1 << column
            columns[column] |= 1 << row
        if state.to_move == WHITE and state.setup == PLAYING:
            key ^= SIDE_KEY
        if rules.pie and state.exchanged:
            key ^= EXCHANGED_KEY
        if key != state.key:
            yield f"the key is {state.key}, computed {key}"
        if rows != list(state.row_stones[:size]) or columns != list(state.column_stones[:size]):
            yield "the lines do not agree with the board"
        listed = [int(square) for square in state.empties[: state.empty_count]]
        if sorted(listed) != [int(square) for square in np.flatnonzero(codes == EMPTY)]:
            yield "the list of empty squares does not agree with the board"
        if any(state.where[square] != index for index, square in enumerate(listed)):
            yield "the places in the list of empty squares do not agree with it"


def make_adapter(name: str, rules: RecordArray, **options: Any) -> KaomiAdapter:
    """Return the adapter of `name` ("kaomi" or "squared") with its options."""
    return KaomiAdapter(rules, squared=name == "squared", **options)
