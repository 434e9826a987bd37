"""The database: migrations from empty and again, what is written is read, conflicts."""

import contextlib
import json
import sqlite3
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, create_engine, event, inspect

from fieldstone.server.clocks import Rules, new_clock
from fieldstone.server.lines import read_line
from fieldstone.server.sessions import transitions
from fieldstone.server.settings import sqlite_address
from fieldstone.server.storage import alerts, blocks, online, people
from fieldstone.server.storage.models import Base, Result, Seat, StoredGame
from fieldstone.server.storage.store import ConflictError, StorageError, Store
from tests.server.conftest import HUMAN, InProcess, Start
from tests.server.online.people import FISCHER, secret, table

PEOPLE = ("games", "seats", "events", "reviews", "alerts", "devices", "push_key", "processes", "presence")
ONLINE = {f"online_{name}" for name in PEOPLE}
ACCOUNTS = {"people", "sign_ins", "passkeys", "tickets", "ratings", "blocks", "reports"}
TABLES = {"games", "records", "reviews", "alembic_version"} | ONLINE | ACCOUNTS
SEATS = {1: Seat("human", name="에이다"), 2: Seat("computer", level="max")}


def a_game(game_id: str = "one", updated: int = 5, line: str = "kaomi(size=3,pie=true) moves b2,swap") -> StoredGame:
    return transitions.described(StoredGame(game_id, line, SEATS, 1, updated), read_line(line))


def test_migrations_from_empty(database: Path) -> None:
    """They make the tables that the models describe."""
    Store(sqlite_address(database)).close()
    engine = create_engine(sqlite_address(database))
    with engine.connect() as connection:
        assert set(inspect(connection).get_table_names()) == TABLES
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
    engine.dispose()


def test_migrations_again(database: Path) -> None:
    store = Store(sqlite_address(database))
    store.add(a_game())
    store.close()
    again = Store(sqlite_address(database))
    assert again.get("one") == a_game()
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
        a_game(),
        replace(a_game("two"), rules=rules, clock=replace(new_clock(rules, 17.25), running=2)),
        replace(a_game("three"), result=Result("B", 2, "resignation"), on_move=None),
        replace(a_game("four"), result=Result(None, None, "repetition"), on_move=None),
        a_game("five", line="iago"),
    ]
    for game in games:
        store.add(game)
    for game in games:
        assert store.get(game.id) == game
    assert store.get("six") is None
    store.close()


def test_two_who_change_the_same_game(database: Path) -> None:
    store = Store(sqlite_address(database))
    store.add(a_game())
    store.save(replace(a_game(), revision=1, updated=6))
    with pytest.raises(ConflictError):
        store.save(replace(a_game(), revision=1, updated=7))
    found = store.get("one")
    assert found is not None
    assert found.updated == 6
    assert store.remove("one")
    assert not store.remove("one")
    store.close()


def test_the_latest(database: Path) -> None:
    store = Store(sqlite_address(database))
    for number in (3, 1, 5, 2, 4):
        store.add(a_game(str(number), updated=number))
    assert [game.id for game in store.latest(3).games] == ["5", "4", "3"]
    assert [game.id for game in store.latest(3, before=3).games] == ["2", "1"]
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


NO_CLOCK: dict[str, object] = {"left": {}, "periods": {}, "running": None, "since": 0}
HALF = {"1": {"kind": "human"}}
BY_MAGIC = {"winner": "B", "winner_seat": 1, "termination": "magic"}


@pytest.fixture
def limited() -> Iterator[list[str]]:
    """Statements that each new connection to any database begins with."""
    statements: list[str] = []

    def set_up(connection: Any, _: object) -> None:
        for statement in statements:
            connection.execute(statement)

    event.listen(Engine, "connect", set_up)
    yield statements
    event.remove(Engine, "connect", set_up)


def test_a_read_only_database_is_told_at_the_start(database: Path, limited: list[str]) -> None:
    Store(sqlite_address(database)).close()
    limited.append("PRAGMA query_only = ON")
    with pytest.raises(StorageError, match=r"games\.sqlite cannot be used: attempt to write a readonly database"):
        Store(sqlite_address(database))


def reconnect(server: InProcess) -> None:
    server.app.state.services.games._store._engine.dispose()


def test_a_database_that_becomes_read_only(server: InProcess, limited: list[str]) -> None:
    """What is there can be looked at, and the refusal says what the matter is."""
    game = server.new("kaomi", options={"size": 3})
    limited.append("PRAGMA query_only = ON")
    reconnect(server)
    assert server.move(game, "b2", 503)["type"] == "urn:fieldstone:problem:read-only"
    assert server.new("kaomi", status=503)["type"] == "urn:fieldstone:problem:read-only"
    assert server.look(game) == game
    limited.clear()
    reconnect(server)
    assert server.move(game, "b2")["plies"] == 1


def test_a_full_disk(server: InProcess, database: Path, limited: list[str], caplog: pytest.LogCaptureFixture) -> None:
    """It is told as such, nothing is half written, and where there is room again all goes on."""
    game = server.new("kaomi", options={"size": 3})
    with sqlite3.connect(database) as connection:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.close()
    limited.append(f"PRAGMA max_page_count = {pages}")
    reconnect(server)
    long = "vacu(size=19) moves " + ",".join(
        f"{letter}{row}" for row in range(1, 20, 2) for letter in "abcdefghijklmno"
    )
    body = {"game": "vacu", "seats": {"1": HUMAN, "2": HUMAN}, "line": long}
    made = [game["id"]]
    while (answer := server.client.post("/api/games", json=body)).status_code == 201:
        made.append(answer.json()["id"])
        assert len(made) < 100
    assert (answer.status_code, answer.json()["type"]) == (507, "urn:fieldstone:problem:disk-full")
    text = server.post("/api/games/import", {"text": long}, 507)
    assert "full" in text["detail"]
    assert "Traceback" not in caplog.text
    listed = server.get("/api/games")
    assert ({one["id"] for one in listed["games"]}, listed["unreadable"]) == (set(made), [])
    limited.clear()
    reconnect(server)
    server.post("/api/games", body, 201)
    assert server.move(game, "b2")["plies"] == 1


