"""What a network sees of Atari Go."""

from typing import Any

from atari_go.rules import RULES
from fieldstone.core.dispatch import implements
from fieldstone.core.kernels import Record, Rules, fill_planes
from fieldstone.core.record import EMPTY
from fieldstone.games.planes import BOARD, FIRST, OPPONENT, OWN, TO_MOVE, spread

PLANES = {"atari-go": (*FIRST, TO_MOVE)}
MOVES = len(FIRST)


@implements(fill_planes, RULES)
def fill_planes_atari_go(rules: Rules, state: Record, colour: int, keys: Any, known: int, planes: Any) -> None:
    """A1, A3: the stones and whose turn it is are all that the rules remember, and the colours are alike."""
    for point in range(rules.points):
        planes[BOARD, point] = 1.0
        if state.cells[point] != EMPTY:
            planes[OWN if state.cells[point] == colour else OPPONENT, point] = 1.0
    spread(planes, MOVES, 1.0 if colour == state.to_move else 0.0)
