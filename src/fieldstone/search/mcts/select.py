"""The choice of a move inside the tree: the formulas, each a function of numbers, and what makes use of them."""

import math
from typing import Any

from fieldstone.core.jit import jit
from fieldstone.core.maths import exp, log
from fieldstone.games.tuning import Settings
from fieldstone.search.mcts.tree import AMAF_MOST, BITS, DRAWN, LOST, MASK, ROOT, WON, Block, Nodes

Array = Any

LEAST_DOUBT = 0.5
EXPLORATION_WITHOUT_AMAF = 0.7  # at least, for a move that AMAF knows nothing of


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
def sigmoid(lead: float, scale: float) -> float:
    """Return a lead as a number from 0 to 1, 0.5 when it is level; `scale` is a lead that counts about 0.73."""
    return 1.0 / (1.0 + exp(-lead / scale))


@jit
def doubt_scale(empty: float, doubt: float) -> float:
    """Return the scale of `sigmoid` for the lead in a position that is not over; `Settings` says what `doubt` is.

    Fitted to what became of leads in matches: they mean little while the board is empty, and nearly all in the end.
    """
    return max(LEAST_DOUBT, (empty / doubt) ** 2)


@jit
def puct(prior: float, parent_visits: float, visits: float, weight: float) -> float:
    """Return the width of the bound of PUCT for a move with a prior.

    D. Silver et al., "Mastering the game of Go without human knowledge", Nature 550, 2017, methods, "Select"; one is
    added below the root so that before the first visit the priors decide.
    """
    return weight * prior * math.sqrt(parent_visits + 1.0) / (1.0 + visits)


@jit
def fill_bounds(block: Block, low: int, count: int, log_visits: float, settings: Settings, bounds: Array) -> None:
    """Write to `bounds` the confidence bounds of siblings, from place `low` of a block on, whatever is proven of them.

    `log_visits` is the natural logarithm of the visits of the node above. Without a branch, so several at a time.
    """
    value, visits = block.value[low : low + count], block.visits[low : low + count]
    amaf_value, amaf_visits = block.amaf_value[low : low + count], block.amaf_visits[low : low + count]
    chosen, equivalence = settings.selection, settings.amaf.equivalence
    at_least = max(chosen.exploration, EXPLORATION_WITHOUT_AMAF)
    first_play = chosen.exploration * chosen.urgency if equivalence > 0 else 0.0
    for place in range(count):
        tried, amaf_tried = float(visits[place]), float(amaf_visits[place])
        # A small weight relies on AMAF to show what a move is worth. Of a swap or a side it shows nothing, and one
        # unlucky playout would leave the move alone for good.
        helped = equivalence == 0 or amaf_tried > min(tried, AMAF_MOST / 2 - 1)
        weight = chosen.exploration if helped else at_least
        bounds[place] = blended_value(
            value[place],
            tried,
            float(amaf_value[place]),
            amaf_tried,
            settings.selection.unvisited,
            settings.amaf.equivalence,
        ) + (exploration(log_visits, tried, weight) if tried > 0 else first_play)


@jit
def best_open(below: Block, low: int, count: int, at_root: bool, bounds: Array) -> int:
    """Return which of `count` siblings, from place `low` of a block on, has the highest bound and is worth a walk.

    A proven loss is left alone. At the root proven draws and wins are left alone as well while anything is open: they
    are known, and nothing is above it. Elsewhere a draw is worth what it is.
    """
    best, best_bound = 0, -1e300
    for child in range(count):
        bound, proof = bounds[child], below.proven[low + child]
        if proof == LOST:
            bound = -1e200
        elif proof == WON and at_root:  # only in a greedy search: otherwise it proves the node above
            bound = -1e100
        elif proof == DRAWN:
            bound = 0.5 if not at_root else -1e100
        if bound > best_bound:
            best, best_bound = child, bound
    return best


@jit
def choose_child(nodes: Nodes, index: int, settings: Settings, bounds: Array) -> int:
    """Return the child to walk to, as `best_open` says; `bounds` (as many as children, or more) is written to."""
    block, place = nodes[index >> BITS], index & MASK
    first, count = block.first[place], block.children[place]
    below, low = nodes[first >> BITS], first & MASK
    fill_bounds(below, low, count, log(float(block.visits[place]) + 1.0), settings, bounds)
    return int(first) + best_open(below, low, int(count), index == ROOT, bounds)
