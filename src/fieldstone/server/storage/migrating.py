"""Brings a database up to date, from empty or from any earlier version."""

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from alembic import command
from alembic.config import Config
from filelock import FileLock, Timeout
from sqlalchemy import Engine

from fieldstone.server.storage.sharing import is_shared

MIGRATIONS = Path(__file__).parent / "migrations"
LOCK_SECONDS = 30.0  # for which another process may be at it
OF_MIGRATIONS = 760_000  # the first key of PostgreSQL's advisory lock; `processes` has those that follow


def migrate(engine: Engine) -> None:
    """Run the migrations that a database lacks, all of them or none; one process at a time.

    Raises TimeoutError where another process takes too long.
    """
    config = Config()
    # "%" begins a reference in such files.
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    try:
        with _lock(engine), engine.begin() as connection:
            if is_shared(engine.url):  # until the end of the transaction, or an error after a while
                connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{LOCK_SECONDS:g}s'")
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({OF_MIGRATIONS}, 0)")
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except Timeout as error:
        raise TimeoutError(f"another program has held {error.lock_file} for {LOCK_SECONDS:g} seconds") from None


def _lock(engine: Engine) -> AbstractContextManager[object]:
    """Return what keeps other processes away from a file."""
    url = engine.url
    is_file = url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:")
    return FileLock(f"{url.database}.lock", timeout=LOCK_SECONDS) if is_file else nullcontext()
