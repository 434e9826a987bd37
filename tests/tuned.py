"""Other numbers for a game, as long as a test runs."""

import pytest

from fieldstone.games import GAMES
from fieldstone.games.tuning import Tuned


def retune(monkeypatch: pytest.MonkeyPatch, name: str, tuned: Tuned) -> None:
    """Let a game have these numbers, in its own module."""
    monkeypatch.setitem(GAMES[name].module("tuning").TUNED, name, tuned)
