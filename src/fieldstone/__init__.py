"""Vacu, Convacu, Kaomi, Squared, Iago, free capture and Vadus: played exactly, fast.

The public names are loaded when they are first used, so that importing the package costs nothing.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fieldstone.analysis.analysing import Limit as Limit
    from fieldstone.analysis.analysing import analyse as analyse
    from fieldstone.analysis.result import Analysis as Analysis
    from fieldstone.analysis.review import Review as Review
    from fieldstone.analysis.reviewing import review as review
    from fieldstone.batch import Batch as Batch
    from fieldstone.core.errors import IllegalMoveError as IllegalMoveError
    from fieldstone.core.errors import InvalidMoveError as InvalidMoveError
    from fieldstone.core.errors import OptionError as OptionError
    from fieldstone.core.errors import PositionError as PositionError
    from fieldstone.core.outcome import Colour as Colour
    from fieldstone.core.outcome import Outcome as Outcome
    from fieldstone.core.outcome import Termination as Termination
    from fieldstone.game import Game as Game
    from fieldstone.game import Move as Move
    from fieldstone.game import load as load
    from fieldstone.games.face import Preview as Preview
    from fieldstone.games.facts import GameFacts as GameFacts
    from fieldstone.records.errors import RecordError as RecordError
    from fieldstone.records.reading import read_record as read_record
    from fieldstone.records.record import Record as Record
    from fieldstone.records.writing import write_record as write_record
    from fieldstone.state import State as State
    from fieldstone.state import check_consistency as check_consistency
    from fieldstone.text import parse_position as parse_position

    def games() -> dict[str, GameFacts]:
        """Return the facts of all games by name, variants after their base games."""


__version__ = "0.1.0"

_HOMES = {
    "Analysis": "fieldstone.analysis.result",
    "Batch": "fieldstone.batch",
    "Colour": "fieldstone.core.outcome",
    "Game": "fieldstone.game",
    "GameFacts": "fieldstone.games.facts",
    "IllegalMoveError": "fieldstone.core.errors",
    "InvalidMoveError": "fieldstone.core.errors",
    "Limit": "fieldstone.analysis.analysing",
    "Move": "fieldstone.game",
    "OptionError": "fieldstone.core.errors",
    "Outcome": "fieldstone.core.outcome",
    "PositionError": "fieldstone.core.errors",
    "Preview": "fieldstone.games.face",
    "Record": "fieldstone.records.record",
    "RecordError": "fieldstone.records.errors",
    "Review": "fieldstone.analysis.review",
    "State": "fieldstone.state",
    "Termination": "fieldstone.core.outcome",
    "analyse": "fieldstone.analysis.analysing",
    "check_consistency": "fieldstone.state",
    "load": "fieldstone.game",
    "parse_position": "fieldstone.text",
    "read_record": "fieldstone.records.reading",
    "review": "fieldstone.analysis.reviewing",
    "write_record": "fieldstone.records.writing",
}

__all__ = [*_HOMES, "games"]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name == "games":
        value: Any = importlib.import_module("fieldstone.games")  # a module that can be called
    elif name in _HOMES:
        value = getattr(importlib.import_module(_HOMES[name]), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
