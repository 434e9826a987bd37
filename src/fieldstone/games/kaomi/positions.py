"""Positions of Kaomi and Squared that are written down and read again."""

from typing import Any

from fieldstone.core.dispatch import implements
from fieldstone.core.kernels import Record, Rules
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
from fieldstone.core.record import BLACK, BOARD_FULL, ONGOING, PLAYING, WHITE
from fieldstone.core.zobrist import EXCHANGED_KEY
from fieldstone.games.auction import auction_details, known_komi
from fieldstone.games.kaomi.rules import RULES

STONES, STONES_WHITE, SWAPPED, NOT_SET_UP = range(OWN_PROBLEM, OWN_PROBLEM + 4)  # `problems` in the spec


@implements(write_details, RULES)
def write_details_kaomi(rules: Rules, state: Record, details: Any) -> None:
    """S1, K10."""
    details[SETUP], details[KOMI], details[SEATS] = state.setup, known_komi(rules, state), state.exchanged
    details[PASSES], details[BUTTON], details[LEFT] = 0, 0, 0


@implements(take_details, RULES)
def take_details_kaomi(rules: Rules, state: Record, details: Any, numbers: Any) -> int:
    """Take setup and seats; Black places first and stones stay, so their numbers tell the side to move (K1)."""
    problem = auction_details(rules, state, details, numbers)
    if problem != NO_PROBLEM:
        return problem
    if rules.pie and details[SEATS] == 1:
        state.exchanged = 1
        state.key ^= EXCHANGED_KEY
    black, white = 0, 0
    for square in range(rules.points):
        black += state.cells[square] == BLACK
        white += state.cells[square] == WHITE
    numbers[0], numbers[1] = black, white
    if state.to_move == WHITE and state.setup == PLAYING:
        if black != white + 1:
            return STONES_WHITE
    elif black != white:
        return STONES
    if rules.pie and state.exchanged == 1 and black == 0:
        return SWAPPED  # K10
    return NOT_SET_UP if state.setup != PLAYING and black > 0 else NO_PROBLEM  # S1


@implements(shown_ending, RULES)
def shown_ending_kaomi(rules: Rules, state: Record) -> int:
    """K8: a full board."""
    return BOARD_FULL if state.empty_count == 0 else ONGOING
