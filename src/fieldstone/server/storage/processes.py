"""The processes that serve the games of one database: which of them run, and which one leads."""

import contextlib
import threading
from collections.abc import Iterator

from sqlalchemy import (
    BigInteger,
    Connection,
    Engine,
    Integer,
    delete,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.orm import Mapped, mapped_column

from fieldstone.server.storage.models import Base
from fieldstone.server.storage.online import OnlineGameRow
from fieldstone.server.storage.presence import OnlinePresenceRow
from fieldstone.server.storage.sharing import is_shared, line_of, notify

SILENT = 5_000  # milliseconds without a word after which a process whose lock is free has gone
# The first keys of advisory locks: of each process, while it runs, by its number; of who leads; of who begins.
OF_PROCESS, OF_LEADER, OF_BEGINNING = 760_001, 760_002, 760_003


class OnlineProcessRow(Base):
    """A process that serves the games between people, and when it was last known to run."""

    __tablename__ = "online_processes"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    at: Mapped[int] = mapped_column(BigInteger)


class Processes:
    """One process among all.

    Locks of the database say who runs and who leads: they are free as soon as their process is no more. Where a
    database has no such locks there is one process.

    Attributes
    ----------
    leads : whether this one does what one of them does for all
    """

    def __init__(self, engine: Engine, own: int) -> None:
        self._engine = engine
        self._own = own
        self._is_shared = is_shared(engine.url)
        self._connection: Connection | None = None
        self._has_ended = False
        self._at_it = threading.Lock()
        self.leads = not self._is_shared

    def begin(self, now: int, grace: int) -> bool:
        """Begin to run. Where no other does, the clocks have stood since one was last known to, as `stand_still` says.

        Returns whether that is so.
        """
        with self._connected() as connection, connection.begin():
            if self._is_shared:
                connection.execute(select(func.pg_advisory_xact_lock(OF_BEGINNING, 0)))
            alone = not self._is_shared or not self._running(connection)
            if alone:
                _stand_still(connection, now, grace)
                connection.execute(delete(OnlineProcessRow))
                connection.execute(delete(OnlinePresenceRow))
                self._tell(connection, "clocks")
            connection.execute(insert(OnlineProcessRow), [{"id": self._own, "at": now}])
        return alone

    def beat(self, now: int) -> tuple[bool, list[int]]:
        """Write down that this process runs.

        Returns whether the others had given it up, and who has gone, which the one that leads finds out.
        """
        with self._at_it:
            if self._has_ended:
                return False, []
            try:
                return self._beat(now)
            except Exception:
                self.close()  # whose locks are free now, or soon
                raise

    def _beat(self, now: int) -> tuple[bool, list[int]]:
        with self._connected() as connection, connection.begin():
            own = OnlineProcessRow.id == self._own
            was_given_up = connection.execute(update(OnlineProcessRow).where(own).values(at=now)).rowcount == 0
            if was_given_up:
                connection.execute(insert(OnlineProcessRow), [{"id": self._own, "at": now}])
            if not self.leads:
                self.leads = bool(connection.execute(select(func.pg_try_advisory_lock(OF_LEADER, 0))).scalar())
            gone = self._forget_others(connection, now) if self._is_shared and self.leads else []
        return was_given_up, gone

    def end(self) -> None:
        """Say that nobody is here any more. That this process ran stays known until another finds that it has gone."""
        with self._at_it:
            self._has_ended = True
            if self._is_shared:
                with self._engine.begin() as connection:
                    self._forget(connection, [self._own])
            self.close()

    def close(self) -> None:
        """Give the locks back."""
        self.leads = not self._is_shared
        if self._connection is not None:
            with contextlib.suppress(Exception):  # it may be broken
                self._connection.invalidate()  # a connection that is used again would keep them
                self._connection.close()
            self._connection = None

    @contextlib.contextmanager
    def _connected(self) -> Iterator[Connection]:
        """Return the connection that has the locks, made anew where it broke."""
        if not self._is_shared:
            with self._engine.connect() as connection:
                yield connection
            return
        if self._connection is None:
            self._connection = self._engine.connect()
            with self._connection.begin():
                # Where the machine of a process is gone without a word, its locks are free in half a minute.
                for setting, value in (("idle", 10), ("interval", 5), ("count", 3)):
                    self._connection.execute(text(f"SET tcp_keepalives_{setting} = {value}"))
                self._connection.execute(select(func.pg_advisory_lock(OF_PROCESS, self._own)))
        yield self._connection

    def _running(self, connection: Connection) -> list[int]:
        """Return the other processes that run."""
        others = select(OnlineProcessRow.id).where(OnlineProcessRow.id != self._own, text(_HELD))
        return list(connection.execute(others).scalars())

    def _forget_others(self, connection: Connection, now: int) -> list[int]:
        """Return who has gone, and forget them."""
        silent = OnlineProcessRow.at < now - SILENT
        others = delete(OnlineProcessRow).where(OnlineProcessRow.id != self._own, silent, text(f"NOT {_HELD}"))
        gone = list(connection.execute(others.returning(OnlineProcessRow.id)).scalars())
        self._forget(connection, gone)
        return gone

    def _forget(self, connection: Connection, gone: list[int]) -> None:
        """Forget who was at games at some processes."""
        if gone:
            connection.execute(delete(OnlinePresenceRow).where(OnlinePresenceRow.process.in_(gone)))
            self._tell(connection, "gone", *map(str, gone))

    def _tell(self, connection: Connection, kind: str, *names: str) -> None:
        if self._is_shared:
            notify(connection, (line_of(self._own, kind, name) for name in names or ("all",)))


_HELD = (
    "EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted"
    f" AND classid = {OF_PROCESS} AND objid = online_processes.id::oid AND objsubid = 2"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
)


def _stand_still(connection: Connection, now: int, grace: int) -> None:
    """Let the clocks stand from when a server was last known to run until `grace` milliseconds from now."""
    beaten = connection.execute(select(func.max(OnlineProcessRow.at))).scalar()
    written = connection.execute(select(func.max(OnlineGameRow.updated))).scalar()
    last = max((moment for moment in (beaten, written) if moment is not None), default=None)
    if last is not None:
        away = now + grace - last
        moved = {"since": OnlineGameRow.since + away, "deadline": OnlineGameRow.deadline + away}
        connection.execute(update(OnlineGameRow).where(OnlineGameRow.phase == "playing").values(moved))
