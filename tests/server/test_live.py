"""The WebSocket: analyses, reviews, games that are watched; what is wrong with messages; limits; leaving."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pydantic import TypeAdapter
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from fieldstone.messages import LANGUAGES
from fieldstone.server.engine.kernels import Kernels
from fieldstone.server.engine.pool import EnginePool, PoolLimits
from fieldstone.server.live import messages, websocket
from fieldstone.server.live.outbox import MANY, Outbox
from fieldstone.server.live.replies import FromServer
from fieldstone.server.live.websocket import SocketLimits, Sockets
from fieldstone.server.storage.models import StoredGame
from fieldstone.server.views.game import game_of
from fieldstone.warm import RULES, warm_up
from tests.server.conftest import InProcess, Start

PATIENCE = 30.0
LONG = 60.0  # seconds of an analysis that a test does not wait for
GAME = "vacu(size=5)"
FROM_SERVER: TypeAdapter[Any] = TypeAdapter(FromServer)


@pytest.fixture(autouse=True, scope="module")
def owners_compiled() -> None:
    """Nor does a test wait for what analyses need beyond play."""
    warm_up(["vacu"])


class Viewer:
    """A client with a socket."""

    def __init__(self, server: InProcess, query: str = "") -> None:
        port = server.client.base_url.port
        self._open = contextlib.ExitStack()
        address = f"ws://127.0.0.1:{port}/api/live{query}"
        self.socket: ClientConnection = self._open.enter_context(connect(address, compression=None))

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def analyse(self, name: str = "a", line: str = GAME, seconds: float = LONG, moves: int = 3, **more: Any) -> None:
        self.say(type="analyse", id=name, line=line, seconds=seconds, moves=moves, **more)

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


def pool_of(server: InProcess) -> EnginePool:
    pool: EnginePool = server.app.state.services.pool
    return pool


def wait(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


# Analyses ----------------------------------------------------------------------------------------------------------


def test_an_analysis_streams_and_ends(viewer: Viewer) -> None:
    viewer.analyse("first", f"{GAME} moves c3", seconds=1.0, owners=True)
    heard = viewer.until(lambda message: bool(message.get("done")))
    assert len(heard) >= 3
    assert [message["done"] for message in heard] == [False] * (len(heard) - 1) + [True]
    for message in heard:
        assert message.keys() == {"type", "id", "analysis", "done"}
        assert (message["type"], message["id"]) == ("analysis", "first")
        analysis = message["analysis"]
        assert analysis["id"] == "first"
        assert analysis["turnNumber"] == 1
        assert analysis["isDuringSearch"] is not message["done"]
        assert len(analysis["moveInfos"]) == 3
        assert len(analysis["ownership"]) == 25
    visits = [message["analysis"]["rootInfo"]["visits"] for message in heard]
    assert visits == sorted(visits)


def test_owners_are_estimated_on_request_only(viewer: Viewer) -> None:
    viewer.analyse(seconds=0.1)
    assert viewer.until(lambda message: bool(message.get("done")))[-1]["analysis"]["ownership"] is None


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


def test_stop(viewer: Viewer, server: InProcess) -> None:
    viewer.analyse()
    viewer.until_type("analysis")
    viewer.say(type="stop", id="a")
    viewer.until_type("stopped")
    wait(lambda: pool_of(server).running == 0)
    viewer.say(type="stop", id="never begun")
    assert viewer.hear() == {"type": "stopped", "id": "never begun"}


def test_the_same_id_again_replaces(viewer: Viewer, server: InProcess) -> None:
    viewer.analyse()
    viewer.until_type("analysis")
    viewer.analyse(line="vacu(size=4)", seconds=0.3)
    boards = [message["analysis"]["game"] for message in viewer.until(lambda message: bool(message.get("done")))]
    changes = sum(one != other for one, other in itertools.pairwise(boards))
    assert changes <= 1  # what was on its way may still come, but nothing after the new one has begun
    assert boards[-1].startswith("vacu(size=4")
    wait(lambda: pool_of(server).running == 0)


def test_a_viewer_hears_that_the_engine_is_being_prepared(viewer: Viewer, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = threading.Event()
    monkeypatch.setattr(Kernels, "is_ready", lambda _, name, parts=RULES: parts == RULES or compiled.is_set())
    viewer.analyse("mine", seconds=0.3)
    assert viewer.hear() == {"type": "preparing", "id": "mine"}
    compiled.set()
    assert {message["type"] for message in viewer.until(lambda message: bool(message.get("done")))} == {"analysis"}


def test_several_at_once_and_the_queue(server: InProcess, viewer: Viewer) -> None:
    size = pool_of(server).size
    names = [str(number) for number in range(size + 2)]
    for name in names:
        viewer.analyse(name)
    queued: dict[int, str] = {}  # by place; they are read in threads, so any of them may come last
    while len(queued) < 2:
        message = viewer.hear()
        if message["type"] == "queued":
            queued[message["ahead"]] = message["id"]
    (running, *_) = set(names) - set(queued.values())
    viewer.say(type="stop", id=running)
    wanted: list[Any] = [("analysis", queued[0], None), ("queued", queued[1], 0)]
    while wanted:
        message = viewer.hear()
        key = (message["type"], message["id"], message.get("ahead"))
        wanted = [one for one in wanted if one != key]


def test_leaving_stops_what_was_begun(server: InProcess, viewer: Viewer) -> None:
    pool = pool_of(server)
    for number in range(pool.size + 2):
        viewer.analyse(str(number))
    viewer.say(type="review", id="r", line=f"{GAME} moves c3,b2", seconds=5.0, by="chance")
    viewer.until_type("analysis")
    wait(lambda: pool.waiting == 3)
    viewer.leave()
    wait(lambda: pool.running == pool.waiting == 0)
    assert server.app.state.sockets._open.total() == 0


def test_leaving_without_a_word_stops_it_too(server: InProcess, viewer: Viewer) -> None:
    viewer.analyse()
    viewer.until_type("analysis")
    viewer.socket.socket.close()  # as a browser that crashes
    wait(lambda: pool_of(server).running == 0)


# Reviews -----------------------------------------------------------------------------------------------------------


def test_a_review_streams_moves_as_they_come(viewer: Viewer) -> None:
    viewer.say(type="review", id="r", line=f"{GAME} moves c3,b2,a1,button", seconds=0.05, by="points")
    *looks, last = viewer.until_type("review")
    assert [look["done"] for look in looks] == [0, 1, 2, 3, 4]
    for look in looks:
        assert look.keys() == {"type", "id", "done", "of", "look", "move"}
        assert (look["type"], look["id"], look["of"]) == ("reviewed", "r", 4)
        assert look["look"].keys() == {"ply", "chance", "margin"}
        assert look["look"]["ply"] == look["done"]
        assert 0 <= look["look"]["chance"] <= 1
    assert looks[0]["move"] is None
    assert [look["move"] for look in looks[1:]] == last["moves"]
    assert [move["move"] for move in last["moves"]] == ["c3", "b2", "a1", "button"]
    assert set(last["worst"]) <= {1, 2, 3, 4}


def test_a_review_can_be_stopped(viewer: Viewer, server: InProcess) -> None:
    viewer.say(type="review", id="r", line=f"{GAME} moves c3,b2,a1,button", seconds=5.0, by="chance")
    wait(lambda: pool_of(server).running == 1)
    viewer.say(type="stop", id="r")
    assert viewer.until_type("stopped")[-1]["id"] == "r"
    wait(lambda: pool_of(server).running == 0)


# What is wrong -----------------------------------------------------------------------------------------------------

GOOD: dict[str, dict[str, Any]] = {
    "watch": {"type": "watch", "game": "x"},
    "unwatch": {"type": "unwatch", "game": "x"},
    "stop": {"type": "stop", "id": "x"},
    "analyse": {"type": "analyse", "id": "x", "line": GAME, "seconds": 1, "moves": 1},
    "review": {"type": "review", "id": "x", "line": f"{GAME} moves c3", "seconds": 1, "by": "chance"},
}
NOT_JSON = ["", "x", "{", '{"type":', "nul", "{'type': 'stop'}", "[" * 60_000, '{"type": "stop", "id": "\\u12"}']
VALUES: list[Any] = [None, [], {}, "", "x" * 30_000, -1, 1e400, float("nan")]
INVALID: list[Any] = [
    {}, [], None, 7, "stop", True, {"type": None}, {"type": "STOP", "id": "x"}, {"type": "begin"}, {"type": ["stop"]},
    {"type": "\ud800"}, {"type": "stop", "id": "\ud800"}, {"type": "stop", "id": "x", "\ud800": 1},
    *({**good, key: value} for good in GOOD.values() for key in good if key != "type"
      for value in VALUES
      if not (key == "line" and isinstance(value, str) and value)),
    *({key: value for key, value in good.items() if key != gone} for good in GOOD.values() for gone in good),
    *({**good, "more": 1} for good in GOOD.values()),
    {**GOOD["analyse"], "seconds": 0}, {**GOOD["analyse"], "seconds": messages.LONGEST_ANALYSIS + 1},
    {**GOOD["analyse"], "moves": 0}, {**GOOD["analyse"], "moves": 1.5}, {**GOOD["analyse"], "owners": "perhaps"},
    {**GOOD["analyse"], "id": "x" * 65}, {**GOOD["review"], "seconds": 6}, {**GOOD["review"], "by": "luck"},
    {**GOOD["analyse"], "line": "x" * 30_000},
]  # fmt: skip


def test_what_is_no_json(viewer: Viewer) -> None:
    for text in NOT_JSON:
        viewer.socket.send(text)
        assert viewer.problem(422, "no-json")["id"] is None
    viewer.socket.send(b'{"type": "stop", "id": "x"}')
    viewer.problem(422, "no-text")
    viewer.socket.send("x" * (SocketLimits().message + 1))
    viewer.problem(413, "message")
    viewer.say(**GOOD["stop"])
    assert viewer.hear()["type"] == "stopped"


def test_every_wrong_message_gets_an_answer(viewer: Viewer, server: InProcess) -> None:
    server.app.state.sockets.limits = SocketLimits(burst=10_000)
    other = Viewer(server)
    for message in INVALID:
        other.socket.send(json.dumps(message))
        error = other.problem(422, "invalid", "missing")
        name = message.get("id") if isinstance(message, dict) else None
        assert error["id"] == (name[:64] if isinstance(name, str) else None)
    other.say(**GOOD["stop"])
    assert other.hear()["type"] == "stopped"
    other.leave()


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("go", "position"),
        ("vacu(size=99)", "position"),
        (f"{GAME} ..... B", "position"),
        (f"{GAME} moves e9", "illegal-move"),
        (f"{GAME} moves c3,c3", "illegal-move"),
        ("kaomi(size=2) BW/WB B over=board-full", "analyse-over"),
    ],
)
def test_lines_that_cannot_be_analysed(viewer: Viewer, line: str, name: str) -> None:
    viewer.analyse("mine", line)
    assert viewer.problem(422, name)["id"] == "mine"


@pytest.mark.parametrize(
    ("line", "by", "name"),
    [
        (GAME, "chance", "review-no-moves"),
        ("convacu(size=4) moves b2", "points", "review-no-points"),
        ("convacu(size=4) moves z9", "chance", "illegal-move"),
    ],
)
def test_lines_that_cannot_be_reviewed(viewer: Viewer, line: str, by: str, name: str) -> None:
    viewer.say(type="review", id="mine", line=line, seconds=1, by=by)
    assert viewer.problem(422, name)["id"] == "mine"


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
    viewer: Viewer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(websocket, "stream_analysis", broken)
    viewer.analyse("mine")
    assert viewer.problem(500, "unexpected")["id"] == "mine"
    assert "ZeroDivisionError" in caplog.text
    viewer.say(**GOOD["stop"])
    assert viewer.hear()["type"] == "stopped"


# Games -------------------------------------------------------------------------------------------------------------


def test_a_watched_game_is_told_of(viewer: Viewer, server: InProcess) -> None:
    game = server.new(options={"size": 5})
    viewer.say(type="watch", game=game["id"])
    assert viewer.hear() == {"type": "game", "game": {**game, "clock": None}}
    server.move(game, "c3")
    assert viewer.until_type("game")[-1]["game"]["plies"] == 1
    viewer.say(type="unwatch", game=game["id"])
    viewer.say(type="stop", id="after that")
    viewer.until_type("stopped")
    server.undo(server.look(game))
    viewer.say(type="stop", id="end")
    assert [message["type"] for message in viewer.until(lambda message: message.get("id") == "end")] == ["stopped"]


def test_watching_twice_tells_once(viewer: Viewer, server: InProcess) -> None:
    game = server.new(options={"size": 5})
    for _ in range(2):
        viewer.say(type="watch", game=game["id"])
    viewer.until_type("game")
    time.sleep(0.2)
    server.move(game, "c3")
    viewer.until(lambda message: message.get("game", {}).get("plies") == 1)
    time.sleep(0.2)
    viewer.say(type="stop", id="end")
    assert viewer.hear()["type"] == "stopped"


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
        one.say(**GOOD["stop"])
        assert one.hear()["type"] == "stopped"
    first.leave()
    wait(lambda: server.app.state.sockets._open.total() == 1)
    again = viewers()
    again.say(**GOOD["stop"])
    assert again.hear()["type"] == "stopped"


def test_sockets_in_all_are_limited(server: InProcess, viewers: Callable[..., Viewer]) -> None:
    limit(server, sockets=1)
    viewers().say(**GOOD["stop"])
    viewers().problem(503, "sockets")


def test_studies_and_watches_of_one_socket_are_limited(server: InProcess, viewers: Callable[..., Viewer]) -> None:
    limit(server, studies=2, watches=1)
    viewer = viewers()
    for name in "abc":
        viewer.analyse(name)
    error = viewer.until_type("error")[-1]
    assert (error["id"], error["problem"]["status"]) == ("c", 429)
    viewer.analyse("b", seconds=0.1)  # one that is replaced makes room
    viewer.until(lambda message: message["type"] == "analysis" and message["id"] == "b" and message["done"])
    for game in "xy":
        viewer.say(type="watch", game=game)
    errors = [viewer.until_type("error")[-1]["problem"]["status"] for _ in range(2)]
    assert sorted(errors) == [404, 429]


def test_who_writes_too_fast_is_read_slowly(server: InProcess, viewers: Callable[..., Viewer]) -> None:
    limit(server, burst=5, rate=50)
    viewer = viewers()
    began = time.monotonic()
    for number in range(25):
        viewer.say(type="stop", id=str(number))
    assert [viewer.hear()["id"] for _ in range(25)] == [str(number) for number in range(25)]  # nothing is lost
    assert time.monotonic() - began > 0.3


def test_used_up_engine_time_is_told(start: Start) -> None:
    server = start()
    services = server.app.state.services
    services.pool = EnginePool(1, PoolLimits(seconds=0.01))
    viewer = Viewer(server)
    viewer.analyse("a", seconds=0.1)
    viewer.until(lambda message: bool(message.get("done")))
    wait(lambda: pool_of(server).running == 0)
    viewer.analyse("b")
    assert viewer.problem(429, "engine-time")["id"] == "b"
    viewer.leave()


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
        outbox.drop_if(lambda key: key == 3)
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
        assert sent == ["c", "b", "e", *["x"] * 2 * MANY]
        task.cancel()

    asyncio.run(work())
