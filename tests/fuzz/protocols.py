"""What programs say to us: lines of JSON, GTP, HTTP and WebSockets. Every message has an answer in its form."""

from __future__ import annotations

import asyncio
import atexit
import json
import logging
import re
import tempfile
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from fieldstone import load
from fieldstone.interop.gtp import Gtp
from fieldstone.interop.json_lines import Engine
from fieldstone.interop.queries import NOT_HERE, START_FIELDS, Query, QueryError, read_query
from fieldstone.play.game import read_game
from fieldstone.records.sgf import record_to_sgf
from fieldstone.records.writing import record_to_bytes
from fieldstone.server.app import create_server
from fieldstone.server.settings import Settings, sqlite_address
from tests.fuzz.files import JSON, MOVES, NAMES, records
from tests.fuzz.target import Target

MOST_LINES = 12
PATIENCE = 60.0

# JSON lines --------------------------------------------------------------------------------------------------------


def engine(content: bytes) -> bool:
    """Some lines for the engine: each that is a query is answered; one after them is answered as ever."""
    heard: list[dict[str, Any]] = []
    one = Engine(lambda answer: heard.append(json.loads(json.dumps(answer, allow_nan=False))), megabytes=4.0)
    accepted = False
    for line in content.split(b"\n")[:MOST_LINES]:
        try:
            asked, _ = read_query(line)
        except QueryError:
            asked = None
        accepted |= asked is not None
        if not isinstance(asked, Query) or _is_small(asked):
            one.take(line)
    one.take(b'{"id":"last\\n","position":"kaomi(size=3) moves b2","maxVisits":4}')
    one.close()
    last = [answer for answer in heard if answer.get("id") == "last\n" and "rootInfo" in answer]
    assert [answer["rootInfo"]["visits"] for answer in last] == [4]
    for answer in heard:
        assert "id" in answer
        assert "the engine failed" not in answer.get("error", ""), answer
    return accepted


def _is_small(query: Query) -> bool:
    """Say whether a query can be answered at once."""
    return query.visits is not None and query.visits <= 8 and len(query.turns or ()) <= 3 and query.level in (None, 1)


# GTP ---------------------------------------------------------------------------------------------------------------

RESPONSE = re.compile(r"[=?]\d{0,10}( [^\n]+)?\n([^\n]+\n)*\n")


def gtp(content: bytes) -> bool:
    """Some lines of GTP: each that is a command has one response in the form of the specification."""
    said: list[str] = []
    one = Gtp(read_game("kaomi(size=3,pie=true)"), said.append, level=1, seed=1, megabytes=1.0)
    one._lines.put((b"",))  # ends each analysis at once
    accepted = False
    for line in [*content.split(b"\n")[:MOST_LINES], b"9 name"]:
        accepted |= "".join(said).startswith("=")
        said.clear()
        one.take(line)
        answer = "".join(said)
        assert answer == "" or RESPONSE.fullmatch(answer), (line, answer)
    assert answer == "=9 Fieldstone\n\n"
    return accepted


# The server ----------------------------------------------------------------------------------------------------------

HEADERS = [(b"host", b"localhost"), (b"content-type", b"application/json"), (b"accept-language", b"en")]
GAME = "vacu(size=3) moves b2,a1"


