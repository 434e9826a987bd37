"""PostgreSQL in the place of the file: migrations, what is written is read, refusals, and games of one device."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect, text
from sqlalchemy.exc import DBAPIError
from websockets.sync.client import connect

from fieldstone.server.clocks import Rules, new_clock
from fieldstone.server.storage import alerts
from fieldstone.server.storage.errors import is_cut, is_lost_race, problem_of
from fieldstone.server.storage.migrating import MIGRATIONS
from fieldstone.server.storage.models import Base, Result
from fieldstone.server.storage.processes import SILENT, Processes
from fieldstone.server.storage.sharing import MOST_BYTES, notify
from fieldstone.server.storage.store import ConflictError, StorageError, Store
from tests.server.conftest import Start
from tests.server.postgres import Postgres
from tests.server.test_storage import TABLES, a_game

PATIENCE = 20.0


@pytest.fixture
def store(postgres_address: str) -> Iterator[Store]:
    opened = Store(postgres_address)
    yield opened
    opened.close()


# -- migrations -----------------------------------------------------------------------------------------------------


def test_migrations_from_empty_by_several_at_once(postgres_server: Postgres) -> None:
    address, failed = postgres_server.address(postgres_server.new()), []

    def start() -> None:
        try:
            Store(address).close()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=start) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    engine = create_engine(address.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        assert set(inspect(connection).get_table_names()) == TABLES
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
    engine.dispose()


def migrated(connection: Any, to: str) -> None:
    """Bring a database up or down to a version."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    known = MigrationContext.configure(connection).get_current_revision()
    (command.downgrade if known is not None and known > to else command.upgrade)(config, to)


def test_when_a_server_was_last_known_to_run_is_kept(store: Store) -> None:
    with store.engine.begin() as connection:
        migrated(connection, "0007")
        connection.execute(text("INSERT INTO online_heartbeat VALUES (1, 1234567890123)"))
        migrated(connection, "head")
        assert connection.execute(text("SELECT id, at FROM online_processes")).all() == [(1, 1234567890123)]
        connection.execute(text("INSERT INTO online_processes VALUES (7, 1234567890124)"))
        migrated(connection, "0007")
        assert connection.execute(text("SELECT id, at FROM online_heartbeat")).all() == [(1, 1234567890124)]
        migrated(connection, "head")


# -- games of one device ----------------------------------------------------------------------------------------------


def test_what_is_written_is_read(store: Store) -> None:
    rules = Rules(60.0, periods=3, period=10.0)
    games = [
        a_game(),
        replace(a_game("two"), rules=rules, clock=replace(new_clock(rules, 17.25), running=2)),
        replace(a_game("three"), result=Result("B", 2, "resignation"), on_move=None),
        a_game("four", updated=9, line="iago"),
    ]
    for game in games:
        store.add(game, "a record" if game.id == "two" else None)
    for game in games:
        assert store.get(game.id) == replace(game, imported=game.id == "two")
    assert store.record("two") == "a record"
    assert [game.id for game in store.latest(1).games] == ["four"]
    store.keep_review("one", games[0].line, "{}")
    store.keep_review("one", games[0].line, "[]")
    assert store.review("one", games[0].line) == "[]"
    store.save(replace(games[0], revision=1, updated=6))
    with pytest.raises(ConflictError):
        store.save(replace(games[0], revision=1, updated=7))
    assert store.remove("one")
    assert store.get("one") is None


def test_two_tabs_at_two_processes(start: Start, postgres_address: str) -> None:
    two = [start(database=postgres_address) for _ in range(2)]
    game = two[0].new("kaomi", options={"size": 3})
    cookies = "; ".join(f"{one.name}={one.value}" for one in two[0].client.cookies.jar)
    watched = f"ws://127.0.0.1:{two[1].client.base_url.port}/api/live"
    with connect(watched, additional_headers={"Cookie": cookies} if cookies else {}) as tab:

        def hear() -> Any:
            return json.loads(tab.recv(PATIENCE))

        tab.send(json.dumps({"type": "watch", "game": game["id"]}))
        assert hear()["game"]["plies"] == 0
        assert two[0].move(game, "b2")["plies"] == 1
        assert hear()["game"]["plies"] == 1
        assert two[0].client.delete(f"/api/games/{game['id']}").status_code == 204
        assert hear()["problem"]["type"].endswith("no-game")


