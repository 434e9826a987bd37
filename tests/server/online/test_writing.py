"""Changes in the database: the short way of nearly all of them leaves what the long one does, or nothing."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy.exc import DBAPIError, IntegrityError

from fieldstone.play.game import load
from fieldstone.server.online.clocks import Rules
from fieldstone.server.online.game import OnlineGame, Taker, new_game
from fieldstone.server.storage.errors import is_lost_race
from fieldstone.server.storage.online import Change, StoredOnlineGame, read
from fieldstone.server.storage.store import Store
from fieldstone.server.storage.writing import Writing

SEEN = {"game_id": "g", "seat": 1, "due": None}  # what takes the long way


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    """A store with two games in it."""
    opened = Store(address)
    writing = Writing(opened.engine)
    made = [game(name) for name in ("g", "h")]
    seats = [one.seat_row(seat) for one in made for seat in one.tokens]
    writing.write([Change(new=[one.row() for one in made], seats=seats)])
    writing.close()
    yield opened
    opened.close()


def game(name: str) -> OnlineGame:
    state = load("vacu", size=5).new_state()
    takers = {seat: Taker(f"{name}{seat}") for seat in (1, 2)}
    return new_game(name, f"of {name}", None, state, Rules("days", 86_400_000), takers, 0)


def moved(name: str, seq: int, **more: Any) -> Change:
    """A move in a game, and how the game stands then: what tells them apart is written with it."""
    one = game(name)
    one.seq, one.updated, one.deadline = seq, 1000 + seq, None if seq == 3 else 9_000_000_000_000
    event = {"seq": seq, "kind": "move", "at": 1000 + seq, "seat": 1, "move": "나", "used": 5, "compensated": 0}
    return Change(events=[one.event_row(event, f"n'{seq}%s\\")], games=[one.row()], **more)


def kept(store: Store, name: str) -> StoredOnlineGame:
    found = read(store.engine, name)
    assert found is not None
    return found


def like(found: StoredOnlineGame) -> Any:
    """What is the same in both games if the same was written of them."""
    own = ("id", "origin")
    events = [{key: one[key] for key in one if key != "game_id"} for one in found.events]
    return {key: found.game[key] for key in found.game if key not in own}, events


def test_both_ways_leave_the_same(store: Store) -> None:
    writing = Writing(store.engine)
    short, long = [moved("g", seq) for seq in (1, 2, 3)], [moved("h", seq, alerts=[SEEN]) for seq in (1, 2, 3)]
    assert [one.is_plain for one in short + long] == [True] * 3 + [False] * 3
    writing.write(short[:1])
    writing.write(short[1:])
    writing.write(long)
    writing.close()
    assert like(kept(store, "g")) == like(kept(store, "h"))
    assert [one["seq"] for one in kept(store, "g").events] == [1, 2, 3]
    assert kept(store, "g").events[0]["data"] == {"move": "나"}
    assert kept(store, "g").events[0]["nonce"] == "n'1%s\\"
    assert (kept(store, "g").game["seq"], kept(store, "g").game["deadline"]) == (3, None)


def test_all_of_it_or_nothing(store: Store) -> None:
    writing = Writing(store.engine)
    writing.write([moved("h", 1)])
    before = kept(store, "g"), kept(store, "h")
    with pytest.raises(IntegrityError) as caught:
        writing.write([moved("g", 1), moved("h", 2), moved("h", 1)])
    assert is_lost_race(caught.value)
    assert (kept(store, "g"), kept(store, "h")) == before
    writing.write([moved("g", 1), moved("h", 2)])  # the next one is none the worse
    writing.close()
    assert [one["seq"] for name in ("g", "h") for one in kept(store, name).events] == [1, 1, 2]


def test_who_loses_a_race_waits_for_nobody_who_waits(store: Store) -> None:
    """Two that write of the same games in opposite orders: one of them is first, and the other hears of that."""
    writers, outcomes = [Writing(store.engine) for _ in range(2)], []

    def write(number: int, seq: int, begin: threading.Barrier) -> None:
        begin.wait()
        names = ("g", "h") if number else ("h", "g")
        try:
            writers[number].write([moved(name, seq) for name in names])
            outcomes.append("kept")
        except DBAPIError as error:
            outcomes.append(type(error).__name__)

    for seq in range(1, 21):
        begin = threading.Barrier(2)
        threads = [threading.Thread(target=write, args=(number, seq, begin)) for number in (0, 1)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
    for writer in writers:
        writer.close()
    assert sorted(outcomes) == ["IntegrityError"] * 20 + ["kept"] * 20
