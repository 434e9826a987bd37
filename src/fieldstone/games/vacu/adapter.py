"""The Python adapter of Vacu and Convacu: names of moves, consistency."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from fieldstone.boards.square import square_board
from fieldstone.core.record import BLACK, EMPTY, PLAYING, WHITE, RecordArray
from fieldstone.core.zobrist import BUTTON_KEY, SIDE_KEY
from fieldstone.games.adapter import Adapter, header_inconsistencies
from fieldstone.games.vacu import rules as kernels

Record = Any


class VacuAdapter(Adapter):
    """Vacu, or Convacu with `connection`."""

    repeats = True

    def __init__(
        self, rules: RecordArray, size: int, komi: int = 0, setup: str = "fixed", connection: bool = False
    ) -> None:
        self.board = square_board(size)
        self.dtype = kernels.STATE
        self.rules = rules
        self.named_moves = ("pass",) if connection else ("pass", "button")
        if setup == "auction":
            self.named_moves += ("black", "white", *(f"komi {number}" for number in range(self.board.points + 1)))
        self.places = self.rules[0].place_of[: self.board.points].copy()

    def _region(self, codes: npt.NDArray[np.int8], first: int) -> tuple[list[int], set[int]]:
        """Return the points of the colour of `first` that hang together with it, and the other codes they touch."""
        region, touched = [first], set()
        for point in region:
            for beside in self.board.neighbours[point]:
                if beside >= 0:
                    if codes[beside] != codes[first]:
                        touched.add(int(codes[beside]))
                    elif int(beside) not in region:
                        region.append(int(beside))
        return region, touched

    def inconsistencies(self, state: Record) -> Iterator[str]:
        """Recompute groups, liberties, lists, counts and key."""
        yield from header_inconsistencies(state)
        rules, codes = self.rules[0], self.codes(state)
        key = np.uint64(0)
        for point in np.flatnonzero(codes != EMPTY):
            key ^= rules.zobrist[codes[point] - 1, self.places[point]]
        if state.to_move == WHITE and state.setup == PLAYING:
            key ^= SIDE_KEY
        if state.button:
            key ^= BUTTON_KEY
        if key != state.key:
            yield f"the key is {state.key}, computed {key}"
        places = (self.board.size + 2) * (self.board.size + 1) + 1
        border = np.setdiff1d(np.arange(places), self.places)
        if not (state.cells[border] == kernels.BORDER).all():
            yield "the border of the board is broken"
        if state.passes and not rules.connection and not state.button:
            yield "somebody has passed before the button was taken"
        counts = [int(np.sum(codes == code)) for code in (EMPTY, BLACK, WHITE)]
        if counts != [state.empty_count, state.stones[BLACK], state.stones[WHITE]]:
            yield f"the counts are {state.empty_count} {state.stones[1:]}, computed {counts}"
        listed = [int(place) for place in state.empties[: state.empty_count]]
        if sorted(listed) != sorted(int(self.places[point]) for point in np.flatnonzero(codes == EMPTY)):
            yield "the list of empty points does not agree with the board"
        where = state.where.tolist()  # each field once: reading one from Python is slow
        if any(where[place] != index for index, place in enumerate(listed)):
            yield "the places in the list of empty points do not agree with it"
        chains = state.head.tolist(), state.next.tolist()
        seen: set[int] = set()
        for first in np.flatnonzero(codes != EMPTY):
            if int(first) not in seen:
                stones, _ = self._region(codes, int(first))
                seen |= set(stones)
                yield from self._group_inconsistencies(state, codes, stones, *chains)

    def _group_inconsistencies(
        self, state: Record, codes: npt.NDArray[np.int8], stones: list[int], head_of: list[int], after: list[int]
    ) -> Iterator[str]:
        name = self.board.names[stones[0]]
        places = {int(self.places[stone]) for stone in stones}
        heads = {head_of[place] for place in places}
        if len(heads) != 1 or not heads <= places:
            yield f"the group on {name} has the heads {heads}"
            return
        head = heads.pop()
        circle = [head]
        while after[circle[-1]] != head and len(circle) <= len(places):
            circle.append(after[circle[-1]])
        if set(circle) != places or len(circle) != len(places):
            yield f"the list of stones of the group on {name} does not agree with the board"
        pairs = [
            int(self.places[beside])
            for stone in stones
            for beside in self.board.neighbours[stone]
            if beside >= 0 and codes[beside] == EMPTY
        ]
        edges, edges_of = 0, self.rules[0].edges
        for place in places:
            edges |= int(edges_of[place])
        found = (state.members[head], state.edges[head], state.liberties[head], state.liberty_sum[head])
        computed = (len(stones), edges, len(pairs), sum(pairs))
        if found != computed or state.liberty_squares[head] != sum(place * place for place in pairs):
            yield f"the group on {name} has {found}, computed {computed}"


def make_adapter(name: str, rules: RecordArray, **options: Any) -> VacuAdapter:
    """Return the adapter of `name` ("vacu" or "convacu") with its options."""
    return VacuAdapter(rules, connection=name == "convacu", **options)
