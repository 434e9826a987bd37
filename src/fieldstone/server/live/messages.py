"""What comes in over the WebSocket."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter
from typing_extensions import TypeAliasType

from fieldstone.server.schema import LONGEST_LINE, Input

LONGEST_ID = 64
LONGEST_ANALYSIS = 60.0  # seconds
LONGEST_LOOK = 5.0  # seconds for one position of a review
MOST_MOVES = 400  # of an analysis: more than any board has points

Id = Annotated[str, Field(min_length=1, max_length=LONGEST_ID)]
LineText = Annotated[str, Field(min_length=1, max_length=LONGEST_LINE)]


class Watch(Input):
    """Tell of every change of a game, beginning with how it stands."""

    type: Literal["watch"]
    game: Id


class Unwatch(Input):
    """Tell no more of a game."""

    type: Literal["unwatch"]
    game: Id


class Analyse(Input):
    """Stream an analysis of the last position of `line`. A new one with the same id replaces it."""

    type: Literal["analyse"]
    id: Id
    """The client's own."""
    line: LineText
    seconds: float = Field(ge=0.1, le=LONGEST_ANALYSIS)
    moves: int = Field(ge=1, le=MOST_MOVES)
    """How many of the best are told."""
    owners: bool = False
    """Whether to tell who will own each point."""


class Review(Input):
    """Review all moves of `line`."""

    type: Literal["review"]
    id: Id
    line: LineText
    seconds: float = Field(ge=0.05, le=LONGEST_LOOK)
    """For each of one to three searches a move."""
    by: Literal["chance", "points"]
    """Orders the worst."""


class Stop(Input):
    """Stop an analysis or a review."""

    type: Literal["stop"]
    id: Id


Message = Watch | Unwatch | Analyse | Review | Stop
ToServer = TypeAliasType("ToServer", Annotated[Message, Field(discriminator="type")])
MESSAGE: TypeAdapter[Message] = TypeAdapter(ToServer)
