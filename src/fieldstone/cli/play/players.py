"""Who plays: people and programs, bound to seats. What a seat's colour is may change in a game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from fieldstone.cli.terminal.screen import Screen, narrow
from fieldstone.games.tuning import HIGHEST_LEVEL, has_level
from fieldstone.play.game import Game
from fieldstone.play.ruleset import Move
from fieldstone.play.state import State


class Kind(StrEnum):
    """What sits in a seat."""

    HUMAN = "human"
    COMPUTER = "computer"
    RANDOM = "random"


Level = int | str
DEFAULT_LEVEL = 5


def read_level(text: str, game: str | None = None) -> Level | None:
    """Return the level of a text, a number or "max"; None when no game has it, or not the one that is named."""
    word = narrow(text).lower()
    if word == "max":
        return word
    if not (word.isascii() and word.isdigit() and len(word) <= 2 and 1 <= int(word) <= HIGHEST_LEVEL):
        return None
    return int(word) if game is None or has_level(game, int(word)) else None


@dataclass(frozen=True)
class Strength:
    """How strong the computer plays: at a level, or as well as it can in `seconds` a move, if they are given."""

    level: Level = DEFAULT_LEVEL
    seconds: float | None = None

    def __str__(self) -> str:
        """Return it as saved games have it."""
        return f"level={self.level}" if self.seconds is None else f"seconds={self.seconds:g}"

    def fits(self, game: str) -> bool:
        """Say whether the computer can play a game so: not every game has every level."""
        return self.seconds is not None or has_level(game, self.level)


@dataclass(frozen=True)
class Seats:
    """Who sits in seats 1 and 2, and how strong the computer plays; None where nobody has said so."""

    kinds: Mapping[int, Kind]
    strength: Strength | None = None


class Player(Protocol):
    """A program that plays."""

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended its last thinking."""
        ...

    def choose(self, state: State, on_progress: Callable[[float], None] | None = None) -> Move:
        """Return a legal move."""
        ...


class Players:
    """The two seats.

    Attributes
    ----------
    kinds : what sits in seat 1 and in seat 2
    strength : how strong every computer plays
    """

    def __init__(
        self, game: Game, kinds: Mapping[int, Kind], strength: Strength | None = None, seed: int | None = None
    ) -> None:
        """Seat the players of a game; a seed makes random players, and all levels but max, repeat themselves."""
        self.kinds = dict(kinds)
        self.strength = strength or Strength()
        self._game = game
        self._seed = seed
        self._programs: dict[int, Player] = {}

    def is_human(self, seat: int) -> bool:
        """Say whether a person sits in a seat."""
        return self.kinds[seat] is Kind.HUMAN

    @property
    def any_human(self) -> bool:
        """Whether a person plays at all."""
        return any(kind is Kind.HUMAN for kind in self.kinds.values())

    @property
    def all_human(self) -> bool:
        """Whether two people play."""
        return all(kind is Kind.HUMAN for kind in self.kinds.values())

    @property
    def any_computer(self) -> bool:
        """Whether the computer plays."""
        return Kind.COMPUTER in self.kinds.values()

    def program(self, seat: int) -> Player:
        """Return the program in a seat."""
        if seat not in self._programs:
            self._programs[seat] = self._new_program(seat)
        return self._programs[seat]

    def _new_program(self, seat: int) -> Player:
        from fieldstone.search.levels import level_player
        from fieldstone.search.player import SearchPlayer
        from fieldstone.search.random import RandomPlayer

        seed = None if self._seed is None else 2 * self._seed + seat - 1
        if self.kinds[seat] is Kind.RANDOM:
            return RandomPlayer(seed)
        if self.strength.seconds is not None:
            return SearchPlayer(seconds=self.strength.seconds, seed=seed)
        return level_player(self._game, self.strength.level, seed)

    def set_level(self, level: Level) -> None:
        """Let the computer play at another level from now on."""
        self.strength = Strength(level)
        for seat, kind in self.kinds.items():
            if kind is Kind.COMPUTER:
                self._programs.pop(seat, None)

    def names(self, screen: Screen) -> dict[int, str]:
        """Return what to call them: two people, or two programs of a kind, by their seats."""
        if self.all_human:
            return {seat: screen.say("who.seat", seat=seat) for seat in self.kinds}
        return {seat: screen.say(f"player.{kind.value}") for seat, kind in self.kinds.items()}

    def names_and_levels(self, screen: Screen) -> dict[int, str]:
        """Return what to call them where they are introduced: a computer with its level, or its time for a move."""
        names = self.names(screen)
        key = "player.computer-level" if self.strength.seconds is None else "player.computer-seconds"
        said = screen.say(key, level=self.strength.level, seconds=f"{self.strength.seconds or 0:g}")
        return names | {seat: said for seat, kind in self.kinds.items() if kind is Kind.COMPUTER}
