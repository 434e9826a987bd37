"""What a position is made of, and what its score at the end is expected to be made of."""

from typing import Any

import numpy as np
import numpy.typing as npt

from fieldstone.core.record import PLAYING
from fieldstone.games.spec import GameSpec
from fieldstone.play.state import State

Parts = dict[str, Any]
Expected = dict[str, dict[str, float]]


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
