"""Positions of Iago and free capture that are written down and read again."""

from typing import Any

from fieldstone.core.dispatch import implements
from fieldstone.core.kernels import Record, Rules
from fieldstone.core.positions import NO_PROBLEM, OWN_PROBLEM, shown_ending, take_details
from fieldstone.core.record import BLACK, INNER_AREA_FULL, ONGOING, WHITE
from fieldstone.games.iago.rules import BLACK_CAPTIVE, POINTS, RULES, WHITE_CAPTIVE

DISCS, DISCS_WHITE = OWN_PROBLEM, OWN_PROBLEM + 1  # in the order of `problems` in the spec


@implements(take_details, RULES)
def take_details_iago(rules: Rules, state: Record, details: Any, numbers: Any) -> int:
    """Check the numbers: Black places first and discs stay, so they tell the side to move (I2)."""
    black, white = 0, 0
    for point in range(POINTS):
        black += state.cells[point] in (BLACK, BLACK_CAPTIVE)
        white += state.cells[point] in (WHITE, WHITE_CAPTIVE)
    numbers[0], numbers[1] = black, white
    if state.to_move == WHITE:
        return NO_PROBLEM if black == white + 1 else DISCS_WHITE
    return NO_PROBLEM if black == white else DISCS


@implements(shown_ending, RULES)
def shown_ending_iago(rules: Rules, state: Record) -> int:
    """I8: a full inner area."""
    return INNER_AREA_FULL if state.inner_empty == 0 else ONGOING
