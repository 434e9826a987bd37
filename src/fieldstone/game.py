"""A game with its options: immutable, and the maker of states and batches."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from fieldstone.boards.board import Board
from fieldstone.core.errors import InvalidMoveError, OptionError
from fieldstone.games import GAMES
from fieldstone.games.face import Face
from fieldstone.games.facts import GameFacts

if TYPE_CHECKING:
    from fieldstone.batch import Batch
    from fieldstone.state import State


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """One decision, in the notation of the rules; moves compare as their texts do.

    Attributes
    ----------
    text : a point ("e5") or words ("pass", "komi 7")
    action : the move's number in its game; not part of the comparison
    """

    text: str
    action: int = field(compare=False, repr=False)

    def __str__(self) -> str:
        return self.text


class Game:
    """One of the games with its options. Made by `fieldstone.load`; states of it are made by `new_state`."""

    def __init__(self, facts: GameFacts, options: Mapping[str, Any]) -> None:
        self.facts = facts
        self.name = facts.name
        self.options: Mapping[str, Any] = MappingProxyType(dict(options))
        self.face: Face = facts.face(options)
        self.board: Board = self.face.board
        self.points = self.board.points
        self.num_actions = self.face.num_actions
        self._made = True

    def __setattr__(self, name: str, value: object) -> None:
        if "_made" in self.__dict__:
            raise AttributeError(f"a game cannot be changed ({name}): load another one")
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a game cannot be changed ({name}): load another one")

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """All moves by action: the points in the order of the board, then the words."""
        texts = (*self.board.names, *self.face.words)
        return tuple(Move(text, action) for action, text in enumerate(texts))

    @cached_property
    def _actions(self) -> dict[str, Move]:
        return {move.text: move for move in self.moves}

    @cached_property
    def actions(self) -> npt.NDArray[np.int64]:
        """The numbers of all moves, ascending."""
        return np.arange(self.num_actions, dtype=np.int64)

    @cached_property
    def orders(self) -> tuple[Any, Any]:
        """The actions in the order of their texts, int64: those of play, and those of the setup (S1)."""
        setup = ("black", "white", "komi")
        play: list[int] = []
        before: list[int] = []
        for move in sorted(self.moves):
            (before if move.text.startswith(setup) else play).append(move.action)
        return np.array(play, dtype=np.int64), np.array(before, dtype=np.int64)

    def move(self, text: str) -> Move:
        """Return the move with this text; case and extra blanks do not matter.

        Raises InvalidMoveError naming the text and the moves of this game.
        """
        if not isinstance(text, str):
            raise InvalidMoveError(f"a move's text is a str, not {text!r}; {self.notation}")
        found = self._actions.get(" ".join(text.lower().split())) if len(text) <= 40 else None
        if found is None:
            raise InvalidMoveError(f"{text[:40]!r} is no move of {self}; {self.notation}")
        return found

    @cached_property
    def notation(self) -> str:
        """The moves of this game in words."""
        words = [word for word in self.face.words if not word.startswith("komi")]
        if any(word.startswith("komi") for word in self.face.words):
            words += [f"{self.face.words[2]} to {self.face.words[-1]}"]
        points = f"points {self.board.names[0]} to {self.board.names[-1]}"
        rows = ", ".join(str(length) for length in self.board.row_lengths)
        shape = f" (rows of {rows})" if self.board.shape == "hexagon" else ""
        return f"moves are {points}{shape}" + "".join(f", {word}" for word in words)

    def new_state(self) -> "State":
        """Return the start position."""
        from fieldstone.state import State

        return State(self)

    def new_batch(self, n: int, threads: int | None = None) -> "Batch":
        """Return `n` start positions in one array, worked on by `threads` threads (None: one a processor).

        Raises ValueError unless both are at least 1.
        """
        from fieldstone.batch import Batch

        return Batch(self, n, threads)

    def __str__(self) -> str:
        if not self.options:
            return self.name
        options = ",".join(f"{name}={str(value).lower()}" for name, value in self.options.items())
        return f"{self.name}({options})"

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"fieldstone.load({self.name!r}{options})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.name == other.name and self.options == other.options

    def __hash__(self) -> int:
        return hash(str(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return _load, (self.name, tuple(self.options.items()))


@lru_cache(maxsize=64)
def _load(name: str, options: tuple[tuple[str, Any], ...]) -> Game:
    return Game(GAMES[name], dict(options))


def load(name: str, /, **options: Any) -> Game:
    """Return the game `name` ("vacu", "convacu", "kaomi", "squared", "iago", "iago-free", "vadus") with its options.

    Raises OptionError (a ValueError) for an unknown game or option and for a value outside its range, naming what
    would be allowed.
    """
    if name not in GAMES:
        raise OptionError(f"there is no game {name!r}; the games: {', '.join(GAMES)}")
    return _load(name, tuple(GAMES[name].read_options(options).items()))


_GAME_TEXT = re.compile(r"([a-z-]+)(?:\(([^()]*)\))?")


def read_game(text: str) -> Game:
    """Return the game that a text such as ``vacu(size=9,komi=7)`` names: the inverse of ``str(game)``.

    Raises OptionError when it cannot be read or an option is wrong.
    """
    match = _GAME_TEXT.fullmatch(text.strip()) if len(text) <= 200 else None
    if match is None:
        raise OptionError(f"{text[:60]!r} is no game: write a name and options, such as vacu(size=9,komi=7) or iago")
    options = {}
    for part in filter(None, (match[2] or "").split(",")):
        name, equals, value = part.partition("=")
        if not equals or name.strip() in options:
            raise OptionError(f"{part!r} in {text!r} is no option: write each once, as name=value")
        options[name.strip()] = value.strip()
    return load(match[1], **options)
