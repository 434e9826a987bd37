"""Games against the computer: whoever shows the game chooses its moves, the server checks and keeps them."""

import asyncio
import math
import time
from pathlib import Path
from typing import Any

import pytest

from fieldstone.server.engine.kernels import Kernels
from fieldstone.server.lines import read_line
from fieldstone.server.sessions import transitions
from fieldstone.server.sessions.games import Games
from fieldstone.server.sessions.hub import Hub
from fieldstone.server.settings import sqlite_address
from fieldstone.server.storage.models import Seat, StoredGame
from fieldstone.server.storage.store import Store
from tests.server.conftest import PATIENCE, InProcess, Running, Spawn, Start

AGAINST = {2: 5}


def problem(answer: object) -> str:
    """Return the name of a problem."""
    assert isinstance(answer, dict)
    return str(answer["type"]).rpartition(":")[2]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("vacu", {"size": 3, "setup": "auction"}), ("convacu", {"size": 3}), ("kaomi", {"size": 3}),
        ("squared", {"size": 3, "setup": "auction"}), ("iago", {}), ("iago-free", {}), ("vadus", {"size": 3}),
    ],
)  # fmt: skip
def test_a_whole_game_between_computers(server: InProcess, name: str, options: dict[str, object]) -> None:
    game = server.new(name, options=options, computer={1: 1, 2: 1})
    assert not game["canUndo"]
    while game["status"] == "playing":
        assert game["thinking"]
        game = server.reply(game)
    assert not game["thinking"]
    assert len(game["moves"]) == game["plies"] > 0


def test_the_computer_answers(server: InProcess) -> None:
    game = server.new("vadus", options={"size": 3}, computer={2: 1})
    assert not game["thinking"]
    game = server.move(game, "c3")
    assert game["thinking"]
    game = server.reply(server.reply(game))
    assert not game["thinking"]
    assert [move["seat"] for move in game["moves"]] == [1, 2, 2]
    back = server.undo(game)
    assert (back["plies"], back["thinking"], back["canUndo"]) == (0, False, False)


def test_the_computer_begins(server: InProcess) -> None:
    game = server.reply(server.new("kaomi", options={"size": 3}, computer={1: 1}))
    assert game["plies"] == 1
    assert not game["canUndo"]
    assert problem(server.undo(game, 409)) == "no-undo"


def test_nobody_moves_for_the_other(server: InProcess) -> None:
    """A person's move is none of the computer's, whatever was clicked meanwhile, nor is its move one of a person's."""
    game = server.new(computer=AGAINST)
    assert problem(server.reply(game, "e5", 409)) == "not-the-computers-turn"
    game = server.move(game, "e5")
    assert problem(server.move(game, "e4", 409)) == "not-your-turn"
    server.post(f"/api/games/{game['id']}/resign", {"seat": 2}, 409)
    assert server.look(game)["plies"] == 1


def test_its_moves_are_checked(server: InProcess) -> None:
    game = server.move(server.new(computer=AGAINST), "e5")
    refused = server.reply(game, "e5", 422)
    assert problem(refused) == "illegal-move"
    assert "e5" in refused["detail"]
    assert problem(server.reply(game | {"plies": 0}, "e4", 409)) == "stale"
    assert server.look(game) == game


def test_nothing_moves_by_itself(server: InProcess) -> None:
    """A game that nobody has open waits."""
    game = server.move(server.new(computer=AGAINST), "e5")
    time.sleep(0.5)
    assert (server.look(game)["plies"], server.look(game)["thinking"]) == (1, True)


def test_undo_while_it_thinks(server: InProcess) -> None:
    """What it was thinking about is gone: its move comes too late."""
    game = server.move(server.new(computer=AGAINST), "e5")
    assert (game["thinking"], game["canUndo"]) == (True, True)
    back = server.undo(game)
    assert (back["plies"], back["thinking"]) == (0, False)
    assert problem(server.reply(game, status=409)) == "stale"
    assert server.look(game)["plies"] == 0


def test_undo_that_crosses_the_reply(server: InProcess) -> None:
    """The client has not seen the reply yet; it means its own move all the same."""
    asked = server.move(server.new("kaomi", options={"size": 5}, computer={2: 1}), "c3")
    server.reply(asked)
    assert server.undo(asked)["plies"] == 0


def test_two_pages_that_think(server: InProcess) -> None:
    """The first move counts, and the second page hears that the game has gone on."""
    game = server.move(server.new(computer=AGAINST), "e5")
    assert server.reply(game, "e4")["plies"] == 2
    assert problem(server.reply(game, "e3", 409)) == "stale"
    assert [move["move"] for move in server.look(game)["moves"]] == ["e5", "e4"]


def test_resigning_while_it_thinks(server: InProcess) -> None:
    game = server.move(server.new(computer=AGAINST), "e5")
    over = server.post(f"/api/games/{game['id']}/resign", {"seat": 1})
    assert (over["status"], over["thinking"], over["outcome"]["winnerSeat"]) == ("over", False, 2)
    assert problem(server.reply(game, status=409)) == "over"


def test_deleting_while_it_thinks(server: InProcess) -> None:
    game = server.move(server.new(computer=AGAINST), "e5")
    assert server.client.delete(f"/api/games/{game['id']}").status_code == 204
    assert problem(server.reply(game, status=404)) == "no-game"


