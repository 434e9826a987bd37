"""What is tested here is the compiler: the libraries of our games are not looked at, in other processes neither."""

from __future__ import annotations

import pytest

from fieldstone import warm
from fieldstone.core import library


@pytest.fixture(autouse=True)
def no_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the games have none."""
    monkeypatch.setenv(library.CHOICE, "jit")
    monkeypatch.setattr(warm, "has_library", lambda _: False)
