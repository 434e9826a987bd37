"""``fieldstone record``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import fieldstone
from fieldstone import Record, read_record, write_record
from fieldstone.messages import LANGUAGES, say
from fieldstone.records.limits import LARGEST
from fieldstone.records.record import Node, Result, Seat
from fieldstone.records.schema import FORMAT
from tests.cli.conftest import Run, run  # noqa: F401

SAVE = "kaomi(size=5,pie=true) moves c3,swap,c4 players human,computer level=7\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "save.txt").write_text(SAVE, encoding="utf-8")
    state = fieldstone.parse_position("vacu(size=3,setup=auction) moves komi 2,white,b2,button")
    nodes = [*Record.from_state(state).nodes, Node("c3", 3, "Better?\n\x1b[31mred"), Node("pass", 4)]
    nodes[2] = Node("b2", 2, "The middle.")
    seats = (Seat("Ana\x07", "human"), Seat("", "computer", seconds=2))
    record = Record(state.game, tuple(nodes[:5]), seats, started="2026-11-21", event="Cup", result=Result(1, "time"))
    write_record(tmp_path / "game.fieldstone.json", record)
    (tmp_path / "bad.fieldstone.json").write_bytes(
        (tmp_path / "game.fieldstone.json").read_bytes().replace(b'"button"', b'"b2"')
    )
    return tmp_path


def test_check(run: Run, folder: Path) -> None:  # noqa: F811
    output = run("record", "check", "save.txt", "game.fieldstone.json").stdout
    assert "save.txt: valid. Kaomi, 5×5; 3 moves; The game is not finished." in output
    assert "game.fieldstone.json: valid. Vacu, 3×3, komi set by the players; 4 moves; 1 more in variations; " in output
    assert "ran out of time." in output


@pytest.mark.parametrize("language", LANGUAGES)
def test_check_names_move_position_and_rule(run: Run, folder: Path, language: str) -> None:  # noqa: F811
    result = run("record", "check", "bad.fieldstone.json", "save.txt", "--language", language, status=2)
    for part in ("bad.fieldstone.json", "b2", "4", "vacu(size=3,komi=0,setup=auction) .../.B./... W komi=2", "V3"):
        assert part in result.stderr
    assert "save.txt" in result.stdout


def test_show(run: Run, folder: Path) -> None:  # noqa: F811
    output = run("record", "show", "game.fieldstone.json").stdout
    wanted = [
        "Player 1, Black, Ana",
        "computer (2 s per move)",
        "Cup, 2026-11-21",
        "1. komi 2",
        "The middle.",
        "4. takes the button",
        "4. c3",
        "Better?",
        "[31mred",
        "Ana) wins.",
    ]
    places = [output.index(one) for one in wanted]
    assert places == sorted(places)
    assert "\x1b" not in output
    assert "\x07" not in output


def test_convert(run: Run, folder: Path) -> None:  # noqa: F811
    run("record", "convert", "save.txt", "-o", "new.fieldstone.json")
    record = read_record(folder / "new.fieldstone.json")
    assert record.seats == (Seat(kind="human"), Seat(kind="computer", level=7))
    assert run("record", "convert", "new.fieldstone.json", "--to", "moves").stdout == SAVE.split(" players")[0] + "\n"
    printed = run("record", "convert", "save.txt", "--to", "position").stdout
    assert printed == record.state().to_text() + "\n"
    assert json.loads(run("record", "convert", "save.txt").stdout)["game"] == "kaomi"


def test_convert_keeps_what_is_there(run: Run, folder: Path) -> None:  # noqa: F811
    before = sorted((path, path.read_bytes()) for path in folder.iterdir())
    said = run("record", "convert", "save.txt", "-o", "game.fieldstone.json", status=2).stderr
    assert "--force" in said
    for arguments in (["bad.fieldstone.json", "-o", "x.txt"], ["save.txt", "-o", "x.what"], ["none", "-o", "x.txt"]):
        run("record", "convert", *arguments, status=2)
    assert "record, sgf, viewer" in run("record", "convert", "save.txt", "--to", "what", status=2).stderr
    assert sorted((path, path.read_bytes()) for path in folder.iterdir()) == before
    run("record", "convert", "save.txt", "-o", "game.fieldstone.json", "--force")
    assert read_record(folder / "game.fieldstone.json").game.name == "kaomi"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sound_record_that_does_not_fit_a_format_is_not_called_unreadable(
    run: Run,  # noqa: F811
    folder: Path,
    language: str,
) -> None:
    (folder / "iago.txt").write_text("iago moves e4", encoding="utf-8")
    said = run("record", "convert", "iago.txt", "--to", "viewer", "--language", language, status=2).stderr
    problem = say("sgf.no-viewer", language, game="iago")
    wanted = say("error.convert", language, file="iago.txt", format="viewer", problem=problem)
    assert said.endswith(f"fieldstone: {wanted}\n")  # after what is said of compiling


def test_sgf_in_utf_16_is_read(run: Run, folder: Path) -> None:  # noqa: F811
    (folder / "wide.sgf").write_bytes("(;FF[4]RU[kaomi]SZ[5]C[표시];B[cc])".encode("utf-16"))
    assert "표시" in run("record", "show", "wide.sgf").stdout
    assert run("record", "convert", "wide.sgf", "--to", "moves").stdout == "kaomi(size=5,pie=true) moves c3\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_folder_that_is_not_there_is_named(run: Run, folder: Path, language: str) -> None:  # noqa: F811
    said = run("record", "convert", "save.txt", "-o", "no/a.txt", "--language", language, status=2).stderr
    assert said == f"fieldstone: {say('error.no-folder', language, file='no/a.txt', folder='no')}\n"
    assert ".new" not in said


@pytest.mark.parametrize("command", [["record", "check"], ["show"]], ids=" ".join)
@pytest.mark.parametrize(
    ("content", "key", "details"),
    [
        (b"\xff\xfek\x00a\x00", "record.no-utf8", {"place": 0}),
        (b"kaomi moves \xff", "record.no-utf8", {"place": 12}),
        *((word, "record.no-record", {"format": FORMAT}) for word in (b"null", b" true\n", b"-1.5e3", b'"x"', b"[]")),
        (b'"' + b"x" * 3_000_000, "record.no-json", {"line": 1, "column": 1}),
        (b"[" + b" " * 5_000_000, "record.too-large", {"limit": LARGEST}),
    ],
    ids=["utf-16", "latin-1", "null", "true", "number", "text", "list", "open text", "too large"],
)
def test_files_of_other_kinds_are_refused_in_whole_sentences(
    run: Run,  # noqa: F811
    folder: Path,
    command: list[str],
    content: bytes,
    key: str,
    details: dict[str, Any],
) -> None:
    (folder / "wrong").write_bytes(content)
    for language in LANGUAGES:
        said = run(*command, "wrong", "--language", language, status=2).stderr
        wanted = say("error.file", language, file="wrong", problem=say(key, language, **details))
        assert said == f"fieldstone: {wanted}\n"


def test_other_commands_read_records(run: Run, folder: Path) -> None:  # noqa: F811
    assert "Move 2 of 4." in run("show", "game.fieldstone.json", "--ply", "2").stdout
    assert "illegal" in run("show", "bad.fieldstone.json", status=2).stderr
