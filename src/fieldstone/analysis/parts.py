"""What a position is made of, game by game: stones and territories, groups and their values, factors."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from fieldstone.core.outcome import Colour
from fieldstone.core.record import PLAYING
from fieldstone.games.face import colour_of
from fieldstone.state import State

Parts = dict[str, Any]
# What the score at the end is made of, in the order in which the games' `add_score_parts` count it.
SCORE_PARTS: dict[str, tuple[str, ...]] = {
    "vacu": ("stones", "territory"),
    "kaomi": ("biggest",),
    "squared": ("squares",),
    "iago": ("inner", "outer", "score", "captives"),
    "iago-free": ("inner", "outer", "score", "captives"),
}
Expected = dict[str, dict[str, float]]


def expected_parts(name: str, numbers: npt.NDArray[np.float64]) -> Expected | None:
    """Return numbers as `add_score_parts` counts them, (2, 4), by colour and name; None for games without."""
    names = SCORE_PARTS.get(name)
    if names is None:
        return None
    rows = zip("BW", numbers.tolist(), strict=True)
    return {colour: dict(zip(names, row, strict=False)) for colour, row in rows}


def parts_of(state: State) -> Parts:
    """Return what the present position is made of, as docs/formats.md describes it; empty during the setup."""
    if state.record.setup != PLAYING:
        return {}
    return _PARTS[state.game.name](state)


def _vacu(state: State) -> Parts:
    """V6: stones, territories, komi, button."""
    record, face = state.record, state.game.face
    territory: dict[Colour, list[str]] = {colour: [] for colour in Colour}
    for region, owner in face.territories(record):  # type: ignore[attr-defined]
        if owner is not None:
            territory[owner] += face.point_names(region)
    parts: Parts = {
        "stones": {colour.value: int(record.stones[colour.code]) for colour in Colour},
        "territory": {colour.value: sorted(names) for colour, names in territory.items()},
    }
    if state.game.name == "vacu":
        parts["komi"] = int(record.komi)
        parts["button"] = colour_of(record.button).value if record.button else None
        parts["score"] = state.scores()
    return parts


def _kaomi(state: State) -> Parts:
    """K8: the groups, those that cancel out, the biggest that is left; Q1: their squares."""
    groups = [
        {"colour": colour.value, "size": len(stones), "stones": list(state.game.face.point_names(stones))}
        for colour, found in state.game.face.groups(state.record).items()  # type: ignore[attr-defined]
        for stones in found
    ]
    groups.sort(key=lambda group: (-group["size"], group["colour"]))
    if state.game.name == "squared":
        for group in groups:
            group["square"] = group["size"] ** 2
        return {"groups": groups, "komi": int(state.record.komi), "score": state.scores()}
    for group in groups:
        group["cancelled_by"] = None
    for number, group in enumerate(groups):
        for other_number, other in enumerate(groups):
            alike = other["size"] == group["size"] and other["colour"] != group["colour"]
            if alike and group["cancelled_by"] is None and other["cancelled_by"] is None:
                group["cancelled_by"], other["cancelled_by"] = other_number, number
    left = [number for number, group in enumerate(groups) if group["cancelled_by"] is None]
    return {"groups": groups, "biggest": left[0] if left else None}


def _iago(state: State) -> Parts:
    """I9: inner discs times outer discs; captives count for nobody; I10: the centre."""
    scores = state.scores()
    symbols = "".join(state.rows())
    parts: Parts = {}
    for colour, (inner, outer) in state.game.face.discs(state.record).items():  # type: ignore[attr-defined]
        parts[colour.value] = {
            "inner": inner,
            "outer": outer,
            "score": scores[colour.value],
            "captives": symbols.count(colour.value.lower()),
        }
    centre = state.game.board.symbols(state.rows())[state.game.points // 2]
    # I10: a captive in the centre counts for the other side.
    parts["centre"] = {"B": "B", "w": "B", "W": "W", "b": "W"}.get(centre)
    return parts


def _vadus(state: State) -> Parts:
    """W4, W5: the groups with their connection part and surplus, the most valuable first."""
    board, codes = state.game.board, state.game.face.codes(state.record)
    rim = {point for point in range(board.points) if min(board.neighbours[point]) < 0}
    seen: set[int] = set()
    groups: list[dict[str, Any]] = []
    for first in range(board.points):
        if codes[first] and first not in seen:
            stones = group_of(first, codes, board.neighbours)
            seen.update(stones)
            connection = _connection(stones, rim, board.neighbours)
            groups.append(
                {
                    "colour": colour_of(int(codes[first])).value,
                    "value": 2 * len(connection) - len(stones),
                    "size": len(stones),
                    "stones": list(state.game.face.point_names(stones)),
                    "edge_stones": len(rim.intersection(stones)),
                    "connection": list(state.game.face.point_names(connection)),
                    "surplus": len(stones) - len(connection),
                }
            )
    groups.sort(key=lambda group: (-group["value"], group["colour"], group["stones"]))
    return {"groups": groups}


def group_of(first: int, codes: Any, neighbours: Any) -> list[int]:
    """W4: return the points of the colour of `first` that hang together with it."""
    found, known = [first], {first}
    for point in found:
        for beside in map(int, neighbours[point]):
            if beside >= 0 and beside not in known and codes[beside] == codes[first]:
                known.add(beside)
                found.append(beside)
    return found


def _connection(stones: list[int], rim: set[int], neighbours: Any) -> list[int]:
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


_PARTS: dict[str, Callable[[State], Parts]] = {
    "vacu": _vacu,
    "convacu": _vacu,
    "kaomi": _kaomi,
    "squared": _kaomi,
    "iago": _iago,
    "iago-free": _iago,
    "vadus": _vadus,
}