def finish(server: Running, game: Any, status: int = 200) -> Any:
    return server.post(f"/api/games/{game['id']}/finish", {"ply": game["plies"]}, status)


def resume(server: Running, game: Any) -> Any:
    return server.post(f"/api/games/{game['id']}/resume", {})


@pytest.mark.parametrize("computer", [{2: 1}, {}])
def test_a_game_that_the_computer_finishes(server: InProcess, computer: dict[int, int]) -> None:
    """It moves for persons too, but only where they have asked for it; and the record says which moves it has made."""
    game = server.move(server.new("kaomi", options={"size": 3, "pie": False}, computer=computer), "b2")
    game = server.reply(game, "a1") if computer else server.move(game, "a1")
    assert problem(server.reply(game, "c1", 409)) == "not-the-computers-turn"
    game = finish(server, game)
    assert (game["thinking"], game["handed"]) == (True, [{"after": 2, "until": None}])
    assert problem(server.move(game, "c1", 409)) == "not-your-turn"
    while game["status"] == "playing":
        assert game["thinking"]
        game = server.reply(game)
    assert not game["thinking"]
    assert resume(server, game) == game
    assert problem(finish(server, game, 409)) == "over"
    moves = server.get(f"/api/games/{game['id']}/record")["moves"]
    assert [move.get("by") for move in moves] == [None, None] + ["computer"] * (game["plies"] - 2)
    back = server.undo(game)
    assert (back["plies"], back["thinking"], back["handed"]) == (2, False, [])
    assert "by" not in str(server.get(f"/api/games/{game['id']}/record")["moves"])


def test_a_finish_that_is_stopped(start: Start) -> None:
    """What the computer has made by then stays its own, in the undo and after a restart too."""
    first = start()
    game = first.move(first.new("kaomi", options={"size": 5}, computer={2: 1}), "c3")
    assert problem(finish(first, game | {"plies": 0}, 409)) == "stale"
    stopped = resume(first, finish(first, game))
    assert (stopped["handed"], stopped["thinking"]) == ([], True)
    game = first.reply(first.reply(finish(first, game), "a1"), "b2")
    first.stop()
    second = start()
    assert finish(second, game) == second.look(game)
    game = resume(second, game)
    assert (game["handed"], game["thinking"]) == ([{"after": 1, "until": 3}], True)
    game = second.move(second.reply(game, "d4"), "e5")
    assert second.undo(game)["plies"] == 4
    assert (back := second.undo(second.look(game)))["plies"] == 1
    assert (back["handed"], back["thinking"]) == ([], True)


def test_a_restart_while_it_thinks(start: Start) -> None:
    first = start()
    game = first.move(first.new(computer=AGAINST), "e5")
    first.stop()
    second = start()
    assert second.look(game)["thinking"]
    assert [move["seat"] for move in second.reply(game)["moves"]] == [1, 2]


def test_killed_in_the_middle_of_a_game(spawn: Spawn) -> None:
    """Everything that was answered is there after kill -9, and the computer may go on."""
    first = spawn()
    hotseat = first.new("kaomi", options={"size": 5})
    for move in ("c3", "swap", "b3"):
        hotseat = first.move(hotseat, move)
    game = first.move(first.new(computer=AGAINST), "e5")
    assert game["thinking"]
    first.kill()
    second = spawn()
    assert second.look(hotseat) == hotseat
    again = second.look(game)
    assert (again["plies"], again["thinking"]) == (1, True)
    answered = second.reply(again)
    assert answered["plies"] == 2
    assert second.undo(answered)["plies"] == 0
    assert len(second.get("/api/games")["games"]) == 2


def test_its_clock_runs(server: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the person's move to its own, and it loses exactly that: here the test moves the clocks."""
    games = server.app.state.services.games
    moment = math.ceil(games.now())  # whole, so that sums are exact
    passed = 0.0
    monkeypatch.setattr(games, "now", lambda: moment + passed)
    game = server.new(computer={2: "max"}, clock={"kind": "increment", "main": 30, "increment": 0})
    assert game["clock"]["running"] is None
    passed = 3.0
    game = server.move(game, "e5")
    assert (game["clock"]["running"], game["clock"]["left"]) == (2, {"1": 30.0, "2": 30.0})
    passed = 7.5
    game = server.reply(game)
    assert (game["clock"]["running"], game["clock"]["left"]) == (1, {"1": 30.0, "2": 25.5})
    passed = 9.25
    game = server.move(game, "e3")
    assert (game["clock"]["running"], game["clock"]["left"]) == (2, {"1": 28.25, "2": 25.5})


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
        store, hub, kernels = Store(sqlite_address(database)), Hub(), Kernels()
        games = Games(store, hub, kernels)
        seats = {1: Seat("human"), 2: Seat("computer", level=1)}
        new = transitions.described(StoredGame("", "", seats, 0, 0), read_line("kaomi(size=3)"))
        game = await games.create(new)
        seen = []
        with hub.subscribe(game.id) as news:
            await games.play(game.id, "b2", 0)
            async for stored in news:
                seen.append(stored.plies)
                if stored.plies == 1:
                    await games.play(game.id, "a1", 1, by_computer=True)
                else:
                    await games.look(game.id)  # nothing has changed, so nothing is told
                    await games.remove(game.id)
        await games.close()
        store.close()
        return seen

    assert asyncio.run(go()) == [1, 2]
