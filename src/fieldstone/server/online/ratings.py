"""Ratings of people, as pure functions; docs/ratings.md has their rules.

They are Glicko-2 (M. Glickman, "Example of the Glicko-2 system", 2013), whose steps the comments name, with rating
periods of any length: each game is counted at once, and the deviation grows with the time between two games.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from fieldstone.play.game import Game
from fieldstone.server.online import clocks
from fieldstone.server.storage.ratings import Pool, Rating

SCALE = 173.7178  # points of a rating in one of Glicko-2's own units
TAU = 0.5  # how fast the volatility changes

# What somebody begins with who has played no rated game. Nobody is known less.
START = 1500.0
MOST_DEVIATION = 350.0
VOLATILITY = 0.06

LEAST, MOST = 400.0, 4000.0
LEAST_DEVIATION = 45.0  # so that a rating never stands still
VOLATILITIES = (0.01, 0.1)
MOST_CHANGE = 700.0  # by one game
PROVISIONAL = 110.0  # from this deviation on a rating is not sure yet

# A rating period: so long that with the usual volatility a deviation of 60 becomes one of 110 in a year.
PERIOD = 365 * clocks.DAY * (VOLATILITY * SCALE) ** 2 / (110**2 - 60**2)

# Classes of sizes, by the points that a board has at least: the middle between the sides 9 and 13, and 13 and 19.
MEDIUM, LARGE = 11 * 11, 16 * 16
FAST = 10 * 60 * clocks.SECOND  # what a player may expect for a whole game in less time

TOLERANCE = 1e-9  # of step 5, in which the paper has 1e-6


class Result(NamedTuple):
    """A game: who it was against, and what it gave, 1, 0.5 or 0."""

    opponent: Rating
    score: float


# -- which rating ---------------------------------------------------------------------------------------------------


def pool_of(game: Game, rules: clocks.Rules) -> Pool:
    """Return which of a player's ratings a game is about."""
    size = "small" if game.points < MEDIUM else "medium" if game.points < LARGE else "large"
    expected = clocks.expected(rules)
    pace = "days" if expected is None else "fast" if expected < FAST else "slow"
    return Pool(game.name, size, pace)


def new_rating(at: int) -> Rating:
    """Return the rating of somebody who has played no rated game."""
    return Rating(START, MOST_DEVIATION, VOLATILITY, 0, at)


# -- what a game changes --------------------------------------------------------------------------------------------


def deviation_at(rating: Rating, at: float) -> float:
    """Return the deviation at a later moment without any game until then."""
    periods = max(0.0, at - rating.at) / PERIOD
    return min(MOST_DEVIATION, math.hypot(rating.deviation, math.sqrt(periods) * rating.volatility * SCALE))


def after(rating: Rating, results: Sequence[Result], at: int) -> Rating:
    """Return a player's rating after the games of the time until now, of which there is at least one.

    The last rating period is the one that the games are of; how the deviation has grown before it stands at its
    beginning.
    """
    begun = at - PERIOD
    phi = deviation_at(rating, begun) / SCALE  # step 2
    information, improvement = 0.0, 0.0
    for opponent, score in results:  # step 3
        weight = _weight(deviation_at(opponent, begun) / SCALE)
        expected = 1 / (1 + math.exp(-weight * (rating.rating - opponent.rating) / SCALE))
        information += weight**2 * expected * (1 - expected)
        improvement += weight * (score - expected)
    variance = 1 / information
    volatility = _volatility(rating.volatility, phi, variance, variance * improvement)  # steps 4 and 5
    grown = phi**2 + min(1.0, max(0, at - rating.at) / PERIOD) * volatility**2  # step 6
    deviation = 1 / math.sqrt(1 / grown + information)  # step 7
    change = _between(-MOST_CHANGE, deviation**2 * improvement * SCALE, MOST_CHANGE)
    return Rating(
        _between(LEAST, rating.rating + change, MOST),
        _between(LEAST_DEVIATION, deviation * SCALE, MOST_DEVIATION),
        volatility,
        rating.games + len(results),
        at,
    )


def game_of(score: float, at: int) -> Callable[[Rating, Rating], tuple[Rating, Rating]]:
    """Return what a game makes of the ratings of both; the score is the first one's."""

    def both(first: Rating, second: Rating) -> tuple[Rating, Rating]:
        return after(first, [Result(second, score)], at), after(second, [Result(first, 1 - score)], at)

    return both


def _weight(phi: float) -> float:
    """Return how much a game against somebody tells, by how sure their rating is (g)."""
    return 1 / math.sqrt(1 + 3 * (phi / math.pi) ** 2)


def _volatility(before: float, phi: float, variance: float, delta: float) -> float:
    """Return the volatility after a rating period: where step 5's function is 0, by the Illinois algorithm.

    It is sought within the bounds alone, where the function falls; beyond them it can be 0 more than once.
    """
    usual, known = math.log(before**2), phi**2 + variance

    def slope(x: float) -> float:
        square = math.exp(x)
        return square * (delta**2 - known - square) / (2 * (known + square) ** 2) - (x - usual) / TAU**2

    low, high = (math.log(bound**2) for bound in VOLATILITIES)
    at_low, at_high = slope(low), slope(high)
    if at_low <= 0 or at_high >= 0:
        return VOLATILITIES[at_high >= 0]
    while abs(high - low) > TOLERANCE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return _between(VOLATILITIES[0], math.exp(low / 2), VOLATILITIES[1])


def _between(least: float, value: float, most: float) -> float:
    return max(least, min(value, most))


# -- what is told of it ---------------------------------------------------------------------------------------------


def told(rating: Rating, now: int) -> dict[str, Any]:
    """Return a rating as people read it."""
    deviation = deviation_at(rating, now)
    return {
        "rating": round(rating.rating),
        "deviation": round(deviation),
        "games": rating.games,
        "provisional": deviation >= PROVISIONAL,
    }
