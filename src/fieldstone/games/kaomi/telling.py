"""What people are told of a position of Kaomi or Squared, as numbers."""

from typing import Any

from fieldstone.core.dispatch import implements
from fieldstone.core.jit import jit
from fieldstone.core.kernels import Record, Rules
from fieldstone.core.record import BLACK, EMPTY, PLAYING, WHITE
from fieldstone.core.telling import (
    COLOUR,
    GROUP,
    NOWHERE,
    OWN_REASON,
    PUSHED,
    RETURNED,
    SETUP_OVER,
    WORTH,
    add_effect,
    count_parts,
    make_way,
    pair_off,
    place_for,
    reason,
    write_effects,
    write_scores,
)
from fieldstone.games.auction import auction_reason
from fieldstone.games.kaomi.rules import RULES, group_size, push, tally_groups

OCCUPIED, NO_SWAP = OWN_REASON, OWN_REASON + 1  # in the order of `reasons` in the spec
SQUARE = 2  # the third column of a group in Squared, after COLOUR and WORTH, which is its size


@jit
def square_at(rules: Rules, line: int, at: int, in_row: bool) -> int:
    """Return the square at a place of a row or column."""
    return line * rules.side + at if in_row else at * rules.side + line


@jit
def add_train(rules: Rules, line: int, at: int, step: int, length: int, in_row: bool, effects: Any, count: int) -> int:
    """K2-K4: write the stones of a train, from the new stone on; returns the number of the next effect."""
    size = rules.side
    for place in range(1, length + 1):
        start, end = (at + step * place + size) % size, (at + step * (place + 1) + size) % size
        end = square_at(rules, line, end, in_row)
        count = add_effect(effects, count, PUSHED, square_at(rules, line, start, in_row), end)
    return count


@jit
def goes_back(size: int, stones: int, at: int, place: int) -> bool:
    """K5, K6: say whether the stone at a place of a line would move but goes back, for a new stone at `at`."""
    _, _, right_back, left_back = push(size, stones, at)
    return 1 <= (place - at + size) % size <= right_back or 1 <= (at - place + size) % size <= left_back


@implements(write_effects, RULES)
def write_effects_kaomi(rules: Rules, before: Record, after: Record, action: int, effects: Any) -> int:
    """K2-K6: the stones that are pushed, and those that go back."""
    size, row, column = int(rules.side), int(rules.row_of[action]), int(rules.column_of[action])
    count = 0
    for in_row in (True, False):
        line, at = (row, column) if in_row else (column, row)
        stones = int(before.row_stones[line]) if in_row else int(before.column_stones[line])
        right, left, _, _ = push(size, stones, at)
        count = add_train(rules, line, at, 1, right, in_row, effects, count)
        count = add_train(rules, line, at, -1, left, in_row, effects, count)
    for square in range(rules.points):
        across, up = int(rules.column_of[square]), int(rules.row_of[square])
        if (up == row and goes_back(size, int(before.row_stones[row]), column, across)) or (
            across == column and goes_back(size, int(before.column_stones[column]), row, up)
        ):
            count = add_effect(effects, count, RETURNED, square, NOWHERE)
    return count


@implements(reason, RULES)
def reason_kaomi(rules: Rules, state: Record, action: int, numbers: Any) -> int:
    """K2, K10, S1."""
    if state.setup != PLAYING:
        return auction_reason(rules, state, numbers)
    if action < rules.points:
        numbers[0] = action
        return OCCUPIED  # K2
    return NO_SWAP if action == rules.swap_action else SETUP_OVER  # K10, S1


@implements(write_scores, RULES)
def write_scores_kaomi(rules: Rules, state: Record, colour: int, values: Any) -> int:
    """K8: sizes of the groups left when pairs are taken off, highest first; Q1: the sum of squares with komi."""
    if not rules.squared:
        tally_groups(rules, state)
        sign, count = 1 if colour == BLACK else -1, 0
        for size in range(rules.points, 0, -1):
            for _ in range(sign * int(state.sizes[size])):
                values[count] = size
                count += 1
        return count
    values[0] = state.komi if colour == WHITE else 0
    for square in range(rules.points):
        state.seen[square] = 0
    for square in range(rules.points):
        if state.cells[square] == colour and state.seen[square] == 0:
            values[0] += group_size(rules, state, square) ** 2
    return 1


@jit
def list_groups(rules: Rules, state: Record, points: Any, groups: Any) -> int:
    """Write colour and size of the groups, the largest first, of equal ones Black's, then in the order of the board."""
    count = 0
    for square in range(rules.points):
        state.seen[square] = 0
    for square in range(rules.points):
        if state.cells[square] != EMPTY and state.seen[square] == 0:
            colour, size = int(state.cells[square]), group_size(rules, state, square)
            place = place_for(groups, count, size, colour)
            make_way(points, groups, place, count)
            groups[place, COLOUR], groups[place, WORTH] = colour, size
            for index in range(size):
                points[state.queue[index], GROUP] = place
            count += 1
    return count


@implements(count_parts, RULES)
def count_parts_kaomi(rules: Rules, state: Record, points: Any, groups: Any, facts: Any) -> int:
    """K8: the groups, those that cancel out, the biggest that is left; Q1: their squares, and komi."""
    count = list_groups(rules, state, points, groups)
    if rules.squared:
        for number in range(count):
            groups[number, SQUARE] = groups[number, WORTH] ** 2
        facts[0] = state.komi
    else:
        facts[0] = pair_off(groups, count, True)
    return count
