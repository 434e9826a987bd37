"""What people are told of a position of Iago or free capture, as numbers."""

from typing import Any

from fieldstone.core.dispatch import implements
from fieldstone.core.kernels import Record, Rules
from fieldstone.core.record import BLACK, EMPTY, WHITE
from fieldstone.core.telling import (
    CAPTURED,
    NO_DUTY,
    NOWHERE,
    OWN_REASON,
    OWNER,
    PART,
    RELEASED,
    add_effect,
    count_parts,
    duty,
    reason,
    write_effects,
    write_scores,
)
from fieldstone.games.iago.rules import BLACK_CAPTIVE, CENTRE, POINTS, RULES, WHITE_CAPTIVE, count_discs

OCCUPIED, MUST_CAPTURE, CLOSED_CENTRE, CLOSED_OUTER_AREA = range(OWN_REASON, OWN_REASON + 4)  # `reasons` in the spec
CAPTURE_MOST = 1  # the first of `duties` in the spec


@implements(write_effects, RULES)
def write_effects_iago(rules: Rules, before: Record, after: Record, action: int, effects: Any) -> int:
    """I3, I4: the discs that turn red, and those that turn back."""
    count = 0
    for point in range(POINTS):
        old, new = before.cells[point], after.cells[point]
        if old != EMPTY and new != old:
            captured = new in (BLACK_CAPTIVE, WHITE_CAPTIVE)
            count = add_effect(effects, count, CAPTURED if captured else RELEASED, point, NOWHERE)
    return count


@implements(reason, RULES)
def reason_iago(rules: Rules, state: Record, action: int, numbers: Any) -> int:
    """I2, I5, I6."""
    numbers[0] = action
    if state.cells[action] != EMPTY:
        return OCCUPIED  # I2
    if state.most > 0 and not rules.free:  # I5
        count = 0
        for point in range(POINTS):
            if state.cells[point] == EMPTY and state.captures[state.to_move - 1, point] == state.most:
                numbers[2 + count] = point
                count += 1
        numbers[0], numbers[1] = state.most, count
        return MUST_CAPTURE
    return CLOSED_CENTRE if action == CENTRE else CLOSED_OUTER_AREA  # I6, I7


@implements(write_scores, RULES)
def write_scores_iago(rules: Rules, state: Record, colour: int, values: Any) -> int:
    """I9: inner discs times outer discs, an area without any counting as one."""
    inner = max(1, count_discs(rules, state, colour, False))
    outer = max(1, count_discs(rules, state, colour, True))
    values[0], values[1], values[2] = inner * outer, inner, outer
    return 3


@implements(count_parts, RULES)
def count_parts_iago(rules: Rules, state: Record, points: Any, groups: Any, facts: Any) -> int:
    """I9: the discs that count, and where; I10: for whom the centre decides, where a captive is the other side's."""
    for point in range(POINTS):
        if state.cells[point] in (BLACK, WHITE):
            points[point, OWNER], points[point, PART] = state.cells[point], rules.outer[point]
    centre = state.cells[CENTRE]
    facts[0] = BLACK if centre in (BLACK, WHITE_CAPTIVE) else WHITE if centre in (WHITE, BLACK_CAPTIVE) else 0
    return 0


@implements(duty, RULES)
def duty_iago(rules: Rules, state: Record, numbers: Any) -> int:
    """I5: the captures that the side to move must make."""
    if rules.free or state.most == 0:
        return NO_DUTY
    numbers[0] = state.most
    return CAPTURE_MOST
