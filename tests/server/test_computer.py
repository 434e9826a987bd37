"""Games against the computer: it moves by itself, stops when it shall, and goes on after a restart."""

import asyncio
import threading
import time
from pathlib import Path

import pytest

from fieldstone.search import levels
from fieldstone.search.tuning import Level
from fieldstone.server import changes
from fieldstone.server.engine import EnginePool
from fieldstone.server.hub import Hub
from fieldstone.server.kernels import Kernels
from fieldstone.server.lines import read_line
from fieldstone.server.playing import Games
from fieldstone.server.settings import sqlite_address
from fieldstone.server.storage.models import Kept, Sitting
from fieldstone.server.storage.store import Store
from fieldstone.server.thinking import Computer
from fieldstone.warm import RULES
from tests.server.conftest import HUMAN, InProcess, Spawn, Start

SLOW = {"game": "vacu", "options": {"size": 9}, "seats": {"1": HUMAN, "2": {"kind": "computer", "level": "max"}}}


@pytest.fixture(autouse=True)
def quicker(monkeypatch: pytest.MonkeyPatch) -> None:
    """The highest level thinks long enough to be disturbed, and no longer."""
    monkeypatch.setattr(levels, "MAX", Level(None, seconds=1.5))


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


def test_undo_while_it_thinks(server: InProcess) -> None:
    game = server.move(server.post("/api/games", SLOW, 201), "e5")
    assert (game["thinking"], game["canUndo"]) == (True, True)
    back = server.undo(game)
    assert (back["plies"], back["thinking"]) == (0, False)
    time.sleep(2.0)  # longer than it thinks
    assert server.look(game)["plies"] == 0
    game = server.move(back, "d5")
    game = server.wait(game, lambda game: game["plies"] == 2)
    assert [move["seat"] for move in game["moves"]] == [1, 2]


def test_undo_that_crosses_the_reply(server: InProcess) -> None:
    """The client has not seen the reply yet; it means its own move all the same."""
    asked = server.move(server.new("kaomi", options={"size": 5}, computer={2: 1}), "c3")
    server.wait(asked, lambda game: game["plies"] == 2)
    assert server.undo(asked)["plies"] == 0


def test_resigning_while_it_thinks(server: InProcess) -> None:
    game = server.move(server.post("/api/games", SLOW, 201), "e5")
    over = server.post(f"/api/games/{game['id']}/resign", {"seat": 1})
    assert (over["status"], over["thinking"], over["outcome"]["winnerSeat"]) == ("over", False, 2)
    time.sleep(2.0)
    assert server.look(game)["plies"] == 1


def test_deleting_while_it_thinks(server: InProcess) -> None:
    game = server.move(server.post("/api/games", SLOW, 201), "e5")
    assert server.client.delete(f"/api/games/{game['id']}").status_code == 204
    server.get(f"/api/games/{game['id']}", 404)


def test_a_restart_while_it_thinks(start: Start) -> None:
    first = start()
    game = first.move(first.post("/api/games", SLOW, 201), "e5")
    begin = time.monotonic()
    first.stop()
    assert time.monotonic() - begin < 1.5
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


def test_the_server_answers_while_computers_think(server: InProcess) -> None:
    for _ in range(4):
        server.move(server.post("/api/games", SLOW, 201), "e5")
    took = []
    for _ in range(20):
        begin = time.monotonic()
        server.post("/api/positions/play", {"line": "kaomi(size=9)", "move": "e5"})
        took.append(time.monotonic() - begin)
    assert sorted(took)[10] < 0.5


def test_with_a_clock_it_does_not_think_for_long(server: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    """However much its level would like to: here 5 seconds, of the 6 that it has for the game."""
    monkeypatch.setattr(levels, "MAX", Level(None, seconds=5.0))
    game = server.post("/api/games", SLOW | {"clock": {"kind": "increment", "main": 6, "increment": 0}}, 201)
    assert game["clock"]["running"] is None
    game = server.move(game, "e5")
    assert game["clock"]["running"] == 2
    begin = time.monotonic()
    game = server.wait(game, lambda game: game["plies"] == 2)
    assert time.monotonic() - begin < 3.0
    assert game["clock"]["running"] == 1
    assert 3.0 < game["clock"]["left"]["2"] < 6.0
    assert game["clock"]["left"]["1"] == 6.0


def test_the_flag_falls(server: InProcess) -> None:
    """By a timer: nobody asks, and those who watch hear of it."""
    game = server.new("vacu", clock={"kind": "increment", "main": 1, "increment": 0})
    game = server.move(server.move(game, "e5"), "e4")
    assert game["clock"]["running"] == 1
    time.sleep(1.5)
    listed = server.get("/api/games")["games"][0]
    assert (listed["status"], listed["outcome"]["termination"]) == ("over", "time")
    over = server.look(game)
    assert over["outcome"]["sentence"] == "White wins. Black ran out of time."
    assert over["clock"]["left"]["1"] == 0.0
    assert over["clock"]["running"] is None
    assert not over["canUndo"]
    assert server.undo(over, 409)["type"] == "urn:fieldstone:problem:no-undo"
    assert server.move(over, "e3", 409)["type"] == "urn:fieldstone:problem:over"


def test_time_without_a_server_does_not_count(start: Start) -> None:
    first = start()
    game = first.move(first.new(clock={"kind": "increment", "main": 2, "increment": 0}), "e5")
    first.stop()
    time.sleep(2.5)
    again = start().look(game)
    assert again["status"] == "playing"
    assert again["clock"]["left"]["2"] == 2.0


def test_watchers_hear_of_every_change(database: Path) -> None:
    """What comes last is never missed, and a deleted game ends it."""

    async def go() -> list[int]:
        store, hub, pool, kernels = Store(sqlite_address(database)), Hub(), EnginePool(), Kernels()
        games = Games(store, hub, Computer(pool, kernels), kernels)
        seats = {1: Sitting("human"), 2: Sitting("computer", level=1)}
        new = changes.described(Kept("", "", seats, 0, 0), read_line("kaomi(size=3)"))
        game = await games.create(new)
        seen = []
        with hub.subscribe(game.id) as news:
            await games.play(game.id, "b2", 0)
            async for kept in news:
                seen.append(kept.plies)
                if kept.plies == 2:
                    await games.look(game.id)  # nothing has changed, so nothing is told
                    await games.remove(game.id)
        await games.close()
        await pool.close()
        store.close()
        return seen

    assert asyncio.run(go()) == [1, 2]


def test_the_pool_tells_a_job_to_stop() -> None:
    async def go() -> bool:
        pool, told = EnginePool(), asyncio.Event()
        loop = asyncio.get_running_loop()

        def job(stopped: object) -> None:
            assert callable(stopped)
            while not stopped():
                time.sleep(0.01)
            loop.call_soon_threadsafe(told.set)

        task = asyncio.create_task(pool.run("somebody", job))
        await asyncio.sleep(0.1)
        task.cancel()
        await asyncio.wait_for(told.wait(), 5)
        await pool.close()
        return True

    assert asyncio.run(go())
