"""Positions of Vadus that are written down and read again."""

from typing import Any

from fieldstone.core.dispatch import implements
from fieldstone.core.kernels import Record, Rules, turn_goes_on
from fieldstone.core.positions import (
    BUTTON,
    KOMI,
    LEFT,
    NO_PROBLEM,
    OWN_PROBLEM,
    PASSES,
    SEATS,
    SETUP,
    shown_ending,
    take_details,
    write_details,
)
from fieldstone.core.record import BLACK, ONGOING, TWO_PASSES, WHITE
from fieldstone.core.zobrist import PASS_KEY, TURN_KEY
from fieldstone.games.vadus.rules import RULES

FIRST_STONE, TURNS, PASSES_IN_TURN = range(OWN_PROBLEM, OWN_PROBLEM + 3)  # in the order of `problems` in the spec


@implements(write_details, RULES)
def write_details_vadus(rules: Rules, state: Record, details: Any) -> None:
    """W3; W2: the stone still to place when the first of two stands."""
    details[SETUP], details[KOMI], details[SEATS] = state.setup, -1, 0
    details[PASSES], details[BUTTON], details[LEFT] = state.passes, 0, 1 if turn_goes_on(rules, state) else 0


@implements(take_details, RULES)
def take_details_vadus(rules: Rules, state: Record, details: Any, numbers: Any) -> int:
    """Take passes and stones left; the numbers of stones tell how far the turn has come (W2)."""
    black, white = 0, 0
    for point in range(rules.points):
        black += state.cells[rules.place_of[point]] == BLACK
        white += state.cells[rules.place_of[point]] == WHITE
    numbers[0], numbers[1] = black, white
    state.passes = details[PASSES]
    if black + white == 0:
        first = state.to_move == BLACK and details[LEFT] != 2 and state.passes == 0
        return NO_PROBLEM if first else FIRST_STONE
    in_turn = details[LEFT] == 1
    before_black = black - int(in_turn and state.to_move == BLACK)
    before_white = white - int(in_turn and state.to_move == WHITE)
    if before_black % 2 == 0 or before_white % 2 == 1:
        return TURNS  # Black has placed one stone and then pairs, White pairs
    if state.passes > 0 and in_turn:
        return PASSES_IN_TURN
    if state.passes == 1:
        state.key ^= PASS_KEY
    if in_turn:
        state.left = 1
        state.key ^= TURN_KEY
    return NO_PROBLEM


@implements(shown_ending, RULES)
def shown_ending_vadus(rules: Rules, state: Record) -> int:
    """W3: two passes."""
    return TWO_PASSES if state.passes == 2 else ONGOING
