"""Hand-made positions for the rules, as data: what a move does, what is refused, what can be no position."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Played:
    """Moves that are played.

    Attributes
    ----------
    rule : the rule's number
    position : the text of the position before
    moves : with commas between them; the last one is looked at closely
    rows : the board after them, from the top, with "/" between the rows
    effects : the preview of the last move, without what is empty
    over, winner : what ended the game and who won it ("B", "W" or "draw"), or nothing
    scores : afterwards, or nothing
    legal : the legal moves before the last move, with blanks between them, or nothing
    seats : who moves afterwards, as colour and seat, or nothing
    """

    rule: str
    position: str
    moves: str
    rows: str
    effects: dict[str, Any] = field(default_factory=dict)
    over: str = ""
    winner: str = ""
    scores: dict[str, Any] | None = None
    legal: str = ""
    seats: str = ""


@dataclass(frozen=True)
class Refused:
    """A move that is refused; the sentence why names the rule."""

    rule: str
    position: str
    move: str


@dataclass(frozen=True)
class NoPosition:
    """A text that describes no position; the error names the rule."""

    rule: str
    text: str
