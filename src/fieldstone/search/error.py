"""How far the truth may be from the chance that a search has found."""

import math
from typing import Any

from fieldstone.core.jit import jit
from fieldstone.core.maths import exp, log

Array = Any

FEWEST_BATCHES = 4
MOST = 0.5
# Fitted to where searches twenty times as long came out: the first set of positions of bench/errors.py.
UNSEEN = 1.25  # deviations of one simulation, by the third root of their number
DRIFT = 2.5  # of the difference between the two halves of a search
SPREAD = 0.5  # deviations of the means of its batches
LEAST_DEVIATION = 0.6  # of that of a game that is won or lost: a judgement of positions may be wrong as a whole


@jit
def error_of(chance: float, visits: int, variance: float, counts: Array, sums: Array, batches: int) -> float:
    """Return how far the value of a much longer search may be from a chance, in nine of ten positions.

    That is more than the error of a sample: simulations of one search are no independent draws, and most of the
    difference comes from what has not been looked at yet, as replies that are found later, or a side or a swap whose
    positions have hardly been searched. It shrinks with the third root of the simulations rather than with the square
    root. A value that has drifted between the first half of a search and the second goes on to do so, and one that has
    gone up and down may do that too (compare batch means; G. Fishman, "Grouping observations in digital simulation",
    Management Science 24 (5), 1978).

    Parameters
    ----------
    chance : 0 to 1
    visits : of the best move
    variance : of what one simulation gives, 0 to 0.25; small where positions are judged before the game is over
    counts, sums : simulations of each batch of the search and what they gave together, in their order
    batches : how many there are of them
    """
    if visits == 0:
        return MOST
    # One half added to wins and losses: a few games that all end alike do not prove that all will.
    smooth = (chance * visits + 0.5) / (visits + 1)
    game = smooth * (1 - smooth)
    doubt = max(0.0, game - chance * (1 - chance))
    deviation = max(math.sqrt(variance + doubt), LEAST_DEVIATION * math.sqrt(game))
    early, late, gave_early, gave_late = 0, 0, 0.0, 0.0
    mean, squares = 0.0, 0.0
    for batch in range(batches):
        count, gave = counts[batch], sums[batch]
        if batch < batches // 2:
            early, gave_early = early + count, gave_early + gave
        else:
            late, gave_late = late + count, gave_late + gave
        mean, squares = mean + gave / count, squares + (gave / count) * (gave / count)
    error = UNSEEN * deviation / exp(log(float(max(early + late, visits))) / 3.0)
    if batches >= FEWEST_BATCHES:
        mean, squares = mean / batches, squares / batches
        spread = math.sqrt(max(0.0, squares - mean * mean))
        error += DRIFT * abs(gave_late / late - gave_early / early) + SPREAD * spread
    return min(MOST, error)
