"""The clocks of games between people, by a clock that the test turns: docs/clocks.md, to the millisecond."""

from dataclasses import replace
from typing import Any

import pytest

from fieldstone.server.online import clocks
from fieldstone.server.online.clocks import Clock, Rules, Spent

FISCHER = Rules("fischer", 60_000, increment=5_000)
CAPPED = Rules("fischer", 60_000, increment=5_000, cap=62_000)
BYOYOMI = Rules("byoyomi", 10_000, periods=3, period=30_000)
DELAY = Rules("delay", 60_000, delay=5_000)
DAYS = Rules("days", 3 * clocks.DAY)
START = 1_000_000


def running(rules: Rules, **more: Any) -> Clock:
    """Clocks of which the first player's runs since START, both having finished a turn."""
    clock = replace(clocks.new_clock(rules), moved=(True, True), **more)
    return clocks.started(clock, 1, START)


def after(rules: Rules, clock: Clock, used: int, lag: int = 0) -> tuple[Clock, Spent]:
    now = clock.since + used
    cost = clocks.spent(rules, clock, now, lag)
    return clocks.pressed(rules, clock, cost, 3 - clock.running, now), cost


@pytest.mark.parametrize(
    ("rules", "allowed"),
    [(FISCHER, 60_000), (CAPPED, 60_000), (BYOYOMI, 100_000), (DELAY, 65_000), (DAYS, 3 * clocks.DAY)],
)
def test_the_flag_falls_to_the_millisecond(rules: Rules, allowed: int) -> None:
    clock = running(rules)
    assert clocks.flag_time(rules, clock) == START + allowed
    assert not clocks.spent(rules, clock, START + allowed - 1, 0).fallen
    assert clocks.spent(rules, clock, START + allowed, 0).fallen


def test_no_own_time_runs_before_the_first_turns_are_made() -> None:
    clock = clocks.started(clocks.new_clock(FISCHER), 1, START)
    assert clocks.flag_time(FISCHER, clock) == START + clocks.FIRST_TURN
    clock, cost = after(FISCHER, clock, clocks.FIRST_TURN - 1)
    assert not cost.fallen
    assert clock.left == (60_000, 60_000)
    assert clock.moved == (True, False)
    assert clocks.spent(FISCHER, clock, clock.since + clocks.FIRST_TURN, 0).fallen


def test_a_first_turn_of_a_game_with_days_is_like_any_other() -> None:
    assert clocks.flag_time(DAYS, clocks.started(clocks.new_clock(DAYS), 2, START)) == START + 3 * clocks.DAY


def test_fischer() -> None:
    clock, _ = after(FISCHER, running(FISCHER), 20_000)
    assert clock.left == (45_000, 60_000)
    assert (clock.running, clock.since) == (2, START + 20_000)


def test_fischer_does_not_go_beyond_its_cap() -> None:
    clock, _ = after(CAPPED, running(CAPPED), 1_000)
    assert clock.left == (62_000, 60_000)
    clock, _ = after(CAPPED, running(CAPPED, left=(70_000, 60_000)), 0)  # what was there is not taken away
    assert clock.left == (70_000, 60_000)


@pytest.mark.parametrize(
    ("used", "left", "periods"),
    [(9_999, 1, 3), (10_000, 0, 3), (39_999, 0, 3), (40_000, 0, 2), (69_999, 0, 2), (70_000, 0, 1), (99_999, 0, 1)],
)
def test_byoyomi(used: int, left: int, periods: int) -> None:
    clock, cost = after(BYOYOMI, running(BYOYOMI), used)
    assert not cost.fallen
    assert clock.left[0] == left
    assert clock.periods == (periods, 3)


def test_byoyomi_begins_each_turn_with_a_whole_period() -> None:
    clock, _ = after(BYOYOMI, running(BYOYOMI, left=(0, 0), periods=(1, 1)), 29_999)
    clock, _ = after(BYOYOMI, clock, 29_999)
    assert clock.periods == (1, 1)
    assert clocks.spent(BYOYOMI, clock, clock.since + 30_000, 0).fallen


@pytest.mark.parametrize(("used", "left"), [(0, 60_000), (5_000, 60_000), (5_001, 59_999), (64_999, 1)])
def test_delay(used: int, left: int) -> None:
    clock, _ = after(DELAY, running(DELAY), used)
    assert clock.left[0] == left


