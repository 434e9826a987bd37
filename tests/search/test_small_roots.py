"""The beginnings of the smallest games: with its usual settings the computer proves their values and plays them."""

from __future__ import annotations

from functools import cache

import pytest

from fieldstone.play.game import read_game
from fieldstone.search.player import SearchPlayer
from tests.search.exact import RESULTS, twin_of, values_of_moves
from tests.search.test_search import prove

QUICK = [
    "kaomi(size=2,pie=true)",
    "kaomi(size=2,pie=false)",
    "squared(size=2)",
    "squared(size=2,komi=2)",
    "convacu(size=2)",
    "vacu(size=2)",
    *(f"vacu(size=2,komi={komi})" for komi in range(1, 5)),
    "vadus(size=2)",
]
ROOTS = [*QUICK, "kaomi(size=3,pie=true)", "kaomi(size=3,pie=false)"]


@cache
def values(game: str) -> dict[str, int]:
    return values_of_moves(twin_of(read_game(game).new_state()), budget=400_000)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("game", ROOTS)
def test_it_is_solved_and_played_right(game: str, seed: int) -> None:
    state = read_game(game).new_state()
    player = SearchPlayer(simulations=50_000, seed=seed)
    move = player.choose(state)
    best = max(values(game).values())
    first = player.candidates()[0]
    assert values(game)[move.text] == best
    assert first.move == move
    assert first.proven is not None
    assert RESULTS[first.proven] == best
    assert player.win_chance() == {1: 1.0, 0: 0.5, -1: 0.0}[best]


@pytest.mark.parametrize("game", QUICK)
def test_it_is_solved_by_search_alone(game: str) -> None:
    """Every move that is proven is worth what plain minimax says."""
    player = SearchPlayer(simulations=20_000, seed=1, exact=False)
    found = prove(player, read_game(game).new_state(), 2_000_000)
    assert found[0].proven is not None
    assert RESULTS[found[0].proven] == max(values(game).values())
    for one in found:
        assert one.proven is None or RESULTS[one.proven] == values(game)[one.move.text]
