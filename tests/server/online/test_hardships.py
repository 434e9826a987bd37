"""What machines and lines do to games between people: the clock is set, and somebody reads slowly."""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from weakref import ref

import pytest

from fieldstone import load
from fieldstone.server.engine.kernels import Kernels
from fieldstone.server.live import online as live_online
from fieldstone.server.live.online import LIMITS, Connection
from fieldstone.server.online.clocks import Rules
from fieldstone.server.online.games import OnlineGames
from fieldstone.server.online.lobby import Maker
from fieldstone.server.online.rights import Who
from fieldstone.server.online.room import Wanted
from fieldstone.server.online.rooms import IDLE
from fieldstone.server.online.schema import PROTOCOL
from fieldstone.server.settings import sqlite_address
from fieldstone.server.storage import online as storage
from fieldstone.server.storage.store import Store
from tests.server.online.pipe import Client, HeldWriter, Line, World

TOKENS = ("a" * 22, "b" * 22)
PACE = 1000  # bytes a second of a slow reader


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    one = Store(sqlite_address(tmp_path / "games.sqlite"))
    yield one
    one.close()


@pytest.fixture
def world(store: Store) -> Iterator[World]:
    one = World(store.engine, Kernels())
    yield one
    one.close()


def began(world: World, rules: Rules, size: int = 5) -> tuple[str, list[Client]]:
    """Let two sit down, and all that is said arrive."""
    state = load("vacu", size=size).new_state()
    game = world.do(world.games.create(Wanted(state, rules, 1, Who(TOKENS[0]), "i" * 22))).game.id
    world.do(world.games.join(game, "i" * 22, Who(TOKENS[1])))
    clients = [Client(game, token) for token in TOKENS]
    world.settle(*(partial(one.open, world.games) for one in clients))
    flow(world, clients)
    return game, clients


def flow(world: World, clients: list[Client]) -> None:
    """Let everything arrive that is on its way, and be written."""
    for _ in range(50):
        world.writer.write_some(len(world.writer.held))
        for one in clients:
            line = one.line
            if line is not None:
                up, line.up = line.up, []
                world.settle(*(partial(line.arrive, text) for text in up))
                down, line.down = line.down, []
                world.settle(*(partial(one.hear, text) for text in down))
        world.settle()


# -- the clock of the machine -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", [-86_400.0, -3.0, 3.0, 86_400.0])
def test_the_clock_of_the_machine_is_set(store: Store, step: float) -> None:
    """While the server runs nobody gains or loses a millisecond by it, and no flag falls."""
    world = World(store.engine, Kernels())
    try:
        off = [0.0]
        loop = world.loop
        world.games = OnlineGames(store.engine, world.kernels, wall=lambda: loop.time() + off[0], monotonic=loop.time)
        world.writer = world.games._writer = HeldWriter(store.engine)
        world.do(world.games.start())
        _, clients = began(world, Rules("fischer", 60_000))
        for number, move in enumerate(("a1", "b1")):  # the first turns have a time of their own
            world.settle(partial(clients[number].act, f"n{number}", what="move", move=move))
            flow(world, clients)
        world.wait(5.0)
        off[0] = step
        world.wait(5.0)
        world.settle(partial(clients[0].act, "n2", what="move", move="c1"))
        flow(world, clients)
        event = clients[1].events[-1]
        assert (event["kind"], event["seat"]) == ("move", 1)
        assert event["used"] + event["compensated"] == pytest.approx(10_000, abs=2)
        assert [one["kind"] for one in clients[0].events] == ["join", "start", "move", "move", "move"]
    finally:
        world.close()


@pytest.mark.parametrize("step", [-86_400.0, 86_400.0])
def test_the_clock_was_set_while_no_server_ran(store: Store, step: float) -> None:
    """Clocks have stood since the last server; what each player has left is what it was."""
    world = World(store.engine, Kernels())
    try:
        game, clients = began(world, Rules("fischer", 60_000))
        for number, move in enumerate(("a1", "b1")):
            world.settle(partial(clients[number].act, f"n{number}", what="move", move=move))
            flow(world, clients)
        world.settle(*(one.hang_up for one in clients))
        world.loop.now += step
        world.crash()
        world.settle(*(partial(one.open, world.games) for one in clients))
        flow(world, clients)
        world.wait(14.0)
        room = world.do(world.games.room(game))
        assert room.clock["left"] == (60_000, 60_000)
        world.settle(partial(clients[0].act, "n2", what="move", move="c1"))
        flow(world, clients)
        assert clients[1].events[-1]["used"] == 0  # within the time in which no clock runs
    finally:
        world.close()


# -- slow readers -----------------------------------------------------------------------------------------------------


class Slow(Line):
    """A line whose other end reads so many characters a second."""

    def __init__(self, pace: float) -> None:
        super().__init__()
        self._pace = pace

    async def send_text(self, text: str) -> None:
        await asyncio.sleep(len(text) / self._pace)
        await super().send_text(text)


def served(world: World, line: Line) -> tuple[Connection, asyncio.Task[None]]:
    """Serve a line."""
    made: list[Connection] = []
    world.settle(lambda: made.append(Connection(line, world.games, LIMITS)))  # type: ignore[arg-type]
    return made[0], world.loop.create_task(made[0].serve())


