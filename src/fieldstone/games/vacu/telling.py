"""What people are told of a position of Vacu or Convacu, as numbers."""

from typing import Any

from fieldstone.core.dispatch import implements
from fieldstone.core.jit import jit
from fieldstone.core.kernels import Record, Rules, fill_codes
from fieldstone.core.record import BLACK, EMPTY, PLAYING, WHITE, Codes
from fieldstone.core.telling import (
    FLIPPED,
    GROUP,
    NO_GROUP,
    NOWHERE,
    OWN_REASON,
    OWNER,
    REMOVED,
    SETUP_OVER,
    add_effect,
    count_parts,
    reason,
    score_tells,
    write_effects,
    write_scores,
)
from fieldstone.games.auction import auction_reason
from fieldstone.games.vacu.rules import RULES, connects, territory

# In the order of `reasons` in the spec.
OCCUPIED, NO_LIBERTY, PASS_BEFORE_BUTTON, BUTTON_TAKEN, PASS_NOT_FORCED = range(OWN_REASON, OWN_REASON + 5)


@implements(fill_codes, RULES)
def fill_codes_vacu(rules: Rules, state: Record, codes: Codes) -> None:
    """The cells have a border."""
    for point in range(rules.points):
        codes[point] = state.cells[rules.place_of[point]]


@implements(write_effects, RULES)
def write_effects_vacu(rules: Rules, before: Record, after: Record, action: int, effects: Any) -> int:
    """V4, V5: stones removed, the placed one may be among them, and enemy stones flipped."""
    count = 0
    for point in range(rules.points):
        old, new = before.cells[rules.place_of[point]], after.cells[rules.place_of[point]]
        if new == EMPTY and (old != EMPTY or point == action):
            count = add_effect(effects, count, REMOVED, point, NOWHERE)
        elif old != EMPTY and new != old:
            count = add_effect(effects, count, FLIPPED, point, NOWHERE)
    return count


@implements(reason, RULES)
def reason_vacu(rules: Rules, state: Record, action: int, numbers: Any) -> int:
    """V3, V5, V8, C2, S1."""
    if state.setup != PLAYING:
        return auction_reason(rules, state, numbers)
    if action < rules.points:
        numbers[0] = action
        return NO_LIBERTY if state.cells[rules.place_of[action]] == EMPTY else OCCUPIED  # V5, V3
    if action == rules.pass_action:
        return PASS_NOT_FORCED if rules.connection else PASS_BEFORE_BUTTON  # C2, V8
    if action == rules.button_action:
        numbers[0] = state.button
        return BUTTON_TAKEN  # V8
    return SETUP_OVER


@implements(write_scores, RULES)
def write_scores_vacu(rules: Rules, state: Record, colour: int, values: Any) -> int:
    """V6; C4: Convacu's are Vacu's without komi and button and decide nothing."""
    score = float(state.stones[colour])
    for index in range(state.empty_count):
        place = int(state.empties[index])
        if state.cells[place] == EMPTY:
            points, owner = territory(rules, state, place)
            if owner == colour:
                score += points
    clear_reached(state)
    if colour == WHITE:
        score += state.komi
    if state.button == colour:
        score += 0.5
    values[0] = score
    return 1


@jit
def clear_reached(state: Record) -> None:
    """Take the marks off the empty points that `territory` has counted."""
    for index in range(state.empty_count):
        state.cells[state.empties[index]] = EMPTY


@implements(count_parts, RULES)
def count_parts_vacu(rules: Rules, state: Record, points: Any, groups: Any, facts: Any) -> int:
    """V2, V6: territories, komi and who has the button; C1: Convacu's groups, one of which shall join two edges."""
    for index in range(state.empty_count):
        place = int(state.empties[index])
        if state.cells[place] == EMPTY:
            count, owner = territory(rules, state, place)
            for found in range(count):
                points[rules.action_of[state.scratch[found]], OWNER] = owner
    clear_reached(state)
    if rules.connection:
        return list_groups(rules, state, points, groups)
    facts[0], facts[1] = state.komi, state.button
    return 0


@jit
def list_groups(rules: Rules, state: Record, points: Any, groups: Any) -> int:
    """C1: write the colour of each group and whether it touches both its edges, in the order of the first stones."""
    count = 0
    for point in range(rules.points):
        place = rules.place_of[point]
        if state.cells[place] != EMPTY:
            head = int(state.head[place])
            if points[rules.action_of[head], GROUP] == NO_GROUP:
                points[rules.action_of[head], GROUP] = count
                groups[count, 0], groups[count, 1] = state.cells[place], connects(state, head)
                count += 1
            points[point, GROUP] = points[rules.action_of[head], GROUP]
    return count


@implements(score_tells, RULES)
def score_tells_vacu(rules: Rules, state: Record) -> bool:
    """V2: while one colour alone has stones, every empty point is its territory; C4: nothing is counted."""
    return rules.connection or (state.stones[BLACK] > 0) == (state.stones[WHITE] > 0)
