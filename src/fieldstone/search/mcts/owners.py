"""What the games that a search has in mind look like at their end: who owns each point, what the score is made of."""

from typing import Any

from fieldstone.core.jit import jit
from fieldstone.core.kernels import (
    Record,
    Rules,
    add_owners,
    add_score_parts,
    play,
    playout_action,
    playout_cap,
)
from fieldstone.core.record import ONGOING, copy_words
from fieldstone.core.rng import Rng, random_below
from fieldstone.search.mcts.tree import BITS, LOST, MASK, ROOT, UNPROVEN, WON, Block, Nodes

Array = Any

CLEARLY = 0.02  # so much more of a win than the average makes a move better, whatever its points
HOPE = 0.1  # of a win; with less than that a position is as good as lost
KNOWN = 4  # visits
ROUNDING = 1e-4  # of sums of leads


@jit
def count_for(block: Block, child: int, mean: float, lead: float) -> int:
    """Return how often a child counts when one is drawn: its visits, or nothing for a move nobody would choose.

    `mean` and `lead` are what the children give on average.
    """
    visits = int(block.visits[child])
    if block.proven[child] == LOST:
        return 0
    return visits if block.lead[child] >= lead * visits or block.value[child] >= (mean + CLEARLY) * visits else 0


@jit
def keep_most(block: Block, first: int, last: int) -> int:
    """Return the child that keeps most points, of those that end the game or are known a little; -1 without visits.

    What a search saw on its way to a proof says little of points, so proven moves come after all others.
    """
    best, most, busiest = -1, 0.0, -1
    for child in range(first, last):
        visits = block.visits[child]
        if visits > 0:
            if busiest < 0 or visits > block.visits[busiest]:
                busiest = child
            known = block.distance[child] == 0 if block.proven[child] != UNPROVEN else visits >= KNOWN
            lead = block.lead[child] / visits
            if known and (best < 0 or lead > most):
                best, most = child, lead
    return best if best >= 0 else busiest


@jit
def draw_child(block: Block, first: int, last: int, rng: Rng) -> int:
    """Return a child drawn in proportion to its visits, a proven win if there is one; -1 where nothing is known.

    The children are places of a block. A search does not care for points where all moves win or all lose, but players
    do. So moves are left out that neither win more often than the average nor keep more points; and where nothing gives
    hope, the move is taken that keeps most points: the search would rather try anything than admit a loss.
    """
    alive, mean, lead = 0, 0.0, 0.0
    for child in range(first, last):
        if block.proven[child] == WON:
            return child
        if block.proven[child] != LOST:
            alive += block.visits[child]
            mean += block.value[child]
            lead += block.lead[child]
    if mean <= HOPE * alive:
        return keep_most(block, first, last)
    mean, lead = mean / alive, lead / alive
    lead -= ROUNDING * (1.0 + abs(lead))
    weight = 0
    for child in range(first, last):
        weight += count_for(block, child, mean, lead)
    left = random_below(rng, max(1, weight))
    for child in range(first, last):
        left -= count_for(block, child, mean, lead)
        if left < 0:
            return child
    return -1


@jit
def finish_game(rules: Rules, state: Record, nodes: Nodes, rng: Rng) -> None:
    """Play a game on through the tree, as often each way as the search went it, and from its leaf to the end."""
    block, place = nodes[ROOT], ROOT
    while state.over == ONGOING and block.children[place] > 0:
        first, count = block.first[place], block.children[place]
        block = nodes[first >> BITS]
        place = draw_child(block, first & MASK, (first & MASK) + count, rng)
        if place < 0:
            break
        play(rules, state, int(block.action[place]))
    cap = state.ply + playout_cap(rules)
    while state.over == ONGOING and state.ply < cap:
        play(rules, state, playout_action(rules, state, rng))


@jit
def sample_owners(
    rules: Array, states: Array, words: Array, nodes: Nodes, rng: Rng, games: int, owners: Array, sums: Array
) -> None:
    """Add up what some games from `states[0]`, which are played in `states[1]`, look like at their end.

    `nodes` is a tree with that position at its root; `owners` (points,) float64 gets who owns each point
    (`add_owners`), `sums` (2, 4) float64 what the score is made of (`add_score_parts`). They, `states[1]` and `rng` are
    modified.
    """
    for _ in range(games):
        copy_words(words[1], words[0])
        finish_game(rules[0], states[1], nodes, rng)
        add_owners(rules[0], states[1], owners)
        add_score_parts(rules[0], states[1], sums)
