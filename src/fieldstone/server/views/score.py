"""What a score is made of, for the overlays of the page."""

from typing import Any

from fieldstone.play.parts import parts_of
from fieldstone.play.shown import BY_COLOUR, OF_A_COLOUR, OF_A_GROUP
from fieldstone.play.state import State
from fieldstone.server.schema import ByColour, Count, Group

COLOURS = ("B", "W")


def count_of(state: State) -> Count:
    """Return what the present position is made of; empty during the setup."""
    parts = parts_of(state)
    found: dict[str, Any] = {key: _by_colour(parts[key]) for key in BY_COLOUR if key in parts}
    if "groups" in parts:
        found["groups"] = [_group(group) for group in parts["groups"]]
    for key in OF_A_COLOUR:
        if all(key in parts.get(colour, {}) for colour in COLOURS):
            found[key] = _by_colour({colour: parts[colour][key] for colour in COLOURS})
    return Count(**found)


def _group(group: dict[str, Any]) -> Group:
    more = {shown: group[key] for key, shown in OF_A_GROUP.items() if key in group}
    return Group(colour=group["colour"], points=group["stones"], **more)


def _by_colour(found: dict[str, Any]) -> ByColour[Any]:
    return ByColour(black=found["B"], white=found["W"])
