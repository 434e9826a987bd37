"""The writer: what is told of each job where one of several fails."""

import asyncio
from pathlib import Path
from typing import Any

from fieldstone.play.game import load
from fieldstone.server.metrics import Metrics
from fieldstone.server.online.clocks import Rules
from fieldstone.server.online.game import Taker, new_game
from fieldstone.server.online.writer import Fate, Job, Writer
from fieldstone.server.settings import sqlite_address
from fieldstone.server.storage.online import Change, read
from fieldstone.server.storage.store import Store


def test_what_is_on_the_disk_is_told_so_though_the_next_of_the_game_fails(database: Path) -> None:
    """Both are of one game and come in one transaction; the second takes a number that is there already."""
    store = Store(sqlite_address(database))
    state = load("vacu", size=5).new_state()
    game = new_game("g", "o", None, state, Rules("days", 1000), {1: Taker("a"), 2: Taker("b")}, 0)
    told: list[tuple[str, bool]] = []

    def job(name: str, fate: Fate, **change: Any) -> Job:
        return Job(Change(**change), fate, lambda error: told.append((name, error is None)))

    def event(seq: int) -> dict[str, Any]:
        return game.event_row({"seq": seq, "kind": "start", "at": 0}, None)

    async def write() -> None:
        writer, fate = Writer(store.engine, Metrics().commits), Fate()
        writer.put(job("new", fate, new=[game.row()], seats=[game.seat_row(1), game.seat_row(2)]))
        writer.put(job("first", fate, events=[event(1)]))
        writer.put(job("second", fate, events=[event(1)]))
        writer.put(job("third", fate, events=[event(2)]))
        writer.start()
        await writer.close()

    asyncio.run(write())
    assert told == [("new", True), ("first", True), ("second", False), ("third", False)]
    stored = read(store.engine, "g")
    assert stored is not None
    assert [one["seq"] for one in stored.events] == [1]
    store.close()
