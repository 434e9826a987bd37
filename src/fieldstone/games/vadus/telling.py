"""What people are told of a position of Vadus, as numbers."""

from typing import Any

from fieldstone.core.dispatch import implements
from fieldstone.core.jit import jit
from fieldstone.core.kernels import Record, Rules, fill_codes
from fieldstone.core.record import EMPTY, Codes
from fieldstone.core.telling import (
    COLOUR,
    ENDS,
    GROUP,
    JOINS,
    NO_GROUP,
    OWN_REASON,
    PART,
    WORTH,
    count_parts,
    make_way,
    pair_off,
    place_for,
    reason,
    stones_left,
    turn_reason,
    write_scores,
)
from fieldstone.games.vadus.rules import BORDER, NO_BRIDGE, POINTS, RULES, tally_values

# In the order of `reasons` in the spec.
OCCUPIED, FIRST_PASS, PASS_IN_TURN, FIRST_TURN, NO_TURN_OF_TWO = range(OWN_REASON, OWN_REASON + 5)
# Columns of a group after those by which they pair off, in the order of `parts` in the spec.
SIZE, EDGE_STONES, SURPLUS = range(4, 7)
FIRST = SURPLUS  # until that is known, the group's first stone


@implements(fill_codes, RULES)
def fill_codes_vadus(rules: Rules, state: Record, codes: Codes) -> None:
    """The cells have a border."""
    for point in range(rules.points):
        codes[point] = state.cells[rules.place_of[point]]


@implements(reason, RULES)
def reason_vadus(rules: Rules, state: Record, action: int, numbers: Any) -> int:
    """W2."""
    if action < rules.points:
        numbers[0] = action
        return OCCUPIED
    return FIRST_PASS if state.empty_count == rules.points else PASS_IN_TURN


@implements(turn_reason, RULES)
def turn_reason_vadus(rules: Rules, state: Record, numbers: Any) -> int:
    """W2: Black's first turn is a single stone."""
    return FIRST_TURN if state.empty_count == rules.points else NO_TURN_OF_TWO


@implements(stones_left, RULES)
def stones_left_vadus(rules: Rules, state: Record) -> int:
    """W2."""
    return int(state.left)


@implements(write_scores, RULES)
def write_scores_vadus(rules: Rules, state: Record, colour: int, values: Any) -> int:
    """W5, W6: the values of the groups, highest first."""
    lowest, highest = tally_values(rules, state)
    count = 0
    for value in range(highest, lowest - 1, -1):
        for _ in range(state.tally[colour - 1, POINTS + value]):
            values[count] = value
            count += 1
    return count


@jit
def add_group(rules: Rules, state: Record, points: Any, groups: Any, count: int, first: int) -> None:
    """W4, W5: write the group whose first stone stands on `first` in its place among `count` others."""
    start = rules.place_of[first]
    label, colour = state.label[start], int(state.cells[start])
    size, bridge = int(state.stones[label]), int(state.bridge[label])
    value = (2 * bridge if bridge < NO_BRIDGE else 0) - size
    place = place_for(groups, count, value, colour)
    make_way(points, groups, place, count)
    groups[place, COLOUR], groups[place, WORTH], groups[place, SIZE] = colour, value, size
    groups[place, EDGE_STONES], groups[place, FIRST] = state.edge_stones[label], first
    for point in range(first, rules.points):
        if state.label[rules.place_of[point]] == label:
            points[point, GROUP] = place


@jit
def is_edge(rules: Rules, state: Record, place: int) -> bool:
    """W4: say whether a place is on the rim."""
    stride = rules.stride
    near = (place + 1, place + stride, place + stride - 1, place - 1, place - stride, place - stride + 1)
    for beside in near:  # noqa: SIM110 (generators do not compile)
        if state.cells[beside] == BORDER:
            return True
    return False


@jit
def mark_way(rules: Rules, state: Record, start: int, length: int, points: Any) -> bool:
    """W5: mark a way of `length` stones from an edge stone to another one, if there is one; none may be shorter."""
    queue, source, steps, stride = state.queue, state.source, state.steps, rules.stride
    queue[0], source[start], steps[start] = start, start, 1
    count, done, end = 1, 0, -1
    while done < count and end < 0:
        place = int(queue[done])
        done += 1
        if place != start and is_edge(rules, state, place):
            end = place
        elif steps[place] < length:
            near = (place + 1, place + stride, place + stride - 1, place - 1, place - stride, place - stride + 1)
            for beside in near:
                if state.cells[beside] == state.cells[start] and source[beside] < 0:
                    queue[count], source[beside], steps[beside] = beside, place, steps[place] + 1
                    count += 1
    found = end >= 0
    if found:
        points[rules.action_of[end], PART] = ENDS
        for _ in range(length - 2):
            end = int(source[end])
            points[rules.action_of[end], PART] = JOINS
        points[rules.action_of[start], PART] = ENDS
    for index in range(count):
        source[queue[index]] = -1
    return found


@implements(count_parts, RULES)
def count_parts_vadus(rules: Rules, state: Record, points: Any, groups: Any, facts: Any) -> int:
    """W4, W5: the groups with their connection part and surplus, the most valuable first; W6: which one decides."""
    tally_values(rules, state)
    count = 0
    for point in range(rules.points):
        place = rules.place_of[point]
        state.source[place] = -1
        if state.cells[place] != EMPTY and points[point, GROUP] == NO_GROUP:
            add_group(rules, state, points, groups, count, point)
            count += 1
    for number in range(count):
        first = groups[number, FIRST]
        bridge = int(state.bridge[state.label[rules.place_of[first]]])
        if bridge == NO_BRIDGE:
            bridge = 0
        groups[number, SURPLUS] = groups[number, SIZE] - bridge
        for point in range(first, rules.points):
            place = rules.place_of[point]
            if bridge > 0 and points[point, GROUP] == number and is_edge(rules, state, place):
                if mark_way(rules, state, int(place), bridge, points):
                    break
    pair_off(groups, count, False)
    return count
