"""What a score is made of, for the page."""

import re
from typing import Any

from fieldstone.play.parts import parts_of, score_lines
from fieldstone.play.shown import BY_COLOUR, OF_A_COLOUR, OF_A_GROUP
from fieldstone.play.state import State
from fieldstone.play.wording import deciding_sentence
from fieldstone.server.language import speaker
from fieldstone.server.schema import ByColour, Count, Group, ScoreLine

COLOURS = ("B", "W")


def count_of(state: State, language: str) -> Count:
    """Return what the present position is made of; nothing during the setup."""
    parts, say = parts_of(state), speaker(language)
    found: dict[str, Any] = {key: _by_colour(parts[key]) for key in BY_COLOUR if key in parts}
    if "areas" in parts:
        found["areas"] = [_by_colour(area) for area in parts["areas"].values()]
    if "groups" in parts:
        found["groups"] = [_group(group) for group in parts["groups"]]
    for key in OF_A_COLOUR:
        if all(key in parts.get(colour, {}) for colour in COLOURS):
            found[key] = _by_colour({colour: parts[colour][key] for colour in COLOURS})
    lines = []
    for told, amounts, counts_as in score_lines(state, parts):
        more = {} if counts_as is None else {"counts_as": _by_colour(counts_as)}
        lines.append(ScoreLine(told=say(told), amounts=_by_colour(amounts), **more))
    return Count(lines=lines, decided=signs(deciding_sentence(state, parts.get("groups", ()), say)), **found)


def signs(text: str) -> str:
    """Return a text with real minus signs before its numbers; a terminal may have no such character, a page has."""
    return re.sub(r"-(?=\d)", "−", text)


def _group(group: dict[str, Any]) -> Group:
    more = {shown: group[key] for key, shown in OF_A_GROUP.items() if key in group}
    return Group(colour=group["colour"], points=group["stones"], **more)


def _by_colour(found: dict[str, Any]) -> ByColour[Any]:
    return ByColour(black=found["B"], white=found["W"])
