"""What a solver asks of Vadus beside its rules."""

from fieldstone.core.dispatch import implements
from fieldstone.core.kernels import Record, Rules, position_key, stones_to_win
from fieldstone.core.mixing import Key
from fieldstone.games.vadus.rules import RULES


@implements(position_key, RULES)
def position_key_vadus(rules: Rules, state: Record) -> Key:
    """W2, W3: the stones left in the turn and the passes are in the key of the rules already."""
    return state.key


@implements(stones_to_win, RULES)
def stones_to_win_vadus(rules: Rules, state: Record, colour: int) -> int:
    """No guess: the game ends by a count."""
    return 0
