"""Whole search trees, node by node: recorded ones, and one that can be followed by hand. PUCT by numbers."""

from __future__ import annotations

import math

import pytest

import fieldstone
from fieldstone.search.mcts import select
from fieldstone.search.mcts.batched import choose_by_prior
from fieldstone.search.mcts.tree import DRAWN, LOST, ROOT
from tests.search.golden.regenerate import HERE, KEYS, LATE, describe, grow, large, read_lines, solved, text_of
from tests.search.trees import make_tree, write


@pytest.mark.parametrize("key", KEYS)
def test_a_tree_grows_as_recorded(key: str) -> None:
    """If it is meant to grow otherwise, golden/regenerate.py writes it anew."""
    assert text_of(key) == (HERE / f"{key}.txt").read_text(encoding="utf-8")


def test_only_these_are_recorded() -> None:
    assert {path.stem for path in HERE.glob("*.txt")} == set(KEYS)


@pytest.mark.parametrize("name", fieldstone.games())
def test_a_large_tree_grows_as_recorded(name: str) -> None:
    """As the computer searches on usual boards, every visited node."""
    recorded = [line for line in read_lines("large.jsonl") if line["position"].startswith((f"{name} ", f"{name}("))]
    assert len(recorded) == 3
    assert [large(line["position"]) for line in recorded] == recorded


@pytest.mark.parametrize("name", fieldstone.games())
def test_the_solver_goes_the_way_that_was_recorded(name: str) -> None:
    """The same values, moves and lines, with as many positions reached."""
    recorded = [line for line in read_lines("solved.jsonl") if line["position"].startswith((f"{name} ", f"{name}("))]
    assert len(recorded) >= 9
    for line in recorded:
        assert solved(line["position"], line["by"], line["every"]) == line


def test_every_game_is_among_the_trees() -> None:
    assert LATE.keys() == set(fieldstone.games()) == {key.removesuffix("-tuned") for key in KEYS}


# Kaomi 2x2 with a black and a white stone in the upper row and two empty squares, a1 and b1. Black, seat 1, places one
# stone and White the last one. With two stones each, both colours have two singles or both a pair: all of it is taken
# off, and whoever placed the last stone loses (K9): White. A playout has one way to go, so no chance is left.
#
# 1: a1 is tried first (1e9 without visits, in the order of the points), its playout is won for seat 1. 2: b1 likewise.
# 3: both have 1 of 1 and the same bound; a1 is first. It has been visited, so it gets its child b1, and there the game
# ends: seat 2 has lost with it. So a1 wins within 1, and the root, the position after a move of seat 2, loses within 2.
# Nothing more is to be found out.
WON = """
root seat 2 visits 3 value 0 wins 0 lost within 2
  a1 seat 1 visits 2 value 2 wins 2 won within 1
    b1 seat 2 visits 1 value 0 wins 0 lost within 0
  b1 seat 1 visits 1 value 1 wins 1
"""
# The same in Squared with komi 6, more than the 4 that two black stones can be worth (Q1): White wins whatever happens.
# 1, 2: a1 and b1 are tried, both playouts are lost. 3: a1 as before; its child is a win for seat 2, so a1 loses within
# 1. 4: a1 is left alone, b1 gets its child and loses too. All moves lose: the root, after a move of seat 2, wins.
LOST_BY_KOMI = """
root seat 2 visits 4 value 4 wins 4 won within 2
  a1 seat 1 visits 2 value 0 wins 0 lost within 1
    b1 seat 2 visits 1 value 1 wins 1 won within 0
  b1 seat 1 visits 2 value 0 wins 0 lost within 1
    a1 seat 2 visits 1 value 1 wins 1 won within 0
"""


@pytest.mark.parametrize(
    ("game", "expected"), [("kaomi(size=2,pie=false)", WON), ("squared(size=2,komi=6)", LOST_BY_KOMI)]
)
def test_a_tree_followed_by_hand(game: str, expected: str) -> None:
    tree = grow(fieldstone.parse_position(f"{game} BW/.. B"))
    assert list(describe(tree)) == expected.strip().split("\n")


def test_the_bound_of_puct() -> None:
    """c · P · sqrt(1 + N) / (1 + n)."""
    assert select.puct(0.5, 0.0, 0.0, 1.5) == 0.75
    assert select.puct(0.5, 8.0, 0.0, 1.0) == pytest.approx(1.5)
    assert select.puct(0.5, 8.0, 2.0, 1.0) == pytest.approx(0.5)
    assert select.puct(0.25, 99.0, 4.0, 2.0) == pytest.approx(1.0)
    assert select.puct(0.0, 1e6, 0.0, 1.5) == 0.0
    assert select.puct(1.0, 2.0, 0.0, 1.0) == pytest.approx(math.sqrt(3))


def test_the_choice_by_prior() -> None:
    """Mean and bound by numbers: a move without visits is worth what its parent is, seen by the player to move."""
    nodes = make_tree((2, 1), {}, {}, {})
    write(nodes, ROOT, visits=8, value=2.0)
    for place, (visits, value, prior) in enumerate([(4, 3.2, 0.2), (4, 2.8, 0.3), (0, 0.0, 0.5)], start=1):
        write(nodes, place, visits=visits, value=value, prior=prior)
    # sqrt(8 + 1) = 3; bounds 0.8 + 0.12 c, 0.7 + 0.18 c, 0.75 + 1.5 c.
    assert choose_by_prior(nodes, ROOT, 0.0) == 1
    assert choose_by_prior(nodes, ROOT, 1.0) == 3
    write(nodes, 3, prior=0.0)  # 0.75
    assert [choose_by_prior(nodes, ROOT, weight) for weight in (1.0, 1.6, 1.7)] == [1, 1, 2]
    write(nodes, 1, waiting=4)  # 0.4: counts as lost for the time being
    assert choose_by_prior(nodes, ROOT, 0.1) == 3
    for proof, chosen in ((DRAWN, 2), (LOST, 2)):
        write(nodes, 3, proven=proof)
        assert choose_by_prior(nodes, ROOT, 0.1) == chosen
