"""The Python adapter of Iago and free capture: consistency."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from fieldstone.boards.hexagon import hexagon_board, lines
from fieldstone.core.record import BLACK, EMPTY, WHITE, RecordArray
from fieldstone.core.zobrist import SIDE_KEY
from fieldstone.games.adapter import Adapter, colour_of, header_inconsistencies
from fieldstone.games.iago import rules as kernels

Record = Any


class IagoAdapter(Adapter):
    """Iago, or free capture with `free`."""

    def __init__(self, rules: RecordArray, free: bool = False) -> None:
        self.board = hexagon_board(kernels.SIZE)
        self.dtype = kernels.STATE
        self.rules = rules
        self.named_moves = ()

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
        where = state.where.tolist()  # each field once: reading one from Python is slow
        if any(where[point] != index for index, point in enumerate(listed)):
            yield "the places in the list of empty hexes do not agree with it"
        inner_empty = int(np.sum((codes == EMPTY) & (rules.outer == 0)))
        if state.inner_empty != inner_empty:
            yield f"inner_empty is {state.inner_empty}, computed {inner_empty}"
        shown, bits_of_lines = codes.tolist(), state.lines.tolist()
        for number, line in enumerate(lines(kernels.SIZE)):
            for kind, shows in ((1, (1,)), (2, (2,)), (3, (3, 4))):
                bits = sum(1 << place for place, point in enumerate(line) if shown[point] in shows)
                held = bits_of_lines[kind][number]
                if held != bits:
                    yield f"line {number} holds {held:b} of kind {kind}, computed {bits:b}"
        yield from self._capture_inconsistencies(state, listed)

    def _capture_inconsistencies(self, state: Record, empties: list[int]) -> Iterator[str]:
        cells, all_runs, captures = state.cells.tolist(), state.runs.tolist(), state.captures.tolist()
        computed = {colour: [_captures(cells, point, colour) for point in empties] for colour in (BLACK, WHITE)}
        for colour, numbers in computed.items():
            for number, line in enumerate(lines(kernels.SIZE)):
                kinds = [cells[point] for point in line]
                runs = [
                    _captured(kinds, at, colour) if kind not in (BLACK, WHITE) else 0 for at, kind in enumerate(kinds)
                ]
                # The table is for nine places; what it says of those beyond a shorter line is not read.
                known = all_runs[colour - 1][number] & ((1 << 4 * len(line)) - 1)
                if known != sum(run << 4 * at for at, run in enumerate(runs)):
                    yield f"the captures of {colour_of(colour).name.title()} along line {number} do not agree with it"
            if numbers != [captures[colour - 1][point] for point in empties]:
                yield f"the captures of {colour_of(colour).name.title()} do not agree with the board"
        if not state.over:
            numbers = computed[int(state.to_move)]
            most = max(numbers)
            if (state.most, state.ties) != (most, numbers.count(most)):
                yield f"most and ties are {state.most} and {state.ties}, computed {most} and {numbers.count(most)}"


def _captures(cells: list[int], point: int, colour: int) -> int:
    """I3: count the discs that a disc of `colour` on `point` would capture."""
    through = [line for line in lines(kernels.SIZE) if point in line]
    return sum(_captured([cells[one] for one in line], line.index(point), colour) for line in through)


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
