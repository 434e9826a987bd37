"""Games that are played on one device: who sits where, clocks, what is done to them."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from fieldstone.server.schema.base import (
    DAY,
    LONGEST_LINE,
    LONGEST_MOVE,
    LONGEST_NAME,
    PRINTED,
    BySeat,
    ColourName,
    Input,
    LevelName,
    Model,
    OptionValue,
    SeatNumber,
    Shape,
)
from fieldstone.server.schema.positions import Outcome, PlayedMove, View
from fieldstone.server.schema.styles import BoardStyle


class SeatInfo(Model):
    """Who sits there."""

    kind: Literal["human", "computer"]
    level: LevelName | None
    """null for a human."""
    name: str
    """Empty unless somebody has given one."""
    number: SeatNumber
    """Which player it is, where there is no name: the seat in a first game, and the same after a rematch."""


class NewSeat(Input):
    """Who shall sit there."""

    kind: Literal["human", "computer"]
    level: LevelName | None = None
    """Of a computer; 5 unless it is told otherwise. Only games with a network have levels above 10."""
    name: str = Field(default="", max_length=LONGEST_NAME, pattern=PRINTED)


class IncrementRules(Input):
    """Fischer's clock: after each turn `increment` seconds are added."""

    kind: Literal["increment"]
    main: float = Field(ge=1, le=DAY)
    increment: float = Field(ge=0, le=3600)


class ByoyomiRules(Input):
    """After the main time there are some periods; one is used up when a turn takes longer than it."""

    kind: Literal["byoyomi"]
    main: float = Field(ge=0, le=DAY)
    periods: int = Field(ge=1, le=100)
    period: float = Field(ge=1, le=3600)


ClockRules = TypeAliasType("ClockRules", Annotated[IncrementRules | ByoyomiRules, Field(discriminator="kind")])


class ClockState(Model):
    """The clocks, in seconds."""

    left: BySeat[float]
    """Main time that was left when the running clock was started. In byo-yomi 0: each turn has a period."""
    periods: BySeat[int]
    """Whole periods of byo-yomi left."""
    running: SeatNumber | None
    """null before the first move, which costs nothing, and when the game is over."""
    now: float
    """When this was written, by a clock of the server's that nobody sets."""
    since: float
    """When the running clock was started, by the same clock."""


class HandedOver(Model):
    """Moves that persons have left to the computer: it has made those of both players."""

    after: int
    """The moves before them."""
    until: int | None
    """With the last of them; null: the computer finishes the game."""


class GameSummary(Model):
    """A game as lists show it."""

    id: str
    created: str
    """ISO 8601, UTC."""
    updated: str
    game_text: str
    game: str
    komi: int | None
    """What the players have set, in an auction (S1); null before that, and in all other games."""
    seats: BySeat[SeatInfo]
    colours: BySeat[ColourName | None]
    """What each player holds; null until it is settled."""
    plies: int
    status: Literal["playing", "over"]
    on_move: SeatNumber | None
    """Whose decision is next; null when the game is over."""
    outcome: Outcome | None
    rows: list[str]
    """For a small picture."""
    shape: Shape
    board: BoardStyle
    handed: list[HandedOver]
    imported: bool
    """It was read from a file, and nobody has played on since."""


class StoredGame(GameSummary):
    """A game with everything that its page shows."""

    clock_rules: ClockRules | None
    clock: ClockState | None
    moves: list[PlayedMove]
    view: View
    thinking: bool
    """The computer is to move, for its own seat or a person's: whoever shows the game chooses the move."""
    can_undo: bool


class GameList(Model):
    """Games, the last changed first."""

    games: list[GameSummary]
    more: bool
    """There are older ones."""
    unreadable: list[str]
    """Ids of damaged ones among them, which cannot be shown."""


class NewGame(Input):
    """A game to be played, from the empty board or from the last position of `line`."""

    game: str = Field(max_length=40)
    options: dict[str, OptionValue] = {}
    seats: BySeat[NewSeat]
    clock: ClockRules | None = None
    line: str | None = Field(default=None, max_length=LONGEST_LINE)
    """Begin at a position or after the moves of a line instead of the empty board."""


class MoveAtPly(Input):
    """A move or a whole turn by a client that knows of `ply` moves."""

    move: str = Field(max_length=LONGEST_MOVE)
    ply: int = Field(ge=0)
    computer: bool = False
    """It is the computer's: the client has chosen it for the seat that is to move."""


class AtPly(Input):
    """A request of a client that knows of `ply` moves."""

    ply: int = Field(ge=0)


class Resignation(Input):
    """Who gives up."""

    seat: SeatNumber


class Empty(Input):
    """Nothing to say."""
