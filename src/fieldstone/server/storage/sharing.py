"""What several processes share by one PostgreSQL: how they reach it, and what they tell each other through it."""

import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import URL, Connection, Engine

CHANNEL = "fieldstone"
MOST_BYTES = 7900  # of one notification; PostgreSQL takes less than 8000
# A machine that is gone without a word is missed in half a minute.
ALIVE: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "application_name": "fieldstone",
}


def is_shared(url: URL) -> bool:
    """Say whether several processes may serve the games of a database."""
    return url.get_backend_name() in ("postgresql", "postgres")


def with_driver(url: URL) -> URL:
    """Return an address of PostgreSQL with the library that is used: `postgresql://…` is enough."""
    return url if "+" in url.drivername else url.set(drivername="postgresql+psycopg")


def new_number() -> int:
    """Return a number for a process, which no other has."""
    return 1 + secrets.randbelow(2**31 - 1)


@contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """Begin a transaction that sees the database as it is at one moment, whatever is written meanwhile."""
    seeing = engine.execution_options(isolation_level="REPEATABLE READ") if is_shared(engine.url) else engine
    with seeing.begin() as connection:
        yield connection


def writer(engine: Engine) -> Engine:
    """Return the engine for transactions that read before they write.

    SQLite refuses at once to let somebody write who has read what has changed since. With these nobody else writes from
    the beginning on; PostgreSQL needs no such thing.
    """
    return engine.execution_options(writes=True)


def notify(connection: Connection, lines: Iterable[str]) -> None:
    """Tell the other processes something, a line each, when the transaction is committed."""
    for text in joined(lines):
        connection.exec_driver_sql("SELECT pg_notify(%(channel)s, %(text)s)", {"channel": CHANNEL, "text": text})


def joined(lines: Iterable[str]) -> Iterator[str]:
    """Return the lines in as few texts as possible."""
    text, size = "", 0
    for line in lines:
        length = len(line.encode()) + 1
        if text and size + length > MOST_BYTES:
            yield text
            text, size = "", 0
        text, size = f"{text}\n{line}" if text else line, size + length
    if text:
        yield text


def line_of(process: int, kind: str, name: str, data: str = "") -> str:
    """Return what a process tells the others, as one line: `data` has no line breaks, and nothing else has blanks."""
    return f"{process} {kind} {name} {data}"
