"""A copy of the database of games, made while a server may use it."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from fieldstone.cli.commands.serving import database_of
from fieldstone.cli.terminal.errors import FailureError
from fieldstone.cli.terminal.screen import Screen


def back_up(target: Path, database: str | None, screen: Screen) -> None:
    """Copy the database to a file that is not there yet, as it is at one moment. Raises FailureError."""
    try:
        url = make_url(database_of(database))
    except ArgumentError:
        raise FailureError(screen.say("backup.none", place=database)) from None
    if url.get_backend_name() != "sqlite":
        raise FailureError(screen.say("backup.server"))
    source = Path(url.database or "")
    if not source.is_file():
        raise FailureError(screen.say("backup.none", place=source))
    if target.exists():
        raise FailureError(screen.say("backup.exists", file=target))
    part = target.with_name(f"{target.name}.part")  # so that what has the name is whole
    try:
        part.unlink(missing_ok=True)
        _copy(source, part)
        part.rename(target)
    except (OSError, sqlite3.Error) as error:
        part.unlink(missing_ok=True)
        raise FailureError(screen.say("backup.failed", file=target, problem=error)) from None
    screen.tell("backup.done", place=source, file=target)


def _copy(source: Path, target: Path) -> None:
    """Copy a database and see that the copy is sound and on the disk. Raises OSError and sqlite3.Error."""
    reading = sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)
    with closing(reading), closing(sqlite3.connect(target)) as copy:
        reading.backup(copy)  # in one step, which sees nothing of what is written meanwhile
        (answer,) = copy.execute("PRAGMA integrity_check").fetchone()
        if answer != "ok":
            raise sqlite3.DatabaseError(answer)
    with target.open("rb") as file:
        os.fsync(file.fileno())
