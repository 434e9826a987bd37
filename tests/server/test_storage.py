"""The database: migrations from empty and again, what is written is read, conflicts."""

import sqlite3
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect

from fieldstone.server import changes
from fieldstone.server.clocks import Rules, new_clock
from fieldstone.server.lines import read_line
from fieldstone.server.settings import sqlite_address
from fieldstone.server.storage.models import Base, Kept, Result, Sitting
from fieldstone.server.storage.store import ConflictError, StorageError, Store

SEATS = {1: Sitting("human", name="에이다"), 2: Sitting("computer", level="max")}


def kept(game_id: str = "one", updated: int = 5, line: str = "kaomi(size=3,pie=true) moves b2,swap") -> Kept:
    return changes.described(Kept(game_id, line, SEATS, 1, updated), read_line(line))


def test_migrations_from_empty(database: Path) -> None:
    """They make the tables that the models describe."""
    Store(sqlite_address(database)).close()
    engine = create_engine(sqlite_address(database))
    with engine.connect() as connection:
        assert set(inspect(connection).get_table_names()) == {"games", "records", "alembic_version"}
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
    engine.dispose()


def test_migrations_again(database: Path) -> None:
    store = Store(sqlite_address(database))
    store.add(kept())
    store.close()
    again = Store(sqlite_address(database))
    assert again.get("one") == kept()
    again.close()


def test_servers_that_start_at_once(database: Path) -> None:
    failed: list[BaseException] = []

    def start() -> None:
        try:
            Store(sqlite_address(database)).close()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


def test_a_migration_that_fails_leaves_nothing(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the power went")

    with monkeypatch.context() as patch:
        patch.setattr("alembic.op.create_index", broken)
        with pytest.raises(RuntimeError):
            Store(sqlite_address(database))
    engine = create_engine(sqlite_address(database))
    with engine.connect() as connection:
        assert inspect(connection).get_table_names() == []
    engine.dispose()
    Store(sqlite_address(database)).close()


def test_what_is_written_is_read(database: Path) -> None:
    store = Store(sqlite_address(database))
    rules = Rules(60.0, periods=3, period=10.0)
    games = [
        kept(),
        replace(kept("two"), rules=rules, clock=replace(new_clock(rules, 17.25), running=2)),
        replace(kept("three"), result=Result("B", 2, "resignation"), on_move=None),
        replace(kept("four"), result=Result(None, None, "repetition"), on_move=None),
        kept("five", line="iago"),
    ]
    for game in games:
        store.add(game)
    for game in games:
        assert store.get(game.id) == game
    assert store.get("six") is None
    store.close()


def test_two_who_change_the_same_game(database: Path) -> None:
    store = Store(sqlite_address(database))
    store.add(kept())
    store.save(replace(kept(), revision=1, updated=6))
    with pytest.raises(ConflictError):
        store.save(replace(kept(), revision=1, updated=7))
    found = store.get("one")
    assert found is not None
    assert found.updated == 6
    assert store.remove("one")
    assert not store.remove("one")
    store.close()


def test_the_latest(database: Path) -> None:
    store = Store(sqlite_address(database))
    for number in (3, 1, 5, 2, 4):
        store.add(kept(str(number), updated=number))
    assert [game.id for game in store.latest(3)] == ["5", "4", "3"]
    assert [game.id for game in store.latest(3, before=3)] == ["2", "1"]
    store.close()


def test_safe_on_the_disk(database: Path) -> None:
    store = Store(sqlite_address(database))
    with store._engine.connect() as connection:
        pragmas = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")
        }
    assert pragmas == {"journal_mode": "wal", "synchronous": 2}
    store.close()
    with sqlite3.connect(database) as connection_itself:
        assert connection_itself.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection_itself.close()


def test_databases_that_cannot_be_used(database: Path) -> None:
    """The text says which one, and why."""
    database.parent.mkdir()
    database.write_text("not a database, but long enough to be looked at as one" * 100)
    with pytest.raises(StorageError, match=r"games\.sqlite cannot be used: file is not a database"):
        Store(sqlite_address(database))
    with pytest.raises(StorageError, match="below cannot be used: unable to open"):
        Store(sqlite_address(database.parent))
    with pytest.raises(StorageError, match="nonsense cannot be used"):
        Store("nonsense")
    with pytest.raises(StorageError, match=r"http://me:\*\*\*@there"):
        Store("http://me:secret@there/games")


def test_a_database_of_a_newer_version(database: Path) -> None:
    Store(sqlite_address(database)).close()
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(StorageError, match="9999"):
        Store(sqlite_address(database))