def test_a_slow_reader_holds_up_nobody_and_misses_nothing(world: World) -> None:
    """With 1 KB/s, while events come at four times that pace."""
    game, (first, second) = began(world, Rules("days", 86_400_000), size=9)
    line = Slow(PACE)
    slow = Client(game, None)
    slow.line = line
    connection, task = served(world, line)
    line.arrive(json.dumps({"type": "hello", "protocol": PROTOCOL, "games": [{"id": game, "token": None, "seq": 0}]}))
    most, state = 0, load("vacu", size=9).new_state()
    for number in range(60):
        move = next(move.text for move in state.legal_moves() if move.text != "pass")
        state.play(move)
        world.settle(partial((first, second)[number % 2].act, f"n{number}", what="move", move=move))
        flow(world, [first, second])
        assert len(first.events) == len(second.events) == number + 2  # the others are told at once
        most = max(most, len(connection._unsent))
        world.wait(0.05)
    assert 20 < most < live_online.UNSENT
    for _ in range(60):
        world.wait(1.0)
        line.arrive(json.dumps({"type": "pong", "n": 0}))
        down, line.down = line.down, []
        world.settle(*(partial(slow.hear, text) for text in down))
    assert slow.events == first.events
    assert not task.done()


def test_who_reads_nothing_is_read_no_more(world: World) -> None:
    """What is answered does not pile up, and after a while the line is given up."""
    _, _ = began(world, Rules("days", 86_400_000))
    line = Slow(1e-9)
    connection, task = served(world, line)
    for _ in range(3000):
        line.arrive('"' + "x" * 100 + '"')
    for _ in range(60):
        world.wait(1.0)
        assert connection._waiting < live_online.ROOM + 2000
    assert task.done()
    assert len(line._arrived) > 1000  # most of it was never read


# -- what ends by itself ---------------------------------------------------------------------------------------------

SECOND, DAY = 1000, 24 * 3600 * 1000
LIVE, DAYS = Rules("fischer", 600 * SECOND), Rules("days", DAY)


def reach(world: World, moment: int, clients: list[Client]) -> None:
    """Let time pass until a millisecond, and what has to end by then end."""
    world.wait((moment + 0.5) / 1000 - world.loop.time())
    flow(world, clients)
    assert world.games.now() == moment
    world.do(world.games.sweep())
    flow(world, clients)


def opened(world: World, rules: Rules, maker: Maker | None = None, token: str = TOKENS[0]) -> str:
    """Invite somebody, or, as somebody in the lobby, seek one."""
    state, link = load("vacu", size=5).new_state(), "i" * 22 if maker is None else None
    return world.do(world.games.create(Wanted(state, rules, 1, Who(token), link, maker=maker))).game.id


@pytest.mark.parametrize(
    ("rules", "what", "lasts"),
    [
        (LIVE, "invited", 3 * DAY),
        (DAYS, "invited", 14 * DAY),
        (LIVE, "sought", DAY // 24),
        (DAYS, "sought", 3 * DAY),
        (LIVE, "gathering", DAY),
        (LIVE, "first turn", 60 * SECOND),
    ],
)
def test_what_waits_ends_to_the_millisecond(world: World, rules: Rules, what: str, lasts: int) -> None:
    """It is there a millisecond before, and not at the moment itself."""
    game = opened(world, rules, Maker("device", "192.0.2.1") if what == "sought" else None)
    clients = []
    if what in ("gathering", "first turn"):
        world.do(world.games.join(game, "i" * 22, Who(TOKENS[1])))
    if what in ("sought", "first turn"):
        clients = [Client(game, token) for token in TOKENS[: 1 + (what == "first turn")]]
        world.settle(*(partial(one.open, world.games) for one in clients))
        flow(world, clients)
    began_at = world.games.now()
    reach(world, began_at + lasts - 1, clients)
    before = storage.read(world.engine, game)
    assert before is not None
    assert "end" not in [event["kind"] for event in before.events]
    reach(world, began_at + lasts, clients)
    after = storage.read(world.engine, game)
    assert after is not None
    assert [event["kind"] for event in after.events[len(before.events) :]] == ["end"]
    assert after.events[-1]["at"] == began_at + lasts


def test_a_game_that_is_forgotten_is_gone_at_once(world: World) -> None:
    """Garbage is looked for seldom: what waits for that would grow with the games of an hour."""
    game = opened(world, DAYS)
    room = ref(world.do(world.games.room(game)))
    gc.disable()
    try:
        world.wait((IDLE + SECOND) / 1000)
        world.do(world.games.sweep())
        assert room() is None
    finally:
        gc.enable()


class Staying:
    """Somebody who stays at a game."""

    def tell(self, text: str) -> None:
        """Not listen."""


def test_who_stays_at_a_game_keeps_no_other_in_memory(world: World) -> None:
    watched, left = opened(world, DAYS), opened(world, DAYS, token=TOKENS[1])
    room, other = world.do(world.games.room(watched)), ref(world.do(world.games.room(left)))
    room.presence.enter(Staying(), None)
    world.wait((IDLE + SECOND) / 1000)
    world.do(world.games.sweep())
    assert other() is None
    assert world.do(world.games.room(watched)) is room


def test_what_is_listed_is_not_forgotten(world: World) -> None:
    """Where several processes write, who joins it elsewhere could not be followed here, and it would stay listed."""
    game = opened(world, DAYS, Maker("device", "192.0.2.1"))
    room = world.do(world.games.room(game))
    world.do(world.games.sweep())
    world.wait((IDLE + SECOND) / 1000)
    world.do(world.games.sweep())
    assert world.do(world.games.room(game)) is room


def test_who_was_away_is_away_as_long_when_a_link_is_revoked(world: World) -> None:
    room = world.do(world.games.room(opened(world, DAYS)))
    here = Staying()
    room.presence.enter(here, 1)
    room.presence.leave(here, world.games.now())
    world.wait(50.0)
    room.presence.enter(here, 2)
    room.presence.unseat([1, 2], world.games.now())
    assert [room.presence.absence(seat, world.games.now()) for seat in (1, 2)] == [50_000, 0]
    assert room.presence.told(world.games.now())["watchers"] == 1
