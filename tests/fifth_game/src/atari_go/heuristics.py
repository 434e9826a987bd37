"""What the random games of the search know of Atari Go: to capture, and to see a capture coming."""

from typing import Any

from atari_go.rules import RULES, captures
from fieldstone.core.dispatch import implements
from fieldstone.core.kernels import Record, Rules, add_owners, is_legal, playout_action
from fieldstone.core.record import BLACK, EMPTY
from fieldstone.core.rng import Rng, random_below


@implements(playout_action, RULES)
def playout_action_atari_go(rules: Rules, state: Record, rng: Rng) -> int:
    """Capture (A4); else play where the other would capture; else draw a point, and take the next legal one."""
    first, answer = -1, -1
    drawn = random_below(rng, rules.points)
    for index in range(rules.points):
        point = (drawn + index) % rules.points
        if state.cells[point] == EMPTY:
            if captures(rules, state, point, int(state.to_move)):
                return point
            if is_legal(rules, state, point):
                if first < 0:
                    first = point
                if answer < 0 and captures(rules, state, point, 3 - int(state.to_move)):
                    answer = point
    return first if answer < 0 else answer


@implements(add_owners, RULES)
def add_owners_atari_go(rules: Rules, state: Record, owners: Any) -> None:
    """Nothing is counted, but it is seen whose stones are likely to stand in the end."""
    for point in range(rules.points):
        if state.cells[point] != EMPTY:
            owners[point] += 1 if state.cells[point] == BLACK else -1
