"""What people are told of a position of Atari Go, as numbers: why a move is illegal, what it takes off, the score."""

from typing import Any

from atari_go.rules import RULES
from fieldstone.core.dispatch import implements
from fieldstone.core.jit import jit
from fieldstone.core.kernels import Record, Rules
from fieldstone.core.record import BLACK, EMPTY, WHITE
from fieldstone.core.telling import NOWHERE, OWN_REASON, REMOVED, add_effect, reason, write_effects, write_scores

OCCUPIED, NO_LIBERTY = OWN_REASON, OWN_REASON + 1  # in the order of `reasons` in the spec


@implements(write_effects, RULES)
def write_effects_atari_go(rules: Rules, before: Record, after: Record, action: int, effects: Any) -> int:
    """A4: the stones taken off."""
    count = 0
    for point in range(rules.points):
        if before.cells[point] != EMPTY and after.cells[point] == EMPTY:
            count = add_effect(effects, count, REMOVED, point, NOWHERE)
    return count


@implements(reason, RULES)
def reason_atari_go(rules: Rules, state: Record, action: int, numbers: Any) -> int:
    """A3, A5."""
    numbers[0] = action
    return NO_LIBERTY if state.cells[action] == EMPTY else OCCUPIED


@jit
def lost_stones(rules: Rules, state: Record, colour: int) -> int:
    """A1, A3: return the stones that a colour should have by the side to move, less those that it has.

    Nobody has placed more stones than the other, or Black one more: the rest has been captured.
    """
    lead = -int(state.to_move == WHITE)
    for point in range(rules.points):
        lead += int(state.cells[point] == BLACK) - int(state.cells[point] == WHITE)
    return max(0, -lead if colour == BLACK else lead)


@implements(write_scores, RULES)
def write_scores_atari_go(rules: Rules, state: Record, colour: int, values: Any) -> int:
    """A4: the stones that a colour has captured; more than none wins."""
    values[0] = lost_stones(rules, state, 3 - colour)
    return 1
