"""Positions of Vacu and Convacu that are written down and read again."""

from typing import Any

from fieldstone.core.dispatch import implements
from fieldstone.core.jit import jit
from fieldstone.core.kernels import Record, Rules, margin
from fieldstone.core.positions import (
    BUTTON,
    KOMI,
    LEFT,
    NO_PROBLEM,
    OWN_PROBLEM,
    PASSES,
    SEATS,
    SETUP,
    hidden_endings,
    shown_ending,
    take_details,
    winner_after,
    write_details,
)
from fieldstone.core.record import (
    BLACK,
    CONNECTION,
    EMPTY,
    LAST_GROUP,
    ONGOING,
    PLAYING,
    PLAYOUT_CAP,
    REPETITION,
    TWO_PASSES,
    WHITE,
)
from fieldstone.core.zobrist import BUTTON_KEY
from fieldstone.games.auction import auction_details, known_komi
from fieldstone.games.vacu.rules import RULES, connects

# In the order of `problems` in the spec.
PASSES_BEFORE_BUTTON, NOT_SET_UP, NO_LIBERTY = range(OWN_PROBLEM, OWN_PROBLEM + 3)


@implements(write_details, RULES)
def write_details_vacu(rules: Rules, state: Record, details: Any) -> None:
    """S1, V7, V8."""
    details[SETUP], details[KOMI], details[SEATS] = state.setup, known_komi(rules, state), state.exchanged
    details[PASSES], details[BUTTON], details[LEFT] = state.passes, state.button, 0


@implements(take_details, RULES)
def take_details_vacu(rules: Rules, state: Record, details: Any, numbers: Any) -> int:
    """Take setup, button and passes; every group needs a liberty (V4, V5)."""
    problem = auction_details(rules, state, details, numbers)
    if problem != NO_PROBLEM:
        return problem
    state.button, state.passes = details[BUTTON], details[PASSES]
    if state.button != 0:
        state.key ^= BUTTON_KEY
    if state.passes > 0 and not rules.connection and state.button == 0:
        return PASSES_BEFORE_BUTTON  # V8
    if state.setup != PLAYING and (state.empty_count < rules.points or state.button != 0 or state.passes > 0):
        return NOT_SET_UP  # S1
    for point in range(rules.points):
        place = rules.place_of[point]
        if state.cells[place] != EMPTY and state.head[place] == place and state.liberties[place] == 0:
            numbers[0] = point
            return NO_LIBERTY
    return NO_PROBLEM


@jit
def connected(rules: Rules, state: Record) -> int:
    """C1: return the colour with a group that touches both its edges, or 0."""
    for point in range(rules.points):
        place = int(rules.place_of[point])
        if state.cells[place] != EMPTY and state.head[place] == place and connects(state, place):
            return int(state.cells[place])
    return 0


@implements(shown_ending, RULES)
def shown_ending_vacu(rules: Rules, state: Record) -> int:
    """V7, C5: two passes; C1: a connection. That the last group went is not to be seen."""
    if rules.connection and connected(rules, state) != 0:
        return CONNECTION
    return TWO_PASSES if state.passes == 2 else ONGOING


@implements(hidden_endings, RULES)
def hidden_endings_vacu(rules: Rules, state: Record, endings: Any) -> int:
    """V9: a repetition, or a playout called off; V7: only one colour is left."""
    count = 0
    if state.setup == PLAYING:
        endings[0], endings[1] = REPETITION, PLAYOUT_CAP
        count = 2
    if (state.stones[BLACK] == 0) != (state.stones[WHITE] == 0) and not rules.connection:
        endings[count] = LAST_GROUP
        count += 1
    return count


@implements(winner_after, RULES)
def winner_after_vacu(rules: Rules, state: Record, over: int) -> int:
    """V9; C1, C5: in Convacu only a connection wins; V7: the score decides in Vacu."""
    if over in (REPETITION, PLAYOUT_CAP):
        return 0
    if rules.connection:
        return connected(rules, state) if over == CONNECTION else 0
    lead = margin(rules, state)
    return BLACK if lead > 0 else WHITE if lead < 0 else 0
