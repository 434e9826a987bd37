"""A match: who plays what against whom, and from it every game that belongs to it."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import combinations, pairwise
from typing import Any

from fieldstone.arena.openings import openings
from fieldstone.core.rng import scramble
from fieldstone.play.game import read_game

Key = tuple[int, int, int]


@dataclass(frozen=True)
class Match:
    """All that decides which games are played, apart from their number.

    Attributes
    ----------
    game : with its options, as ``str(Game)``
    players : their texts, as ``str(Spec)``, all different
    adjacent : only neighbours in the list meet; otherwise everybody meets everybody
    opening_plies : random moves at the beginning
    seed : of the openings and of the players
    clock : "cpu" or "wall", by which players think and are timed
    adjudicate : a game ends when both players see this chance for the same one (`playing.agreed_winner`); 0 for never
    balanced : openings that favour a side are left out (`fieldstone.arena.openings.is_balanced`)
    """

    game: str
    players: tuple[str, ...]
    adjacent: bool = False
    opening_plies: int = 2
    seed: int = 1
    clock: str = "cpu"
    adjudicate: float = 0.0
    balanced: bool = False

    @property
    def couples(self) -> list[tuple[int, int]]:
        """Who meets whom: indices into `players`, the smaller one first."""
        numbers = range(len(self.players))
        return list(pairwise(numbers)) if self.adjacent else list(combinations(numbers, 2))

    @property
    def id(self) -> str:
        """16 hex digits that change with anything in the match."""
        text = json.dumps(self._named(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def to_data(self) -> dict[str, Any]:
        """Return the match as JSON data, its `id` first."""
        return {"id": self.id, **self._named(), "players": list(self.players)}

    def _named(self) -> dict[str, Any]:
        """Return the fields by name, the last ones only if they are used: files from before these keep their id."""
        fields = asdict(self)
        return {name: value for name, value in fields.items() if value or name not in ("adjudicate", "balanced")}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "Match":
        """Return the match of `to_data`. Raises KeyError or TypeError when something is missing or left over."""
        fields = {name: value for name, value in data.items() if name != "id"}
        return cls(**{**fields, "players": tuple(fields["players"])})


@dataclass(frozen=True)
class Task:
    """One game of a match.

    Attributes
    ----------
    pair : number of its pair among those of the two players, from 0
    seats : who sits in seat 1 and in seat 2, as indices into the players
    opening : the moves that it begins with
    """

    pair: int
    seats: tuple[int, int]
    opening: tuple[str, ...]

    @property
    def key(self) -> Key:
        """What no other game of the match has: the pair and the seats."""
        return (self.pair, *self.seats)


def schedule(match: Match, pairs: int) -> Iterator[Task]:
    """Yield the games of the first pairs of all couples: each pair twice with the same opening and seats exchanged.

    The first pair of every couple comes before any second one, so that a match that is stopped has seen everybody. The
    n-th pairs of all couples begin alike.
    """
    found = openings(read_game(match.game), match.opening_plies, match.seed, match.balanced)
    for pair, opening in zip(range(pairs), found, strict=False):
        for one, other in match.couples:
            yield Task(pair, (one, other), opening)
            yield Task(pair, (other, one), opening)


def player_seed(match: Match, task: Task, seat: int) -> int:
    """Return the seed of the player in a seat, 1 or 2: it depends on the match's seed and on which game it is."""
    number = match.seed
    for part in (*task.key, seat):
        number = scramble(number ^ part)
    return number >> 2  # within 62 bits, as the command line's seeds
