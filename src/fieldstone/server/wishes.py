"""What comes in over the WebSocket, as web/src/lib/types.ts has it."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

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
    """Analyse the last position of a line, with its best `moves` moves; `owners`: whose each point will be."""

    type: Literal["analyse"]
    id: Id
    line: LineText
    seconds: float = Field(ge=0.1, le=LONGEST_ANALYSIS)
    moves: int = Field(ge=1, le=MOST_MOVES)
    owners: bool = False


class Review(Input):
    """Review all moves of a line, with so many seconds for each of one to three searches a move."""

    type: Literal["review"]
    id: Id
    line: LineText
    seconds: float = Field(ge=0.05, le=LONGEST_LOOK)
    by: Literal["chance", "points"]


class Stop(Input):
    """Stop an analysis or a review."""

    type: Literal["stop"]
    id: Id


Wish = Watch | Unwatch | Analyse | Review | Stop
WISH: TypeAdapter[Wish] = TypeAdapter(Annotated[Wish, Field(discriminator="type")])
