"""What a solver asks of Iago beside its rules."""

from fieldstone.core.dispatch import implements
from fieldstone.core.kernels import Record, Rules, position_key, stones_to_win
from fieldstone.core.mixing import Key
from fieldstone.games.iago.rules import RULES


@implements(position_key, RULES)
def position_key_iago(rules: Rules, state: Record) -> Key:
    """I2: the board and the side to move; nothing else is remembered."""
    return state.key


@implements(stones_to_win, RULES)
def stones_to_win_iago(rules: Rules, state: Record, colour: int) -> int:
    """No guess: the game ends by a count."""
    return 0
