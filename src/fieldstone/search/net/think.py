"""Tree search by a network in the same kernel, leaf by leaf.

Moves are chosen by PUCT. A new leaf is judged by its chance and lead, and, where that is wanted, in part by how one
random game goes on from there (AlphaGo's mixture: a network is wrong in the same way each time, random games in
another). Only a leaf that is met again gets children, and their priors: so most positions cost no policy, and most
nodes are never made. Proofs, and the end of the game, are those of `fieldstone.search.mcts.simulate`.
"""

import math
from typing import Any, NamedTuple

from fieldstone.core.entries import play_with_history
from fieldstone.core.jit import jit
from fieldstone.core.kernels import Record, Rules, margin, playout
from fieldstone.core.maths import exp
from fieldstone.core.record import ONGOING, copy_words
from fieldstone.core.rng import Rng
from fieldstone.search.mcts.select import best_open, puct, sigmoid
from fieldstone.search.mcts.simulate import (
    DEEPEST,
    add_children,
    back_up,
    back_up_proof,
    prove_above,
    prove_end,
    result_for_first,
    seat_to_move,
)
from fieldstone.search.mcts.tree import BITS, MASK, ROOT, UNPROVEN, Nodes
from fieldstone.search.net.judge import Mind, Weights, judge_moves, judge_value, see

Array = Any


class Walk(NamedTuple):
    """How a search by a network weighs what it knows.

    Attributes
    ----------
    exploration : weight of the priors beside the values (PUCT)
    reduction : a move without visits is worth what its node is, less this times the square root of the prior of all
        moves that have visits (first-play urgency)
    lead_part, lead_scale : how much the lead counts beside the chance, as in `fieldstone.games.tuning.Leads`
    playout_part : how much a random game from there counts in what a leaf is worth; 0: none is played
    """

    exploration: float = 0.5
    reduction: float = 0.2
    lead_part: float = 0.05
    lead_scale: float = 20.0
    playout_part: float = 0.0


USUAL = Walk()
FULL = -1  # in the place of a node


@jit
def set_priors(nodes: Nodes, index: int, moves: Array) -> None:
    """Give the children of a node their priors: from the logarithms of how likely all moves are, the softmax."""
    block, place = nodes[index >> BITS], index & MASK
    first, count = block.first[place], block.children[place]
    below, low = nodes[first >> BITS], first & MASK
    most, total = -1e30, 0.0
    for child in range(low, low + count):
        most = max(most, float(moves[below.action[child]]))
    for child in range(low, low + count):
        weight = exp(float(moves[below.action[child]]) - most)
        below.prior[child] = weight
        total += weight
    for child in range(low, low + count):
        below.prior[child] = below.prior[child] / total


@jit
def fill_bounds(nodes: Nodes, index: int, walk: Walk, bounds: Array) -> None:
    """Write to `bounds` what speaks for each child of a node, whatever is proven of it."""
    block, place = nodes[index >> BITS], index & MASK
    first, count = block.first[place], int(block.children[place])
    below, low = nodes[first >> BITS], first & MASK
    value, visits = below.value[low : low + count], below.visits[low : low + count]
    prior = below.prior[low : low + count]
    seen = 0.0
    for child in range(count):
        seen += float(prior[child]) if visits[child] > 0 else 0.0
    parent = block.value[place] / block.visits[place] if block.visits[place] > 0 else 0.5
    if below.seat[low] != block.seat[place]:
        parent = 1.0 - parent
    fresh = parent - walk.reduction * math.sqrt(seen)
    above = float(block.visits[place])
    for child in range(count):
        tried = float(visits[child])
        mean = value[child] / tried if tried > 0 else fresh
        bounds[child] = mean + puct(float(prior[child]), above, tried, walk.exploration)


@jit
def choose(nodes: Nodes, index: int, walk: Walk, bounds: Array) -> int:
    """Return the child to walk to, as `best_open` says."""
    block, place = nodes[index >> BITS], index & MASK
    first, count = block.first[place], int(block.children[place])
    below, low = nodes[first >> BITS], first & MASK
    fill_bounds(nodes, index, walk, bounds)
    return int(first) + best_open(below, low, count, index == ROOT, bounds)


