"""Clocks of games between people, as pure functions; docs/clocks.md has their rules. All times are whole milliseconds.

Nobody's own time runs before each player has finished a first turn: that has `FIRST_TURN` of its own, and who lets it
pass has no game. A turn of two stones is one turn for the clock too.
"""

from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

SECOND = 1000
DAY = 24 * 3600 * SECOND
FIRST_TURN = 60 * SECOND  # of each player of a live game: who comes by a link may never have seen the game
GIFT = 15 * SECOND  # that a player gives to the other at once

# What is given back for the time on the way, of what the server has measured itself.
QUOTA_AT_FIRST = 1000
QUOTA_A_TURN = 300
MOST_QUOTA = 2000

TURNS_EXPECTED = 40  # in a whole game, each with what comes with it besides the main time
# After how long an absence, on the absent player's own turn, the other may claim the game; by the time expected.
PATIENCE = ((5 * 60 * SECOND, 30 * SECOND), (15 * 60 * SECOND, 60 * SECOND))
LONGEST_PATIENCE = 120 * SECOND

Kind = Literal["fischer", "byoyomi", "delay", "days"]
Pair = tuple[int, int]


@dataclass(frozen=True)
class Rules:
    """How much time there is.

    Attributes
    ----------
    kind : which of the others count
    main : what each player begins with; of "days", what there is for each turn
    increment, cap : is added after each turn, but not beyond the cap
    periods, period : after the main time each turn may take up to `period`; a longer one uses up whole periods
    delay : of each turn, does not count
    """

    kind: Kind
    main: int
    increment: int = 0
    cap: int = 0
    periods: int = 0
    period: int = 0
    delay: int = 0


@dataclass(frozen=True)
class Clock:
    """Both clocks at one moment; pairs are by seat, the first seat first.

    Attributes
    ----------
    left : main time, as it was at `since`
    periods : of byo-yomi, that are left
    quota : that may still be given back for the time on the way
    moved : whether the player has finished a turn
    running : the seat whose turn it is; 0 before the start and after the end
    since : when that turn began; of a game that is paused, when the pause did
    held : of a game that is paused, for how long that turn had been running
    """

    left: Pair
    periods: Pair
    quota: Pair
    moved: tuple[bool, bool]
    running: int
    since: int
    held: int = 0


class Spent(NamedTuple):
    """What a decision has cost: the time used, what was given back of it, and whether it came too late."""

    used: int
    compensated: int
    fallen: bool


def new_clock(rules: Rules) -> Clock:
    """Return clocks that have not been started."""
    both = (rules.main, rules.main)
    return Clock(both, (rules.periods, rules.periods), (QUOTA_AT_FIRST, QUOTA_AT_FIRST), (False, False), 0, 0)


def started(clock: Clock, seat: int, now: int) -> Clock:
    """Return the clocks with a seat's turn beginning now."""
    return replace(clock, running=seat, since=now)


def allowance(rules: Rules, clock: Clock) -> int:
    """Return how long the turn that runs may take."""
    if rules.kind == "days":
        return rules.main
    at = clock.running - 1
    if not clock.moved[at]:
        return FIRST_TURN
    return rules.delay + clock.left[at] + clock.periods[at] * rules.period


def flag_time(rules: Rules, clock: Clock, lag: int = 0) -> int | None:
    """Return when the turn that runs is lost, None if none runs; `lag` is what may be on the way back to the server."""
    if not clock.running:
        return None
    return clock.since + allowance(rules, clock) + min(lag, clock.quota[clock.running - 1])


def spent(rules: Rules, clock: Clock, arrival: int, lag: int, claimed: int | None = None) -> Spent:
    """Return what a decision costs that has arrived now.

    `lag` is the round trip that the server has measured. What the client says that it has used, `claimed`, can make the
    compensation smaller and never larger.
    """
    elapsed = max(0, arrival - clock.since)
    most = elapsed if claimed is None else min(elapsed, max(0, elapsed - claimed))
    given = max(0, min(lag, most, clock.quota[clock.running - 1]))
    used = elapsed - given
    return Spent(used, given, used >= allowance(rules, clock))


