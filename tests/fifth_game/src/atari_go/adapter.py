"""The Python side of Atari Go: texts of positions, previews, reasons, consistency."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from atari_go import rules as kernels
from fieldstone.boards.square import square_board
from fieldstone.core.errors import PositionError
from fieldstone.core.kernels import is_legal
from fieldstone.core.record import BLACK, EMPTY, WHITE, RecordArray
from fieldstone.core.zobrist import SIDE_KEY
from fieldstone.games.adapter import Adapter, Reason, changed, groups_of, header_inconsistencies

Record = Any


class AtariGoAdapter(Adapter):
    """Atari Go on a board of one size."""

    symbols = ".BW"
    turn_rule = "A3"

    def __init__(self, rules: RecordArray, size: int) -> None:
        self.board = square_board(size)
        self.dtype = kernels.STATE
        self.rules = rules
        self.named_moves = ()  # A3: there are no moves but points

    def codes(self, state: Record) -> npt.NDArray[np.int8]:
        """Return what stands on each point."""
        codes: npt.NDArray[np.int8] = state.cells[: self.board.points]
        return codes

    def _lost_stones(self, state: Record) -> tuple[int, int]:
        """A1, A3: return the stones that Black and White should have by the side to move, less those that they have.

        Nobody has placed more stones than the other, or Black one more: the rest has been captured.
        """
        codes = self.codes(state)
        lead = int(np.sum(codes == BLACK)) - int(np.sum(codes == WHITE)) - int(state.to_move == WHITE)
        return max(0, -lead), max(0, lead)

    def scores(self, state: Record) -> dict[str, Any]:
        """Return the stones that each colour has captured: more than none wins (A4)."""
        black_lost, white_lost = self._lost_stones(state)
        return {"B": white_lost, "W": black_lost}

    def set_details(self, state: Record, details: dict[str, str]) -> None:
        """Refuse what cannot be: the player who moved last has lost stones (A4), or a group has no liberty (A5)."""
        lost = self._lost_stones(state)
        last = 3 - int(state.to_move)
        if lost[last - 1]:
            raise PositionError("position.atari-go-stones", colour="B" if last == BLACK else "W", count=lost[last - 1])
        for group in groups_of(self.codes(state), self.board.neighbours):
            if not kernels.has_liberty(self.rules[0], state, group[0], kernels.NOWHERE):
                raise PositionError("position.atari-go-liberty", point=self.board.names[group[0]])

    def ending_rule(self, termination: str) -> str:
        """A4, A6."""
        return "A4" if termination == "capture" else "A6"

    def ending(self, state: Record) -> str | None:
        """A4: stones are missing; A6: there is no legal move."""
        if any(self._lost_stones(state)):
            return "capture"
        legal = (is_legal(self.rules[0], state, point) for point in range(self.board.points))
        return None if any(legal) else "no-move"

    def winner_code(self, state: Record, termination: str) -> int:
        """A4, A6: whoever moved last."""
        return 3 - int(state.to_move)

    def effects(self, before: Record, action: int, after: Record) -> dict[str, Any]:
        """A4: the stones taken off."""
        enemy = 3 - int(before.to_move)
        removed = changed(self.codes(before), self.codes(after), enemy, EMPTY)
        return {"placed": self.point_names([action]), "removed": self.point_names(removed)}

    def reason(self, state: Record, action: int) -> Reason:
        """A3, A5."""
        point = self.board.names[action]
        if self.codes(state)[action] != EMPTY:
            return Reason("illegal.occupied", {"point": point, "rule": "A3"})
        return Reason("illegal.atari-go-liberty", {"point": point})

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
