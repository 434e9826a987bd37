"""The formulas that choose a move inside the tree, each a function of numbers."""

import math

from fieldstone.core.jit import jit

LEAST_DOUBT = 0.5


@jit
def exploration(log_visits: float, visits: float, weight: float) -> float:
    """Return the width of the confidence bound of UCB1 (Auer, Cesa-Bianchi, Fischer 2002, theorem 1).

    `log_visits` is the natural logarithm of the visits of the node above, found once for all its children; `visits` is
    at least 1; `weight` is the square root of 2 in the paper.
    """
    return weight * math.sqrt(log_visits / visits)


@jit
def amaf_weight(visits: float, equivalence: float) -> float:
    """Return how much the value of a move played at any time counts beside that of the move itself.

    Gelly and Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go", Artificial
    Intelligence 175, 2011, section 4.4 (hand-selected schedule): at `equivalence` visits both count the same.
    """
    return math.sqrt(equivalence / (3.0 * visits + equivalence))


@jit
def blended_value(
    value: float, visits: float, amaf_value: float, amaf_visits: float, unvisited: float, equivalence: float
) -> float:
    """Return the mean of a move, blended with its all-moves-as-first mean; sums are given, not means.

    `unvisited` stands for a mean that nothing is known of; `equivalence` 0 leaves the blend out.
    """
    mean = value / visits if visits > 0 else unvisited
    if equivalence == 0.0 or amaf_visits == 0.0:
        return mean
    weight = amaf_weight(visits, equivalence)  # 1 without visits
    return (1.0 - weight) * mean + weight * (amaf_value / amaf_visits)


@jit
def squashed(lead: float, scale: float) -> float:
    """Return a lead as a number from 0 to 1, 0.5 when it is level; `scale` is a lead that counts about 0.73."""
    return 1.0 / (1.0 + math.exp(-lead / scale))


@jit
def doubted(empty: float, doubt: float) -> float:
    """Return the scale of `squashed` for the lead in a position that is not over; `Settings` says what `doubt` is.

    Fitted to what became of leads of Vadus: they mean little while the board is empty, and nearly all in the end.
    """
    return max(LEAST_DOUBT, (empty / doubt) ** 2)


@jit
def puct(prior: float, parent_visits: float, visits: float, weight: float) -> float:
    """Return the width of the bound of PUCT for a move with a prior.

    D. Silver et al., "Mastering the game of Go without human knowledge", Nature 550, 2017, methods, "Select"; one is
    added below the root so that before the first visit the priors decide.
    """
    return weight * prior * math.sqrt(parent_visits + 1.0) / (1.0 + visits)
