"""What a solver asks of Kaomi and Squared beside their rules."""

from fieldstone.core.dispatch import implements
from fieldstone.core.kernels import Record, Rules, position_key
from fieldstone.core.mixing import Key, int64, number_key
from fieldstone.core.zobrist import EXCHANGED_KEY
from fieldstone.games.kaomi.rules import RULES


@implements(position_key, RULES)
def position_key_kaomi(rules: Rules, state: Record) -> Key:
    """Q1: komi; S1: how far the setup has come; K10: whether a swap is still open, else seats do not matter."""
    key = state.key ^ number_key(int64(state.komi) + 100000 * int64(state.setup))
    if rules.pie and state.exchanged == 1 and state.empty_count < rules.points - 1:
        key ^= EXCHANGED_KEY
    return key
