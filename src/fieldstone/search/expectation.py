"""What the games that a search has in mind look like at their end: whose each point will be."""

from typing import Any

from fieldstone.core.jit import jit
from fieldstone.core.kernels import Record, Rules, add_owners, play, playout_action, playout_cap
from fieldstone.core.record import ONGOING
from fieldstone.core.rng import Rng, random_below
from fieldstone.search.tree import LOST, ROOT, WON, Nodes

Array = Any


@jit
def draw_child(nodes: Nodes, index: int, rng: Rng) -> int:
    """Return a child drawn in proportion to its visits, a proven win if there is one; -1 where nothing is known.

    Proven losses are left out as long as there is something else.
    """
    first, last = nodes[index].first, nodes[index].first + nodes[index].children
    alive, total = 0, 0
    for child in range(first, last):
        if nodes[child].proven == WON:
            return child
        total += nodes[child].visits
        if nodes[child].proven != LOST:
            alive += nodes[child].visits
    weight = alive if alive > 0 else total
    if weight == 0:
        return -1
    left = random_below(rng, weight)
    for child in range(first, last):
        if alive == 0 or nodes[child].proven != LOST:
            left -= nodes[child].visits
            if left < 0:
                return child
    return -1


@jit
def finish_game(rules: Rules, state: Record, nodes: Nodes, rng: Rng) -> None:
    """Play a game on through the tree, as often each way as the search went it, and from its leaf to the end."""
    index = ROOT
    while state.over == ONGOING and nodes[index].children > 0:
        index = draw_child(nodes, index, rng)
        if index < 0:
            break
        play(rules, state, int(nodes[index].action))
    cap = state.ply + playout_cap(rules)
    while state.over == ONGOING and state.ply < cap:
        play(rules, state, playout_action(rules, state, rng))


@jit
def sample_owners(rules: Array, states: Array, words: Array, nodes: Nodes, rng: Rng, games: int, owners: Array) -> None:
    """Add up whose each point is at the end of some games from `states[0]`, which are played in `states[1]`.

    `nodes[0]` is the root of a tree with that position, `owners` (points,) float64. `states[1]`, `rng` and `owners` are
    modified.
    """
    for _ in range(games):
        words[1] = words[0]
        finish_game(rules[0], states[1], nodes, rng)
        add_owners(rules[0], states[1], owners)
