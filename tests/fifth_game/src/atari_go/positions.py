"""Positions of Atari Go that are written down and read again: which of them can be, and how the game has ended there.

Nobody passes, so whoever has too few stones for the side to move has lost some.
"""

from typing import Any

from atari_go.rules import CAPTURE, NO_MOVE, NOWHERE, RULES, has_liberty
from atari_go.telling import lost_stones
from fieldstone.core.dispatch import implements
from fieldstone.core.kernels import Record, Rules, is_legal
from fieldstone.core.positions import NO_PROBLEM, OWN_PROBLEM, shown_ending, take_details, winner_after
from fieldstone.core.record import EMPTY, ONGOING

LOST_STONES, NO_LIBERTY = OWN_PROBLEM, OWN_PROBLEM + 1  # in the order of `problems` in the spec


@implements(take_details, RULES)
def take_details_atari_go(rules: Rules, state: Record, details: Any, numbers: Any) -> int:
    """Refuse what cannot be: the player who moved last has lost stones (A4), or a group has no liberty (A5)."""
    last = 3 - int(state.to_move)
    numbers[0], numbers[1] = last, lost_stones(rules, state, last)
    if numbers[1] > 0:
        return LOST_STONES
    for point in range(rules.points):
        if state.cells[point] != EMPTY and not has_liberty(rules, state, point, NOWHERE):
            numbers[0] = point
            return NO_LIBERTY
    return NO_PROBLEM


@implements(shown_ending, RULES)
def shown_ending_atari_go(rules: Rules, state: Record) -> int:
    """A4: stones are missing; A6: there is no legal move."""
    if lost_stones(rules, state, int(state.to_move)) > 0:
        return CAPTURE
    for point in range(rules.points):
        if is_legal(rules, state, point):
            return ONGOING
    return NO_MOVE


@implements(winner_after, RULES)
def winner_after_atari_go(rules: Rules, state: Record, over: int) -> int:
    """A4, A6: whoever moved last."""
    return 3 - state.to_move
