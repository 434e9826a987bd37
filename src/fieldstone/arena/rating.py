"""What the results of games tell about strength: Elo differences, their intervals, Bradley-Terry ratings.

A score is the part of the points that a player got, 0 to 1, a draw being half a point. An Elo difference of d means an
expected score of 1 / (1 + 10^(-d / 400)) (A. Elo, "The Rating of Chessplayers", 1978). Games come in pairs that begin
with the same opening, so that the pairs, not the games, are independent of one another; how the pairs of two players
came out is counted in five numbers (the pentanomial): pairs that gave 0, ½, 1, 1½ and 2 points. What is said of
variances here follows from the pairs.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

LEVEL = 1.959963984540054  # standard deviations around the middle that hold 95% of a normal distribution
ELO = 400 / math.log(10)  # Elo in one unit of a Bradley-Terry model (logits)
PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Tally:
    """The games of one player against another.

    Attributes
    ----------
    wins, draws, losses : of all games
    pairs : how many complete pairs gave 0, ½, 1, 1½ and 2 points; their games are among those above
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    @property
    def games(self) -> int:
        """All games."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float | None:
        """The part of the points, 0 to 1; None without games."""
        return (self.wins + self.draws / 2) / self.games if self.games else None

    def turned(self) -> "Tally":
        """Return the same games as the other player sees them."""
        low, less, same, more, high = self.pairs
        return Tally(self.losses, self.draws, self.wins, (high, more, same, less, low))


def score_of_elo(elo: float) -> float:
    """Return the expected score, 0 to 1, of a player who is `elo` stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of_score(score: float) -> float:
    """Return the Elo difference at which a score, 0 to 1, is expected; infinite at 0 and 1."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def design_effect(tally: Tally) -> float:
    """Return how many times more a score varies than that of as many independent games without draws would.

    Draws and pairs in which the opening decides make it smaller than 1, pairs that come out alike for one player up to
    2 (L. Kish, "Survey Sampling", 1965). One more pair is imagined that varies as independent games do: so few pairs
    that happen to be alike do not look like certainty. It is 1 where nothing can be known of it.
    """
    score, pairs = tally.score, sum(tally.pairs)
    if score is None or score in (0.0, 1.0) or not pairs:
        return 1.0
    middle = sum(count * x for count, x in zip(tally.pairs, PAIR_SCORES, strict=True)) / pairs
    squares = sum(count * (x - middle) ** 2 for count, x in zip(tally.pairs, PAIR_SCORES, strict=True))
    independent = score * (1 - score) / 2
    return (squares + independent) / ((pairs + 1) * independent)


def score_interval(tally: Tally) -> tuple[float, float]:
    """Return the interval that holds the true score, 0 to 1, with 95% confidence; (0, 1) without games.

    It is E. Wilson's ("Probable inference, the law of succession, and statistical inference", 1927) for as many
    independent games as tell as much as these: their number divided by `design_effect`.
    """
    if tally.score is None:
        return 0.0, 1.0
    games, score, square = tally.games / design_effect(tally), tally.score, LEVEL**2
    middle = (score + square / (2 * games)) / (1 + square / games)
    half = LEVEL / (1 + square / games) * math.sqrt(score * (1 - score) / games + square / (4 * games**2))
    low = 0.0 if score == 0 else max(0.0, middle - half)  # exactly, whatever the rounding
    high = 1.0 if score == 1 else min(1.0, middle + half)
    return low, high


def elo_interval(tally: Tally) -> tuple[float, float]:
    """Return the interval that holds the true Elo difference with 95% confidence; its ends may be infinite."""
    low, high = score_interval(tally)
    return elo_of_score(low), elo_of_score(high)


def superiority(tally: Tally) -> float:
    """Return the likelihood, 0 to 1, that the player is the stronger one: the normal distribution's, from the score.

    For independent games it is about ½ (1 + erf((W - L) / sqrt(2 (W + L)))) of R. Coulom's "Bayesian Elo rating"
    notes; with pairs their variance takes the place of W + L.
    """
    if not tally.games:
        return 0.5
    spread = math.sqrt(tally.games * design_effect(tally))
    return 0.5 * (1 + math.erf((tally.wins - tally.losses) / spread / math.sqrt(2)))


# -- several players ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ratings:
    """Bradley-Terry ratings of players who have met directly or through others.

    Attributes
    ----------
    elo : of each player, with mean 0
    error : half the width of the 95% interval of each, in Elo, around a field whose mean is 0
    prior : whether imagined draws had to help (see `bradley_terry`)
    """

    elo: tuple[float, ...]
    error: tuple[float, ...]
    prior: bool


def connected(wins: Floats) -> bool:
    """Say whether from every player a chain of wins leads to every other: then finite ratings exist.

    `wins` is (players, players), wins of the row against the column with draws as half. It is Assumption 1 of
    D. Hunter (2004), which goes back to L. Ford (1957).
    """
    players = len(wins)
    reach = (wins > 0) | np.eye(players, dtype=bool)
    for _ in range(max(1, players.bit_length())):
        reach = (reach.astype(np.int64) @ reach.astype(np.int64)) > 0
    return bool(reach.all())


def strengths(wins: Floats, tolerance: float = 1e-12, most: int = 100_000) -> Floats:
    """Return the maximum likelihood strengths of the Bradley-Terry model: (players,), their geometric mean 1.

    The player i beats j with probability s_i / (s_i + s_j). By the MM algorithm of D. Hunter, "MM algorithms for
    generalized Bradley-Terry models", Annals of Statistics 32 (1), 2004, formula (3), until no strength changes by more
    than the part `tolerance`, or `most` times.

    Raises ValueError when the players are not `connected`: no finite strengths are the most likely ones then.
    """
    if not connected(wins):
        raise ValueError("some players only win, or have not met the others: no finite strengths fit best")
    played = wins + wins.T
    points = wins.sum(axis=1)
    now = np.ones(len(wins))
    if len(now) == 1:
        return now
    for _ in range(most):
        before = now.copy()
        for player in range(len(now)):  # the cyclic version, which converges faster
            now[player] = points[player] / (played[player] / (now[player] + now)).sum()
        now /= np.exp(np.log(now).mean())
        if np.abs(now / before - 1).max() < tolerance:
            break
    return now


def bradley_terry(tallies: dict[tuple[int, int], Tally], players: int) -> Ratings:
    """Return ratings from the tallies of players i against j, each couple once; a draw counts as half a win.

    Where no finite ratings fit best, because somebody has won or lost everything, one draw is imagined in each couple
    that has met. The errors come from the curvature of the likelihood at its top (its Hessian), widened or narrowed by
    how much the pairs of games really vary (the sandwich of H. White, "Maximum likelihood estimation of misspecified
    models", Econometrica 50, 1982). Players without games, or who have met none of the others even through third ones,
    make all ratings unknown: NaN.
    """
    wins: Floats = np.zeros((players, players))
    for (one, other), tally in tallies.items():
        wins[one, other] += tally.wins + tally.draws / 2
        wins[other, one] += tally.losses + tally.draws / 2
    prior = not connected(wins)
    if prior:
        wins += 0.5 * ((wins + wins.T) > 0)
    if not connected(wins):
        unknown = (math.nan,) * players
        return Ratings(unknown, unknown, prior)
    logits = np.log(strengths(wins))
    information, spread = np.zeros((2, players, players))
    for (one, other), tally in tallies.items():
        games = wins[one, other] + wins[other, one]
        expected = 1 / (1 + math.exp(logits[other] - logits[one]))
        step = np.zeros(players)
        step[one], step[other] = 1, -1
        weight = games * expected * (1 - expected) * np.outer(step, step)
        information += weight
        spread += design_effect(tally) * weight
    inverse = np.linalg.pinv(information, hermitian=True)
    errors = LEVEL * ELO * np.sqrt(np.maximum(0, np.diag(inverse @ spread @ inverse)))
    return Ratings(tuple((logits * ELO).tolist()), tuple(errors.tolist()), prior)


def pair_counts(points: Sequence[float]) -> tuple[int, int, int, int, int]:
    """Return the pentanomial of the points, 0 to 2 in halves, that pairs of games gave."""
    counts = [0] * 5
    for one in points:
        counts[round(2 * one)] += 1
    return counts[0], counts[1], counts[2], counts[3], counts[4]
