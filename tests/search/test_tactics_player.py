"""How many of the positions with one right move the search finds, by its number of simulations."""

from __future__ import annotations

import pytest

import fieldstone
from fieldstone.search.player import SearchPlayer
from tests.search.tactics_data import NAMES, puzzles

SIMULATIONS = {"iago": 20_000, "iago-free": 20_000}
PART = 0.9


@pytest.mark.parametrize("name", NAMES)
def test_the_player_finds_most_of_them(name: str) -> None:
    missed = []
    for puzzle in puzzles(name):
        player = SearchPlayer(simulations=SIMULATIONS.get(name, 10_000), seed=1, megabytes=64)
        if player.choose(fieldstone.parse_position(puzzle["position"])).text != puzzle["best"]:
            missed.append(puzzle)
    found = 1 - len(missed) / len(puzzles(name))
    assert found >= PART, f"found {found:.0%}, missed {missed}"