def pressed(rules: Rules, clock: Clock, cost: Spent, following: int, now: int) -> Clock:
    """Return the clocks after a turn, with that of `following` running."""
    at = clock.running - 1
    quota = min(MOST_QUOTA, clock.quota[at] - cost.compensated + QUOTA_A_TURN)
    after = _charged(rules, clock, cost.used)
    if rules.increment and clock.moved[at]:
        full = after.left[at] + rules.increment
        after = _with_left(after, min(full, max(rules.cap, after.left[at])) if rules.cap else full)
    moved = _with(clock.moved, at, True)
    return replace(after, quota=_with(clock.quota, at, quota), moved=moved, running=following, since=now)


def switched(rules: Rules, clock: Clock, following: int, now: int) -> Clock:
    """Return the clocks when moves were taken back: what has been used is used, and nothing is added."""
    return replace(_charged(rules, clock, max(0, now - clock.since)), running=following, since=now)


def given(clock: Clock, seat: int) -> Clock:
    """Return the clocks with time given to a player. It is a gift, so that no cap holds it back."""
    return replace(clock, left=_with(clock.left, seat - 1, clock.left[seat - 1] + GIFT))


def paused(clock: Clock, now: int) -> Clock:
    """Return the clocks standing still in the middle of a turn."""
    return replace(clock, since=now, held=max(0, now - clock.since))


def resumed(clock: Clock, now: int) -> Clock:
    """Return the clocks going on with the turn in which they were paused."""
    return replace(clock, since=now - clock.held, held=0)


def stopped(rules: Rules, clock: Clock, now: int) -> Clock:
    """Return the clocks at the end of the game."""
    return switched(rules, clock, 0, now) if clock.running else replace(clock, since=now)


def expected(rules: Rules) -> int | None:
    """Return the time that a player may expect for a whole game; None: days for each turn."""
    if rules.kind == "days":
        return None
    return rules.main + TURNS_EXPECTED * (rules.increment + rules.period + rules.delay)


def patience(rules: Rules) -> int | None:
    """Return how long a player may be away on the own turn before the other may claim the game; None: for ever."""
    whole = expected(rules)
    if whole is None:
        return None
    return next((wait for below, wait in PATIENCE if whole < below), LONGEST_PATIENCE)


def to_json(value: Rules | Clock) -> dict[str, Any]:
    """Return rules or clocks as JSON."""
    return {name: list(part) if isinstance(part, tuple) else part for name, part in vars(value).items()}


def rules_of(data: dict[str, Any]) -> Rules:
    """Return the rules that `to_json` has written."""
    return Rules(**data)


def clock_of(data: dict[str, Any], running: int, since: int) -> Clock:
    """Return the clocks that `to_json` has written, with what is kept beside them."""
    pairs = {name: tuple(data[name]) for name in ("left", "periods", "quota", "moved")}
    return Clock(**pairs, running=running, since=since, held=data.get("held", 0))  # which there was not always


def _charged(rules: Rules, clock: Clock, used: int) -> Clock:
    """Return the clocks with the time of the turn that runs taken off."""
    at = clock.running - 1
    if rules.kind == "days" or not clock.moved[at]:
        return clock
    over = max(0, used - rules.delay) - clock.left[at]
    lost = min(clock.periods[at], over // rules.period) if over > 0 and rules.period else 0
    return replace(_with_left(clock, max(0, -over)), periods=_with(clock.periods, at, clock.periods[at] - lost))


def _with_left(clock: Clock, left: int) -> Clock:
    return replace(clock, left=_with(clock.left, clock.running - 1, left))


def _with(pair: tuple[Any, Any], at: int, value: Any) -> tuple[Any, Any]:
    return (value, pair[1]) if at == 0 else (pair[0], value)
