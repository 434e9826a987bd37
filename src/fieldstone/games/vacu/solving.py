"""What a solver asks of Vacu and Convacu beside their rules."""

import numpy as np

from fieldstone.core.dispatch import implements
from fieldstone.core.kernels import Record, Rules, position_key
from fieldstone.core.mixing import Key, number_key
from fieldstone.games.vacu.rules import RULES


@implements(position_key, RULES)
def position_key_vacu(rules: Rules, state: Record) -> Key:
    """V6, V7: komi, passes and who has the button; S1: how far the setup has come."""
    number = np.int64(state.komi) + 1000 * (np.int64(state.passes) + 4 * np.int64(state.button))
    return state.key ^ number_key(number + 16000 * np.int64(state.setup))
