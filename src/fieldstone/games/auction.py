"""The setup of Vacu and Squared as moves: one names komi, the other chooses a side (S1, S4).

Until the side is chosen the colours are provisional: seat 1 counts as Black, seat 2 as White.
"""

from typing import Any

import numpy as np

from fieldstone.core.jit import jit
from fieldstone.core.positions import (
    CHOOSING,
    EVEN_KOMI_MISSING,
    EVEN_KOMI_REFUSED,
    KOMI,
    KOMI_MISSING,
    KOMI_REFUSED,
    NAMING,
    NO_PROBLEM,
    SEATS,
    SETUP,
)
from fieldstone.core.record import BLACK, CHOOSING_SIDE, NAMING_KOMI, PLAYING, WHITE, Field
from fieldstone.core.rng import Rng, random_below
from fieldstone.core.telling import CHOOSE_SIDE, NAME_EVEN_KOMI, NAME_KOMI

Rules = Any
Record = Any


AUCTION_RULES: list[Field] = [
    ("num_actions", np.int64),
    ("side_action", np.int64),  # choosing Black; White is the next action; -1 without an auction
    ("komi_action", np.int64),  # naming komi 0
    ("komi_count", np.int64),  # 0 without an auction
    ("komi_step", np.int64),  # 1, or 2 where komi is even
]


@jit
def number_actions(rules: Rules, first: int, komis: int, step: int) -> None:
    """Number the setup's actions in a rules record from `first` on, for `komis` values of komi (0: no auction)."""
    rules.komi_count, rules.komi_step = komis, step
    rules.side_action = first if komis > 0 else -1
    rules.komi_action = first + 2 if komis > 0 else -1
    rules.num_actions = first + 2 + komis if komis > 0 else first


@jit
def auction_is_legal(rules: Rules, state: Record, action: int) -> bool:
    """S1, S4: a komi while it is being named, then a side."""
    if state.setup == NAMING_KOMI:
        return action >= rules.komi_action
    return rules.side_action <= action < rules.komi_action


@jit
def auction_play(rules: Rules, state: Record, action: int) -> None:
    """S1: the first player names komi, then the second player chooses a side; `state` is modified."""
    if action >= rules.komi_action:
        state.komi = rules.komi_step * (action - rules.komi_action)
        state.setup = CHOOSING_SIDE
        state.to_move = WHITE
    else:
        # Seat 2 chooses: if it takes Black, seat 1 holds White.
        state.exchanged = 1 if action == rules.side_action else 0
        state.setup = PLAYING
        state.to_move = BLACK


@jit
def auction_random(rules: Rules, state: Record, rng: Rng) -> int:
    """Return any legal komi or side, all equally likely."""
    if state.setup == NAMING_KOMI:
        return rules.komi_action + random_below(rng, int(rules.num_actions - rules.komi_action))
    return rules.side_action + random_below(rng, 2)


@jit
def highest_komi(rules: Rules) -> int:
    """S4: return the highest komi that may be named."""
    return (rules.komi_count - 1) * rules.komi_step


@jit
def auction_reason(rules: Rules, state: Record, numbers: Any) -> int:
    """Return why a move is illegal while the setup goes on (S1, S4), as `fieldstone.core.telling.reason` does."""
    if state.setup == NAMING_KOMI:
        numbers[0] = highest_komi(rules)
        return NAME_EVEN_KOMI if rules.komi_step == 2 else NAME_KOMI
    numbers[0] = state.komi
    return CHOOSE_SIDE


@jit
def known_komi(rules: Rules, state: Record) -> int:
    """Return the komi that has been named, or -1 where none is."""
    return int(state.komi) if rules.komi_count > 0 and state.setup != NAMING_KOMI else -1


@jit
def auction_details(rules: Rules, state: Record, details: Any, numbers: Any) -> int:
    """Take the details of the setup (S1) into a state: `setup`, `komi` and `exchanged`; say what is wrong with them."""
    if rules.komi_count == 0:
        return NO_PROBLEM
    if details[SETUP] == NAMING_KOMI:
        return NO_PROBLEM if state.to_move == BLACK else NAMING
    even, komi, high = rules.komi_step == 2, details[KOMI], highest_komi(rules)
    if komi < 0:
        numbers[0] = high
        return EVEN_KOMI_MISSING if even else KOMI_MISSING
    if komi > high or komi % rules.komi_step != 0:
        numbers[0], numbers[1] = komi, high
        return EVEN_KOMI_REFUSED if even else KOMI_REFUSED
    state.komi = komi
    if details[SETUP] == CHOOSING_SIDE:
        if state.to_move != WHITE:
            return CHOOSING
        state.setup, state.key = CHOOSING_SIDE, np.uint64(0)
        return NO_PROBLEM
    state.setup, state.exchanged = PLAYING, details[SEATS]
    return NO_PROBLEM
