"""Naive reference implementations of the games, written from the numbered rules alone.

Sets, dictionaries and flood fills, nothing compiled, nothing clever. They exist to be compared
with the compiled rules, so they share no code with them. The numbers in the comments (``V5``,
``K4``, ``I7`` ...) are those of the rules, sentence by sentence.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .base import Oracle
from .iago import Iago
from .kaomi import Kaomi, Squared
from .vacu import Convacu, Vacu
from .vadus import Vadus

__all__ = ["NAMES", "Oracle", "make"]

_MAKERS: dict[str, Callable[..., Oracle]] = {
    "vacu": Vacu,
    "convacu": Convacu,
    "kaomi": Kaomi,
    "squared": Squared,
    "iago": lambda: Iago(free=False),
    "iago-free": lambda: Iago(free=True),
    "vadus": Vadus,
}

NAMES: tuple[str, ...] = tuple(_MAKERS)


def make(name: str, **options: Any) -> Oracle:
    """Start a game.

    Parameters
    ----------
    name
        ``vacu(size=9, komi=0, setup="fixed")``, ``convacu(size=9)``, ``kaomi(size=7, pie=True)``,
        ``squared(size=7, komi=0, setup="fixed")``, ``iago()``, ``iago-free()`` or
        ``vadus(size=9)``; ``setup`` is ``"fixed"`` (S2) or ``"auction"`` (S1).
    **options
        What stands in the brackets above.

    Raises
    ------
    ValueError
        For an unknown name or an option out of its range.
    TypeError
        For an option that the game does not have.
    """
    if name not in _MAKERS:
        raise ValueError(f"no game called {name!r}; there are {', '.join(NAMES)}")
    return _MAKERS[name](**options)