@jit
def walk_down(
    rules: Rules,
    state: Record,
    nodes: Nodes,
    scratch: Record,
    keys: Array,
    known: int,
    weights: Weights,
    mind: Mind,
    walk: Walk,
) -> int:
    """Walk from the root to a leaf that nobody has visited; returns it. `state` is played along.

    Where a leaf that has been visited finds no room for children, `FULL`.
    """
    index, depth = 0, 0
    block, place = nodes[ROOT], ROOT
    while block.proven[place] == UNPROVEN and state.over == ONGOING and depth < DEEPEST - 1:
        if block.children[place] == 0:
            if depth > 0 and block.visits[place] == 0:
                break
            if not add_children(rules, state, nodes, scratch, index):
                return FULL
            see(rules, state, keys, known, weights, mind)
            judge_moves(weights, mind)
            set_priors(nodes, index, mind.moves)
        index = choose(nodes, index, walk, scratch.bounds)
        block, place = nodes[index >> BITS], index & MASK
        depth += 1
        scratch.path[depth] = index
        play_with_history(rules, state, keys, known, block.action[place])
        known += 1
    scratch.depth = depth
    return index


@jit
def worth(chance: float, lead: float, walk: Walk) -> float:
    """Return what a search is guided by: the chance, and in part the lead, both of one player."""
    return (1.0 - walk.lead_part) * chance + walk.lead_part * sigmoid(lead, walk.lead_scale)


@jit
def lead_for_first(rules: Rules, state: Record) -> float:
    """Return the lead of seat 1 in a game that is over, in half units."""
    lead = float(margin(rules, state))
    return lead if state.exchanged == 0 else -lead


@jit
def simulate(
    rules: Rules,
    state: Record,
    nodes: Nodes,
    scratch: Record,
    keys: Array,
    known: int,
    weights: Weights,
    mind: Mind,
    walk: Walk,
    greedy: bool,
    rng: Rng,
) -> bool:
    """Make one simulation from the root's position `state`, which is played along; `rng` is for random games.

    Returns False, and changes nothing in the tree, where that is full.
    """
    scratch.path[0] = 0
    index = walk_down(rules, state, nodes, scratch, keys, known, weights, mind, walk)
    if index == FULL:
        return False
    if nodes[index >> BITS].proven[index & MASK] != UNPROVEN:
        back_up_proof(nodes, scratch, index)
        if greedy:  # nodes above it may have waited for their visits
            prove_above(nodes, scratch, True)
        return True
    if state.over != ONGOING:
        result, lead = result_for_first(state), lead_for_first(rules, state)
        prove_end(nodes, scratch, index, result, greedy)
        back_up(nodes, scratch, worth(result, lead, walk), result, lead)
        return True
    see(rules, state, keys, known + scratch.depth, weights, mind)
    chance, lead = judge_value(weights, mind)
    if seat_to_move(state) == 2:
        chance, lead = 1.0 - chance, -lead
    if walk.playout_part > 0.0:
        playout(rules, state, rng)
        chance += walk.playout_part * (result_for_first(state) - chance)
        lead += walk.playout_part * (lead_for_first(rules, state) - lead)
    back_up(nodes, scratch, worth(chance, lead, walk), chance, lead)
    return True


@jit
def think(
    rules: Array,
    states: Array,
    words: Array,
    nodes: Nodes,
    scratch: Array,
    keys: Array,
    known: int,
    weights: Weights,
    mind: Mind,
    walk: Walk,
    greedy: bool,
    rng: Rng,
    simulations: int,
) -> int:
    """Make simulations from `states[0]` in `states[1]` until the root is proven, or the tree is full; returns how many.

    All but `rules`, `weights` and `states[0]` are modified. If `greedy`, the search goes on after a move is proven to
    win, as another may win by more.
    """
    for done in range(simulations):
        if nodes[ROOT].proven[ROOT] != UNPROVEN:
            return done
        copy_words(words[1], words[0])
        if not simulate(rules[0], states[1], nodes, scratch[0], keys, known, weights, mind, walk, greedy, rng):
            return done
    return simulations
