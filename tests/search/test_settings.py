"""Settings and limits of a search: what is allowed, and what is refused."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
import pytest

import fieldstone
from fieldstone.games.tuning import PLAIN, Settings, tuning_of
from fieldstone.search.mcts.tree import ROOT
from fieldstone.search.player import SearchPlayer
from fieldstone.search.settings import MOST_MEGABYTES, NAMES, USUAL_MEGABYTES, most_megabytes
from tests.search.trees import read_children


def test_settings_may_be_whole_numbers() -> None:
    player = SearchPlayer(
        simulations=10, settings=Settings.of(exploration=1, equivalence=300, unvisited=1, lead_scale=1)
    )
    assert all(isinstance(number, float) for number in (player.settings or Settings()).values().values())
    assert all(tuning_of(name).levels for name in fieldstone.games())


@pytest.mark.parametrize("wrong", [0, -1.0, math.nan, math.inf, 1e12])
@pytest.mark.parametrize("name", ["seconds", "simulations", "megabytes", "threads"])
def test_limits_must_be_sensible(name: str, wrong: float) -> None:
    with pytest.raises(ValueError, match=rf"^{name} must be positive and at most \d+, not {re.escape(str(wrong))}$"):
        SearchPlayer(**{name: wrong})  # type: ignore[arg-type]


def test_as_much_memory_as_the_machine_has_and_never_less_than_is_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    for pages, megabytes in ((1 << 10, USUAL_MEGABYTES), (1 << 19, 2048.0), (1 << 40, MOST_MEGABYTES)):
        monkeypatch.setattr("os.sysconf", {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": pages}.__getitem__, raising=False)
        assert most_megabytes() == megabytes
        assert SearchPlayer(megabytes=megabytes).memory.megabytes == megabytes
        with pytest.raises(ValueError, match=f"megabytes must be positive and at most {megabytes:.0f}, not"):
            SearchPlayer(megabytes=megabytes + 1)
    monkeypatch.delattr("os.sysconf")
    assert most_megabytes() == MOST_MEGABYTES


@pytest.mark.parametrize(
    ("wrong", "allowed"),
    [
        ({"exploration": -5}, "from 0 to 1000000"),
        ({"equivalence": -1}, "from 0 to 1000000000"),
        ({"unvisited": math.inf}, "from 0 to 1000000000"),
        ({"lead_part": 1.01}, "from 0 to 1"),
        ({"lead_scale": 0}, "from 0.01 to 1000000"),
        ({"prior": 1e30}, "a whole number from 0 to 1000000"),
        ({"prior": 0.5}, "a whole number from 0 to 1000000"),
        ({"expansion_threshold": -3}, "from 1 to 1000000000"),
        ({"expansion_threshold": 0}, "from 1 to 1000000000"),
        ({"horizon": -5}, "from 0 to 1000000000"),
        ({"doubt": -1}, "from 0 to 1000000"),
        ({"urgency": -1}, "from 0 to 1000000"),
        ({"settled": 0.4}, "from 0.5 to 1"),
        ({"settled": 1.1}, "from 0.5 to 1"),
        ({"pass_margin": -0.1}, "from 0 to 1"),
        ({"knowledge": 0.5}, "a whole number from 0 to 1"),
        *(({name: math.nan}, "from") for name in NAMES),
        ({"doubt": "much"}, "from 0 to 1000000"),
        ({"doubt": None}, "from 0 to 1000000"),
    ],
)
def test_settings_must_be_sensible(wrong: dict[str, Any], allowed: str) -> None:
    ((name, value),) = wrong.items()
    with pytest.raises(ValueError, match=rf"^{name} must be .*{allowed}.*, not {re.escape(repr(value))}$"):
        SearchPlayer(settings=PLAIN.having(**wrong))


def test_what_is_set_for_the_games_is_allowed() -> None:
    for settings in (PLAIN, *(tuned.settings for tuned in map(tuning_of, fieldstone.games()))):
        assert SearchPlayer(settings=settings).settings == settings


def test_with_less_urgency_fewer_moves_are_looked_at() -> None:
    """And without any, only one that seems better than what the others have brought."""
    state = fieldstone.load("vadus", size=5).new_state()
    state.play("e5")
    tuned = tuning_of("vadus").settings
    looked_at = []
    for urgency in (0.0, 0.25, 1.0, 4.0):
        player = SearchPlayer(simulations=300, seed=1, settings=tuned.having(urgency=urgency), exact=False)
        player.choose(state)
        looked_at.append(sum(one.visits > 0 for one in player.candidates()))
    assert looked_at == sorted(set(looked_at))
    assert looked_at[-1] >= 2 * looked_at[0]


def test_doubt_changes_what_is_told_and_not_what_is_searched() -> None:
    """With so much doubt a lead is told in the proportion of 10 to the square of the empty points, of which 56 are."""
    state = fieldstone.load("vadus", size=5).new_state()
    for text in ("a1", "e5", "e6", "a2", "a3"):
        state.play(text)
    found = []
    for doubt in (0.0, 1.0):
        player = SearchPlayer(
            simulations=200, seed=5, exact=False, settings=tuning_of("vadus").settings.having(doubt=doubt)
        )
        player.choose(state)
        found.append(read_children(player.trees[0].nodes, ROOT))
    believed, doubted = found
    assert believed["visits"].tolist() == doubted["visits"].tolist()
    assert believed["value"].tolist() == doubted["value"].tolist()
    seen = (believed["visits"] > 0) & (np.abs(believed["lead"]) > 1)
    shares = doubted["lead"][seen] / believed["lead"][seen]
    assert seen.any()
    assert np.all((shares > 0) & (shares < 10 / 45**2))
    assert np.abs(doubted["wins"] / np.maximum(1, doubted["visits"]) - 0.5)[doubted["visits"] > 0].max() < 0.05
