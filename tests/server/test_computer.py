"""Games against the computer: it moves by itself, stops when it shall, and goes on after a restart."""

import asyncio
import threading
import time
from pathlib import Path

import pytest

from fieldstone.games.tuning import Level
from fieldstone.search import levels
from fieldstone.server.engine.computer import Computer
from fieldstone.server.engine.kernels import Kernels
from fieldstone.server.engine.pool import EnginePool
from fieldstone.server.lines import read_line
from fieldstone.server.sessions import transitions
from fieldstone.server.sessions.games import Games
from fieldstone.server.sessions.hub import Hub
from fieldstone.server.settings import sqlite_address
from fieldstone.server.storage.models import Seat, StoredGame
from fieldstone.server.storage.store import Store
from fieldstone.warm import RULES
from tests.server.conftest import HUMAN, PATIENCE, InProcess, Spawn, Start

SLOW = {"game": "vacu", "options": {"size": 9}, "seats": {"1": HUMAN, "2": {"kind": "computer", "level": "max"}}}


@pytest.fixture(autouse=True)
def quicker(monkeypatch: pytest.MonkeyPatch) -> None:
    """The highest level thinks long enough to be disturbed, and no longer."""
    monkeypatch.setattr(levels, "MAX", Level(None, seconds=1.5))


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """The highest level thinks longer than any test waits: only a stop ends it."""
    monkeypatch.setattr(levels, "MAX", Level(None, seconds=20 * PATIENCE))


def until_nothing_thinks(server: InProcess) -> None:
    """Wait until no thread of the pool works any more."""
    deadline = time.monotonic() + PATIENCE
    while server.app.state.services.pool.running:
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("vacu", {"size": 3, "setup": "auction"}), ("convacu", {"size": 3}), ("kaomi", {"size": 3}),
        ("squared", {"size": 3, "setup": "auction"}), ("iago", {}), ("iago-free", {}), ("vadus", {"size": 3}),
    ],
)  # fmt: skip
def test_a_whole_game_between_computers(server: InProcess, name: str, options: dict[str, object]) -> None:
    game = server.new(name, options=options, computer={1: 1, 2: 1})
    assert game["thinking"]
    assert not game["canUndo"]
    over = server.wait(game, lambda game: game["status"] == "over")
    assert not over["thinking"]
    assert len(over["moves"]) == over["plies"] > 0


def test_the_computer_answers(server: InProcess) -> None:
    game = server.new("vadus", options={"size": 3}, computer={2: 1})
    assert not game["thinking"]
    game = server.move(game, "c3")
    assert game["thinking"]
    game = server.wait(game, lambda game: not game["thinking"])
    assert [move["seat"] for move in game["moves"]] == [1, 2, 2]
    back = server.undo(game)
    assert (back["plies"], back["thinking"], back["canUndo"]) == (0, False, False)


def test_the_computer_begins(server: InProcess) -> None:
    game = server.wait(server.new("kaomi", options={"size": 3}, computer={1: 1}), lambda game: game["plies"] == 1)
    assert not game["canUndo"]
    assert server.undo(game, 409)["type"] == "urn:fieldstone:problem:no-undo"


