"""How the processes that serve one database hear of what the others have written."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from sqlalchemy import Engine

from fieldstone.server.storage.online import Change
from fieldstone.server.storage.sharing import ALIVE, CHANNEL, is_shared, line_of, new_number

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
                log.warning("the other processes are not heard, and it is tried again: %s", error)
            await asyncio.sleep(AGAIN)

    async def _listen(self, hear: dict[str, Hear], missed: Missed) -> None:
        from psycopg import AsyncConnection

        arguments, options = self._engine.dialect.create_connect_args(self._engine.url)
        known: dict[str, Any] = {**ALIVE, **options, "application_name": "fieldstone listener", "autocommit": True}
        async with await AsyncConnection.connect(*arguments, **known) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            await missed()  # what is told meanwhile waits in the line
            async for notice in connection.notifies():
                for line in notice.payload.split("\n"):
                    self._take(line, hear)

    def _take(self, line: str, hear: dict[str, Hear]) -> None:
        process, kind, name, data = line.split(" ", 3)
        if int(process) != self.own and kind in hear:
            hear[kind](int(process), name, data)


def bus_of(engine: Engine, own: int) -> Bus:
    """Return the bus of a database."""
    return PostgresBus(engine, own) if is_shared(engine.url) else Silence()