class Served:
    """The server in this process, without a network."""

    def __init__(self, **settings: Any) -> None:
        folder = tempfile.TemporaryDirectory()
        atexit.register(folder.cleanup)
        self.app = create_server(Settings(sqlite_address(Path(folder.name) / "games.sqlite"), warm=False, **settings))
        self.failed = Failures()
        logging.getLogger("fieldstone").addHandler(self.failed)
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        began = threading.Event()
        self.do(self._begin(began))
        assert began.wait(PATIENCE)

    def do(self, work: Any) -> Any:
        """Do something in the server's loop, and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    async def _begin(self, began: threading.Event) -> None:
        async def receive() -> dict[str, Any]:
            if began.is_set():
                await asyncio.Event().wait()
            return {"type": "lifespan.startup"}

        async def send(message: Any) -> None:
            assert message["type"] == "lifespan.startup.complete", message
            began.set()

        self._life = asyncio.ensure_future(self.app({"type": "lifespan", "state": {}}, receive, send))
        while not began.is_set() and not self._life.done():
            await asyncio.sleep(0.01)

    def ask(self, method: str, path: str, body: bytes = b"", query: bytes = b"") -> tuple[int, str, bytes]:
        """Return the status, the kind and the body of the answer to a request."""
        return self.do(self._ask(method, path, body, query))  # type: ignore[no-any-return]

    async def _ask(self, method: str, path: str, body: bytes, query: bytes) -> tuple[int, str, bytes]:
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
            "path": path, "raw_path": path.encode(), "query_string": query, "root_path": "", "headers": HEADERS,
            "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "state": {},
        }  # fmt: skip
        said: list[Any] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            said.append(message)

        await self.app(scope, receive, send)
        kind = dict(said[0]["headers"]).get(b"content-type", b"").decode()
        return said[0]["status"], kind, b"".join(message.get("body", b"") for message in said[1:])

    def talk(
        self, lines: list[bytes], path: str = "/api/live", is_last: Callable[[Any], bool] | None = None
    ) -> list[Any]:
        """Return what a WebSocket says to some messages; `is_last` knows what is said in the end, if anything is."""
        return self.do(self._talk(lines, path, is_last))  # type: ignore[no-any-return]

    async def _talk(self, lines: list[bytes], path: str, is_last: Callable[[Any], bool] | None) -> list[Any]:
        scope = {
            "type": "websocket", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "ws", "path": path,
            "raw_path": path.encode(), "query_string": b"", "root_path": "", "headers": HEADERS, "subprotocols": [],
            "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "state": {},
        }  # fmt: skip
        messages: list[dict[str, Any]] = [{"type": "websocket.connect"}]
        for line in lines:
            text = line.decode("utf-8", "surrogateescape")
            found = {"bytes": line} if not text.isprintable() else {"text": text}
            messages.append({"type": "websocket.receive", **found})
        heard: list[Any] = []
        ended = asyncio.Event()
        patience = 1

        async def receive() -> dict[str, Any]:
            nonlocal patience
            before = len(heard)
            for _ in range(patience):  # what was asked for gets on before more comes,
                await asyncio.sleep(0.002)
                if len(heard) > before:
                    break
            if is_last is not None and not messages:
                await ended.wait()
            for _ in range(100):  # and the last of it is waited for
                if messages or heard:
                    break
                await asyncio.sleep(0.005)
            message: dict[str, Any] = messages.pop(0) if messages else {"type": "websocket.disconnect", "code": 1000}
            patience = 20 if '"watch"' in message.get("text", "") else 1  # a game is read from the database
            return message

        async def send(message: Any) -> None:
            if "text" in message:
                heard.append(json.loads(message["text"]))
                if is_last is not None and is_last(heard[-1]):
                    ended.set()

        await asyncio.wait_for(self.app(scope, receive, send), PATIENCE)
        return heard


class Failures(logging.Handler):
    """Keeps what the server reports as a failure of its own."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(self.format(record))


@cache
def served() -> Served:
    """The server, started once."""
    return Served()


ADDRESSES = (
    "/api/positions", "/api/positions/play", "/api/positions/why", "/api/positions/moves", "/api/games",
    "/api/games/import", "/api/export",
)  # fmt: skip


def http(content: bytes) -> bool:
    """A request whose first byte chooses the address: answered, or refused with a problem; then nothing is kept."""
    server = served()
    path = ADDRESSES[(content[0] if content else 0) % len(ADDRESSES)]
    query = b"format=sgf" if path == "/api/export" else b""
    status, kind, body = server.ask("POST", path, content[1:], query)
    assert not server.failed.heard, server.failed.heard
    games = [one for one in json.loads(server.ask("GET", "/api/games")[2])["games"] if one["id"] != watched()]
    if status >= 400:
        assert kind == "application/problem+json", (status, kind)
        assert set(json.loads(body)) == {"type", "title", "status", "detail"}
        assert status < 500, body
        assert games == []
        return False
    for game in games:
        # A computer may move at any time.
        _check_kept(server, game["id"], all(seat["kind"] == "human" for seat in game["seats"].values()))
    return True


def _check_kept(server: Served, name: str, rests: bool) -> None:
    """A game that has been kept can be had as a record, which can be read again, and can be removed."""
    status, _, content = server.ask("GET", f"/api/games/{name}/record")
    assert status == 200, content
    status, _, answer = server.ask("POST", "/api/games/import", json.dumps({"record": json.loads(content)}).encode())
    assert status == 201, answer
    again = json.loads(answer)["id"]
    if rests:
        assert json.loads(server.ask("GET", f"/api/games/{again}/record")[2]) == json.loads(content)
    for one in (name, again):
        assert server.ask("DELETE", f"/api/games/{one}")[0] == 204


@cache
def watched() -> str:
    """Return the id of a game that stays, for those who watch one."""
    seats = {"1": {"kind": "human"}, "2": {"kind": "human"}}
    body = json.dumps({"game": "kaomi", "options": {"size": 3}, "seats": seats}).encode()
    name: str = json.loads(served().ask("POST", "/api/games", body)[2])["id"]
    return name


