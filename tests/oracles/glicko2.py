"""Ratings by Glickman's papers, by other formulas than the server's: on the scale of Elo, in days, without derivatives.

What comes of games stands in "The Glicko system" (1999), whose deviation grows here as in "Example of the Glicko-2
system" (2013). The volatility is where the density that the latter begins with is highest.
"""

from __future__ import annotations

import math

Q = math.log(10) / 400
TAU = 0.5
LOW, HIGH = 0.01, 0.1
# Days after which a deviation of 60 is one of 110 would be a year.
PERIOD = 365 * (0.06 / Q) ** 2 / (110**2 - 60**2)
WIDEST, NARROWEST = 350.0, 45.0


def waited(deviation: float, volatility: float, days: float) -> float:
    """The deviation after some days without a game."""
    return min(WIDEST, math.sqrt(deviation**2 + max(0.0, days) / PERIOD * (volatility / Q) ** 2))


def _g(deviation: float) -> float:
    return 1 / math.sqrt(1 + 3 * (Q * deviation / math.pi) ** 2)


def after(
    rating: float, deviation: float, volatility: float, days: float, games: list[tuple[float, float, float]]
) -> tuple[float, float, float]:
    """The rating, the deviation and the volatility after games, as many days after the last ones.

    Of each game there are the opponent's rating and deviation at the beginning of the rating period, and the score.
    """
    before = waited(deviation, volatility, days - PERIOD)
    told = gained = 0.0
    for other, width, score in games:
        expected = 1 / (1 + 10 ** (_g(width) * (other - rating) / 400))
        told += Q**2 * _g(width) ** 2 * expected * (1 - expected)
        gained += Q * _g(width) * (score - expected)
    surprise, noise = gained / told, 1 / told  # what the games alone say of the rating, and its variance

    def density(logarithm: float) -> float:
        """The logarithm of how likely a volatility is, by the logarithm of its square, and against none at all."""
        known, more = before**2 + noise, math.exp(logarithm) / Q**2
        fit = surprise**2 * (more / known / (known + more)) - math.log1p(more / known)
        return (fit - ((logarithm - math.log(volatility**2)) / TAU) ** 2) / 2

    low, high = 2 * math.log(LOW), 2 * math.log(HIGH)
    for _ in range(200):
        third = (high - low) / 3
        if density(low + third) < density(high - third):
            low += third
        else:
            high -= third
    volatility = math.exp((low + high) / 4)
    wide = math.sqrt(before**2 + min(1.0, max(0.0, days) / PERIOD) * (volatility / Q) ** 2)
    narrow = 1 / math.sqrt(1 / wide**2 + told)
    change = max(-700.0, min(700.0, narrow**2 * gained))
    return max(400.0, min(4000.0, rating + change)), max(NARROWEST, min(WIDEST, narrow)), volatility
