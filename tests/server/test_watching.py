"""Whether a server is well, what it counts and for whom, and that neither that nor its log names anybody."""

import contextlib
import logging
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from fieldstone.server.metrics import BOUNDS, Histogram, Metrics
from tests.server.conftest import Start
from tests.server.online.people import Player, seek, table

TOKEN = "a secret of the organiser"
BY_TOKEN = {"Authorization": f"Bearer {TOKEN}"}
SAMPLE = re.compile(r'[a-z_]+(?:\{[a-z]+="[^"\n]*"\})? \d+(?:\.\d+)?')


def samples(server: Any) -> dict[str, float]:
    """Return what is counted, each line of which is one of the format."""
    answer = server.client.get("/api/metrics", headers=BY_TOKEN)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    lines = [line for line in answer.text.splitlines() if not line.startswith("# ")]
    assert all(SAMPLE.fullmatch(line) for line in lines), lines
    assert answer.text.endswith("\n")
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


@pytest.mark.parametrize("online", [False, True])
def test_a_server_is_well(start: Start, online: bool) -> None:
    server = start(online=online)
    assert server.get("/api/health") == {"status": "ok"}


def test_a_server_whose_clocks_stand_is_not_well(start: Start) -> None:
    server = start(online=True)
    games = server.app.state.services.online
    games._monotonic = lambda: games._beaten + 21
    assert server.get("/api/health", 503)["type"].endswith("unwell")


def test_a_server_whose_writer_has_died_is_not_well(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    server = start(online=True)
    monkeypatch.setattr(server.app.state.services.online._writer._thread, "is_alive", lambda: False)
    server.get("/api/health", 503)


def test_a_server_whose_database_is_silent_is_not_well(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    server = start()
    monkeypatch.setattr("fieldstone.server.http.watching.PATIENCE", 0.0)
    assert server.get("/api/health", 503)["type"].endswith("unwell")


def test_what_is_counted_is_for_who_has_the_token(start: Start) -> None:
    server = start(online=True, metrics=TOKEN)
    for headers in ({}, {"Authorization": "Bearer no"}, {"Authorization": TOKEN}, {"Authorization": "Bearer é"}):
        raw = {name: value.encode() for name, value in headers.items()}
        assert server.get("/api/metrics", 403, headers=raw)["type"].endswith("metrics-token")
    assert "process_cpu_seconds_total" in samples(server)
    without = start(online=True)
    without.get("/api/metrics", 404, headers=BY_TOKEN)


def test_what_is_counted_of_games(start: Start) -> None:
    server = start(online=True, metrics=TOKEN)
    first, second = table(server, public=True)
    first.done("move", move="c3")
    second.hear_of("move")
    first.refused("online-turn", "move", move="d3")
    counted = samples(server)
    assert counted['fieldstone_online_events_total{kind="move"}'] == 1
    assert counted['fieldstone_online_refused_total{problem="online-turn"}'] == 1
    assert counted["fieldstone_online_move_seconds_count"] == 1
    assert counted["fieldstone_online_commit_seconds_count"] >= 3
    assert counted["fieldstone_online_sockets"] == 2
    assert counted["fieldstone_online_public"] == 1
    assert counted["fieldstone_online_games"] == 1


def test_a_histogram_is_cumulative() -> None:
    histogram = Histogram()
    for seconds in (0.0005, BOUNDS[0], 0.3, 99.0):
        histogram.add(seconds)
    metrics = Metrics()
    metrics.moves = histogram
    lines = [line for line in metrics.text({}).splitlines() if line.startswith("fieldstone_online_move_seconds")]
    counts = [int(line.rpartition(" ")[2]) for line in lines if "bucket" in line]
    assert counts[0] == 2
    assert counts[-2:] == [3, 4]
    assert lines[-1] == "fieldstone_online_move_seconds_count 4"


def test_neither_metrics_nor_log_name_anybody(
    start: Start, database: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever goes wrong: a row that is damaged, a disk that is full, a defect."""
    server = start(online=True, metrics=TOKEN)
    first, second = table(server)
    game, token = seek(server)
    secrets = [first.token, second.token, token, first.game, game["id"], "127.0.0.1"]
    with caplog.at_level(logging.DEBUG, "fieldstone"):
        with monkeypatch.context() as broken:
            broken.setattr(server.app.state.services.online, "room", lambda game: 1 / 0)
            server.get(f"/api/online/games/{first.game}/events", 500)
        with sqlite3.connect(database) as connection:
            connection.execute("UPDATE online_games SET rules = '{}', deadline = 1 WHERE id = ?", (game["id"],))
            connection.execute("DROP TABLE online_events")
        assert first.do("move", move="c3")["type"] == "refused"
        with contextlib.suppress(ConnectionClosed):  # of a database that fails a player hears nothing
            Player(server, "nowhere", token)
    text = caplog.text + server.client.get("/api/metrics", headers=BY_TOKEN).text
    assert "was not kept" in text
    assert not [one for one in secrets if one in text]
