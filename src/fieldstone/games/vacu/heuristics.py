"""Light knowledge for the random games of the search: what a beginner at Vacu knows after one game."""

from typing import Any

from fieldstone.core.dispatch import implements
from fieldstone.core.jit import jit
from fieldstone.core.kernels import (
    Record,
    Rules,
    add_owners,
    add_score_parts,
    margin,
    playout_action,
    random_action,
    static_evaluation,
)
from fieldstone.core.record import BLACK, EMPTY, PLAYING, WHITE
from fieldstone.core.rng import Rng, random_below
from fieldstone.games.vacu.rules import BORDER, RULES, may_place, territory


@jit
def is_own_eye(rules: Rules, state: Record, place: int) -> bool:
    """Say whether a point is surrounded by stones of the side to move that are, or can be, joined around it.

    All four neighbours are own stones or the edge; at most one of the diagonal ones is the enemy's, none on the edge.
    """
    cells, stride, own = state.cells, rules.stride, state.to_move
    for beside in (place - stride, place - 1, place + 1, place + stride):
        if cells[beside] != own and cells[beside] != BORDER:
            return False
    enemies, borders = 0, 0
    for beside in (place - stride - 1, place - stride + 1, place + stride - 1, place + stride + 1):
        enemies += cells[beside] == 3 - own
        borders += cells[beside] == BORDER
    return enemies + (borders > 0) < 2


@implements(playout_action, RULES)
def playout_action_vacu(rules: Rules, state: Record, rng: Rng) -> int:
    """Draw a legal point that is no eye of one's own; without one take the button (V8), or pass."""
    if state.setup != PLAYING:
        return random_action(rules, state, rng)
    count = int(state.empty_count)
    if count > 0:
        index = random_below(rng, count)
        for _ in range(count):
            place = int(state.empties[index])
            if may_place(rules, state, place) and not is_own_eye(rules, state, place):
                return int(rules.action_of[place])
            index = index + 1 if index + 1 < count else 0
    if rules.connection:
        return random_action(rules, state, rng)  # C2: whoever can play must
    return rules.button_action if state.button == 0 else rules.pass_action


@implements(static_evaluation, RULES)
def static_evaluation_vacu(rules: Rules, state: Record) -> int:
    """Return the lead; C4: Convacu has none."""
    return 0 if rules.connection else margin(rules, state)


@implements(add_owners, RULES)
def add_owners_vacu(rules: Rules, state: Record, owners: Any) -> None:
    """V6: stones and territories."""
    for action in range(rules.points):
        colour = state.cells[rules.place_of[action]]
        owners[action] += int(colour == BLACK) - int(colour == WHITE)
    for index in range(state.empty_count):
        if state.cells[state.empties[index]] == EMPTY:
            count, owner = territory(rules, state, int(state.empties[index]))
            for number in range(count):
                owners[rules.action_of[state.scratch[number]]] += int(owner == BLACK) - int(owner == WHITE)
    for index in range(state.empty_count):
        state.cells[state.empties[index]] = EMPTY


@implements(add_score_parts, RULES)
def add_score_parts_vacu(rules: Rules, state: Record, sums: Any) -> None:
    """V6: stones and points of territories."""
    for colour in (BLACK, WHITE):
        sums[colour - 1, 0] += state.stones[colour]
    for index in range(state.empty_count):
        if state.cells[state.empties[index]] == EMPTY:
            count, owner = territory(rules, state, int(state.empties[index]))
            if owner != 0:
                sums[owner - 1, 1] += count
    for index in range(state.empty_count):
        state.cells[state.empties[index]] = EMPTY
