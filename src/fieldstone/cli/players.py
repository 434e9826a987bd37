"""Who plays: people and programs, bound to seats. What a seat's colour is may change in a game."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Protocol

from fieldstone.cli.terminal import Screen
from fieldstone.game import Move
from fieldstone.state import State


class Kind(StrEnum):
    """What sits in a seat."""

    HUMAN = "human"
    COMPUTER = "computer"
    RANDOM = "random"


class Player(Protocol):
    """A program that plays; `interrupted` says whether Ctrl-C ended its last thinking."""

    interrupted: bool

    def choose(self, state: State, on_progress: Callable[[float], None] | None = None) -> Move:
        """Return a legal move."""
        ...


class Players:
    """The two seats.

    Attributes
    ----------
    kinds : what sits in seat 1 and in seat 2
    """

    def __init__(self, kinds: Mapping[int, Kind], seconds: float = 1.0, seed: int | None = None) -> None:
        """Seat the players: a computer thinks `seconds` a move; a seed makes random players repeat themselves."""
        from fieldstone.search.player import SearchPlayer
        from fieldstone.search.random import RandomPlayer

        self.kinds = dict(kinds)
        self._programs: dict[int, Player] = {}
        for seat, kind in self.kinds.items():
            own = None if seed is None else 2 * seed + seat - 1
            if kind is Kind.COMPUTER:
                self._programs[seat] = SearchPlayer(seconds=seconds, seed=own)
            elif kind is Kind.RANDOM:
                self._programs[seat] = RandomPlayer(own)

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

    def program(self, seat: int) -> Player:
        """Return the program in a seat."""
        return self._programs[seat]

    def names(self, screen: Screen) -> dict[int, str]:
        """Return what to call them: two people, or two programs of a kind, by their seats."""
        if self.all_human:
            return {seat: screen.say("who.seat", seat=seat) for seat in self.kinds}
        return {seat: screen.say(f"player.{kind.value}") for seat, kind in self.kinds.items()}
