"""The WebSocket: games that are watched; what is wrong with messages; limits; leaving."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fastapi import WebSocket
from pydantic import TypeAdapter
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from fieldstone.messages import LANGUAGES
from fieldstone.server.live.outbox import MANY, Outbox
from fieldstone.server.live.replies import FromServer
from fieldstone.server.live.sockets import SocketLimits, Sockets
from fieldstone.server.live.websocket import Connection
from fieldstone.server.storage.models import StoredGame
from fieldstone.server.views.game import game_of
from tests.server.conftest import InProcess

PATIENCE = 30.0
FROM_SERVER: TypeAdapter[Any] = TypeAdapter(FromServer)


class Viewer:
    """A client with a socket."""

    def __init__(self, server: InProcess, query: str = "") -> None:
        port = server.client.base_url.port
        self._open = contextlib.ExitStack()
        address = f"ws://127.0.0.1:{port}/api/live{query}"
        self.socket: ClientConnection = self._open.enter_context(connect(address, compression=None))

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self) -> Any:
        """Return the next message, which is one of those that are described."""
        message = json.loads(self.socket.recv(PATIENCE))
        # An id comes back as it was, were it half of a surrogate pair.
        text = json.dumps(message, ensure_ascii=False).encode("utf-8", "replace")
        FROM_SERVER.validate_json(text)
        return message

    def until(self, condition: Callable[[Any], bool]) -> list[Any]:
        """Return all messages up to the first that meets a condition."""
        heard = [self.hear()]
        while not condition(heard[-1]):
            heard.append(self.hear())
        return heard

    def until_type(self, kind: str) -> list[Any]:
        return self.until(lambda message: message["type"] == kind)

    def problem(self, status: int, *names: str) -> Any:
        """Return the next message, which says what is wrong; its name is one of these."""
        message = self.hear()
        assert message["type"] == "error", message
        problem = message["problem"]
        assert problem.keys() == {"type", "title", "status", "detail"}
        assert problem["status"] == status, problem
        assert problem["type"].rpartition(":")[2] in names, problem
        return message

    def leave(self) -> None:
        self._open.close()


@pytest.fixture
def viewers(server: InProcess) -> Iterator[Callable[..., Viewer]]:
    """Connect to the server."""
    connected: list[Viewer] = []

    def join(query: str = "") -> Viewer:
        connected.append(Viewer(server, query))
        return connected[-1]

    yield join
    for one in connected:
        one.leave()


@pytest.fixture
def viewer(viewers: Callable[..., Viewer]) -> Viewer:
    return viewers()


def listens(viewer: Viewer) -> None:
    """Ask for a game that is not there, and be told so."""
    viewer.say(**GOOD["watch"])
    assert viewer.problem(404, "no-game")["id"] == GOOD["watch"]["game"]


def wait(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


# Games -------------------------------------------------------------------------------------------------------------


def test_a_move_is_presented_once(
    server: InProcess, viewers: Callable[..., Viewer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """For who has made it and for all who watch, in each language."""
    presented: list[tuple[int, str]] = []

    def counted(stored: StoredGame, language: str, now: float) -> Any:
        presented.append((stored.plies, language))
        return game_of(stored, language, now)

    monkeypatch.setattr("fieldstone.server.services.game_of", counted)
    game = server.new("kaomi", options={"size": 3}, clock={"kind": "increment", "main": 100, "increment": 0})
    watching = [viewers(query) for query in ("", "", "?lang=ko")]
    for viewer in watching:
        viewer.say(type="watch", game=game["id"])
        assert viewer.hear()["game"]["plies"] == 0
    for ply, move in enumerate(["b2", "a1", "c1"]):
        game = server.move(game, move)
        told = [viewer.hear()["game"] for viewer in watching]
        assert {one["plies"] for one in told} == {ply + 1}
        assert told[0]["view"] == game["view"]
        assert told[0]["clock"]["now"] > game["clock"]["since"]
    time.sleep(0.2)
    later = server.look(game)
    assert later["clock"]["now"] > game["clock"]["now"] + 0.1
    assert sorted(presented) == [(ply, language) for ply in range(4) for language in ("en", "ko")]


# What is wrong -----------------------------------------------------------------------------------------------------

GOOD: dict[str, dict[str, Any]] = {
    "watch": {"type": "watch", "game": "x"},
    "unwatch": {"type": "unwatch", "game": "x"},
}
NOT_JSON = ["", "x", "{", '{"type":', "nul", "{'type': 'watch'}", "[" * 60_000, '{"type": "watch", "game": "\\u12"}']
VALUES: list[Any] = [None, [], {}, "", "x" * 30_000, -1, 1e400, float("nan")]
# What other versions of the page say: nothing is thought about here any more.
GONE = [
    {"type": "analyse", "id": "x", "line": "vacu", "seconds": 1, "moves": 1},
    {"type": "review", "id": "x", "line": "vacu moves c3", "seconds": 1, "by": "chance"},
    {"type": "stop", "id": "x"},
]
INVALID: list[Any] = [
    {}, [], None, 7, "watch", True, {"type": None}, {"type": "WATCH", "game": "x"}, {"type": "begin"},
    {"type": ["watch"]}, {"type": "\ud800"}, {"type": "watch", "game": "\ud800"},
    {"type": "watch", "game": "x", "\ud800": 1}, {"type": "watch", "game": "x" * 65},
    *({**good, key: value} for good in GOOD.values() for key in good if key != "type" for value in VALUES),
    *({key: value for key, value in good.items() if key != gone} for good in GOOD.values() for gone in good),
    *({**good, "more": 1} for good in GOOD.values()), *GONE,
]  # fmt: skip


def test_what_is_no_json(viewer: Viewer) -> None:
    for text in NOT_JSON:
        viewer.socket.send(text)
        assert viewer.problem(422, "no-json")["id"] is None
    viewer.socket.send(b'{"type": "watch", "game": "x"}')
    viewer.problem(422, "no-text")
    viewer.socket.send("x" * (SocketLimits().message + 1))
    viewer.problem(413, "message")
    listens(viewer)


def test_every_wrong_message_gets_an_answer(viewer: Viewer, server: InProcess) -> None:
    server.app.state.sockets.limits = SocketLimits(burst=10_000)
    other = Viewer(server)
    for message in INVALID:
        other.socket.send(json.dumps(message))
        error = other.problem(422, "invalid", "missing")
        name = message.get("id") if isinstance(message, dict) else None
        assert error["id"] == (name[:64] if isinstance(name, str) else None)
    listens(other)
    other.leave()


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_in_the_language_asked_for(viewers: Callable[..., Viewer], language: str) -> None:
    viewer = viewers(f"?lang={language}")
    viewer.socket.send(b"x")
    detail = viewer.problem(422, "no-text")["problem"]["detail"]
    assert (
        detail
        == {
            "en": "Messages are text, not binary.",
            "ko": "메시지는 이진 데이터가 아니라 텍스트여야 합니다.",
            "ja": "メッセージはバイナリではなくテキストで送ってください。",
        }[language]
    )


def test_a_failure_is_told_and_ends_nothing(
    viewer: Viewer, server: InProcess, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any) -> None:
        raise ZeroDivisionError

    game = server.new(options={"size": 5})
    monkeypatch.setattr("fieldstone.server.services.game_of", broken)
    server.app.state.services._shown.clear()
    viewer.say(type="watch", game=game["id"])
    assert viewer.problem(500, "unexpected")["id"] == game["id"]
    assert "ZeroDivisionError" in caplog.text
    listens(viewer)


# Watching ----------------------------------------------------------------------------------------------------------


def test_a_watched_game_is_told_of(viewer: Viewer, server: InProcess) -> None:
    game = server.new(options={"size": 5})
    viewer.say(type="watch", game=game["id"])
    assert viewer.hear() == {"type": "game", "game": {**game, "clock": None}}
    server.move(game, "c3")
    assert viewer.until_type("game")[-1]["game"]["plies"] == 1
    viewer.say(type="unwatch", game=game["id"])
    listens(viewer)
    server.undo(server.look(game))
    listens(viewer)


def test_watching_twice_tells_once(viewer: Viewer, server: InProcess) -> None:
    game = server.new(options={"size": 5})
    for _ in range(2):
        viewer.say(type="watch", game=game["id"])
    viewer.until_type("game")
    time.sleep(0.2)
    server.move(game, "c3")
    viewer.until(lambda message: message.get("game", {}).get("plies") == 1)
    time.sleep(0.2)
    listens(viewer)


def test_what_is_taken_back_before_it_has_begun(server: InProcess) -> None:
    """As when two messages come at once; Python warns of work that is never done."""

    async def take_back() -> None:
        scope = {"type": "websocket", "path": "/api/live", "headers": [], "query_string": b""}
        unused: Any = None
        connection = Connection(WebSocket(scope, unused, unused), server.app.state.services, SocketLimits())
        for kind in ("watch", "unwatch"):
            await connection.take({"type": kind, "game": "any"})
        await asyncio.sleep(0)

    asyncio.run(take_back())
    gc.collect()


def test_a_game_that_is_not_there(viewer: Viewer, server: InProcess) -> None:
    viewer.say(type="watch", game="nothing")
    assert viewer.problem(404, "no-game")["id"] == "nothing"
    game = server.new()
    viewer.say(type="watch", game=game["id"])
    viewer.until_type("game")
    server.client.delete(f"/api/games/{game['id']}")
    assert viewer.problem(404, "no-game")["id"] == game["id"]
    wait(lambda: not server.app.state.services.hub._watchers)


def test_the_watchers_of_a_socket_leave_with_it(viewer: Viewer, server: InProcess) -> None:
    for _ in range(3):
        viewer.say(type="watch", game=server.new()["id"])
        viewer.until_type("game")
    assert len(server.app.state.services.hub._watchers) == 3
    viewer.leave()
    wait(lambda: not server.app.state.services.hub._watchers)


# Limits ------------------------------------------------------------------------------------------------------------


def limit(server: InProcess, **limits: Any) -> None:
    server.app.state.sockets = Sockets(SocketLimits(**limits))


def test_sockets_of_one_client_are_limited(server: InProcess, viewers: Callable[..., Viewer]) -> None:
    limit(server, sockets_each=2)
    first, second, third = viewers(), viewers(), viewers()
    assert "2" in third.problem(429, "sockets-each")["problem"]["detail"]
    with pytest.raises(ConnectionClosed) as closed:
        third.hear()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1013
    for one in (first, second):
        listens(one)
    first.leave()
    wait(lambda: server.app.state.sockets._open.total() == 1)
    again = viewers()
    listens(again)


def test_sockets_in_all_are_limited(server: InProcess, viewers: Callable[..., Viewer]) -> None:
    limit(server, sockets=1)
    viewers().say(**GOOD["watch"])
    viewers().problem(503, "sockets")


def test_watches_of_one_socket_are_limited(server: InProcess, viewers: Callable[..., Viewer]) -> None:
    limit(server, watches=1)
    viewer = viewers()
    for _ in range(2):
        viewer.say(type="watch", game=server.new()["id"])
    assert viewer.until_type("error")[-1]["problem"]["status"] == 429


def test_who_writes_too_fast_is_read_slowly(server: InProcess, viewers: Callable[..., Viewer]) -> None:
    limit(server, burst=5, rate=50)
    viewer = viewers()
    began = time.monotonic()
    for number in range(25):
        viewer.say(type="watch", game=f"none {number}")
    assert sorted(viewer.hear()["id"] for _ in range(25)) == sorted(f"none {number}" for number in range(25))
    assert time.monotonic() - began > 0.3


# What waits to be sent ---------------------------------------------------------------------------------------------


def test_newer_messages_replace_older_ones_that_are_not_sent() -> None:
    async def work() -> None:
        outbox, sent = Outbox(), []
        gate = asyncio.Event()

        async def send(text: str) -> None:
            sent.append(text)
            await gate.wait()

        for key, text in ((1, "a"), (2, "b"), (1, "c"), (3, "d"), (4, "e")):
            outbox.put(key, text)
        task = asyncio.create_task(outbox.send_all(send))
        await asyncio.sleep(0)
        for number in range(2 * MANY):
            outbox.put(("many", number), "x")
        room = asyncio.create_task(outbox.has_room())
        await asyncio.sleep(0.01)
        assert sent == ["c"]
        assert not room.done()
        gate.set()
        await asyncio.wait_for(room, PATIENCE)
        await asyncio.sleep(0.01)
        assert sent == ["c", "b", "d", "e", *["x"] * 2 * MANY]
        task.cancel()

    asyncio.run(work())
