"""What the search knows of Kaomi and Squared beside their rules."""

from typing import Any

from fieldstone.core.dispatch import implements
from fieldstone.core.kernels import (
    Record,
    Rules,
    add_owners,
    add_score_parts,
)
from fieldstone.core.record import BLACK, EMPTY, WHITE
from fieldstone.games.kaomi.rules import RULES, group_size, tally_groups


@implements(add_owners, RULES)
def add_owners_kaomi(rules: Rules, state: Record, owners: Any) -> None:
    """A square is whose stone stands on it."""
    for square in range(rules.points):
        owners[square] += int(state.cells[square] == BLACK) - int(state.cells[square] == WHITE)


@implements(add_score_parts, RULES)
def add_score_parts_kaomi(rules: Rules, state: Record, sums: Any) -> None:
    """Q1: the squares of the groups; or K8: the biggest group that is left of each colour."""
    if rules.squared:
        for square in range(rules.points):
            state.seen[square] = 0
        for square in range(rules.points):
            if state.cells[square] != EMPTY and state.seen[square] == 0:
                sums[state.cells[square] - 1, 0] += group_size(rules, state, square) ** 2
        return
    tally_groups(rules, state)
    black, white = 0, 0
    for size in range(1, rules.points + 1):
        if state.sizes[size] > 0:
            black = size
        elif state.sizes[size] < 0:
            white = size
    sums[0, 0] += black
    sums[1, 0] += white