def test_days_are_new_for_each_turn() -> None:
    clock, _ = after(DAYS, running(DAYS), 2 * clocks.DAY)
    assert clock.left == (DAYS.main, DAYS.main)


@pytest.mark.parametrize(
    ("lag", "elapsed", "claimed", "given"),
    [
        (400, 3_000, None, 400),  # what was measured
        (5_000, 3_000, None, 1_000),  # the quota
        (400, 300, None, 300),  # no more than has passed
        (400, 3_000, 2_900, 100),  # who says to have used more gets less
        (400, 3_000, 0, 400),  # and who says to have used less gets no more
        (400, 3_000, 9_999_999, 0),
        (0, 3_000, 0, 0),
    ],
)
def test_only_what_the_server_measured_is_given_back(lag: int, elapsed: int, claimed: int | None, given: int) -> None:
    cost = clocks.spent(FISCHER, running(FISCHER), START + elapsed, lag, claimed)
    assert cost == Spent(elapsed - given, given, False)


def test_the_quota_shrinks_and_grows() -> None:
    clock = running(FISCHER)
    assert clock.quota == (1_000, 1_000)
    clock, _ = after(FISCHER, clock, 2_000, lag=700)
    assert clock.quota == (600, 1_000)
    for _ in range(10):
        clock, _ = after(FISCHER, clock, 2_000)
    assert clock.quota == (2_000, 2_000)


def test_what_was_on_the_way_when_the_flag_fell_comes_in_time() -> None:
    clock = running(FISCHER)
    assert not clocks.spent(FISCHER, clock, START + 60_299, 300).fallen
    assert clocks.spent(FISCHER, clock, START + 60_300, 300).fallen
    assert clocks.flag_time(FISCHER, clock, lag=300) == START + 60_300


def test_a_takeback_gives_no_time_back_and_adds_none() -> None:
    clock = clocks.switched(FISCHER, running(FISCHER), 2, START + 7_000)
    assert clock.left == (53_000, 60_000)
    assert (clock.running, clock.since) == (2, START + 7_000)


def test_a_clock_that_is_set_back_costs_nothing() -> None:
    assert clocks.spent(FISCHER, running(FISCHER), START - 500, 300) == Spent(0, 0, False)


@pytest.mark.parametrize(
    ("rules", "wait"),
    [
        (Rules("fischer", 60_000, increment=1_000), 30_000),
        (Rules("fischer", 300_000, increment=5_000), 60_000),
        (Rules("fischer", 900_000, increment=10_000), 120_000),
        (BYOYOMI, 120_000),
        (DAYS, None),
    ],
)
def test_how_long_an_absence_is_borne(rules: Rules, wait: int | None) -> None:
    assert clocks.patience(rules) == wait


def test_they_are_kept_as_json() -> None:
    clock = running(BYOYOMI, quota=(5, 6))
    assert clocks.clock_of(clocks.to_json(clock), clock.running, clock.since) == clock
    assert clocks.rules_of(clocks.to_json(BYOYOMI)) == BYOYOMI


@pytest.mark.parametrize("rules", [FISCHER, BYOYOMI, DELAY, DAYS])
def test_a_pause_costs_nothing_and_gives_nothing(rules: Rules) -> None:
    clock = running(rules)
    paused = clocks.paused(clock, START + 7_000)
    assert (paused.since, paused.held) == (START + 7_000, 7_000)
    resumed = clocks.resumed(paused, START + 999_000)
    assert clocks.flag_time(rules, resumed) == clocks.flag_time(rules, clock) + 992_000  # type: ignore[operator]
    assert after(rules, resumed, 12_000)[0].left == after(rules, clock, 12_000)[0].left
    assert clocks.clock_of(clocks.to_json(paused), paused.running, paused.since) == paused


def test_a_gift_is_not_held_back_by_a_cap() -> None:
    clock = clocks.given(running(CAPPED), 2)
    assert clock.left == (60_000, 75_000)
    assert clocks.given(clock, 1).left == (75_000, 75_000)


def test_clocks_that_were_kept_before_there_were_pauses() -> None:
    kept = clocks.to_json(running(FISCHER))
    del kept["held"]
    assert clocks.clock_of(kept, 1, START) == running(FISCHER)
