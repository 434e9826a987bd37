"""Reviews as they are kept with their games: the work of the page that made them, believed no further than its form."""

import logging
from itertools import pairwise
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError, model_validator
from typing_extensions import TypeAliasType

from fieldstone.server.schema import LONGEST_LINE, LONGEST_MOVE, ColourName, Input, SeatNumber

log = logging.getLogger(__name__)

Ply = Annotated[int, Field(ge=0, le=LONGEST_LINE)]
Chance = Annotated[float, Field(ge=0, le=1)]
Difference = Annotated[float, Field(ge=-1, le=1)]
Move = Annotated[str, Field(max_length=LONGEST_MOVE)]
Moves = Annotated[list[Move], Field(max_length=LONGEST_LINE)]
Proof = Literal["win", "loss", "draw"]
Verdict = TypeAliasType("Verdict", Literal["slip", "mistake", "blunder"])


class ReviewedPosition(Input):
    """What was found of a position of a game."""

    ply: Ply
    chance: Chance
    """Of player 1."""
    margin: float | None
    """Of player 1; null where points decide nothing."""
    certain: bool
    """The chance is proven, or the game is over."""
    error: Chance | None
    """How far the truth may be from the chance; null where the page that made the review did not keep it."""

    @model_validator(mode="before")
    @classmethod
    def _is_of_an_older_page(cls, content: Any) -> Any:
        return {"error": None, **content} if isinstance(content, dict) else content


class BestMove(Input):
    """The best move by one criterion, and what it is worth to who was to move."""

    best: Move
    better: Moves
    """The line that begins with it; empty where nothing is better than what was played."""
    winrate: Chance
    score_lead: float | None


class ReviewedMove(Input):
    """A move of a reviewed game, as docs/json.md describes it. Chances are of the player who moved."""

    ply: Ply
    move: Move
    seat: SeatNumber
    colour: ColourName | None
    """null while colours are open."""
    forced: bool
    winrate: Chance
    winrate_error: float
    winrate_loss: Difference
    winrate_loss_error: float
    score_lead: float | None
    score_loss: float | None
    score_loss_error: float | None
    """null where it is not known."""
    proven: Proof | None
    judged_by: Literal["chance", "points"]
    verdict: Verdict | None
    """null where it gave away too little, or it is not certain that it did."""
    weight: float
    """How bad it seems to be by what it is judged by: 1 is a blunder, if it is certain."""
    by_chance: BestMove
    by_points: BestMove | None
    """null where points decide nothing."""
    answer: Moves


class PlayerSummary(Input):
    """What a player's moves gave away."""

    seat: SeatNumber
    moves: Ply
    best: Ply
    winrate_loss: Difference
    score_loss: float | None
    blunders: Ply
    mistakes: Ply
    slips: Ply


class Review(Input):
    """What the engine of a page has found of a game."""

    line: str = Field(max_length=LONGEST_LINE)
    """The moves that were reviewed: a game that went on, or in which a move was taken back, has other ones."""
    seconds: float = Field(gt=0, le=3600)
    """For each position."""
    complete: bool
    """Every position has been looked at: it was not stopped half-way."""
    looks: list[ReviewedPosition]
    moves: list[ReviewedMove]
    players: list[PlayerSummary] = Field(max_length=2)

    @model_validator(mode="after")
    def _is_of_its_line(self) -> "Review":
        _, moved, moves = self.line.partition(" moves ")
        plies = moves.count(",") + 1 if moved else 0
        for numbers in ([-1, *(look.ply for look in self.looks)], [0, *(move.ply for move in self.moves)]):
            if any(one >= other for one, other in pairwise(numbers)) or numbers[-1] > plies:
                raise ValueError(f"a ply comes once, in its place, and none after the {plies} of the line")
        return self


def read_review(content: str | None, game_id: str) -> Review | None:
    """Return the review that was kept of a game as JSON, None if there is none that can be read."""
    try:
        return None if content is None else Review.model_validate_json(content)
    except ValidationError as error:
        log.warning("the review of the game %r cannot be read: %s", game_id, error.errors()[0]["msg"])
        return None
