"""What goes out over the WebSocket: these models describe it, and tests hold what is sent against them."""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field
from typing_extensions import TypeAliasType

from fieldstone.server.schema import ByColour, ColourName, Model, Problem, SeatNumber, StoredGame

Proven = TypeAliasType("Proven", Literal["win", "loss", "draw"])


class Reply(Model):
    """A message with no keys but these."""

    model_config = ConfigDict(extra="forbid")


# -- analyses, as docs/json.md describes `fieldstone analyse --json` ------------------------------------------------


class MoveInfo(Reply):
    """What is known of a move."""

    move: str
    order: int
    visits: int
    winrate: float | None
    score_lead: float | None
    proven: Proven | None
    distance: int | None
    pv: list[str]


class RootInfo(Reply):
    """What is known of a position."""

    current_player: ColourName
    seat: SeatNumber
    winrate: float
    winrate_error: float
    score_lead: float | None
    visits: int
    proven: Proven | None
    distance: int | None


class Analysis(Reply):
    """What is known of a position and its best moves; `id` is that of the request."""

    id: str
    game: str
    position: str
    turn_number: int
    is_during_search: bool
    root_info: RootInfo
    move_infos: list[MoveInfo]
    ownership: list[float] | None
    """By point, in the order of the characters of the position: 1 is Black's, -1 White's."""
    expected: ByColour[dict[str, float]] | None
    """What the score at the end is expected to be made of."""
    parts: dict[str, Any]
    """What the position is made of, by its rules."""


# -- reviews, as docs/json.md describes the JSON of a review --------------------------------------------------------


class BestMove(Reply):
    """The best move by one criterion, and what it is worth to who was to move."""

    best: str
    better: list[str]
    """The line that begins with it; empty where nothing is better than what was played."""
    winrate: float
    score_lead: float | None


class ReviewedMove(Reply):
    """A move of a reviewed game. Chances are of the player who moved."""

    ply: int
    move: str
    seat: SeatNumber
    colour: ColourName | None
    """null while colours are open."""
    forced: bool
    winrate: float
    winrate_loss: float
    score_lead: float | None
    score_loss: float | None
    proven: Proven | None
    by_chance: BestMove
    by_points: BestMove | None
    """null where points decide nothing."""
    answer: list[str]


class Look(Reply):
    """What is known of a position of a reviewed game: chance and margin of player 1 after `ply` moves."""

    ply: int
    chance: float
    margin: float | None


# -- messages ----------------------------------------------------------------------------------------------------------


class GameMessage(Reply):
    """Whenever a watched game changes; also at once after `watch`."""

    type: Literal["game"]
    game: StoredGame


class QueuedMessage(Reply):
    """An analysis or review waits for a free place in the pool: how many are before it."""

    type: Literal["queued"]
    id: str
    ahead: int


class PreparingMessage(Reply):
    """An analysis or review waits until what it needs is compiled, which happens once."""

    type: Literal["preparing"]
    id: str


class AnalysisMessage(Reply):
    """An analysis as it grows, and at its end."""

    type: Literal["analysis"]
    id: str
    analysis: Analysis
    done: bool


class ReviewedMessage(Reply):
    """One look at a position of a reviewed game, and the move that led there."""

    type: Literal["reviewed"]
    id: str
    done: int
    of: int
    look: Look
    move: ReviewedMove | None


class ReviewMessage(Reply):
    """A whole review; `worst` are plies."""

    type: Literal["review"]
    id: str
    moves: list[ReviewedMove]
    worst: list[int]


class StoppedMessage(Reply):
    """The answer to `stop`, also where nothing was left to stop."""

    type: Literal["stopped"]
    id: str


class ErrorMessage(Reply):
    """What is wrong with a message, or why something has ended."""

    type: Literal["error"]
    id: str | None
    """Of the analysis or review, or the game that was to be watched; null if the message had none."""
    problem: Problem


FromServer = TypeAliasType(
    "FromServer",
    Annotated[
        GameMessage
        | QueuedMessage
        | PreparingMessage
        | AnalysisMessage
        | ReviewedMessage
        | ReviewMessage
        | StoppedMessage
        | ErrorMessage,
        Field(discriminator="type"),
    ],
)
