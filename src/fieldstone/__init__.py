"""Two-player board games, played exactly, fast.

The public names are loaded when they are first used, so that importing the package costs nothing.
"""

import importlib
import sys
from typing import TYPE_CHECKING, Any

from fieldstone.version import __version__ as __version__

if TYPE_CHECKING:
    from fieldstone.analysis.analysing import analyse as analyse
    from fieldstone.analysis.result import Analysis as Analysis
    from fieldstone.analysis.review import Review as Review
    from fieldstone.analysis.reviewing import review as review
    from fieldstone.core.errors import DiagramError as DiagramError
    from fieldstone.core.errors import IllegalMoveError as IllegalMoveError
    from fieldstone.core.errors import InvalidMoveError as InvalidMoveError
    from fieldstone.core.errors import OptionError as OptionError
    from fieldstone.core.errors import PositionError as PositionError
    from fieldstone.core.outcome import Colour as Colour
    from fieldstone.core.outcome import Outcome as Outcome
    from fieldstone.core.outcome import Termination as Termination
    from fieldstone.games.adapter import Preview as Preview
    from fieldstone.games.spec import GameSpec as GameSpec
    from fieldstone.play.batch import Batch as Batch
    from fieldstone.play.game import Game as Game
    from fieldstone.play.game import load as load
    from fieldstone.play.parse import parse_position as parse_position
    from fieldstone.play.ruleset import Move as Move
    from fieldstone.play.state import State as State
    from fieldstone.play.state import check_consistency as check_consistency
    from fieldstone.records.errors import RecordError as RecordError
    from fieldstone.records.reading import read_record as read_record
    from fieldstone.records.record import Record as Record
    from fieldstone.records.writing import write_record as write_record
    from fieldstone.search.limit import Limit as Limit

    def games() -> dict[str, GameSpec]:
        """Return the facts of all games by name, variants after their base games."""


_HOMES = {
    "Analysis": "fieldstone.analysis.result",
    "Batch": "fieldstone.play.batch",
    "Colour": "fieldstone.core.outcome",
    "DiagramError": "fieldstone.core.errors",
    "Game": "fieldstone.play.game",
    "GameSpec": "fieldstone.games.spec",
    "IllegalMoveError": "fieldstone.core.errors",
    "InvalidMoveError": "fieldstone.core.errors",
    "Limit": "fieldstone.search.engine",
    "Move": "fieldstone.play.ruleset",
    "OptionError": "fieldstone.core.errors",
    "Outcome": "fieldstone.core.outcome",
    "PositionError": "fieldstone.core.errors",
    "Preview": "fieldstone.games.adapter",
    "Record": "fieldstone.records.record",
    "RecordError": "fieldstone.records.errors",
    "Review": "fieldstone.analysis.review",
    "State": "fieldstone.play.state",
    "Termination": "fieldstone.core.outcome",
    "analyse": "fieldstone.analysis.analysing",
    "check_consistency": "fieldstone.play.state",
    "load": "fieldstone.play.game",
    "parse_position": "fieldstone.play.parse",
    "read_record": "fieldstone.records.reading",
    "review": "fieldstone.analysis.reviewing",
    "write_record": "fieldstone.records.writing",
}

__all__ = [*_HOMES, "games"]  # noqa: PLE0604


def _drawn(state: Any) -> str:
    """Return a position as a notebook shows it: `State` itself knows nothing of drawing, which lies above it."""
    from fieldstone.diagram.drawing import Style, draw

    return draw(state, Style(caption=True))


def __getattr__(name: str) -> Any:
    if name == "games":
        value: Any = importlib.import_module("fieldstone.games")  # a module that can be called
    elif name in _HOMES:
        value = getattr(importlib.import_module(_HOMES[name]), name)
        if states := sys.modules.get("fieldstone.play.state"):
            states.State.drawer = _drawn
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