def test_a_full_disk_between_people(
    start: Start, database: Path, limited: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    """Who moves is told so; what has been told is there, and nothing else; where there is room the game goes on."""
    Store(sqlite_address(database)).close()
    limited.append(f"PRAGMA max_page_count = {count(database, 'PRAGMA page_count') + 4}")
    server = start(online=True, invitations=1000)
    first, second = table(server, options={"size": 19})
    statuses = [201]
    while statuses[-1] == 201:
        wanted = {"game": "vacu", "clock": FISCHER, "seat": 1, "token": secret(), "invitation": secret()}
        statuses.append(server.client.post("/api/online/games", json=wanted).status_code)
    assert (statuses[-1], len(statuses) < 200) == (507, True)
    moves = [f"{letter}{row}" for row in range(1, 20, 2) for letter in "abcdefghijklmnopqrs"]
    player, other = first, second
    while (answer := player.do("move", move=moves.pop(0)))["type"] == "done":
        other.hear_of("move")
        player, other = other, player
    assert (answer["type"], answer["problem"]["status"]) == ("refused", 507)
    assert answer["problem"]["type"] == "urn:fieldstone:problem:disk-full"
    told = [event["seq"] for event in server.get(f"/api/online/games/{first.game}/events")["events"]]
    assert told == list(range(1, first.seq + 1)) == list(range(1, second.seq + 1))
    assert count(database, f"SELECT count(*) FROM online_events WHERE game_id = '{first.game}'") == len(told)
    assert "Traceback" not in caplog.text
    limited.clear()
    reconnect(server)
    for one in (player, other):
        one.hello()
    assert player.done("move", move=moves[0])["seq"] == len(told) + 1
    assert other.hear_of("move")["move"] == moves[0]
    first.leave()
    second.leave()


def count(database: Path, question: str) -> int:
    """Ask a database of a number, by a connection of its own."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        (found,) = connection.execute(question).fetchone()
    return int(found)


DAMAGE: list[tuple[str, object]] = [
    *[("seats", text) for text in ("{}", "[]", "no JSON", "null", json.dumps(HALF))],
    ("seats", json.dumps({**HALF, "2": {"kind": "robot"}})),
    *[("clock", text) for text in ("{}", '"x"', json.dumps(NO_CLOCK))],
    *[("rules", text) for text in ('{"main": "long"}', "[1]")],
    *[("result", text) for text in ("{}", json.dumps(BY_MAGIC))],
    *[("created", "yesterday"), ("plies", "many"), ("shape", "round"), ("on_move", "x"), ("rows", b"\x00\xff")],
]


@pytest.mark.parametrize(("column", "value"), DAMAGE)
def test_a_damaged_game_hides_no_other(
    server: InProcess, database: Path, caplog: pytest.LogCaptureFixture, column: str, value: object
) -> None:
    games = [server.new("kaomi", options={"size": 3}) for _ in range(3)]
    with sqlite3.connect(database) as connection:
        connection.execute(f"UPDATE games SET {column} = ? WHERE id = ?", (value, games[1]["id"]))
    connection.close()
    listed = server.get("/api/games?limit=2")
    assert [game["id"] for game in listed["games"]] == [games[2]["id"], games[0]["id"]]
    assert (listed["more"], listed["unreadable"]) == (False, [games[1]["id"]])
    assert games[1]["id"] in caplog.text
    assert "Traceback" not in caplog.text
    if column == "seats":
        problem = server.get(f"/api/games/{games[1]['id']}", 500)
        assert problem["type"] == "urn:fieldstone:problem:unreadable"
        assert games[1]["id"] in problem["detail"]
    assert server.client.delete(f"/api/games/{games[1]['id']}").status_code == 204
    assert server.get("/api/games")["unreadable"] == []


def reads_first(store: Store) -> dict[str, Callable[[], object]]:
    """What reads before it writes, by its name."""
    return {
        "a review is kept": lambda: store.keep_review("one", "kaomi", "{}"),
        "somebody signs out": lambda: people.sign_out(store.engine, "ada", None),
        "a game is claimed": lambda: online.claim(store.engine, "ada", [("one", 1)]),
        "links are revoked": lambda: online.revoke(store.engine, "ada", lambda: "fresh"),
        "blocks are claimed": lambda: blocks.claim(store.engine, "ada", [("one", 1)]),
        "alerts are wanted": lambda: alerts.keep(store.engine, alerts.by_mail("ada", "en"), [], 1),
    }


@pytest.mark.parametrize("name", reads_first(None))  # type: ignore[arg-type]
def test_nobody_writes_between_reading_and_writing(database: Path, name: str) -> None:
    """SQLite would refuse at once what is written after somebody else has."""
    store = Store(sqlite_address(database))
    store.add(a_game())
    refused = []

    def write(*_: object) -> None:
        with contextlib.closing(sqlite3.connect(database, timeout=0)) as other:
            try:
                other.execute("UPDATE games SET revision = revision + 1")
                other.commit()
            except sqlite3.OperationalError as error:
                refused.append(str(error))

    event.listen(store.engine, "after_cursor_execute", write)
    reads_first(store)[name]()
    assert "database is locked" in refused
    store.close()
