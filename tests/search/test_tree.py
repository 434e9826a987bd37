"""The search tree: its blocks, proofs that go up in it, and that it is cut without a loss."""

from __future__ import annotations

import random

import numpy as np
import pytest

import fieldstone
from fieldstone.core.library import compiler_is_off
from fieldstone.core.rng import make_rng
from fieldstone.games.tuning import PLAIN
from fieldstone.play.game import read_game
from fieldstone.search.mcts.rooted import RootedTree
from fieldstone.search.mcts.simulate import DEEPEST, SCRATCH, back_up, back_up_amaf
from fieldstone.search.mcts.tree import (
    AMAF_MOST,
    BITS,
    BLOCK,
    DRAWN,
    LOST,
    MASK,
    PLACES,
    ROOT,
    UNPROVEN,
    WON,
    Nodes,
    column,
    copy_node,
    copy_subtree,
    new_tree,
    opposite,
    prove_from_children,
    reset_node,
)
from tests.search.trees import FIELDS, NODE, children_of, make_tree, read, read_one, reset, write

pytestmark = [pytest.mark.pure, pytest.mark.boundscheck]
SIMULATIONS = 30 if compiler_is_off() else 20_000


def family(seats: tuple[int, int], *children: tuple[int, int]) -> Nodes:
    """A root and its children, given as (proof, distance)."""
    return make_tree(seats, *({"proven": proof, "distance": distance} for proof, distance in children))


@pytest.mark.parametrize(
    ("children", "proof"),
    [
        ([(LOST, 3), (WON, 4), (WON, 2), (UNPROVEN, 0)], (WON, 3)),
        ([(UNPROVEN, 0), (WON, 4)], (WON, 5)),
        ([(LOST, 1), (LOST, 5), (LOST, 3)], (LOST, 6)),
        ([(LOST, 7), (DRAWN, 2), (LOST, 9)], (DRAWN, 3)),
        ([(DRAWN, 2), (UNPROVEN, 0)], (UNPROVEN, 0)),
        ([(LOST, 2), (UNPROVEN, 0), (DRAWN, 1)], (UNPROVEN, 0)),
    ],
)
def test_proofs_go_up(children: list[tuple[int, int]], proof: tuple[int, int]) -> None:
    """For the player to move; seen from the node it is the same if that player has just moved, else the opposite."""
    for seats, seen in (((1, 1), proof[0]), ((2, 1), opposite(proof[0])), ((1, 2), opposite(proof[0]))):
        nodes = family(seats, *children)
        assert prove_from_children(nodes, ROOT) == (proof[0] != UNPROVEN)
        root = read_one(nodes, ROOT)
        assert (root["proven"], root["distance"]) == (seen, proof[1])


def test_a_subtree_is_copied_whole() -> None:
    nodes = family((2, 1), (UNPROVEN, 0), (UNPROVEN, 0))
    write(nodes, 2, first=3, children=2, visits=9)
    for place, action in ((3, 30), (4, 40)):
        reset(nodes, place, action, 2)
    write(nodes, 3, first=5, children=1)
    reset(nodes, 5, 50, 1)
    other = new_tree(0)
    copy_node(nodes[0], 2, other[0], ROOT)
    assert copy_subtree(nodes, other, 1, 0, 2, 0) == (3, 1)  # the children of the first, and no more
    assert copy_subtree(nodes, other, 3, 1, 100, 0) == (4, 4)
    copied = read(other, slice(0, 4))
    assert copied["action"].tolist() == [2, 30, 40, 50]
    assert copied["children"].tolist() == [2, 1, 0, 0]
    assert copied["first"].tolist()[:2] == [1, 3]
    assert copied["visits"][ROOT] == 9


def test_siblings_are_copied_into_one_block() -> None:
    """The places that are left at the end of a block are no nodes, whatever is written there."""
    nodes = family((2, 1), (UNPROVEN, 0), (UNPROVEN, 0))
    nodes = np.concatenate([nodes, new_tree(0)])
    for index, count, action in ((1, PLACES - 4, 7), (2, 5, 8)):
        first = 3 if index == 1 else PLACES
        write(nodes, index, first=first, children=count)
        for child in range(first, first + count):
            reset_node(nodes[child >> BITS], child & MASK, action, 2)
    other = np.concatenate([new_tree(0), new_tree(0)])
    column(other, "children")[:] = 9  # of a tree that was there before
    copy_node(nodes[0], ROOT, other[0], ROOT)
    assert copy_subtree(nodes, other, 1, 0, 10**6, 0) == (PLACES + 5, PLACES + 5)
    assert [int(column(other, "first")[index]) for index in (ROOT, 1, 2)] == [1, 3, PLACES]
    assert set(column(other, "action")[3 : PLACES - 1]) == {7}
    assert set(column(other, "action")[PLACES : PLACES + 5]) == {8}
    assert not column(other, "children")[3 : PLACES + 5].any()


