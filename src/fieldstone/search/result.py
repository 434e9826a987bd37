"""What a search has found."""

from dataclasses import dataclass

from fieldstone.play.ruleset import Move


@dataclass(frozen=True)
class MoveInfo:
    """What is known of one legal move, for the player to move.

    Attributes
    ----------
    move : the move
    visits : simulations that went through it
    chance : of winning after it, 0 to 1, a draw counting as half a win; None where nothing is known of it
    margin : points by which the player is expected to be ahead at the end (docs/formats.md says which points); None
        where nothing is known, where leads are not looked at, and where nothing is counted
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
class SearchResult:
    """What a search has found.

    Attributes
    ----------
    moves : what is known of each move, the one to play first; () where nothing was searched
    choice : the move to play; None unless a choice was asked for
    thought : whether it was found by searching: a forced move and a komi are not
    chance : of winning of the player to move, 0 to 1
    error : how far the truth may be from that; 0 where it is proven
    proven : "win", "loss", "draw" or None
    exact : whether the margin of the first move is proven too
    simulations : made for this search
    complete : whether it came to its end; False when it was told to stop before
    interrupted : whether Ctrl-C said so
    """

    moves: tuple[MoveInfo, ...]
    choice: Move | None
    thought: bool
    chance: float
    error: float
    proven: str | None
    exact: bool
    simulations: int
    complete: bool
    interrupted: bool
