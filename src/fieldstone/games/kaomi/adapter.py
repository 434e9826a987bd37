"""The Python adapter of Kaomi and Squared: names of moves, what their parts say to people, consistency."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from fieldstone.boards.square import square_board
from fieldstone.core.record import EMPTY, PLAYING, WHITE, RecordArray
from fieldstone.core.zobrist import EXCHANGED_KEY, SIDE_KEY
from fieldstone.games.adapter import Adapter, Reason, header_inconsistencies
from fieldstone.games.kaomi import rules as kernels

Record = Any


class KaomiAdapter(Adapter):
    """Kaomi, or Squared with `squared`."""

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
        where = state.where.tolist()  # the field once: reading one from Python is slow
        if any(where[square] != index for index, square in enumerate(listed)):
            yield "the places in the list of empty squares do not agree with it"


def make_adapter(name: str, rules: RecordArray, **options: Any) -> KaomiAdapter:
    """Return the adapter of `name` ("kaomi" or "squared") with its options."""
    return KaomiAdapter(rules, squared=name == "squared", **options)
