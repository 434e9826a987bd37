"""Who is at a game between people: its players, by sockets or by asking again and again, and those who watch."""

from collections.abc import Callable, Collection
from typing import Any, Protocol

from fieldstone.server.storage.presence import NOBODY, Here

POLLED = 20_000  # milliseconds after which somebody who asks again and again has gone


class Watcher(Protocol):
    """Who is told what happens in a game."""

    def tell(self, text: str) -> None:
        """Send a text, soon and in its order."""


class Presence:
    """Who is at one game. Moments are milliseconds.

    Attributes
    ----------
    watchers : who is here, with the seat of each, None for those who only watch
    others : who is there at other processes, by their numbers
    """

    def __init__(self, now: int) -> None:
        """Begin with nobody there."""
        self.watchers: dict[Watcher, int | None] = {}
        self.others: dict[int, Here] = {}
        self._asked = {1: -POLLED, 2: -POLLED}
        self._gone = {1: now, 2: now}

    def enter(self, watcher: Watcher, seat: int | None) -> None:
        """Let somebody watch, in a seat or in none. Who has a socket need not ask again and again to be there."""
        self.watchers[watcher] = seat
        if seat is not None:
            self._asked[seat] = -POLLED

    def leave(self, watcher: Watcher, now: int) -> None:
        """Let somebody watch no more."""
        seat = self.watchers.pop(watcher, None)
        if seat is not None:
            self._gone[seat] = now

    def unseat(self, seats: Collection[int], now: int) -> None:
        """Let who is in some seats only watch, until they come again: it is no more sure that the seats are theirs."""
        for seat in seats:
            if self.is_at_this(seat, now):  # else it stays known since when nobody is
                self._gone[seat] = now
            self._asked[seat] = -POLLED
        for watcher, own in self.watchers.items():
            if own in seats:
                self.watchers[watcher] = None

    def ask(self, seat: int, now: int) -> None:
        """Note that a player without a socket has asked what there is."""
        self._asked[seat] = now

    def hear(self, process: int, here: Here, now: int) -> bool:
        """Take over who is there at another process; returns whether that is new."""
        before = self.others.pop(process, NOBODY)
        if here != NOBODY:
            self.others[process] = here
        for seat in (1, 2):
            if before[seat - 1] and not here[seat - 1]:
                self._gone[seat] = now
        return here != before

    def is_here(self, seat: int, now: int) -> bool:
        """Say whether a player is there."""
        return self.is_at_this(seat, now) or any(here[seat - 1] for here in self.others.values())

    def is_at_this(self, seat: int, now: int) -> bool:
        """Say whether a player is there at this process."""
        return seat in self.watchers.values() or now - self._asked[seat] < POLLED

    def absence(self, seat: int, now: int, turn_began: int = 0) -> int | None:
        """Return for how long a player has been away, at most since a turn began; None while there."""
        if self.is_here(seat, now):
            return None
        return now - max(self._gone[seat], self._asked[seat] + POLLED, turn_began)

    def told(self, now: int) -> dict[str, Any]:
        """Return what everybody is told of it."""
        seats = [self.is_here(seat, now) for seat in (1, 2)]
        away = [self.absence(seat, now) for seat in (1, 2)]
        watchers = sum(seat is None for seat in self.watchers.values())
        return {"seats": seats, "away": away, "watchers": watchers + sum(here[2] for here in self.others.values())}

    def own(self, now: int) -> Here:
        """Return who is there at this process."""
        watchers = sum(seat is None for seat in self.watchers.values())
        return self.is_at_this(1, now), self.is_at_this(2, now), watchers


class Throttle:
    """Does something at most once in a while: at once, or when the while is over."""

    def __init__(self, later: Callable[[float, Callable[[], None]], object], every: float, work: Callable[[], None]):
        """`later` calls something after some seconds; `work` is what is done."""
        self._later = later
        self._every = every
        self._work = work
        self._waiting = False
        self._wanted = False

    def want(self) -> None:
        """Have it done."""
        self._wanted = True
        if not self._waiting:
            self._do()

    def _do(self) -> None:
        self._waiting = False
        if self._wanted:
            self._wanted = False
            self._waiting = True
            self._later(self._every, self._do)
            self._work()
