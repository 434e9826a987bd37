"""How the processes that serve one database hear of what the others have written."""

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Protocol

from sqlalchemy import Engine

from fieldstone.server.storage.online import Change
from fieldstone.server.storage.sharing import ALIVE, CHANNEL, is_shared, line_of, new_number

if TYPE_CHECKING:
    from psycopg import Connection

AGAIN = 0.5  # seconds until the next try where the line was cut

log = logging.getLogger(__name__)

Hear = Callable[[int, str, str], None]  # which process tells, what it is about, and what more it says
Missed = Callable[[], Awaitable[None]]


class Bus(Protocol):
    """What all processes hear, each in the same order.

    Attributes
    ----------
    own : the number of this process
    is_shared : whether there can be others
    """

    own: int
    is_shared: bool

    def tell(self, change: Change, kind: str, name: str, data: str = "") -> None:
        """Have the other processes told something when a change is on the disk, and never before."""

    async def listen(self, hear: dict[str, Hear], missed: Missed) -> None:
        """Hear, by kind, what others tell; after each time when something may have been missed, `missed` is done."""


class Silence:
    """Of one process, which has nobody to tell."""

    is_shared = False

    def __init__(self) -> None:
        self.own = new_number()

    def tell(self, change: Change, kind: str, name: str, data: str = "") -> None:
        """Tell nobody."""

    async def listen(self, hear: dict[str, Hear], missed: Missed) -> None:
        """Hear nothing."""


class PostgresBus:
    """By LISTEN and NOTIFY: what is told is a part of the transaction that it is about."""

    is_shared = True

    def __init__(self, engine: Engine, own: int) -> None:
        self.own = own
        self._own = str(own)
        self._engine = engine

    def tell(self, change: Change, kind: str, name: str, data: str = "") -> None:
        """Have the others told."""
        change.notices.append(line_of(self.own, kind, name, data))

    async def listen(self, hear: dict[str, Hear], missed: Missed) -> None:
        """Hear, over a connection of its own."""
        while True:
            try:
                await self._listen(hear, missed)
            except Exception as error:
                log.warning(
                    "the other processes are not heard, and it is tried again: %s", str(error).partition("\n")[0]
                )
            await asyncio.sleep(AGAIN)

    async def _listen(self, hear: dict[str, Hear], missed: Missed) -> None:
        """Hear until the line breaks. Raises what the library of the database does."""
        connection = await self._connected()
        line, loop = connection.pgconn, asyncio.get_running_loop()
        place = line.socket  # which the library closes by itself when the line breaks
        broken: asyncio.Future[None] = loop.create_future()

        def read() -> None:
            """Take what has come. To wait for it by the library's own means costs several times as much."""
            try:
                line.consume_input()
                while (notice := line.notifies()) is not None:
                    self._take(notice.extra.decode(), hear)
                if connection.broken:
                    raise ConnectionError("the line is broken")
            except Exception as error:
                loop.remove_reader(place)
                broken.set_exception(error)

        try:
            await missed()  # what is told meanwhile waits in the line
            loop.add_reader(place, read)
            read()  # or has been read already, with the answer to LISTEN
            await broken
        finally:
            if not broken.done():  # else the number may be another's by now
                loop.remove_reader(place)
            connection.close()

    async def _connected(self) -> "Connection[Any]":
        """Return a connection that listens. Whoever does not wait for it any more leaves none open."""
        connecting = Connecting(self._connect)
        try:
            return await asyncio.to_thread(connecting.connect)
        except asyncio.CancelledError:
            connecting.leave()
            raise

    def _connect(self) -> "Connection[Any]":
        from psycopg import connect

        arguments, options = self._engine.dialect.create_connect_args(self._engine.url)
        known: dict[str, Any] = {**ALIVE, **options, "application_name": "fieldstone listener", "autocommit": True}
        connection = connect(*arguments, **known)
        try:
            connection.execute(f"LISTEN {CHANNEL}")
        except BaseException:
            connection.close()
            raise
        return connection

    def _take(self, text: str, hear: dict[str, Hear]) -> None:
        for line in text.split("\n"):
            process, kind, name, data = line.split(" ", 3)
            if process != self._own and kind in hear:
                try:
                    hear[kind](int(process), name, data)
                except Exception:  # the next one is heard all the same
                    log.exception("what another process has told was not understood")


class Connecting:
    """A connection that is made in a thread: closed, before or after it is there, where nobody waits for it."""

    def __init__(self, connect: "Callable[[], Connection[Any]]") -> None:
        self._connect = connect
        self._lock = threading.Lock()
        self._made: Connection[Any] | None = None
        self._left = False

    def connect(self) -> "Connection[Any]":
        """Make it, and return it. Raises what the library of the database does."""
        made = self._connect()
        with self._lock:
            self._made = made
            if self._left:
                made.close()
        return made

    def leave(self) -> None:
        """Nobody waits for it any more."""
        with self._lock:
            self._left = True
            if self._made is not None:
                self._made.close()


def bus_of(engine: Engine, own: int) -> Bus:
    """Return the bus of a database."""
    return PostgresBus(engine, own) if is_shared(engine.url) else Silence()
