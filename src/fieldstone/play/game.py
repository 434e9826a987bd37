"""A game with its options as people use it: the maker of states and batches."""

import re
from functools import lru_cache
from typing import Any

from fieldstone.core.errors import OptionError
from fieldstone.games import GAMES
from fieldstone.play.batch import Batch
from fieldstone.play.ruleset import Ruleset
from fieldstone.play.state import State


class Game(Ruleset):
    """One of the games with its options; immutable. Made by `fieldstone.load`."""

    def new_state(self) -> State:
        """Return the start position."""
        return State(self)

    def new_batch(self, n: int, threads: int | None = None) -> Batch:
        """Return `n` start positions in one array, worked on by `threads` threads (None: one a processor).

        Raises ValueError unless both are at least 1.
        """
        return Batch(self, n, threads)

    def __reduce__(self) -> tuple[Any, ...]:
        return _load, (self.name, tuple(self.options.items()))


@lru_cache(maxsize=64)
def _load(name: str, options: tuple[tuple[str, Any], ...]) -> Game:
    return Game(GAMES[name], dict(options))


def load(name: str, /, **options: Any) -> Game:
    """Return the game `name`, one of those that `fieldstone.games` lists, with its options.

    Raises OptionError (a ValueError) for an unknown game or option and for a value outside its range, naming what
    would be allowed.
    """
    if name not in GAMES:
        raise OptionError("option.no-game", name=name[:40], games=", ".join(GAMES))
    return _load(name, tuple(GAMES[name].read_options(options).items()))


def example_game(size: int) -> str:
    """Return an example of how a game is written: the first one with boards of this size."""
    for name, spec in GAMES.items():
        option = spec.options.get("size")
        if option is not None and option.read(size) is not None:
            return f"{name}(size={size})"
    return next(iter(GAMES))


def example_line() -> str:
    """Return an example of how a list of moves is written."""
    return f"{example_game(5)} moves c3,d4"


_GAME_TEXT = re.compile(r"([a-z-]+)(?:\(([^()]*)\))?")


def read_game(text: str) -> Game:
    """Return the game that a text such as ``vacu(size=9,komi=7)`` names: the inverse of ``str(game)``.

    Raises OptionError when it cannot be read or an option is wrong.
    """
    match = _GAME_TEXT.fullmatch(text.strip()) if len(text) <= 200 else None
    if match is None:
        raise OptionError("option.no-text", text=text[:60], example=example_game(9))
    options = {}
    for part in filter(None, (match[2] or "").split(",")):
        name, equals, value = part.partition("=")
        if not equals or name.strip() in options:
            raise OptionError("option.no-option", part=part, text=text)
        options[name.strip()] = value.strip()
    return load(match[1], **options)
