"""Games that other packages bring by the entry point ``fieldstone.games``: what one does wrong hides no other."""

import dataclasses
import importlib
from dataclasses import dataclass
from typing import Any

import pytest

from fieldstone.games import GAMES
from fieldstone.games.spec import GameSpec

pytestmark = pytest.mark.pure

games: Any = importlib.import_module("fieldstone.games")
ANY = next(iter(GAMES.values()))


@dataclass(frozen=True)
class Entry:
    """An entry point, as the standard library gives them."""

    value: str
    brings: object

    def load(self) -> object:
        if isinstance(self.brings, Exception):
            raise self.brings
        return self.brings


def found(monkeypatch: pytest.MonkeyPatch, *entries: Entry) -> dict[str, GameSpec]:
    monkeypatch.setattr(games, "game_entry_points", lambda: entries)
    with_them: dict[str, GameSpec] = games._with_installed(dict(GAMES))
    return with_them


def named(name: str, **changes: Any) -> GameSpec:
    return dataclasses.replace(ANY, name=name, **changes)


def test_none() -> None:
    assert games() == GAMES


@pytest.mark.parametrize(
    ("brings", "told"),
    [
        (ImportError("no module called else"), "no module called else"),
        (5, "not iterable"),
        ((5,), "5 is no GameSpec"),
        ((ANY,), f"brings a second game called '{ANY.name}'"),
        ((named("other", base="nothing"),), "a variant of 'nothing', which is not there"),
        ((named("other"),), "has no text 'title.other' in en.json"),
    ],
)
def test_left_out_and_told(monkeypatch: pytest.MonkeyPatch, brings: object, told: str) -> None:
    with pytest.warns(RuntimeWarning) as warned:
        assert found(monkeypatch, Entry("else:SPECS", brings)) == GAMES
    (warning,) = warned
    assert "the games of 'else:SPECS' are left out" in str(warning.message)
    assert told in str(warning.message)


def test_those_after_it_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    good = named("other")
    monkeypatch.setattr(games, "_check_texts", lambda spec: None)
    with pytest.warns(RuntimeWarning, match="broken:SPECS"):
        both = found(monkeypatch, Entry("broken:SPECS", ValueError("no")), Entry("good:SPECS", (good,)))
    assert both == {**GAMES, "other": good}


def test_variants_come_after_their_base_games() -> None:
    order = list(GAMES)
    for spec in GAMES.values():
        if spec.base is not None:
            assert order.index(spec.base) < order.index(spec.name)
