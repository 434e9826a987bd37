"""The result of reviewing a game, as data that nothing changes."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fieldstone.analysis.errors import AnalysisError
from fieldstone.core.outcome import Colour
from fieldstone.files import as_count, as_number
from fieldstone.play.game import Game
from fieldstone.play.ruleset import Move

# How a move that gives away at least this much of the win rate is called.
BLUNDER, MISTAKE, SLIP = 20, 10, 5  # of the win rate, in percent as people read it
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
    margin : the expected margin after it, in points; None where nothing is counted
    proven : "win", "loss", "draw" or None: what is certain after the move
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
    margin: float | None
    proven: str | None
    by_chance: Better
    by_points: Better | None
    answer: tuple[Move, ...]

    @property
    def loss(self) -> float:
        """The part of the win rate that the move gave away, 0 to 1."""
        return max(0.0, self.by_chance.chance - self.chance)

    @property
    def points_lost(self) -> float | None:
        """The points that the move gave away; None where nothing is counted."""
        if self.by_points is None or self.by_points.margin is None or self.margin is None:
            return None
        return max(0.0, self.by_points.margin - self.margin)

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
    best : of them those where no better chance was found
    loss : winning chance given away with a move, on average
    points_lost : points given away with a move, on average; None where nothing is counted
    blunders, mistakes, slips : moves that gave away at least 20, 10 and 5% of the winning chance, in
        whole percent, each counted once
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
    chances : player 1's winning chance before the first move and after each move that has been looked at
    margins : player 1's expected margins in the same places, in points; None where nothing is counted
    moves : those that have been looked at
    """

    game: Game
    record: str
    plies: int
    limit: str
    seed: int
    chances: tuple[float, ...]
    margins: tuple[float | None, ...]
    moves: tuple[MoveReview, ...]

    @property
    def complete(self) -> bool:
        """Whether every move has been looked at."""
        return len(self.moves) == self.plies

    def worst(self, by: str = "chance") -> list[MoveReview]:
        """Return the moves that gave something away, the worst first, by "chance" or by "points".

        Raises AnalysisError for points where nothing is counted.
        """
        if by == "points":
            if not self.game.spec.score.counts:
                raise AnalysisError("review.no-points", game=self.game.spec.title, rule=self.game.spec.score.rule)
            lost = [move for move in self.moves if move.points_lost]
            return sorted(lost, key=lambda move: (-(move.points_lost or 0.0), -move.loss, move.ply))
        lost = [move for move in self.moves if move.loss > 0]
        return sorted(lost, key=lambda move: (-move.loss, -(move.points_lost or 0.0), move.ply))

    def summary(self, seat: int) -> Summary:
        """Return what the moves of player 1 or 2 gave away."""
        own = [move for move in self.moves if move.seat == seat and not move.forced]
        losses = [move.loss for move in own]
        percents = [math.floor(loss * 100 + 0.5) for loss in losses]  # losses that read the same are graded the same
        points = [move.points_lost for move in own if move.points_lost is not None]
        return Summary(
            seat,
            len(own),
            sum(not move.by_chance.line for move in own),
            sum(losses) / max(1, len(losses)),
            sum(points) / max(1, len(points)) if self.game.spec.score.counts else None,
            sum(percent >= BLUNDER for percent in percents),
            sum(MISTAKE <= percent < BLUNDER for percent in percents),
            sum(SLIP <= percent < MISTAKE for percent in percents),
        )


def move_as_data(move: MoveReview) -> dict[str, Any]:
    """Return a reviewed move as plain data, from which `move_from_data` makes it again."""
    return {
        "ply": move.ply,
        "move": move.move.text,
        "seat": move.seat,
        "colour": None if move.colour is None else move.colour.value,
        "forced": move.forced,
        "winrate": move.chance,
        "winrateLoss": round(move.loss, 6),
        "scoreLead": move.margin,
        "scoreLoss": None if move.points_lost is None else round(move.points_lost, 6),
        "proven": move.proven,
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


def move_from_data(game: Game, data: Mapping[str, Any]) -> MoveReview:
    """Return the move that `move_as_data` made data of.

    Raises LookupError, ValueError, TypeError or AttributeError if it did not.
    """
    if data["seat"] not in (1, 2) or data["proven"] not in PROVEN or type(data["forced"]) is not bool:
        raise ValueError("no reviewed move")
    return MoveReview(
        as_count(data["ply"]),
        game.move(data["move"]),
        as_count(data["seat"]),
        None if data["colour"] is None else Colour(data["colour"]),
        data["forced"],
        as_chance(data["winrate"]),
        None if data["scoreLead"] is None else as_number(data["scoreLead"]),
        data["proven"],
        _better_from_data(game, data["byChance"]),
        None if data["byPoints"] is None else _better_from_data(game, data["byPoints"]),
        tuple(map(game.move, data["answer"])),
    )


def _better_from_data(game: Game, data: Mapping[str, Any]) -> Better:
    """Return what `_better_as_data` made data of; raises as `move_from_data` does."""
    return Better(
        game.move(data["best"]),
        tuple(map(game.move, data["better"])),
        as_chance(data["winrate"]),
        None if data["scoreLead"] is None else as_number(data["scoreLead"]),
    )


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
        "winrateLoss": round(summary.loss, 6),
        "scoreLoss": None if summary.points_lost is None else round(summary.points_lost, 3),
        "blunders": summary.blunders,
        "mistakes": summary.mistakes,
        "slips": summary.slips,
    }
