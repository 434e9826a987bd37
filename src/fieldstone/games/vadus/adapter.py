"""The Python adapter of Vadus: names of moves, what its parts say to people, consistency."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from fieldstone.boards.hexagon import hexagon_board
from fieldstone.core.record import EMPTY, WHITE, RecordArray
from fieldstone.core.zobrist import PASS_KEY, SIDE_KEY, TURN_KEY
from fieldstone.games.adapter import Adapter, Reason, header_inconsistencies
from fieldstone.games.vadus import rules as kernels

Record = Any


class VadusAdapter(Adapter):
    """Vadus."""

    def __init__(self, rules: RecordArray, size: int) -> None:
        self.board = hexagon_board(size)
        self.dtype = kernels.STATE
        self.rules = rules
        self.named_moves = ("pass",)
        self.places = self.rules[0].place_of[: self.board.points].copy()

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
        where = state.where.tolist()  # the field once: reading one from Python is slow
        if any(where[place] != index for index, place in enumerate(listed)):
            yield "the places in the list of empty points do not agree with it"
        if state.left not in (1, 2):
            yield f"left is {state.left}"


def make_adapter(name: str, rules: RecordArray, **options: Any) -> VadusAdapter:
    """Return the adapter of Vadus with its options."""
    return VadusAdapter(rules, **options)