def socket(content: bytes) -> bool:
    """Some messages over a WebSocket: what is wrong is told as a problem, and never as a failure of ours."""
    server = served()
    heard = server.talk(content.split(b"\n")[:MOST_LINES])
    assert not server.failed.heard, server.failed.heard
    for message in heard:
        if message["type"] == "error":
            assert set(message["problem"]) == {"type", "title", "status", "detail"}
            assert message["problem"]["status"] != 500, message
    return any(message["type"] != "error" for message in heard)


def _bodies() -> list[bytes]:
    line, move = {"line": GAME}, {"line": GAME, "move": "a2"}
    seats = {"1": {"kind": "human", "name": "Ana"}, "2": {"kind": "computer", "level": 1}}
    clock = {"kind": "byoyomi", "main": 60, "periods": 3, "period": 10}
    new = {"game": "kaomi", "options": {"size": 3}, "seats": seats, "clock": clock, "line": "kaomi(size=3) moves b2"}
    texts = [record_to_sgf(one).decode() for one in records()[:2]] + [GAME]
    imports = [{"text": text} for text in texts] + [{"record": json.loads(record_to_bytes(records()[3]))}]
    wanted: list[list[Any]] = [[line], [move], [move], [line], [new], imports, imports]
    return [bytes([place]) + json.dumps(one).encode() for place, bodies in enumerate(wanted) for one in bodies]


QUERIES = (
    {"id": "a", "position": "kaomi(size=3) moves b2", "moves": ["swap", "a1"], "maxVisits": 4, "maxMoves": 2},
    {"id": "b", "position": "vacu(size=3)", "moves": ["b2"], "analyzeTurns": [0, 1], "maxVisits": 2, "priority": 1},
    {"id": "c", "position": "kaomi(size=3)", "maxVisits": 3, "chooseMove": True, "level": 1, "seed": 1},
    {"id": "d", "action": "terminate", "terminateId": "a"},
    {
        "id": "e",
        "rules": "vacu",
        "boardXSize": 3,
        "boardYSize": 3,
        "komi": 1,
        "moves": [["w", "B2"], ["b", "pass"]],
        "initialStones": [["b", "A1"]],
        "initialPlayer": "w",
        "maxVisits": 4,
        "includePolicy": False,
        "analysisPVLen": 1,
    },
)
COMMANDS = (
    b"boardsize 3\nplay b b2\ngenmove w\nshowboard\nfinal_score",
    b"1 fieldstone-game vacu(size=3)\nkomi 3\ntime_settings 5 1 1\ntime_left b 1 1\ngenmove b\nundo\nlist_commands",
    b"fieldstone-state kaomi(size=3) moves b2\nfieldstone-swap\nlz-analyze interval 1\nfinal_status_list alive",
    b"fieldstone-notation rules\nkata-analyze b 1 maxmoves 2 minmoves 2 rootInfo true\nreg_genmove b\ncputime",
)


def _commands() -> list[dict[str, str]]:
    """What is said of a game that is there."""
    return [{"type": "watch", "game": watched()}, {"type": "unwatch", "game": watched()}]


def _lines(messages: Any) -> list[bytes]:
    """The messages one by one, and all together."""
    lines = [json.dumps(message).encode() for message in messages]
    return [*lines, b"\n".join(lines)]


TARGETS = {
    "engine": Target(
        engine, lambda: _lines(QUERIES),
        (*NAMES, *MOVES, *JSON, "position", "moves", "maxVisits", "maxSeconds", "analyzeTurns", "priority", "action",
         "includeOwnership", "reportDuringSearchEvery", "chooseMove", "terminate_all", "query_version",
         *START_FIELDS, *NOT_HERE, "overrideSettings", "maxTime", '["b","B2"]'),
        1024, 40,
    ),
    "gtp": Target(
        gtp, lambda: list(COMMANDS),
        (*MOVES, *sorted(Gtp(load("vacu", size=3), lambda _: None)._commands), "vacu(size=3)", "resign", "interval 1",
         "maxmoves 2", "minmoves 3", "rootInfo true", "avoid b A1 1"),
        512, 40,
    ),
    "http": Target(
        http, _bodies,
        (*NAMES, *MOVES, *JSON, "line", "move", "text", "record", "seats", "kind", "human", "computer", "level",
         "options", "clock", "increment", "byoyomi"),
        4096, 60,
    ),
    "socket": Target(
        socket, lambda: _lines(_commands()),
        (*NAMES, *MOVES, *JSON, "type", "id", "game", "watch", "unwatch"),
        1024, 40,
    ),
}  # fmt: skip
