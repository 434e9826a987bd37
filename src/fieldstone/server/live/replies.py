"""What goes out over the WebSocket: these models describe it, and tests hold what is sent against them."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field
from typing_extensions import TypeAliasType

from fieldstone.server.schema import Model, Problem, StoredGame


class Reply(Model):
    """A message with no keys but these."""

    model_config = ConfigDict(extra="forbid")


class GameMessage(Reply):
    """Whenever a watched game changes; also at once after `watch`."""

    type: Literal["game"]
    game: StoredGame


class ErrorMessage(Reply):
    """What is wrong with a message, or why something has ended."""

    type: Literal["error"]
    id: str | None
    """Of the game that was to be watched; null if the message had none."""
    problem: Problem


FromServer = TypeAliasType(
    "FromServer",
    Annotated[
        GameMessage | ErrorMessage,
        Field(discriminator="type"),
    ],
)
