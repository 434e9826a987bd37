"""The Python side of Atari Go: the board, consistency."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from atari_go import rules as kernels
from fieldstone.boards.square import square_board
from fieldstone.core.record import EMPTY, WHITE, RecordArray
from fieldstone.core.zobrist import SIDE_KEY
from fieldstone.games.adapter import Adapter, header_inconsistencies

Record = Any


class AtariGoAdapter(Adapter):
    """Atari Go on a board of one size."""

    def __init__(self, rules: RecordArray, size: int) -> None:
        self.board = square_board(size)
        self.dtype = kernels.STATE
        self.rules = rules
        self.named_moves = ()  # A3: there are no moves but points

    def inconsistencies(self, state: Record) -> Iterator[str]:
        """Recompute the count of empty points and the key; scratch fields must be clear."""
        yield from header_inconsistencies(state)
        codes = self.codes(state)
        key = SIDE_KEY if state.to_move == WHITE else np.uint64(0)
        for point in np.flatnonzero(codes != EMPTY):
            key ^= self.rules[0].zobrist[codes[point] - 1, point]
        if key != state.key:
            yield f"the key is {state.key}, computed {key}"
        if state.empty_count != np.sum(codes == EMPTY):
            yield f"the count of empty points is {state.empty_count}"
        if state.seen.any() or state.queue.any():
            yield "the scratch fields are not clear"


def make_adapter(name: str, rules: RecordArray, **options: Any) -> AtariGoAdapter:
    """Return the adapter of "atari-go", the only game here, with its options."""
    return AtariGoAdapter(rules, **options)
