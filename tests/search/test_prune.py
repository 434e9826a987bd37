"""A full tree in a search by a network: what is kept, and that the search goes on as in a larger one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import fieldstone
from fieldstone.search.mcts.simulate import SCRATCH
from fieldstone.search.mcts.tree import PLACES, ROOT, UNPROVEN, Nodes, column, new_tree
from fieldstone.search.net.evaluator import NetEvaluator, settings_with_net
from fieldstone.search.net.own import own_net
from fieldstone.search.net.prune import prune
from fieldstone.search.player import SearchPlayer
from tests.search.trees import FIELDS, children_of, read_one

GAME = fieldstone.load("kaomi")
PLACED = ("first", "children")


def player(simulations: int, megabytes: float) -> SearchPlayer:
    net = own_net(GAME)
    assert net is not None
    settings = settings_with_net(GAME, net)
    return SearchPlayer(
        simulations=simulations,
        seed=1,
        megabytes=megabytes,
        exact=False,
        settings=settings,
        evaluator=NetEvaluator(net),
    )


def grown(simulations: int, megabytes: float) -> SearchPlayer:
    one = player(simulations, megabytes)
    one.think(GAME.new_state())
    return one


def told(nodes: Nodes, fewest: int = 0) -> dict[tuple[int, ...], Any]:
    """What is known of each node, by the moves that lead to it; nothing below those with fewer visits."""
    found: dict[tuple[int, ...], Any] = {}
    waiting: list[tuple[tuple[int, ...], int]] = [((), ROOT)]
    while waiting:
        path, index = waiting.pop()
        one = read_one(nodes, index)
        below = children_of(nodes, index) if one["visits"] >= fewest else slice(0, 0)
        waiting += [((*path, int(column(nodes, "action")[child])), child) for child in range(below.start, below.stop)]
        kept = [one[name].item() for name in FIELDS if name not in PLACED]
        found[path] = (*kept, below.stop - below.start)
    return found


def used_by(tree: Any) -> int:
    return int(tree.scratch["used"][0])


@pytest.mark.parametrize("blocks", [1, 2, 5])
def test_the_most_visited_nodes_keep_what_lies_below_them(blocks: int) -> None:
    """From a power of 2 of visits on, the least with which all that is kept has room, in half of the pool at most."""
    tree = grown(900, 8.0).trees[0]
    nodes = tree.nodes[: -(-used_by(tree) // PLACES)]
    room = min(blocks * PLACES, len(nodes) * PLACES // 2)
    indices = range(used_by(tree))
    visits, children = column(nodes, "visits"), column(nodes, "children")
    fewest = 1
    while sum(int(children[index]) for index in indices if visits[index] >= fewest) > room:
        fewest *= 2
    assert fewest > 1
    wanted = told(nodes, fewest)
    prune(nodes, new_tree(blocks), tree.scratch)
    assert told(nodes) == wanted
    assert used_by(tree) <= room + PLACES // 100


def test_a_pruned_tree_is_planted_anew_where_nothing_has_room() -> None:
    """A root alone stays one."""
    nodes, scratch = new_tree(1), np.zeros(1, dtype=SCRATCH)
    scratch["used"] = 1
    prune(nodes, new_tree(1), scratch)
    assert scratch["used"][0] == 1
    assert column(nodes, "children")[ROOT] == 0


def test_no_leaf_is_visited_again_and_again() -> None:
    """The network would say the same of it each time, and it would look certain."""
    small, large = grown(12_000, 1.7), grown(12_000, 200.0)
    tree = small.trees[0]
    nodes = tree.nodes
    leaves = [
        int(column(nodes, "visits")[index])
        for index in range(used_by(tree))
        if column(nodes, "children")[index] == 0 and column(nodes, "proven")[index] == UNPROVEN
    ]
    assert used_by(tree) < len(nodes) * PLACES < used_by(large.trees[0])
    assert max(leaves) < 12_000 // 20
    assert small.result is not None
    assert large.result is not None
    assert small.result.simulations == large.result.simulations == 12_000
    assert small.result.chance == pytest.approx(large.result.chance, abs=0.05)
