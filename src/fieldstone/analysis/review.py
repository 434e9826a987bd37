"""The result of reviewing a game, as data that nothing changes."""

from dataclasses import dataclass
from typing import Any

from fieldstone.analysis.errors import AnalysisError
from fieldstone.core.outcome import Colour
from fieldstone.files import as_number
from fieldstone.play.game import Game
from fieldstone.play.ruleset import Move
from fieldstone.search.judging import LISTED

PROVEN = (None, "win", "loss", "draw")


@dataclass(frozen=True)
class Better:
    """The best move by one criterion, for the player who was to move.

    Attributes
    ----------
    move : the move; the one that was made where nothing better was found
    line : the move and those expected after it; empty where nothing better was found
    chance : of winning after it, 0 to 1
    margin : the expected margin after it, in points; None where nothing is counted
    """

    move: Move
    line: tuple[Move, ...]
    chance: float
    margin: float | None


@dataclass(frozen=True)
class MoveReview:
    """What one move of a game was worth, for the player who made it. Where a turn has several stones, each is a move.

    Attributes
    ----------
    ply : its number in the game, from 1
    move : the move
    seat : who made it, 1 or 2
    colour : what that player held; None during the setup
    forced : whether there was no other move
    chance : of winning after it, 0 to 1
    error : how far the truth may be from that; 0 where it is exact
    margin : the expected margin after it, in points; None where nothing is counted
    proven : "win", "loss", "draw" or None: what is certain after the move
    loss : the part of the win rate that the move gave away, 0 to 1: that of the position before it less that after it
    loss_error : how far the truth may be from that
    points_lost : the points that the move gave away; None where nothing is counted
    points_error : how far the truth may be from that; None where it is not known
    by : "chance" or "points", what the move is judged by: points in a game that is decided
    verdict : "blunder", "mistake", "slip" or None: the last where it gave away less, or it is not certain that it did
    weight : how bad the move seems to be by what it is judged by; 1 is a blunder, if it is certain
    by_chance : the best move by the winning chance
    by_points : the best move by the margin, of those that win nearly as often as any; None where nothing is counted
    answer : what is expected after the move that was made
    """

    ply: int
    move: Move
    seat: int
    colour: Colour | None
    forced: bool
    chance: float
    error: float
    margin: float | None
    proven: str | None
    loss: float
    loss_error: float
    points_lost: float | None
    points_error: float | None
    by: str
    verdict: str | None
    weight: float
    by_chance: Better
    by_points: Better | None
    answer: tuple[Move, ...]

    def best_by(self, by: str) -> Better:
        """Return the best move by "chance" or by "points"; without points the best by chance."""
        return self.by_points if by == "points" and self.by_points is not None else self.by_chance


@dataclass(frozen=True)
class Summary:
    """What one player's moves gave away.

    Attributes
    ----------
    seat : 1 or 2
    moves : moves with a choice
    best : of them those where no better move was found, by the chance or, in a decided position, by points
    loss : winning chance given away with a move, on average
    points_lost : points given away with a move, on average; None where nothing is counted
    blunders, mistakes, slips : moves with that verdict
    """

    seat: int
    moves: int
    best: int
    loss: float
    points_lost: float | None
    blunders: int
    mistakes: int
    slips: int


@dataclass(frozen=True)
class Review:
    """A game, move by move.

    Attributes
    ----------
    game : the game and its options
    record : the move list
    plies : moves of the game
    limit : of each search, as text
    seed : of the searches
    chances : player 1's winning chance before the first move and after each move; None where it is not known yet
    errors : how far the truth may be from them, in the same places
    margins : player 1's expected margins in the same places, in points; None where nothing is counted, and where the
        result is proven, but not the margin
    moves : those that have been judged: the last ones, until all are
    players : what the moves of player 1 and player 2 gave away
    complete : whether nothing is left to look into
    again : how much of what longer searches may take has been taken, 0 to 1; None before all positions have been
        looked at, and when nothing is left
    """

    game: Game
    record: str
    plies: int
    limit: str
    seed: int
    chances: tuple[float | None, ...]
    errors: tuple[float | None, ...]
    margins: tuple[float | None, ...]
    moves: tuple[MoveReview, ...]
    players: tuple[Summary, Summary]
    complete: bool
    again: float | None

    def worst(self, by: str = "chance") -> list[MoveReview]:
        """Return the moves that gave something away, the worst first.

        By "chance" each counts by what it is judged by, and those that are no worse than errors mostly are, are left
        out; by "points" all that lost some. Raises AnalysisError for points where nothing is counted.
        """
        if by == "points":
            if not self.game.spec.score.counts:
                raise AnalysisError("review.no-points", game=self.game.spec.title, rule=self.game.spec.score.rule)
            lost = [move for move in self.moves if move.points_lost]
            return sorted(lost, key=lambda move: (-(move.points_lost or 0.0), -move.loss, move.ply))
        lost = [move for move in self.moves if move.weight >= LISTED]
        return sorted(lost, key=lambda move: (-move.weight, move.ply))

    def summary(self, seat: int) -> Summary:
        """Return what the moves of player 1 or 2 gave away."""
        return self.players[seat - 1]


def move_as_data(move: MoveReview) -> dict[str, Any]:
    """Return a reviewed move as plain data."""
    return {
        "ply": move.ply,
        "move": move.move.text,
        "seat": move.seat,
        "colour": None if move.colour is None else move.colour.value,
        "forced": move.forced,
        "winrate": move.chance,
        "winrateError": move.error,
        "winrateLoss": move.loss,
        "winrateLossError": move.loss_error,
        "scoreLead": move.margin,
        "scoreLoss": move.points_lost,
        "scoreLossError": move.points_error,
        "proven": move.proven,
        "judgedBy": move.by,
        "verdict": move.verdict,
        "weight": move.weight,
        "byChance": _better_as_data(move.by_chance),
        "byPoints": None if move.by_points is None else _better_as_data(move.by_points),
        "answer": [one.text for one in move.answer],
    }


def _better_as_data(better: Better) -> dict[str, Any]:
    return {
        "best": better.move.text,
        "better": [one.text for one in better.line],
        "winrate": better.chance,
        "scoreLead": better.margin,
    }


def as_chance(value: object) -> float:
    """Return a chance, 0 to 1. Raises TypeError or ValueError for anything else."""
    chance = as_number(value)
    if not 0 <= chance <= 1:
        raise ValueError("no chance")
    return chance


def review_as_data(review: Review, by: str = "chance") -> dict[str, Any]:
    """Return a review as plain data; docs/json.md describes every field."""
    return {
        "game": str(review.game),
        "record": review.record,
        "turns": review.plies,
        "isComplete": review.complete,
        "limit": review.limit,
        "seed": review.seed,
        "winrates": list(review.chances),
        "winrateErrors": list(review.errors),
        "scoreLeads": list(review.margins),
        "moves": [move_as_data(move) for move in review.moves],
        "players": [_summary_as_data(review.summary(seat)) for seat in (1, 2)],
        "by": by,
        "worst": [move.ply for move in review.worst(by)],
    }


def _summary_as_data(summary: Summary) -> dict[str, Any]:
    return {
        "seat": summary.seat,
        "moves": summary.moves,
        "best": summary.best,
        "winrateLoss": summary.loss,
        "scoreLoss": summary.points_lost,
        "blunders": summary.blunders,
        "mistakes": summary.mistakes,
        "slips": summary.slips,
    }
