"""How large what is told of a move can be: 300 bytes, for every game and every clock."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from fieldstone import load
from fieldstone.games import GAMES
from fieldstone.games.spec import Number
from fieldstone.play.state import State
from fieldstone.server.engine.kernels import Kernels
from fieldstone.server.online.clocks import FIRST_TURN, MOST_QUOTA, Rules
from fieldstone.server.online.rights import Who
from fieldstone.server.online.room import Wanted
from fieldstone.server.online.told import as_text
from fieldstone.server.settings import sqlite_address
from fieldstone.server.storage.store import Store
from tests.server.online.pipe import Client, World
from tests.server.online.test_hardships import flow

LARGEST = 300  # bytes
NONCE = "n" * 16  # as long as the page's
SECOND, DAY = 1000, 24 * 3600 * 1000
# As much as may be asked for, and what a player can have of it at most: Fischer's grows, here to 115 days.
CLOCKS = {
    "fischer": (Rules("fischer", DAY, increment=3600 * SECOND), 9_999_999_999),
    "byoyomi": (Rules("byoyomi", DAY, periods=100, period=3600 * SECOND), 999_999_999),
    "delay": (Rules("delay", DAY, delay=3600 * SECOND), 999_999_999),
    "days": (Rules("days", 30 * DAY), 30 * DAY),
}
LATE, LAST = 9_999_999_999_999, 9999  # milliseconds since 1970, in 2286, and the number of an event


class Listener(Client):
    """A client that keeps what it is told of events, as it is told."""

    def __init__(self, game: str, token: str) -> None:
        super().__init__(game, token)
        self.told: list[Any] = []

    def hear(self, text: str) -> None:
        if '"type":"event"' in text:
            self.told.append(json.loads(text))
            assert as_text(self.told[-1]) == text
        super().hear(text)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    store = Store(sqlite_address(tmp_path / "games.sqlite"))
    one = World(store.engine, Kernels())
    yield one
    one.close()
    store.close()


def longest_turn(state: State) -> str:
    """Return the turn with the longest text, of one stone or of several; of moves that are as long, one is tried."""
    longest = ""
    for move in {len(move.text): move.text for move in state.legal_moves()}.values():
        after = state.copy()
        after.play(move)
        longest = max(longest, f"{move},{longest_turn(after)}" if after.turn_open else move, key=len)
    return longest


def states(name: str) -> list[State]:
    """Return the beginning on the largest board, and the position after the first turn, in which more may be played."""
    size = GAMES[name].options.get("size")
    first = load(name, **({"size": size.high} if isinstance(size, Number) else {})).new_state()
    later = first.copy()
    later.play(longest_turn(first))
    return [first, later]


@pytest.mark.parametrize("kind", CLOCKS)
def test_the_largest_event(world: World, kind: str) -> None:
    """What is told, with the largest numbers in the place of its own: of a first turn, and of a late one."""
    rules, most = CLOCKS[kind]
    sizes: dict[tuple[str, str, bool], int] = {}
    for name in GAMES:
        for state in states(name):
            tokens = [f"{name}-{len(sizes)}-{seat}".ljust(22, "x") for seat in ("own", "other")]
            wanted = Wanted(state, rules, state.seat, Who(tokens[0]), "i" * 22)
            game = world.do(world.games.create(wanted)).game.id
            world.do(world.games.join(game, "i" * 22, Who(tokens[1])))
            clients = [Listener(game, token) for token in tokens]
            world.settle(*(partial(one.open, world.games) for one in clients))
            flow(world, list(clients))
            turn = longest_turn(state)
            world.settle(partial(clients[0].act, NONCE, what="move", move=turn))
            flow(world, list(clients))
            for one in clients:
                assert one.told, clients[0].answers
                told = one.told[-1]
                assert (told["kind"], told["move"]) == ("move", turn)
                assert told["clock"]["moved"] == [state.seat == 1, state.seat == 2]
                sizes[name, turn, "nonce" in told] = max(size_of(told, rules, most, first) for first in (True, False))
    assert {own for _, _, own in sizes} == {True, False}
    assert any("," in turn for _, turn, _ in sizes)
    assert max(sizes.values()) <= LARGEST, sizes


def size_of(told: dict[str, Any], rules: Rules, most: int, is_first: bool) -> int:
    """Return the bytes of what is told of a move with the largest numbers, of a player's first turn or of another."""
    clock = {**told["clock"], "since": LATE}
    clock["left"] = [min(most, rules.main) if is_first else most] * 2
    if is_first:
        used = rules.main if rules.kind == "days" else FIRST_TURN
    else:
        del clock["moved"]
        used = most
    numbers = {"seq": LAST, "at": LATE, "used": used, "compensated": MOST_QUOTA, "clock": clock, "now": LATE}
    return len(as_text({**told, **numbers}).encode())
