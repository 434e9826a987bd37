"""The sequential test that ends a match as soon as it has said enough.

A. Wald, "Sequential tests of statistical hypotheses", 1945, generalised to results whose distribution is not known
(GSPRT): for each of the two hypotheses "the player is elo0 stronger" and "elo1 stronger" the most likely distribution
of the pairs' results is found that has just that mean, and the likelihoods of the two are compared. M. Van den Bergh,
"A practical introduction to the GSPRT" (the mathematics of Fishtest, where Stockfish is tested), on X. Li, J. Liu and
Z. Ying, "Generalized sequential probability ratio test for separate families of hypotheses", 2014.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fieldstone.arena.rating import PAIR_SCORES, score_of_elo

NEVER_ZERO = 1e-3  # instead of a count of 0, as Fishtest does: so that both hypotheses remain possible


@dataclass(frozen=True)
class Sprt:
    """A test of elo0 against elo1.

    Attributes
    ----------
    elo0, elo1 : the Elo differences of the first player between which to decide, elo0 the smaller one
    alpha : how often elo1 may be accepted although elo0 is true
    beta : how often elo0 may be accepted although elo1 is true
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which elo0 and elo1 are accepted (Wald's approximations)."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Sequence[int]) -> float:
        """Return the log-likelihood ratio of elo1 to elo0 for a pentanomial; 0 without pairs."""
        if not any(pairs):
            return 0.0
        counts = [count or NEVER_ZERO for count in pairs]
        total = sum(counts)
        parts = [count / total for count in counts]
        first = _most_likely(parts, score_of_elo(self.elo0))
        second = _most_likely(parts, score_of_elo(self.elo1))
        return total * sum(part * math.log(two / one) for part, one, two in zip(parts, first, second, strict=True))

    def decide(self, points: Iterable[float], known: int = 0) -> tuple[int, float, str | None]:
        """Go through the points, 0 to 2, of pairs in their order until the test ends.

        After the first `known` pairs it is known not to have ended. Returns the number of pairs looked at, the
        log-likelihood ratio after them, and "elo0" or "elo1", whichever was accepted, or None.
        """
        low, high = self.bounds
        counts = [0] * 5
        number, ratio = 0, 0.0
        for number, one in enumerate(points, start=1):
            counts[round(2 * one)] += 1
            if number <= known:
                continue
            ratio = self.ratio(counts)
            if not low < ratio < high:
                return number, ratio, "elo0" if ratio <= low else "elo1"
        return number, ratio, None


def _most_likely(parts: Sequence[float], mean: float) -> list[float]:
    """Return the most likely distribution over `PAIR_SCORES` with a mean, given the parts that were seen.

    It is p_i / (1 + t (x_i - mean)) for the one t at which it has that mean; all parts must be positive.
    """
    low, high = -1 / (PAIR_SCORES[-1] - mean), 1 / (mean - PAIR_SCORES[0])
    for _ in range(100):  # the sum below falls from infinity to minus infinity between the two
        t = (low + high) / 2
        if t in (low, high):
            break
        if sum(p * (x - mean) / (1 + t * (x - mean)) for p, x in zip(parts, PAIR_SCORES, strict=True)) > 0:
            low = t
        else:
            high = t
    return [p / (1 + t * (x - mean)) for p, x in zip(parts, PAIR_SCORES, strict=True)]
