"""The compiled half of a search whose leaves are evaluated in batches; see `fieldstone.search.mcts.evaluators`."""

from typing import Any

import numpy as np

from fieldstone.core.entries import play_with_history
from fieldstone.core.jit import jit
from fieldstone.core.kernels import Record, Rules, margin
from fieldstone.core.record import ONGOING, copy_words
from fieldstone.search.mcts.select import puct
from fieldstone.search.mcts.simulate import (
    DEEPEST,
    add_children,
    back_up,
    back_up_proof,
    prove_end,
    result_for_first,
    seat_to_move,
)
from fieldstone.search.mcts.tree import BITS, DRAWN, LOST, MASK, ROOT, UNPROVEN, Nodes

Array = Any

# The way to a leaf that waits for its value.
PATHS = np.dtype((np.record, np.dtype([("depth", np.int64), ("path", np.int32, DEEPEST)], align=True)))


@jit
def choose_by_prior(nodes: Nodes, index: int, weight: float) -> int:
    """Return the child to walk to by PUCT; leaves that wait count as visits that lost.

    Proven losses are left alone; a move without visits is worth what its parent is.
    """
    block, place = nodes[index >> BITS], index & MASK
    first, visits = int(block.first[place]), float(block.visits[place] + block.waiting[place])
    below, low = nodes[first >> BITS], first & MASK
    parent = block.value[place] / block.visits[place] if block.visits[place] > 0 else 0.5
    if below.seat[low] != block.seat[place]:
        parent = 1.0 - parent
    best, best_bound = low, -1e300
    for child in range(low, low + block.children[place]):
        tried = float(below.visits[child] + below.waiting[child])
        mean = below.value[child] / tried if tried > 0 else parent
        if below.proven[child] == LOST:
            bound = -1e200
        elif below.proven[child] == DRAWN and index == ROOT:
            bound = -1e100
        else:
            bound = mean + puct(float(below.prior[child]), visits, tried, weight)
        if bound > best_bound:
            best, best_bound = child, bound
    return first + best - low


@jit
def walk_to_leaf(
    rules: Rules, state: Record, nodes: Nodes, scratch: Record, keys: Array, known: int, weight: float
) -> int:
    """Walk from the root to a node without children, playing along; returns it. The path is in `scratch`."""
    index, depth = 0, 0
    scratch.path[0] = 0
    block, place = nodes[ROOT], ROOT
    while block.proven[place] == UNPROVEN and block.children[place] > 0 and depth < DEEPEST - 1:
        index = choose_by_prior(nodes, index, weight)
        block, place = nodes[index >> BITS], index & MASK
        depth += 1
        scratch.path[depth] = index
        play_with_history(rules, state, keys, known, block.action[place])
        known += 1
    scratch.depth = depth
    return index


@jit
def wait(nodes: Nodes, scratch: Record, path: Record) -> None:
    """Remember the present path, and mark its nodes as waiting."""
    path.depth = scratch.depth
    for depth in range(scratch.depth + 1):
        index = scratch.path[depth]
        path.path[depth] = index
        nodes[index >> BITS].waiting[index & MASK] += 1


@jit
def collect(
    rules: Array,
    states: Array,
    words: Array,
    nodes: Nodes,
    scratch: Array,
    keys: Array,
    known: int,
    leaf_words: Array,
    leaf_keys: Array,
    leaf_known: Array,
    paths: Array,
    weight: float,
) -> tuple[int, int]:
    """Walk from `states[0]` to leaves until `paths` is full, a leaf is met twice, or the root is proven.

    `leaf_words` (n, words) uint64 gets the positions of the leaves that wait, `paths` (n,) of PATHS their paths,
    `leaf_known` (n,) how many positions have stood on the table up to each, and `leaf_keys` their keys, as many as it
    has columns (V9). Finished games and proven nodes are taken back up at once. Returns (simulations, leaves that
    wait). All but `rules` and `states[0]` are modified.
    """
    waiting = 0
    for made in range(len(paths)):
        if nodes[ROOT].proven[ROOT] != UNPROVEN:
            return made, waiting
        copy_words(words[1], words[0])
        state = states[1]
        index = walk_to_leaf(rules[0], state, nodes, scratch[0], keys, known, weight)
        block, place = nodes[index >> BITS], index & MASK
        if block.proven[place] != UNPROVEN:
            back_up_proof(nodes, scratch[0], index)
        elif state.over != ONGOING:
            result = result_for_first(state)
            lead = float(margin(rules[0], state))
            prove_end(nodes, scratch[0], index, result, False)
            back_up(nodes, scratch[0], result, result, lead if state.exchanged == 0 else -lead)
        else:
            if block.waiting[place] > 0:
                return made, waiting
            wait(nodes, scratch[0], paths[waiting])
            copy_words(leaf_words[waiting], words[1])
            leaf_known[waiting] = known + scratch[0].depth
            for past in range(min(leaf_known[waiting], leaf_keys.shape[1])):
                leaf_keys[waiting, past] = keys[past]
            waiting += 1
    return len(paths), waiting


@jit
def set_priors(nodes: Nodes, index: int, weights: Array) -> None:
    """Give the children of a node their parts of the weights of all their moves; alike if those are all zero."""
    block, place = nodes[index >> BITS], index & MASK
    first, count = block.first[place], block.children[place]
    below, low = nodes[first >> BITS], first & MASK
    total = 0.0
    for child in range(low, low + count):
        total += max(0.0, float(weights[below.action[child]]))
    for child in range(low, low + count):
        weight = max(0.0, float(weights[below.action[child]]))
        below.prior[child] = weight / total if total > 0 else 1.0 / count


@jit
def spread(
    rules: Array,
    leaves: Array,
    nodes: Nodes,
    scratch: Array,
    paths: Array,
    chances: Array,
    leads: Array,
    weights: Array,
) -> None:
    """Take the answers for leaves back up and give each leaf its children.

    `paths` (n,) of PATHS, `leaves` (n or more,) their positions, `chances` and `leads` (n,) for the player to move
    there, `weights` (n, actions). `nodes` and `scratch` are modified; when the pool is full leaves stay leaves.
    """
    for number in range(len(paths)):
        path, state = paths[number], leaves[number]
        scratch[0].depth = path.depth
        for depth in range(path.depth + 1):
            index = path.path[depth]
            scratch[0].path[depth] = index
            nodes[index >> BITS].waiting[index & MASK] -= 1
        index = path.path[path.depth]
        leaf = nodes[index >> BITS].children[index & MASK] == 0
        if leaf and add_children(rules[0], state, nodes, scratch[0], index):
            set_priors(nodes, index, weights[number])
        chance, lead = float(chances[number]), float(leads[number])
        if seat_to_move(state) == 2:
            chance, lead = 1.0 - chance, -lead
        back_up(nodes, scratch[0], chance, chance, lead)
