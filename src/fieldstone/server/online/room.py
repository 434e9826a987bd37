"""A game between people in memory, what is asked of it, and what somebody wants to begin."""

import asyncio
import logging
import secrets
import string
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple
from weakref import ref

from fieldstone.play.state import State
from fieldstone.server.online import clocks, rights
from fieldstone.server.online.game import Event, OnlineGame
from fieldstone.server.online.lobby import Maker
from fieldstone.server.online.players import Cards
from fieldstone.server.online.presence import Presence, Throttle, Watcher
from fieldstone.server.online.told import clock_told
from fieldstone.server.online.writer import Fate
from fieldstone.server.problems import ProblemError
from fieldstone.server.storage.presence import NOBODY, Here

log = logging.getLogger(__name__)

LETTERS = string.ascii_letters + string.digits
ID_LENGTH = 12  # 71 bits
HERE = 1.0  # seconds between two words about who is there

Done = Callable[[Event | None, Exception | None], None]


class Command(NamedTuple):
    """What a player wants to do, as it has arrived.

    Attributes
    ----------
    nonce : the same for the same command, however often it comes
    seq : the last event that the player knows of
    what : of `rights.Action`
    move, about : what is played; what is offered, accepted or declined, or what is said
    used : the milliseconds that the client says it has used
    arrival, lag : when it was read from the network, and the round trip to who sent it
    sender : who is told the event with the nonce, as the answer; None: `done` alone is told
    """

    nonce: str
    seq: int
    what: rights.Action
    move: str | None
    about: Any
    used: int | None
    arrival: int
    lag: int
    sender: Watcher | None = None


class Wanted(NamedTuple):
    """A game that somebody wants to begin.

    Attributes
    ----------
    seat : of who begins it; None: by chance
    who : begins it
    invitation : the secret of the free seat; None: anybody may take it
    public : whether anybody may find the game
    rated : whether the ratings of both change with it
    maker : who begins it, where anybody may take the free seat
    challenged : the id of the person who alone may take it; None: it is no challenge
    """

    start: State
    rules: clocks.Rules
    seat: int | None
    who: rights.Who
    invitation: str | None
    public: bool = False
    rated: bool = False
    maker: Maker | None = None
    challenged: str | None = None


class Room:
    """A game in memory, with those who are at it and with what is still being written."""

    def __init__(self, game: OnlineGame, players: Cards, now: int, tell_here: Callable[["Room"], None]) -> None:
        self.game = game
        self.players = players
        self.presence = Presence(now)
        self.fate = Fate()
        self.clock = clock_told(game.rules, game.clock, game.phase)  # as it is on the disk
        self.waiting: dict[tuple[int, str], list[Done]] = {}
        self.joined: asyncio.Future[None] | None = None
        self.used = now
        this = ref(self)  # no cycle: garbage is looked for seldom, and what is forgotten is to be gone at once
        self.here = Throttle(later, HERE, lambda: _tell(this, tell_here))
        self.alerted: dict[int, bool] = {}  # the seats of which somebody is told; True: something is due, or was told
        # Where other processes write too:
        self.heard = 0  # the last event that one of them has told of
        self.reading: asyncio.Task[object] | None = None  # while the game is read anew
        self.afterwards: list[Callable[[ProblemError | None], None]] = []  # what waits for that
        self.published: Here = NOBODY  # who is here, as the others know it

    def renew(self, game: OnlineGame) -> None:
        """Take the game as it has been read in the place of what was in memory of it."""
        self.game, self.fate, self.joined = game, Fate(), None
        self.clock = clock_told(game.rules, game.clock, game.phase)


def _tell(room: "ref[Room]", tell_here: Callable[[Room], None]) -> None:
    there = room()
    if there is not None:
        tell_here(there)


def later(seconds: float, work: Callable[[], None]) -> object:
    """Do something in some seconds, in the running event loop."""
    return asyncio.get_running_loop().call_later(seconds, work)


def new_id() -> str:
    """Return an id for a game, which nobody can guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))


def resolve(future: "asyncio.Future[None]", error: Exception | None) -> None:
    """Tell whoever waits for something that it is done, or what has gone wrong."""
    if not future.done():
        if error is None:
            future.set_result(None)
        else:
            future.set_exception(error)


async def often(seconds: float, work: Callable[[], Awaitable[object]]) -> None:
    """Do something again and again, with a pause between, until cancelled."""
    while True:
        try:
            await work()
        except Exception:
            log.exception("what goes on by itself failed, and is tried again")
        await asyncio.sleep(seconds)