def test_a_game_says_that_its_computer_is_being_prepared(server: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compiled once takes long enough to be explained; the rules are there, so all else goes on."""
    compiled = threading.Event()
    monkeypatch.setattr(Kernels, "is_ready", lambda _, name, parts=RULES: parts == RULES or compiled.is_set())
    game = server.new("kaomi", options={"size": 3}, computer={2: 1})
    assert not game["preparing"]
    game = server.move(game, "b2")
    assert (game["thinking"], game["preparing"]) == (True, True)
    assert server.look(game)["preparing"]
    compiled.set()
    game = server.wait(game, lambda game: game["plies"] == 2)
    assert (game["thinking"], game["preparing"]) == (False, False)


def test_nobody_moves_for_the_computer(server: InProcess) -> None:
    game = server.move(server.post("/api/games", SLOW, 201), "e5")
    assert server.move(game, "e4", 409)["type"] == "urn:fieldstone:problem:not-your-turn"
    server.post(f"/api/games/{game['id']}/resign", {"seat": 2}, 409)


@pytest.mark.usefixtures("endless")
def test_undo_while_it_thinks(server: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    game = server.move(server.post("/api/games", SLOW, 201), "e5")
    assert (game["thinking"], game["canUndo"]) == (True, True)
    back = server.undo(game)
    assert (back["plies"], back["thinking"]) == (0, False)
    until_nothing_thinks(server)
    assert server.look(game)["plies"] == 0
    monkeypatch.setattr(levels, "MAX", Level(None, seconds=0.2))
    game = server.move(back, "d5")
    game = server.wait(game, lambda game: game["plies"] == 2)
    assert [move["seat"] for move in game["moves"]] == [1, 2]


def test_undo_that_crosses_the_reply(server: InProcess) -> None:
    """The client has not seen the reply yet; it means its own move all the same."""
    asked = server.move(server.new("kaomi", options={"size": 5}, computer={2: 1}), "c3")
    server.wait(asked, lambda game: game["plies"] == 2)
    assert server.undo(asked)["plies"] == 0


@pytest.mark.usefixtures("endless")
def test_resigning_while_it_thinks(server: InProcess) -> None:
    game = server.move(server.post("/api/games", SLOW, 201), "e5")
    over = server.post(f"/api/games/{game['id']}/resign", {"seat": 1})
    assert (over["status"], over["thinking"], over["outcome"]["winnerSeat"]) == ("over", False, 2)
    until_nothing_thinks(server)
    assert server.look(game)["plies"] == 1


@pytest.mark.usefixtures("endless")
def test_deleting_while_it_thinks(server: InProcess) -> None:
    game = server.move(server.post("/api/games", SLOW, 201), "e5")
    assert server.client.delete(f"/api/games/{game['id']}").status_code == 204
    server.get(f"/api/games/{game['id']}", 404)
    until_nothing_thinks(server)


@pytest.mark.usefixtures("endless")
def test_a_restart_while_it_thinks(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    first = start()
    game = first.move(first.post("/api/games", SLOW, 201), "e5")
    first.stop()  # which does not wait for its move: that would take longer than the patience of stop()
    monkeypatch.setattr(levels, "MAX", Level(None, seconds=1.5))
    second = start()
    assert second.look(game)["thinking"]
    game = second.wait(game, lambda game: game["plies"] == 2)
    assert [move["seat"] for move in game["moves"]] == [1, 2]


def test_killed_in_the_middle_of_a_game(spawn: Spawn) -> None:
    """Everything that was answered is there after kill -9, and the computer goes on."""
    first = spawn()
    hotseat = first.new("kaomi", options={"size": 5})
    for move in ("c3", "swap", "b3"):
        hotseat = first.move(hotseat, move)
    game = first.move(first.post("/api/games", SLOW, 201), "e5")
    assert game["thinking"]
    first.kill()
    second = spawn()
    assert second.look(hotseat) == hotseat
    again = second.look(game)
    assert (again["plies"], again["thinking"]) == (1, True)
    back = second.undo(again)
    assert (back["plies"], back["thinking"]) == (0, False)
    assert len(second.get("/api/games")["games"]) == 2


@pytest.mark.usefixtures("endless")
def test_the_server_answers_while_computers_think(server: InProcess) -> None:
    """It does not wait for them: they still think when all answers have come."""
    games = [server.move(server.post("/api/games", SLOW, 201), "e5") for _ in range(4)]
    for _ in range(20):
        server.post("/api/positions/play", {"line": "kaomi(size=9)", "move": "e5"})
    assert all(server.look(game)["thinking"] for game in games)


def test_with_a_clock_it_does_not_think_for_long(server: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    """However much its level would like to: here 25 seconds, of the 30 that it has for the game.

    A thirtieth of them is its part for the move. On a busy machine it takes longer, but not half of the time.
    """
    monkeypatch.setattr(levels, "MAX", Level(None, seconds=25.0))
    game = server.post("/api/games", SLOW | {"clock": {"kind": "increment", "main": 30, "increment": 0}}, 201)
    assert game["clock"]["running"] is None
    game = server.move(game, "e5")
    assert game["clock"]["running"] == 2
    game = server.wait(game, lambda game: game["plies"] == 2)
    assert game["clock"]["running"] == 1
    assert 15.0 < game["clock"]["left"]["2"] < 30.0
    assert game["clock"]["left"]["1"] == 30.0


def test_the_flag_falls(server: InProcess) -> None:
    """By a timer: nobody asks, and those who watch hear of it."""
    game = server.new("vacu", clock={"kind": "increment", "main": 1, "increment": 0})
    game = server.move(server.move(game, "e5"), "e4")
    assert game["clock"]["running"] == 1
    deadline = time.monotonic() + PATIENCE
    while (listed := server.get("/api/games")["games"][0])["status"] != "over":  # a list makes no flag fall
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert listed["outcome"]["termination"] == "time"
    over = server.look(game)
    assert over["outcome"]["sentence"] == "White wins. Black ran out of time."
    assert over["clock"]["left"]["1"] == 0.0
    assert over["clock"]["running"] is None
    assert not over["canUndo"]
    assert server.undo(over, 409)["type"] == "urn:fieldstone:problem:no-undo"
    assert server.move(over, "e3", 409)["type"] == "urn:fieldstone:problem:over"


def test_time_without_a_server_does_not_count(start: Start) -> None:
    first = start()
    game = first.move(first.new(clock={"kind": "increment", "main": 600, "increment": 0}), "e5")
    first.stop()
    time.sleep(1.0)
    again = start().look(game)
    assert again["status"] == "playing"
    assert again["clock"]["left"]["2"] == 600.0  # not a second less


def test_watchers_hear_of_every_change(database: Path) -> None:
    """What comes last is never missed, and a deleted game ends it."""

    async def go() -> list[int]:
        store, hub, pool, kernels = Store(sqlite_address(database)), Hub(), EnginePool(), Kernels()
        games = Games(store, hub, Computer(pool, kernels), kernels)
        seats = {1: Seat("human"), 2: Seat("computer", level=1)}
        new = transitions.described(StoredGame("", "", seats, 0, 0), read_line("kaomi(size=3)"))
        game = await games.create(new)
        seen = []
        with hub.subscribe(game.id) as news:
            await games.play(game.id, "b2", 0)
            async for stored in news:
                seen.append(stored.plies)
                if stored.plies == 2:
                    await games.look(game.id)  # nothing has changed, so nothing is told
                    await games.remove(game.id)
        await games.close()
        await pool.close()
        store.close()
        return seen

    assert asyncio.run(go()) == [1, 2]


def test_the_pool_tells_a_job_to_stop() -> None:
    async def go() -> bool:
        pool, begun, told = EnginePool(), asyncio.Event(), asyncio.Event()
        loop = asyncio.get_running_loop()

        def job(stopped: object) -> None:
            assert callable(stopped)
            loop.call_soon_threadsafe(begun.set)
            while not stopped():
                time.sleep(0.01)
            loop.call_soon_threadsafe(told.set)

        task = asyncio.create_task(pool.run("somebody", job))
        await asyncio.wait_for(begun.wait(), PATIENCE)
        task.cancel()
        await asyncio.wait_for(told.wait(), PATIENCE)
        await pool.close()
        return True

    assert asyncio.run(go())
