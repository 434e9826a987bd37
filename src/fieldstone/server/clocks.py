"""Clocks of games on one device, as pure functions: Fischer's increment and byo-yomi. All times are seconds.

`now` is told by `steady_time`. Games between people have clocks of their own, in `online/clocks.py`.

The first move of a game costs nothing: a clock runs from then on. A turn of two stones is one turn for the clock too.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

SEATS = (1, 2)


@dataclass(frozen=True)
class Rules:
    """How much time there is.

    Attributes
    ----------
    main : what each player begins with
    increment : is added after each turn
    periods, period : after the main time each turn may take up to `period`; a longer one uses up whole periods, and
        who has none left has lost
    """

    main: float
    increment: float = 0.0
    periods: int = 0
    period: float = 0.0


@dataclass(frozen=True)
class Clock:
    """Both clocks at one moment.

    Attributes
    ----------
    left : main time by seat, as it was at `since`
    periods : byo-yomi periods left by seat
    running : the seat whose clock runs, or None
    since : when it was started
    """

    left: Mapping[int, float]
    periods: Mapping[int, int]
    running: int | None
    since: float


def steady_time(
    wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = time.monotonic
) -> Callable[[], float]:
    """Return what tells the seconds since 1970, without ever jumping: when somebody sets the wall clock, it goes on."""
    offset = wall() - monotonic()
    return lambda: offset + monotonic()


def new_clock(rules: Rules, now: float) -> Clock:
    """Return clocks that have not been started."""
    return Clock(dict.fromkeys(SEATS, rules.main), dict.fromkeys(SEATS, rules.periods), None, now)


def flag_time(rules: Rules, clock: Clock) -> float | None:
    """Return when the flag of the running clock falls, or None if none runs."""
    if clock.running is None:
        return None
    return clock.since + clock.left[clock.running] + clock.periods[clock.running] * rules.period


def has_fallen(rules: Rules, clock: Clock, now: float) -> bool:
    """Say whether the flag of the running clock has fallen."""
    falls = flag_time(rules, clock)
    return falls is not None and now >= falls


def stopped(rules: Rules, clock: Clock, now: float) -> Clock:
    """Return the clocks with the running one stopped, what it has used taken off."""
    seat = clock.running
    if seat is None:
        return replace(clock, since=now)
    used = max(0.0, now - clock.since)
    over = used - clock.left[seat]
    lost = 0
    if over > 0 and rules.period > 0:
        lost = min(clock.periods[seat], int(over // rules.period))
    left = {**clock.left, seat: max(0.0, -over)}
    return Clock(left, {**clock.periods, seat: clock.periods[seat] - lost}, None, now)


def pressed(rules: Rules, clock: Clock, now: float, following: int) -> Clock:
    """Return the clocks after a turn: its player's is stopped and gets the increment, that of `following` runs."""
    seat = clock.running
    after = stopped(rules, clock, now)
    if seat is not None:
        after = replace(after, left={**after.left, seat: after.left[seat] + rules.increment})
    return replace(after, running=following)


def switched(rules: Rules, clock: Clock, now: float, following: int | None) -> Clock:
    """Return the clocks when a move was taken back: no increment; `following` None at the beginning of the game."""
    return replace(stopped(rules, clock, now), running=following)


def is_of_another_run(clock: Clock, now: float, began: float) -> bool:
    """Say whether a clock was started by a server that is no more; the present one began to tell time at `began`.

    Its wall clock may have been set since: then the clock seems to have been started in the future.
    """
    return not began <= clock.since <= now


def forgiven(clock: Clock, now: float) -> Clock:
    """Return the clocks with the running one started anew: while no server ran nobody could play."""
    return replace(clock, since=now)


def to_json(value: Rules | Clock) -> dict[str, Any]:
    """Return rules or clocks as JSON."""
    return {
        name: {str(seat): one for seat, one in part.items()} if isinstance(part, Mapping) else part
        for name, part in vars(value).items()
    }
