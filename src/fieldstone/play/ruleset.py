"""What a game is with its options set: moves and board, and the way to its kernels."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from fieldstone.boards.board import Board
from fieldstone.core.errors import InvalidMoveError
from fieldstone.core.outcome import Termination
from fieldstone.games.adapter import Adapter
from fieldstone.games.spec import GameSpec

SWAP = "swap"  # the move that exchanges the colours (K10)


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


class Ruleset:
    """One of the games with its options: what states, batches and texts of positions are built on.

    People meet it as `fieldstone.play.game.Game`, which also makes states.
    """

    def __init__(self, spec: GameSpec, options: Mapping[str, Any]) -> None:
        self.spec = spec
        self.name = spec.name
        self.options: Mapping[str, Any] = MappingProxyType(dict(options))
        self.adapter: Adapter = spec.adapter(options)
        self.board: Board = self.adapter.board
        self.points = self.board.points
        self.num_actions = self.adapter.num_actions
        self.endings: tuple[str, ...] = (*Termination, *spec.endings)  # by the kernels' codes from 1 on
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
        texts = (*self.board.names, *self.adapter.named_moves)
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
        named = [word for word in self.adapter.named_moves if not word.startswith("komi")]
        if any(word.startswith("komi") for word in self.adapter.named_moves):
            named += [f"{self.adapter.named_moves[2]} to {self.adapter.named_moves[-1]}"]
        points = f"points {self.board.names[0]} to {self.board.names[-1]}"
        rows = ", ".join(str(length) for length in self.board.row_lengths)
        shape = f" (rows of {rows})" if self.board.shape == "hexagon" else ""
        return f"moves are {points}{shape}" + "".join(f", {word}" for word in named)

    def __str__(self) -> str:
        if not self.options:
            return self.name
        options = ",".join(f"{name}={str(value).lower()}" for name, value in self.options.items())
        return f"{self.name}({options})"

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"fieldstone.load({self.name!r}{options})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ruleset) and self.name == other.name and self.options == other.options

    def __hash__(self) -> int:
        return hash(str(self))
