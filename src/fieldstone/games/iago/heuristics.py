"""What the search knows of Iago beside its rules."""

from typing import Any

from fieldstone.core.dispatch import implements
from fieldstone.core.kernels import (
    Record,
    Rules,
    add_owners,
    add_score_parts,
)
from fieldstone.core.record import BLACK, WHITE
from fieldstone.games.iago.rules import BLACK_CAPTIVE, POINTS, RULES, WHITE_CAPTIVE, count_discs, score_of


@implements(add_owners, RULES)
def add_owners_iago(rules: Rules, state: Record, owners: Any) -> None:
    """I9: a hex is whose colour it shows; captives count for nobody."""
    for point in range(POINTS):
        owners[point] += int(state.cells[point] == BLACK) - int(state.cells[point] == WHITE)


@implements(add_score_parts, RULES)
def add_score_parts_iago(rules: Rules, state: Record, sums: Any) -> None:
    """I9: inner and outer discs, and their product; captives, which count for nobody."""
    for colour, captive in ((BLACK, BLACK_CAPTIVE), (WHITE, WHITE_CAPTIVE)):
        sums[colour - 1, 0] += count_discs(rules, state, colour, False)
        sums[colour - 1, 1] += count_discs(rules, state, colour, True)
        sums[colour - 1, 2] += score_of(rules, state, colour)
        for point in range(POINTS):
            sums[colour - 1, 3] += state.cells[point] == captive
