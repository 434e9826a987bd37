"""The result of an analysis, as data that nothing changes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fieldstone.core.outcome import Colour
from fieldstone.game import Game, Move


@dataclass(frozen=True)
class MoveAnalysis:
    """What is known of one legal move, for the player to move.

    Attributes
    ----------
    move : the move
    visits : simulations that went through it
    chance : of winning after it, 0 to 1, a draw counting as half a win; None where it was never looked at
    margin : points by which the player is expected to be ahead at the end (docs/formats.md says which points); None
        where it was never looked at, and in Convacu
    proven : "win", "loss", "draw" or None
    distance : plies after the move within which a proven result comes (a bound)
    line : the move and those expected after it
    """

    move: Move
    visits: int
    chance: float | None
    margin: float | None
    proven: str | None
    distance: int
    line: tuple[Move, ...]


@dataclass(frozen=True)
class Analysis:
    """What is known of a position.

    Attributes
    ----------
    game : the game and its options
    position : the position text
    ply : moves played before it
    to_move : the colour to move; provisional while sides are being chosen
    seat : the player to move, 1 or 2: whom `chance`, `margin` and `proven` speak of
    chance : of winning with the best move, 0 to 1, a draw counting as half a win
    error : the standard error of `chance`; 0 where it is proven
    margin : of the best move, in points; None where nothing is known, and in Convacu
    simulations : made for this analysis
    proven : "win", "loss", "draw" or None
    distance : plies within which a proven result comes (a bound)
    moves : every legal move, best first
    owners : for each point, in the order of `game.board.names`, whose it is expected to be at the end, from -1
        (White's) to 1 (Black's); None when it was not asked for
    expected : what the score at the end is expected to be made of, by colour and name, as docs/formats.md describes it;
        None where `owners` is None, and in Convacu and Vadus
    parts : what the present position is made of, as docs/formats.md describes it
    complete : whether the limit was reached or the result proven; False when it was stopped before that
    """

    game: Game
    position: str
    ply: int
    to_move: Colour
    seat: int
    chance: float
    error: float
    margin: float | None
    simulations: int
    proven: str | None
    distance: int
    moves: tuple[MoveAnalysis, ...]
    owners: tuple[float, ...] | None
    expected: Mapping[str, Mapping[str, float]] | None
    parts: Mapping[str, Any]
    complete: bool

    def chance_of(self, seat: int) -> float:
        """Return the winning chance of player 1 or 2."""
        return self.chance if seat == self.seat else 1.0 - self.chance

    def margin_of(self, seat: int) -> float | None:
        """Return the expected margin of player 1 or 2, in points."""
        if self.margin is None:
            return None
        return self.margin if seat == self.seat else 0.0 - self.margin
