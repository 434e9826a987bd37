"""Which file keeps the games of which match: those of a player that has been changed belong to another one."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fieldstone.search.tuning import TUNED

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE = Path(__file__).parent.parent / "bench" / "matches.py"


@pytest.fixture
def matches() -> Iterator[Any]:
    """The script as a module."""
    spec = importlib.util.spec_from_file_location("matches", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["matches"] = module  # dataclasses look there
    spec.loader.exec_module(module)
    yield module
    del sys.modules["matches"]


def changed(before: list[Any], after: list[Any]) -> set[str]:
    """The matches, without what their players are told apart by, whose file is another one."""
    stems = [contest.name.rpartition("-")[0] for contest in before]
    assert stems == [contest.name.rpartition("-")[0] for contest in after]
    return {stem for stem, one, other in zip(stems, before, after, strict=True) if one.name != other.name}


def test_every_match_has_a_file_of_its_own(matches: Any) -> None:
    for contests in (matches._strength(), matches._levels()):
        assert len({contest.name for contest in contests}) == len(contests)


def test_new_settings_are_new_players(matches: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    strength, levels = matches._strength(), matches._levels()
    tuned = TUNED["kaomi"]
    monkeypatch.setitem(TUNED, "kaomi", tuned._replace(settings=tuned.settings._replace(exploration=0.2)))
    assert changed(strength, matches._strength()) == {"kaomi-plain-0.1s", "kaomi-plain-1s", "kaomi-threads"}
    assert len(changed(levels, matches._levels())) == len(tuned.levels)


def test_a_new_level_changes_nothing_but_its_own_matches(matches: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    strength, levels = matches._strength(), matches._levels()
    tuned = TUNED["kaomi"]
    third = tuned.levels[2]._replace(slack=0.3)
    monkeypatch.setitem(TUNED, "kaomi", tuned._replace(levels=(*tuned.levels[:2], third, *tuned.levels[3:])))
    assert changed(strength, matches._strength()) == set()
    assert changed(levels, matches._levels()) == {"kaomi-3-2", "kaomi-4-3"}


def test_games_that_are_decided_early_are_another_match(matches: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    levels = matches._levels()
    slow = {contest.name.rpartition("-")[0] for contest in levels if contest.adjudicate}
    assert {"vacu-max-10", "vadus-max-10"} <= slow
    monkeypatch.setattr(matches, "DECIDED", dict.fromkeys(matches.DECIDED, 0.9))
    assert changed(levels, matches._levels()) == slow
