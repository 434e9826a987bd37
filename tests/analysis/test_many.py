"""Reviews of many games: those of one game each, in their files too, whoever makes them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import fieldstone
from fieldstone import Limit, parse_position
from fieldstone.analysis.errors import AnalysisError
from fieldstone.analysis.many import ToReview, review_many
from fieldstone.cli.commands.review import kept_beside
from fieldstone.jobs import local
from fieldstone.jobs.local import LocalWorkers
from tests.cli.conftest import COMMAND, ENVIRONMENT, Run, complaint_of, run

__all__ = ["run"]
GAMES = {
    "one.txt": "kaomi(size=4) moves b2,swap,c2,a1,d4,d3,b3,a3",
    "other.txt": "kaomi(size=4) moves b2,c2,a1,d4",
    "iago.txt": "iago moves c3,c4",
}
LIMIT = Limit(simulations=100)
QUICK = ("--simulations", "100")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in GAMES.items():
        (tmp_path / name).write_text(f"{text}\n", encoding="utf-8")
    return tmp_path


def games_of(folder: Path) -> list[ToReview]:
    return [ToReview(parse_position(text), folder / f"{name}.kept") for name, text in GAMES.items()]


def never() -> bool:
    return False


def test_each_is_the_review_of_one_game(folder: Path) -> None:
    found = dict(filter(None, review_many(games_of(folder), LIMIT, LocalWorkers(2), never)))
    for number, (name, text) in enumerate(GAMES.items()):
        path = folder / "alone"
        assert found[number] == fieldstone.review(parse_position(text), LIMIT, path=path)
        assert (folder / f"{name}.kept").read_bytes() == path.read_bytes()
        path.unlink()


def test_what_was_begun_is_gone_on_with(folder: Path) -> None:
    games = games_of(folder)
    first = dict(filter(None, review_many(games, LIMIT, LocalWorkers(1), never)))
    path = games[0].path
    assert path is not None
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:4]) + lines[4][:9])  # in the middle of a line
    assert dict(filter(None, review_many(games, LIMIT, LocalWorkers(2), never))) == first
    assert path.read_bytes() == whole
    path.write_bytes(lines[0])
    assert dict(filter(None, review_many(games[:1], LIMIT, LocalWorkers(1), never, again=True))) == {0: first[0]}
    assert path.read_bytes() == whole


def test_files_are_looked_at_before_any_search(folder: Path) -> None:
    games = games_of(folder)
    strange = games[2].path
    assert strange is not None
    strange.write_text("dear diary\n", encoding="utf-8")
    with pytest.raises(AnalysisError, match="not a review of a game"):
        next(review_many(games, LIMIT, LocalWorkers(1), never))
    with pytest.raises(AnalysisError, match="no move has been played"):
        next(review_many([ToReview(parse_position("kaomi"), None)], LIMIT, LocalWorkers(1), never))


def test_the_command(folder: Path, run: Run) -> None:
    said = run("review", *GAMES, *QUICK, "--processes", "2").stdout
    places = [said.index(name) for name in GAMES]
    assert places == sorted(places)
    assert said.count("win rate") >= 3
    again = run("review", *GAMES, *QUICK, "--json").stdout
    told = [json.loads(line) for line in again.splitlines()]
    assert [one.pop("file") for one in told] == list(GAMES)
    assert told[1] == json.loads(run("review", "other.txt", *QUICK, "--json").stdout)
    for name in GAMES:
        path = kept_beside(name)
        assert path is not None
        assert path.exists()


def test_what_is_refused(folder: Path, run: Run) -> None:
    result = run("review", "one.txt", "other.txt", "--out", "x", status=2)
    assert "--out is for the review of one game" in complaint_of(result)
    (folder / "begun.txt").write_text("kaomi\n", encoding="utf-8")
    assert "no move has been played" in complaint_of(run("review", "one.txt", "begun.txt", status=2))
    assert "an address is auto" in complaint_of(run("review", "one.txt", "--ray", "far", status=2))
    assert not list(folder.glob("*.jsonl"))


def test_a_process_that_dies(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "COMMAND", [sys.executable, "-c", "import os; os._exit(9)"])
    result = run("review", "one.txt", "other.txt", *QUICK, status=1)
    assert "a worker process died twice in the same game (exit status 9); the finished" in complaint_of(result)


def test_ctrl_c_keeps_what_is_finished(folder: Path) -> None:
    """The second game takes longer than anybody waits; the first one is finished, and shown."""
    (folder / "over.txt").write_text("kaomi(size=2) moves a1,b2,a2\n", encoding="utf-8")
    command = [*COMMAND, "review", "over.txt", "one.txt", "--seconds", "600", "--processes", "2"]
    process = subprocess.Popen(
        command, cwd=folder, env=os.environ | ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 60
    kept = folder / "over.txt.review.jsonl"
    try:
        while not kept.exists() or kept.read_text(encoding="utf-8").count("\n") < 2:
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
        time.sleep(0.5)
        process.send_signal(2)
        said, complaints = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == 130
    assert complaints == ""
    assert "over.txt" in said
    assert "Stopped: 1 of 2 games are reviewed. Run the same command again" in said
