"""The games that installed packages bring: the general tests go through them too, each on a small board.

With ``FIELDSTONE_TEST_GAMES=brought`` the tests that know of it leave our own games out: so the proof that a game in a
package passes them (`tests/fifth_game`) need not run them for all the others again.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import fieldstone
from fieldstone.games.spec import Number

Row = TypeVar("Row")
ONLY_BROUGHT = os.environ.get("FIELDSTONE_TEST_GAMES") == "brought"


def brought() -> list[tuple[str, dict[str, Any]]]:
    """Each game of another package, by name, with the options of a small board."""
    found = []
    for name, spec in fieldstone.games().items():
        if not spec.home.startswith("fieldstone."):
            size = spec.options.get("size")
            small = min(size.high, size.low + 2 * size.step) if isinstance(size, Number) else None
            found.append((name, {} if small is None else {"size": small}))
    return found


def with_brought(rows: Iterable[Row], more: Sequence[Row] | None = None) -> list[Row]:
    """Rows of a table of games, and `more` for the games of other packages: (name, options) where nothing is said."""
    added: list[Any] = list(brought() if more is None else more)
    return added if ONLY_BROUGHT else [*rows, *added]


def brought_texts() -> list[str]:
    """The games of other packages as texts such as ``vacu(size=3)``."""
    return [str(fieldstone.load(name, **options)) for name, options in brought()]


def names_with_brought(names: Iterable[str]) -> list[str]:
    """Names of games, and those of other packages, each once."""
    others = [name for name, _ in brought()]
    return with_brought([name for name in names if name not in others], others)