# -- refusals -------------------------------------------------------------------------------------------------------


def test_databases_that_cannot_be_used(postgres_server: Postgres) -> None:
    with pytest.raises(StorageError, match=r'"nowhere" does not exist'):
        Store(postgres_server.address("nowhere"))
    with pytest.raises(StorageError, match="cannot be used"):
        Store("postgresql://me:secret@127.0.0.1:1/games")
    with pytest.raises(StorageError) as told:
        Store("postgresql://me:secret@127.0.0.1:1/games")
    assert "secret" not in str(told.value)


@pytest.fixture
def read_only(postgres_server: Postgres, postgres_address: str) -> Iterator[str]:
    name = postgres_address.partition("@/")[2].partition("?")[0]
    postgres_server.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    yield postgres_address
    postgres_server.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")


def test_a_read_only_database_is_told_at_the_start(read_only: str) -> None:
    with pytest.raises(StorageError, match="read-only transaction"):
        Store(read_only)


def raised(store: Store, statement: str) -> DBAPIError:
    with store.engine.connect() as connection, pytest.raises(DBAPIError) as told:
        connection.execute(text(statement))
    return told.value


def state(code: str) -> str:
    return f"DO $$ BEGIN RAISE EXCEPTION 'as if' USING ERRCODE = '{code}'; END $$"


@pytest.mark.parametrize(
    ("code", "name", "status", "lost", "cut"),
    [
        ("53100", "disk-full", 507, False, False),
        ("25006", "read-only", 503, False, False),
        ("40001", "busy", 503, True, False),
        ("40P01", "busy", 503, True, False),
        ("23505", "busy", 503, True, False),
        ("55P03", "busy", 503, False, False),
        ("57P03", "unwell", 503, False, True),
        ("08006", "unwell", 503, False, True),
        ("22003", "not-stored", 503, False, False),
    ],
)
def test_what_errors_mean(store: Store, code: str, name: str, status: int, lost: bool, cut: bool) -> None:
    error = raised(store, state(code))
    problem = problem_of(error)
    assert (problem.name, problem.status, is_lost_race(error), is_cut(error)) == (name, status, lost, cut)


def test_a_line_that_breaks(store: Store) -> None:
    error = raised(store, "SELECT pg_terminate_backend(pg_backend_pid())")
    assert (problem_of(error).name, is_cut(error)) == ("unwell", True)
    assert "fieldstone-" not in problem_of(error).sentence("en")  # it says nothing of where the database is
    store.check()  # the next one is made anew


def test_a_server_that_is_not_there(postgres_server: Postgres, store: Store) -> None:
    store.check()
    postgres_server.stop()
    try:
        with pytest.raises(Exception, match="unwell") as told:
            store.check()
        assert "fieldstone-" not in told.value.sentence("en")  # type: ignore[attr-defined]
    finally:
        postgres_server.start()
    store.check()


# -- processes ------------------------------------------------------------------------------------------------------


def test_who_runs_and_who_leads(store: Store) -> None:
    first, second, third = (Processes(store.engine, number) for number in (1, 2, 3))
    now = 1_000_000
    assert first.begin(now, 0)  # alone
    assert not second.begin(now, 0)
    assert first.beat(now) == (False, [])
    assert second.beat(now) == (False, [])
    assert (first.leads, second.leads) == (True, False)
    first.close()  # as when it is killed: its locks are free
    assert second.beat(now + SILENT) == (False, [])
    assert second.leads
    assert second.beat(now + SILENT + 1) == (False, [1])
    assert first.beat(now + SILENT + 2) == (True, [])  # it was alive after all
    assert not first.leads
    first.end()
    second.end()
    assert first.beat(now) == (False, [])
    assert third.begin(now, 0)
    third.end()


def test_long_news_are_told_in_parts(store: Store) -> None:
    lines = [f"1 event {number} {'é' * 700}" for number in range(20)]
    assert len("\n".join(lines).encode()) > MOST_BYTES
    with store.engine.begin() as connection:
        notify(connection, lines)


def test_two_processes_make_one_key_for_pushes(store: Store) -> None:
    made: list[str] = []

    def make(number: int) -> None:
        made.append(alerts.push_key(store.engine, f"key {number}"))

    threads = [threading.Thread(target=make, args=(number,)) for number in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 2
    assert made[0] == made[1]