def test_a_place_that_was_used_is_as_good_as_new() -> None:
    nodes = new_tree(0)
    for seat in (1, 2):
        reset(nodes, 5, 7, seat)
        fresh = read_one(nodes, 5)
        assert (fresh["action"], fresh["seat"]) == (7, seat)
        assert not any(fresh[name] for name in FIELDS if name not in ("action", "seat"))
        write(nodes, 5, **dict.fromkeys(FIELDS, 3))


def test_a_node_is_small_and_wide_enough() -> None:
    assert (BLOCK.itemsize - 8) / PLACES == NODE.itemsize == 54
    large = ("vacu(size=19,setup=auction)", "squared(size=13,setup=auction)", "vadus(size=13)")
    assert max(read_game(game).num_actions for game in large) < min(PLACES, np.iinfo(np.int16).max)
    assert np.iinfo(NODE["distance"]).max > DEEPEST


def test_sums_grow_however_long_a_search_is() -> None:
    nodes, scratch = family((2, 1), (UNPROVEN, 0), (UNPROVEN, 0)), np.zeros(1, dtype=SCRATCH)
    scratch["depth"], scratch["path"][0, 1] = 1, 1
    many = 1 << 26
    for name in ("visits", "value", "wins", "lead"):
        write(nodes, 1, **{name: many})
    back_up(nodes, scratch[0], 1.0, 1.0, 1.0)
    assert [read_one(nodes, 1)[name] for name in ("visits", "value", "wins", "lead")] == [many + 1] * 4


def test_amaf_forgets_half_before_its_sum_stops_growing() -> None:
    nodes, scratch = family((2, 1), (UNPROVEN, 0), (UNPROVEN, 0)), np.zeros(1, dtype=SCRATCH)
    marks = np.zeros((2, 3), dtype=np.int64)
    scratch["length"], scratch["stamp"], scratch["actions"][0, 0], scratch["seats"][0, 0] = 1, 1, 1, 1
    write(nodes, 1, amaf_visits=AMAF_MOST - 1, amaf_value=0.75 * AMAF_MOST)
    for visits, value in ((AMAF_MOST, 0.75 * AMAF_MOST + 1), (AMAF_MOST // 2 + 1, 0.375 * AMAF_MOST + 1.5)):
        back_up_amaf(nodes, scratch[0], marks, 1.0)
        heard = read_one(nodes, 1)
        assert (heard["amaf_visits"], heard["amaf_value"]) == (visits, value)
    assert read_one(nodes, 2)["amaf_visits"] == 0  # its move was not made


def test_what_has_no_room_in_a_full_pool_becomes_a_leaf() -> None:
    """Copied in another order, the large family leaves the rest of a block empty, and the small one is too much."""
    nodes = np.concatenate([family((2, 1), (UNPROVEN, 0), (UNPROVEN, 0)), new_tree(0)])
    for index, first, count in ((1, PLACES, PLACES - 2), (2, 3, 5)):
        write(nodes, index, first=first, children=count, visits=9)
        for child in range(first, first + count):
            reset_node(nodes[child >> BITS], child & MASK, 7, 2)
    other = np.concatenate([new_tree(0), new_tree(0)])
    copy_node(nodes[0], ROOT, other[0], ROOT)
    assert copy_subtree(nodes, other, 1, 0, 10**6, 0) == (2 * PLACES - 2, 2 * PLACES - 2)
    assert read_one(other, 1)["children"] == PLACES - 2
    small = read_one(other, 2)
    assert (small["first"], small["children"], small["visits"]) == (0, 0, 9)


def test_a_full_tree_is_cut_again_and_again() -> None:
    """Where moves are forced, as often in Iago, hardly anything is cut off."""
    state, drawn, rng = fieldstone.load("iago").new_state(), random.Random(1), make_rng(1)
    while len(state.history) < 9:
        state.play(drawn.choice(state.legal_moves()))
    tree = RootedTree(state.game, PLAIN, 4)
    for _ in range(10):
        tree.move_to(state)
        assert tree.scratch["used"][0] <= len(tree.nodes) * PLACES
        tree.search(SIMULATIONS, rng)
        state.play(drawn.choice(state.legal_moves()))


@pytest.mark.parametrize("game", ["kaomi(size=4)", "vadus(size=3)"])
def test_a_family_is_what_is_legal(game: str) -> None:
    """All legal moves, in one block, of one seat; and the visits of a node are those of its children and its own."""
    state = read_game(game).new_state()
    tree = RootedTree(state.game, PLAIN, 1)
    tree.move_to(state)
    assert tree.search(300, make_rng(1)) == 300
    assert tree.scratch["used"][0] > 300
    legal = sorted(move.action for move in state.legal_moves())
    assert column(tree.nodes, "action")[children_of(tree.nodes, ROOT)].tolist() == legal
    for index in range(int(tree.scratch["used"][0])):
        below = children_of(tree.nodes, index)
        if below.stop > below.start:
            children = read(tree.nodes, below)
            assert len(set(children["seat"])) == 1
            assert below.start >> BITS == (below.stop - 1) >> BITS
            own = int(read_one(tree.nodes, index)["visits"]) - int(children["visits"].sum())
            assert own == (index != ROOT)
