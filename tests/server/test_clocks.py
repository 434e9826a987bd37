"""Clocks: increment, byo-yomi, flags, taking back."""

import asyncio
from pathlib import Path

import pytest

from fieldstone.server.clocks import (
    Clock,
    Rules,
    flag_time,
    forgiven,
    has_fallen,
    new_clock,
    pressed,
    steady_time,
    stopped,
    switched,
)
from fieldstone.server.engine.kernels import Kernels
from fieldstone.server.lines import read_line
from fieldstone.server.sessions import transitions
from fieldstone.server.sessions.games import Games
from fieldstone.server.sessions.hub import Hub
from fieldstone.server.settings import sqlite_address
from fieldstone.server.storage.models import Seat, StoredGame
from fieldstone.server.storage.store import Store

FISCHER = Rules(60.0, increment=5.0)
BYOYOMI = Rules(60.0, periods=3, period=10.0)


def running(rules: Rules, seat: int = 1, left: float | None = None, periods: int | None = None) -> Clock:
    clock = new_clock(rules, 100.0)
    left = clock.left[seat] if left is None else left
    periods = clock.periods[seat] if periods is None else periods
    return Clock({**clock.left, seat: left}, {**clock.periods, seat: periods}, seat, 100.0)


def test_the_first_move_costs_nothing() -> None:
    clock = new_clock(FISCHER, 100.0)
    assert clock.running is None
    assert flag_time(FISCHER, clock) is None
    assert not has_fallen(FISCHER, clock, 1e9)
    after = pressed(FISCHER, clock, 5000.0, 2)
    assert after == Clock({1: 60.0, 2: 60.0}, {1: 0, 2: 0}, 2, 5000.0)


def test_increment() -> None:
    after = pressed(FISCHER, running(FISCHER), 107.5, 2)
    assert after == Clock({1: 57.5, 2: 60.0}, {1: 0, 2: 0}, 2, 107.5)
    again = pressed(FISCHER, after, 108.0, 1)
    assert again.left == {1: 57.5, 2: 64.5}
    assert again.running == 1


def test_the_flag_falls() -> None:
    clock = running(FISCHER)
    assert flag_time(FISCHER, clock) == 160.0
    assert not has_fallen(FISCHER, clock, 159.99)
    assert has_fallen(FISCHER, clock, 160.0)
    assert stopped(FISCHER, clock, 170.0).left[1] == 0.0


@pytest.mark.parametrize(
    ("used", "left", "periods"),
    [
        (20.0, 40.0, 3),
        (60.0, 0.0, 3),
        (69.9, 0.0, 3),  # within the first period, which is whole again at the next turn
        (70.0, 0.0, 2),
        (85.0, 0.0, 1),
        (89.9, 0.0, 1),
        (90.0, 0.0, 0),
        (500.0, 0.0, 0),
    ],
)
def test_byoyomi(used: float, left: float, periods: int) -> None:
    clock = running(BYOYOMI)
    after = stopped(BYOYOMI, clock, 100.0 + used)
    assert (after.left[1], after.periods[1]) == (left, periods)
    assert (after.left[2], after.periods[2]) == (60.0, 3)
    assert has_fallen(BYOYOMI, clock, 100.0 + used) == (periods == 0)


def test_byoyomi_after_the_main_time() -> None:
    clock = running(BYOYOMI, left=0.0, periods=2)
    assert flag_time(BYOYOMI, clock) == 120.0
    assert pressed(BYOYOMI, clock, 109.0, 2).periods[1] == 2
    assert pressed(BYOYOMI, clock, 111.0, 2).periods[1] == 1


def test_taking_back_gives_no_increment() -> None:
    after = switched(FISCHER, running(FISCHER, seat=2), 103.0, 1)
    assert after == Clock({1: 60.0, 2: 57.0}, {1: 0, 2: 0}, 1, 103.0)
    assert switched(FISCHER, after, 104.0, None).running is None


def test_a_clock_that_goes_backwards_costs_nothing() -> None:
    assert stopped(FISCHER, running(FISCHER), 50.0).left[1] == 60.0


def test_time_without_a_server_is_forgiven() -> None:
    clock = forgiven(running(FISCHER, left=30.0), 9000.0)
    assert clock.left[1] == 30.0
    assert flag_time(FISCHER, clock) == 9030.0


class Clocks:
    """The clocks of a machine, whose wall clock somebody sets."""

    def __init__(self) -> None:
        self.wall, self.monotonic = 1_800_000_000.0, 5.0

    def passes(self, seconds: float) -> None:
        self.wall += seconds
        self.monotonic += seconds


@pytest.mark.parametrize("jump", [-3600.0, 3600.0, -1e9])
def test_nobody_sets_the_time_of_a_run(jump: float) -> None:
    machine = Clocks()
    now = steady_time(lambda: machine.wall, lambda: machine.monotonic)
    assert now() == 1_800_000_000.0
    machine.passes(7.0)
    machine.wall += jump
    machine.passes(7.0)
    assert now() == 1_800_000_014.0


def a_game(rules: Rules) -> StoredGame:
    seats = {1: Seat("human"), 2: Seat("human")}
    return transitions.described(StoredGame("", "", seats, 0, 0, rules=rules), read_line("kaomi(size=3)"))


def games_of(store: Store, machine: Clocks) -> Games:
    return Games(store, Hub(), Kernels(), lambda: machine.wall, lambda: machine.monotonic)


@pytest.mark.parametrize("jump", [-3600.0, 3600.0])
def test_the_wall_clock_is_set_during_a_game(tmp_path: Path, jump: float) -> None:
    """Set back, the flag falls all the same; set forward, nobody loses at once."""

    async def go() -> None:
        store, machine = Store(sqlite_address(tmp_path / "games.sqlite")), Clocks()
        games = games_of(store, machine)
        game = await games.create(a_game(Rules(600.0)))
        await games.play(game.id, "b2", 0)
        machine.passes(100.0)
        machine.wall += jump
        there = await games.look(game.id)
        assert (there.result, there.revision) == (None, 1)
        machine.passes(450.0)
        there = await games.look(game.id)
        assert (there.result, there.revision) == (None, 1)  # and looking does not write
        machine.passes(60.0)
        over = await games.look(game.id)
        assert over.result is not None
        assert over.result.termination == "time"
        await games.close()
        store.close()

    asyncio.run(go())


@pytest.mark.parametrize("jump", [-7200.0, -60.0, 0.0, 3600.0])
def test_the_wall_clock_is_set_between_two_runs(tmp_path: Path, jump: float) -> None:
    """Time without a server is forgiven, and then the flag falls in its time."""

    async def go() -> None:
        store, machine = Store(sqlite_address(tmp_path / "games.sqlite")), Clocks()
        games = games_of(store, machine)
        game = await games.create(a_game(Rules(600.0)))
        await games.play(game.id, "b2", 0)
        machine.passes(500.0)
        await games.close()
        machine.passes(30.0)
        machine.wall += jump
        machine.monotonic = 1.0  # the machine has been started anew
        games = games_of(store, machine)
        machine.passes(1.0)
        there = await games.look(game.id)
        assert there.result is None
        machine.passes(550.0)
        assert (await games.look(game.id)).result is None
        machine.passes(100.0)
        over = await games.look(game.id)
        assert over.result is not None
        assert over.result.termination == "time"
        await games.close()
        store.close()

    asyncio.run(go())
