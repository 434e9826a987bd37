"""What comes in over the WebSocket."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter
from typing_extensions import TypeAliasType

from fieldstone.server.schema import Input

LONGEST_ID = 64

Id = Annotated[str, Field(min_length=1, max_length=LONGEST_ID)]


class Watch(Input):
    """Tell of every change of a game, beginning with how it stands."""

    type: Literal["watch"]
    game: Id


class Unwatch(Input):
    """Tell no more of a game."""

    type: Literal["unwatch"]
    game: Id


Message = Watch | Unwatch
ToServer = TypeAliasType("ToServer", Annotated[Message, Field(discriminator="type")])
MESSAGE: TypeAdapter[Message] = TypeAdapter(ToServer)
