"""How processes hear of each other: no connection is left open by whoever stops listening while it is being made."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import psycopg
import pytest
from sqlalchemy import create_engine

from fieldstone.server.online.bus import Connecting, PostgresBus


class Line:
    """A connection as far as it is used before anything is heard."""

    def __init__(self, refused: Exception | None = None) -> None:
        self.refused = refused
        self.closed = threading.Event()

    def execute(self, statement: str) -> None:
        if self.refused is not None:
            raise self.refused

    def close(self) -> None:
        self.closed.set()


async def missed() -> None:
    """Nothing was."""


def bus() -> PostgresBus:
    return PostgresBus(create_engine("postgresql+psycopg://nobody@127.0.0.1:1/nothing"), 1)


def test_who_stops_while_it_is_made_leaves_none_open(monkeypatch: pytest.MonkeyPatch) -> None:
    line, asked, answered = Line(), threading.Event(), threading.Event()

    def connect(*_: Any, **__: Any) -> Line:
        asked.set()
        answered.wait()
        return line

    monkeypatch.setattr(psycopg, "connect", connect)

    async def stop() -> None:
        listening = asyncio.create_task(bus().listen({}, missed))
        await asyncio.to_thread(asked.wait)
        listening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await listening
        assert not line.closed.is_set()
        answered.set()

    asyncio.run(stop())  # which waits for its threads
    assert line.closed.is_set()


def test_what_was_made_in_the_same_moment_is_closed_too() -> None:
    line = Line()
    made: Any = line
    connecting = Connecting(lambda: made)
    connecting.connect()
    assert not line.closed.is_set()
    connecting.leave()
    assert line.closed.is_set()


def test_a_line_that_may_not_listen_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    line = Line(refused=PermissionError("no"))
    monkeypatch.setattr(psycopg, "connect", lambda *_, **__: line)
    with pytest.raises(PermissionError):
        bus()._connect()
    assert line.closed.is_set()
