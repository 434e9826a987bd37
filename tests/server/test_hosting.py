"""What docs/hosting.md shows of databases: copies while a server runs, and PostgreSQL's own programs."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import httpx
import pytest
import typer.main
from typer.testing import CliRunner

from fieldstone.cli.app import app
from fieldstone.server.settings import sqlite_address
from fieldstone.server.storage.store import Store
from tests.server.conftest import InProcess, Start
from tests.server.online.people import DAYS, Player, table
from tests.server.postgres import Postgres
from tests.server.test_serving import Served

TEXT = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
LINES = [line.strip() for block in BLOCKS for line in block.splitlines()]
ADDRESS = "postgresql://fieldstone@127.0.0.1/"


def shown(program: str) -> list[list[str]]:
    """Return what the text shows of a program, each as its words."""
    lines = [line.removeprefix("ExecStart=/opt/fieldstone/bin/") for line in LINES]
    words = [shlex.split(line) for line in lines if re.search(rf"(^|\s){program}\s", line)]
    return [one[one.index(program) :] for one in words]


def test_what_is_shown_exists() -> None:
    commands: Any = typer.main.get_command(app)
    found = [words for words in shown("fieldstone") if words[1] in ("serve", "backup")]
    assert len(found) >= 8
    for _, name, *rest in found:
        options = {name for one in commands.commands[name].params for name in (*one.opts, *one.secondary_opts)}
        assert {word for word in rest if word.startswith("--")} <= options


def back_up(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["backup", *arguments, "--language", "en"])
    return done.exit_code, done.output


def test_a_copy_while_games_are_played(start: Start, database: Path, tmp_path: Path) -> None:
    server, copy = start(online=True), tmp_path / "copy.sqlite"
    first, second = table(server, clock=DAYS)
    device = server.new("kaomi", options={"size": 3})
    first.done("move", move="c3")
    assert back_up(str(copy), "--database", str(database)) == (0, f"{database} is copied to {copy}.\n")
    second.hear_of("move")
    second.done("move", move="d3")  # which is not in the copy any more
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == [copy.name]
    restored = start(online=True, database=sqlite_address(copy))
    back = Player(restored, first.game, first.token)
    assert [event["kind"] for event in back.events.values()] == ["join", "move"]
    restored.client.cookies.update(server.client.cookies)
    assert restored.look(device) == device


def test_what_cannot_be_copied_is_told(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    status, said = back_up(str(copy), "--database", str(database))
    assert (status, "no database of games" in said) == (1, True)
    Store(sqlite_address(database)).close()
    status, said = back_up(str(copy), "--database", "postgresql://there/games")
    assert (status, "pg_dump" in said) == (1, True)
    status, said = back_up(str(tmp_path / "nowhere" / "copy.sqlite"), "--database", str(database))
    assert (status, "cannot be written" in said) == (1, True)
    database.with_name("damaged.sqlite").write_text("no database" * 1000)
    status, said = back_up(str(copy), "--database", str(database.with_name("damaged.sqlite")))
    assert (status, "file is not a database" in said) == (1, True)
    assert not [path for path in tmp_path.iterdir() if path.is_file()]
    assert back_up(str(copy), "--database", str(database))[0] == 0
    status, said = back_up(str(copy), "--database", str(database))
    assert (status, "is there already" in said) == (1, True)


# -- PostgreSQL -----------------------------------------------------------------------------------------------------


def run(server: Postgres, folder: Path, words: list[str]) -> None:
    """Run what is shown, of the server of the tests in the place of the one in the text."""
    program, *rest = words
    given = [re.sub(rf"{ADDRESS}(\w+)", lambda name: server.conninfo(name[1]), word) for word in rest]
    if program == "createdb":
        given += ["--host", str(server.folder), "--username", "postgres"]
    command = [str(server.programs / program), *given]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_postgres_is_saved_and_restored(
    start: Start, postgres_server: Postgres, postgres_address: str, tmp_path: Path
) -> None:
    [saving], [*_, making], [restoring] = shown("pg_dump"), shown("createdb"), shown("pg_restore")
    server: InProcess = start(online=True, database=postgres_address)
    first, _ = table(server, clock=DAYS)
    device = server.new("kaomi", options={"size": 3})
    first.done("move", move="c3")
    name = postgres_address.partition("@/")[2].partition("?")[0]
    run(postgres_server, tmp_path, [word.replace(f"{ADDRESS}fieldstone", f"{ADDRESS}{name}") for word in saving])
    for words in (making, restoring):
        run(postgres_server, tmp_path, words)
    again = start(online=True, database=postgres_server.address("fieldstone_restored"))
    assert [event["kind"] for event in Player(again, first.game, first.token).events.values()] == ["join", "move"]
    again.client.cookies.update(server.client.cookies)
    assert again.look(device) == device


def test_the_servers_that_are_shown_answer(postgres_address: str) -> None:
    found = [words for words in shown("fieldstone") if words[1] == "serve" and "postgres" in words[-1]]
    assert len(found) == 2
    running = []
    try:
        for _, _, *words in found:
            given = [postgres_address if word.startswith(ADDRESS) else word for word in words]
            given[given.index("--port") + 1] = "0"
            running.append(Served(*given))
        for one in running:
            assert httpx.get(f"{one.ready()}api/health", timeout=60).json() == {"status": "ok"}
        for one in running:
            assert one.interrupt()[0] == 0
    finally:
        for one in running:
            one.process.kill()


def test_without_its_library_postgres_is_not_served(postgres_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fieldstone.cli.commands.serving.find_spec", lambda name: None)
    done = CliRunner().invoke(app, ["serve", "--no-open", "--port", "0", "--database", postgres_address])
    assert (done.exit_code, ".[postgres]" in done.output) == (1, True)
