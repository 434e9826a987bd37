"""Two people at a server, for tests: each with a socket, a seat and what has been told so far."""

from __future__ import annotations

import contextlib
import itertools
import json
import secrets
from collections.abc import Callable
from typing import Any

import httpx
from pydantic import TypeAdapter
from websockets.sync.client import ClientConnection, connect

from fieldstone.server.online.schema import PROTOCOL, FromOnline
from tests.server.conftest import Running

PATIENCE = 30.0
FISCHER = {"kind": "fischer", "main": 300, "increment": 5}
DAYS = {"kind": "days", "days": 1}
FROM_ONLINE: TypeAdapter[Any] = TypeAdapter(FromOnline)
NONCES = itertools.count()


def secret() -> str:
    return secrets.token_urlsafe(18)


def nonce() -> str:
    return f"n{next(NONCES)}"


def later(server: Any, seconds: float) -> None:
    """Turn the clocks of the games on."""
    games = server.app.state.services.online
    now = games._steady
    games._steady = lambda: now() + seconds


def refusal(answer: Any) -> str:
    """Return why something was refused."""
    return str(answer["type"].rpartition(":")[2])


def answered(answer: httpx.Response, status: int) -> Any:
    """Return what an answer says; of one without a body None."""
    assert answer.status_code == status, answer.text
    return answer.json() if answer.content else None


def invite(server: Running, game: str = "vacu", status: int = 201, **more: Any) -> tuple[Any, str, str]:
    """Begin a game that somebody is invited to; returns it with the tokens of its seat and of the invitation."""
    token, invitation = secret(), secret()
    body = {"game": game, "options": {"size": 5}, "clock": FISCHER, "seat": 1, "token": token, "invitation": invitation}
    return server.post("/api/online/games", body | more, status), token, invitation


def seek(server: Running, status: int = 201, fresh: bool = False, **more: Any) -> tuple[Any, str]:
    """Begin a game that anybody may join; returns it with the token of its seat. `fresh`: in a browser of its own."""
    token = more.pop("token", secret())
    body = {"game": "vacu", "options": {"size": 5}, "clock": FISCHER, "seat": 1, "token": token}
    headers = {"Cookie": f"fieldstone-device={secret()}"} if fresh else {"Cookie": "fieldstone-device=maker"}
    return server.post("/api/online/games", body | more, status, headers=headers), token


def join(
    server: Running, game: Any, invitation: str | None, status: int = 200, token: str | None = None
) -> tuple[Any, str]:
    token = token or secret()
    path = f"/api/online/games/{game['id']}/join"
    return server.post(path, {"invitation": invitation, "token": token}, status), token


class Player:
    """A client with a socket that is at one game."""

    def __init__(self, server: Running, game: str, token: str | None = None, cookie: str | None = None) -> None:
        port = server.client.base_url.port
        self._open = contextlib.ExitStack()
        address = f"ws://127.0.0.1:{port}/api/online"
        # Whoever does not read all is to hear the end all the same: a full queue would hold it back for ten seconds.
        headers = None if cookie is None else {"Cookie": cookie}
        connected = connect(address, compression=None, max_queue=None, additional_headers=headers)
        self.socket: ClientConnection = self._open.enter_context(connected)
        self.game, self.token, self.events = game, token, {}  # type: ignore[var-annotated]
        self.hello()

    @property
    def seq(self) -> int:
        return max(self.events, default=0)

    def hello(self, seq: int = 0) -> Any:
        games = [{"id": self.game, "token": self.token, "seq": seq}]
        self.say(type="hello", protocol=PROTOCOL, games=games)
        return self.until("welcome")["games"][0]

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self) -> Any:
        """Return the next message, which is one of those that are described."""
        text = self.socket.recv(PATIENCE)
        FROM_ONLINE.validate_json(text)
        message = json.loads(text)
        if message["type"] == "ping":
            self.say(type="pong", n=message["n"])
        for event in (event for game in message.get("games", ()) for event in game.get("events", ())):
            self.events[event["seq"]] = event
        if message["type"] == "event":
            self.events[message["seq"]] = message
        return message

    def until(self, kind: str, condition: Callable[[Any], bool] = lambda message: True) -> Any:
        message = self.hear()
        while message["type"] != kind or not condition(message):
            message = self.hear()
        return message

    def hear_of(self, kind: str) -> Any:
        """Return the next event of a kind."""
        return self.until("event", lambda message: message["kind"] == kind)

    def do(self, what: str, name: str | None = None, **more: Any) -> Any:
        """Ask for something and return the answer."""
        name = name or nonce()
        self.say(type="do", game=self.game, nonce=name, what=what, **{"seq": self.seq, **more})
        message = self.hear()
        while message["type"] not in ("event", "done", "refused") or message.get("nonce") != name:
            message = self.hear()
        return {"type": "done", "nonce": name, "seq": message["seq"]} if message["type"] == "event" else message

    def done(self, what: str, **more: Any) -> Any:
        answer = self.do(what, **more)
        assert answer["type"] == "done", answer
        return answer

    def refused(self, name: str, what: str, **more: Any) -> None:
        answer = self.do(what, **more)
        assert answer["type"] == "refused", answer
        assert answer["problem"]["type"].rpartition(":")[2] == name

    def leave(self) -> None:
        self._open.close()


def move_both(first: Player, second: Player) -> None:
    """Have both move once, so that neither can call the game off."""
    first.done("move", move="c3")
    second.hear_of("move")
    second.done("move", move="d3")
    first.hear_of("move")


def table(server: Running, game: str = "vacu", **more: Any) -> tuple[Player, Player]:
    """Return two players at a new game; the first seat is the first player's, and the game has begun."""
    made, token, invitation = invite(server, game, **more)
    _, other = join(server, made, invitation)
    first, second = Player(server, made["id"], token), Player(server, made["id"], other)
    if made["rules"]["kind"] != "days":
        for one in (first, second):
            if not any(event["kind"] == "start" for event in one.events.values()):
                one.hear_of("start")
    return first, second
