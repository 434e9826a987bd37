"""How a game stands: colours, what ended it, who won."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Colour(StrEnum):
    """What a player holds; seats (1 and 2) may exchange their colours."""

    BLACK = "B"
    WHITE = "W"

    @property
    def other(self) -> "Colour":
        """The opponent's colour."""
        return Colour.WHITE if self is Colour.BLACK else Colour.BLACK

    @property
    def code(self) -> int:
        """The colour's number in the kernels."""
        return 1 if self is Colour.BLACK else 2


class Termination(StrEnum):
    """What ends games, in the order of the kernels' codes from 1 on; a game may have more endings of its own."""

    TWO_PASSES = "two-passes"  # V7, C5, W3
    LAST_GROUP = "last-group"  # V7
    CONNECTION = "connection"  # C1
    REPETITION = "repetition"  # V9
    BOARD_FULL = "board-full"  # K8
    INNER_AREA_FULL = "inner-area-full"  # I8
    PLAYOUT_CAP = "playout-cap"  # random playouts of batches only: called off as a hopeless cycle


@dataclass(frozen=True)
class Outcome:
    """The end of a game.

    Attributes
    ----------
    winner : the colour that has won, None for a draw
    termination : what ended it: a `Termination`, or the name of an ending that only this game has
    scores : as `State.scores` gives them
    """

    winner: Colour | None
    termination: str
    scores: dict[str, Any]
