"""What the search knows of Kaomi and Squared beside their rules."""

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
from fieldstone.games.kaomi.rules import RULES


@implements(playout_action, RULES)
def playout_action_kaomi(rules: Rules, state: Record, rng: Rng) -> int:
    """Draw any legal move."""
    return random_action(rules, state, rng)


@implements(promise, RULES)
def promise_kaomi(rules: Rules, state: Record) -> int:
    """Return the lead."""
    return margin(rules, state)


@implements(prepare_appraisals, RULES)
def prepare_appraisals_kaomi(rules: Rules, state: Record) -> None:
    """Nothing has to be prepared."""


@implements(appraise_move, RULES)
def appraise_move_kaomi(rules: Rules, state: Record, action: int) -> int:
    """Nothing is known of a move before it is played: return what the position promises."""
    return promise(rules, state)


@implements(add_owners, RULES)
def add_owners_kaomi(rules: Rules, state: Record, owners: Any) -> None:
    """A square is whose stone stands on it."""
    for square in range(rules.points):
        owners[square] += int(state.cells[square] == BLACK) - int(state.cells[square] == WHITE)
