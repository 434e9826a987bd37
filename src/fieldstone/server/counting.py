"""What a score is made of, for the overlays of the page."""

from collections.abc import Callable
from typing import Any

from fieldstone.analysis.parts import group_of, parts_of
from fieldstone.games.face import colour_of
from fieldstone.server.schema import ByColour, Count, Group, colour_name
from fieldstone.state import State

COLOURS = ("B", "W")


def count_of(state: State) -> Count:
    """Return what the present position is made of; empty during the setup."""
    parts = parts_of(state)
    return _COUNTS[state.game.name](state, parts) if parts else Count()


def _by_colour(found: dict[str, Any]) -> ByColour[Any]:
    return ByColour(black=found["B"], white=found["W"])


def _vacu(state: State, parts: dict[str, Any]) -> Count:
    """V6: stones and territories."""
    return Count(territory=_by_colour(parts["territory"]), stones=_by_colour(parts["stones"]))


def _convacu(state: State, parts: dict[str, Any]) -> Count:
    """C1: the groups, one of which shall join two edges."""
    codes, neighbours = state.game.face.codes(state.record), state.game.board.neighbours
    seen: set[int] = set()
    groups = []
    for first in range(state.game.points):
        if codes[first] and first not in seen:
            stones = group_of(first, codes, neighbours)
            seen.update(stones)
            colour = colour_name(colour_of(int(codes[first])))
            groups.append(Group(colour=colour, points=list(state.game.face.point_names(stones))))
    return Count(stones=_by_colour(parts["stones"]), groups=groups)


def _kaomi(state: State, parts: dict[str, Any]) -> Count:
    """K8: the groups, and which of them cancel out."""
    groups = [
        Group(colour=group["colour"], points=group["stones"], cancelled_by=group["cancelled_by"])
        for group in parts["groups"]
    ]
    return Count(groups=groups)


def _squared(state: State, parts: dict[str, Any]) -> Count:
    """Q1: each group is worth the square of its size."""
    groups = [Group(colour=group["colour"], points=group["stones"], value=group["square"]) for group in parts["groups"]]
    return Count(groups=groups)


def _iago(state: State, parts: dict[str, Any]) -> Count:
    """I9: the discs of both areas, and the captives."""
    found = {key: {colour: parts[colour][key] for colour in COLOURS} for key in ("inner", "outer", "captives")}
    return Count.model_validate({key: _by_colour(numbers) for key, numbers in found.items()})


def _vadus(state: State, parts: dict[str, Any]) -> Count:
    """W4, W5: the groups with their connection parts."""
    groups = [
        Group(colour=group["colour"], points=group["stones"], connection=group["connection"], value=group["value"])
        for group in parts["groups"]
    ]
    return Count(groups=groups)


_COUNTS: dict[str, Callable[[State, dict[str, Any]], Count]] = {
    "vacu": _vacu,
    "convacu": _convacu,
    "kaomi": _kaomi,
    "squared": _squared,
    "iago": _iago,
    "iago-free": _iago,
    "vadus": _vadus,
}
