"""What the search knows of Iago beside its rules."""

from typing import Any

from fieldstone.core.dispatch import implements
from fieldstone.core.kernels import (
    Record,
    Rules,
    add_owners,
    appraise_move,
    margin,
    playout_action,
    prepare_appraisals,
    promise,
    random_action,
)
from fieldstone.core.record import BLACK, WHITE
from fieldstone.core.rng import Rng
from fieldstone.games.iago.rules import POINTS, RULES


@implements(playout_action, RULES)
def playout_action_iago(rules: Rules, state: Record, rng: Rng) -> int:
    """Draw any legal move."""
    return random_action(rules, state, rng)


@implements(promise, RULES)
def promise_iago(rules: Rules, state: Record) -> int:
    """Return the lead."""
    return margin(rules, state)


@implements(prepare_appraisals, RULES)
def prepare_appraisals_iago(rules: Rules, state: Record) -> None:
    """Nothing has to be prepared."""


@implements(appraise_move, RULES)
def appraise_move_iago(rules: Rules, state: Record, action: int) -> int:
    """Nothing is known of a move before it is played: return what the position promises."""
    return promise(rules, state)


@implements(add_owners, RULES)
def add_owners_iago(rules: Rules, state: Record, owners: Any) -> None:
    """I9: a hex is whose colour it shows; captives count for nobody."""
    for point in range(POINTS):
        owners[point] += int(state.cells[point] == BLACK) - int(state.cells[point] == WHITE)
