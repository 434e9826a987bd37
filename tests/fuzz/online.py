"""What is said over the WebSocket of games between people. Every message has an answer in its form."""

from __future__ import annotations

import json
import secrets
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from fieldstone.server.online.schema import PROTOCOL, FromOnline
from tests.fuzz.files import JSON, MOVES
from tests.fuzz.protocols import Served
from tests.fuzz.target import Target

MOST_LINES = 6
ANSWERS: TypeAdapter[Any] = TypeAdapter(FromOnline)
FIRST, SECOND, GAME = "first-seat-of-the-game", "second-seat-of-the-game", "THE-GAME"  # stand for what each game has
LAST = b'{"type":"hello","protocol":0,"games":[]}'  # is answered when all before it has been


class Table:
    """A server, and a game between two that goes on: when it is over, another one."""

    def __init__(self) -> None:
        self.server = Served(online=True, invitations=1_000_000)
        self.game = ""
        self.tokens: tuple[str, ...] = ()
        self.begin()

    def begin(self) -> None:
        """Let two sit down."""
        first, second, link = (secrets.token_urlsafe(18) for _ in range(3))
        self.tokens = first, second
        new = {"game": "vacu", "options": {"size": 3}, "clock": {"kind": "days", "days": 1}, "seat": 1}
        made = self._post("/api/online/games", {**new, "token": first, "invitation": link}, 201)
        self.game = made["id"]
        self._post(f"/api/online/games/{self.game}/join", {"token": second, "invitation": link}, 200)

    def _post(self, path: str, body: Any, expected: int) -> Any:
        status, _, answer = self.server.ask("POST", path, json.dumps(body).encode())
        assert status == expected, answer
        return json.loads(answer)

    def events(self) -> list[Any]:
        """Return what has happened in the game."""
        status, _, answer = self.server.ask("GET", f"/api/online/games/{self.game}/events")
        assert status == 200, answer
        found: list[Any] = json.loads(answer)["events"]
        return found

    def talk(self, lines: list[bytes]) -> list[Any]:
        """Return what is said to some messages, up to the answer to the last one."""
        known = {GAME: self.game, FIRST: self.tokens[0], SECOND: self.tokens[1]}
        for name, value in known.items():
            lines = [line.replace(name.encode(), value.encode()) for line in lines]
        return self.server.talk([*lines, LAST], "/api/online", lambda heard: heard["type"] == "other-protocol")


@cache
def table() -> Table:
    """The table, laid once."""
    return Table()


def online(content: bytes) -> bool:
    """Some messages: each answer is one of ours, none is a failure of ours, and what has happened has its numbers."""
    one = table()
    lines = [line for line in content.split(b"\n") if b'"protocol"' not in line or str(PROTOCOL).encode() in line]
    heard = one.talk(lines[:MOST_LINES])
    assert not one.server.failed.heard, one.server.failed.heard
    for message in heard:
        ANSWERS.validate_python(message)
        if "problem" in message:
            assert message["problem"]["status"] < 500, message
    events = one.events()
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    if events[-1]["kind"] == "end":
        one.begin()
    return any(message["type"] in ("welcome", "done", "event") for message in heard)


def _seeds() -> list[bytes]:
    """What a player may say, each behind a hello: alone, and all of it."""
    hello = {"type": "hello", "protocol": PROTOCOL, "lobby": True}
    first, second, nobody = (
        json.dumps({**hello, "games": [{"id": GAME, "token": token, "seq": 0}]}).encode()
        for token in (FIRST, SECOND, None)
    )
    wanted: list[dict[str, Any]] = [
        {"what": "move", "move": "b2", "used": 5},
        {"what": "move", "move": "a1"},
        *({"what": what, "offer": offer} for what in ("offer", "accept", "decline") for offer in ("takeback", "pause")),
        *({"what": what} for what in ("resign", "abort", "claim", "resume", "more-time")),
    ]
    do = [
        json.dumps({"type": "do", "game": GAME, "nonce": f"n{number}", "seq": 3, **one}).encode()
        for number, one in enumerate(wanted)
    ]
    pong = b'{"type":"pong","n":1}'
    return [
        nobody,
        *(b"\n".join((hello, pong, one)) for one in do for hello in (first, second)),
        b"\n".join((first, do[0], second, do[1], first, do[2])),
    ]


TARGETS = {
    "online": Target(
        online, _seeds,
        (*MOVES, *JSON, GAME, FIRST, SECOND, "type", "hello", "do", "pong", "games", "token", "seq", "nonce", "what",
         "offer", "used", "lobby", "resign", "draw", "rematch"),
        1024, 40,
    ),
}  # fmt: skip
