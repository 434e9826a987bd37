"""Whole matches: workers, resuming, a test that stops, processes that die."""

import json
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from fieldstone.arena.match import Match, schedule
from fieldstone.arena.report import Report, Standings, final_report
from fieldstone.arena.results import key_of
from fieldstone.arena.running import run_match
from fieldstone.arena.sprt import Sprt
from fieldstone.jobs import local
from fieldstone.jobs.local import LocalWorkers
from fieldstone.jobs.work import WorkerError
from tests.arena.conftest import FAULTY

THREE = Match("kaomi(size=3,pie=true)", ("plain,simulations=8", "search,simulations=4", "random"))
TWO = Match("kaomi(size=3,pie=true)", ("plain,simulations=30", "random"))


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def untimed(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "players": [{**player, "seconds_per_move": 0} for player in data["players"]]}


def test_the_number_of_workers_changes_nothing(tmp_path: Path) -> None:
    found = []
    for workers in (1, 2):
        path = tmp_path / f"{workers}.jsonl"
        report = run_match(THREE, 3, path, LocalWorkers(workers))
        games = sorted(lines(path), key=key_of)
        assert len(games) == report.games == report.finished == 18
        found.append(([{**game, "seconds": None} for game in games], untimed(report.to_data())))
    assert found[0] == found[1]


def test_a_match_goes_on_without_repeating_a_game(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    stop = threading.Event()
    finished = 0

    def watch(standings: Standings, game: dict[str, Any] | None) -> None:
        nonlocal finished
        finished = standings.finished
        if finished >= 5:
            stop.set()

    first = run_match(TWO, 10, path, LocalWorkers(2), stop=stop, watch=watch)
    before = lines(path)
    assert 5 <= first.finished == len(before) < 20
    seen: list[int] = []
    second = run_match(TWO, 10, path, LocalWorkers(2), opened=lambda file: seen.append(len(file.games)))
    assert seen == [len(before)]
    after = lines(path)
    assert after[: len(before)] == before
    assert {key_of(game) for game in after} == {task.key for task in schedule(TWO, 10)}
    assert len(after) == second.finished == 20
    longer = run_match(TWO, 11, path)
    assert longer.finished == len(lines(path)) == 22
    assert run_match(TWO, 4, path).finished == 8  # the others are there, but not asked for


def test_a_sequential_test_ends_the_match(tmp_path: Path) -> None:
    sprt = Sprt(0, 100)
    reports: list[Report] = []
    for workers in (1, 2):
        path = tmp_path / f"{workers}.jsonl"
        reports.append(run_match(TWO, 500, path, LocalWorkers(workers), sprt))
        assert reports[-1].finished == len(lines(path))
    one, two = reports
    assert one.test is not None
    assert one.test.accepted == "elo1"
    assert one.counted == two.counted == 2 * one.test.pairs < 200
    assert one.games == 1000
    assert untimed({**one.to_data(), "finished": 0}) == untimed({**two.to_data(), "finished": 0})
    again = run_match(TWO, 500, tmp_path / "1.jsonl", sprt=sprt)  # decided: nothing is played
    assert again == one


def result(pair: int, seats: tuple[int, int], winner: int | None, **more: Any) -> dict[str, Any]:
    known = {"seconds": [1.0, 2.0], "own_moves": [2, 2], "simulations": [10, None]}
    return {"pair": pair, "seats": list(seats), "winner": winner, **known, **more}


def test_the_sums() -> None:
    games = [
        result(0, (0, 1), 0),
        result(0, (1, 0), 0, problem="crash"),
        result(1, (0, 1), None),
        result(1, (1, 0), 1),
        result(2, (0, 1), 0),
        result(9, (0, 1), 0),  # more pairs than are asked for
    ]
    report = final_report(TWO, 5, games, None)
    (couple,) = report.couples
    assert (couple.wins, couple.draws, couple.losses) == (3, 1, 1)
    assert couple.pairs == (0, 1, 0, 0, 1)
    assert couple.score == pytest.approx(0.7)
    assert report.first_seat_score == pytest.approx((1 + 0 + 0.5 + 1 + 1) / 5)
    assert (report.games, report.finished) == (10, 5)
    one, two = report.players
    assert (one.wins, one.draws, one.losses) == (3, 1, 1)
    assert one.score == pytest.approx(0.7)
    assert (two.wins, two.draws, two.losses, two.forfeits) == (1, 1, 3, 1)
    assert one.seconds_per_move == pytest.approx((3 * 1 + 2 * 2) / 10)
    assert one.simulations_per_move == pytest.approx(3.0)
    assert json.dumps(report.to_data(), allow_nan=False)


def test_a_match_without_games() -> None:
    report = final_report(THREE, 1, [], Sprt(0, 10))
    assert report.finished == 0
    assert report.players[0].score is None
    assert report.players[0].elo is None
    assert json.dumps(report.to_data(), allow_nan=False)


def test_a_test_waits_for_the_pair_that_is_missing() -> None:
    standings = Standings(TWO, 100, sprt=Sprt(0, 50))
    for pair in range(1, 60):
        standings.add(result(pair, (0, 1), 0))
        standings.add(result(pair, (1, 0), 0))
    assert standings.accepted is None
    standings.add(result(0, (0, 1), 0))
    assert standings.accepted is None
    standings.add(result(0, (1, 0), 0))
    assert standings.accepted == "elo1"


def test_a_player_that_crashes_loses_and_the_match_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = FAULTY.format(fault="raise OSError('no more')")
    monkeypatch.setattr(local, "COMMAND", [sys.executable, "-c", code])
    report = run_match(TWO, 3, tmp_path / "games.jsonl", LocalWorkers(2))
    assert (report.players[0].wins, report.players[1].forfeits) == (6, 6)
    assert {game["problem"] for game in lines(tmp_path / "games.jsonl")} == {"OSError: no more"}


def test_a_process_that_dies_ends_the_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = FAULTY.format(fault="import os, sys; sys.stderr.write('out of memory'); sys.stderr.flush(); os._exit(9)")
    monkeypatch.setattr(local, "COMMAND", [sys.executable, "-c", code])
    with pytest.raises(WorkerError, match=r"exit status 9.*out of memory"):
        run_match(TWO, 3, tmp_path / "games.jsonl", LocalWorkers(2))
    assert lines(tmp_path / "games.jsonl") == []


def test_a_process_that_dies_once_is_forgiven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = tmp_path / "died"
    fault = f"import os, pathlib; mark = pathlib.Path({str(mark)!r}); mark.exists() or (mark.touch(), os._exit(9))"
    code = FAULTY.format(fault=f"{fault}; return state.legal_moves()[0]")
    monkeypatch.setattr(local, "COMMAND", [sys.executable, "-c", code])
    report = run_match(TWO, 2, tmp_path / "games.jsonl")
    assert report.finished == 4
    assert report.players[1].forfeits == 0


def test_a_disk_that_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(number: int, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("fieldstone.arena.results.os.write", full)
    with pytest.raises(OSError, match="No space left"):
        run_match(TWO, 3, tmp_path / "games.jsonl", LocalWorkers(2))
