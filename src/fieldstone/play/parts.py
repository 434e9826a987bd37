"""What a position is made of, and what its score at the end is expected to be made of."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fieldstone.core.record import PLAYING
from fieldstone.games.spec import GameSpec, Line
from fieldstone.play.state import State

Parts = dict[str, Any]
Expected = dict[str, dict[str, float]]


class Amounts(NamedTuple):
    """What a line of a score breakdown says.

    Attributes
    ----------
    told : the key of its words
    amounts : by colour how much there is, None where it is not for a colour
    counts_as : by colour what of it is in the score, where that is something else; None where it is not
    """

    told: str
    amounts: dict[str, float | None]
    counts_as: dict[str, float] | None


def expected_parts(spec: GameSpec, numbers: npt.NDArray[np.float64]) -> Expected | None:
    """Return numbers as `add_score_parts` counts them, (2, 4), by colour and name; None for games without."""
    names = spec.score.parts
    if not names:
        return None
    rows = zip("BW", numbers.tolist(), strict=True)
    return {colour: dict(zip(names, row, strict=False)) for colour, row in rows}


def parts_of(state: State) -> Parts:
    """Return what the present position is made of, as docs/json.md describes it; empty during the setup."""
    if state.record.setup != PLAYING:
        return {}
    return state.game.adapter.parts(state.record)


def score_lines(state: State, parts: Parts) -> list[Amounts]:
    """Return the lines of the score breakdown of a position that is made of `parts`."""
    return [_amounts(state, parts, line) for line in state.game.spec.score.lines] if parts else []


def _amounts(state: State, parts: Parts, line: Line) -> Amounts:
    style = state.game.spec.score
    if line.to == "white":
        return Amounts(line.told, {"B": None, "W": parts[line.name]}, None)
    if line.to == "holder":
        holder = parts[line.name]
        return Amounts(line.told, {colour: line.worth if colour == holder else None for colour in "BW"}, None)
    by_colour = {colour: parts[colour][line.name] if colour in parts else parts[line.name][colour] for colour in "BW"}
    amounts = {colour: len(part) if isinstance(part, list) else part for colour, part in by_colour.items()}
    if not line.counts:
        return Amounts(line.told, amounts, dict.fromkeys(amounts, 0))
    if style.kind != "product":
        return Amounts(line.told, amounts, None)
    factor = [one for one in style.lines if one.counts].index(line)
    factors: dict[str, float] = {
        colour.value: both[factor] for colour, both in state.game.adapter.factors(state.record).items()
    }
    return Amounts(line.told, amounts, None if factors == amounts else factors)
