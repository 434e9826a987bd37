"""What a network sees of Kaomi and Squared."""

from typing import Any

from fieldstone.core.dispatch import implements
from fieldstone.core.kernels import Record, Rules, fill_planes, list_inputs
from fieldstone.core.record import BLACK, CHOOSING_SIDE, EMPTY, NAMING_KOMI, WHITE
from fieldstone.games.kaomi.rules import RULES, may_swap
from fieldstone.games.planes import (
    BLACK_PLANE,
    BOARD,
    FIRST,
    KOMI,
    OPPONENT,
    OWN,
    SETUP,
    TO_MOVE,
    Inputs,
    Plane,
    spread,
)

PLANES = {
    "kaomi": (
        *FIRST,
        BLACK_PLANE,
        TO_MOVE,
        Plane(
            "swap_open", "1 until White's first turn is over, if the pie rule is on and nobody has swapped (K10)", True
        ),
    ),
    "squared": (*FIRST, BLACK_PLANE, TO_MOVE, *KOMI, *SETUP),
}
INPUTS = {"kaomi": Inputs(2, 1), "squared": Inputs(2)}
HOLDS_BLACK, MOVES, SWAP_OPEN = 3, 4, 5
OWN_KOMI, OPPONENT_KOMI, NAMING, CHOOSING = 5, 6, 7, 8  # of Squared


@implements(fill_planes, RULES)
def fill_planes_kaomi(rules: Rules, state: Record, colour: int, keys: Any, known: int, planes: Any) -> None:
    """K1: stones stay, so the board and the side to move are all there is, but for K10, Q2 and S1."""
    for square in range(rules.points):
        code = state.cells[square]
        planes[BOARD, square] = 1.0
        if code != EMPTY:
            planes[OWN if code == colour else OPPONENT, square] = 1.0
    spread(planes, HOLDS_BLACK, 1.0 if colour == BLACK else 0.0)
    spread(planes, MOVES, 1.0 if colour == state.to_move else 0.0)
    if rules.squared:
        # Q1: nobody has more than the square of the points, so anything above it is worth the same.
        most = rules.points * rules.points + 2
        spread(planes, OWN_KOMI if colour == WHITE else OPPONENT_KOMI, min(int(state.komi), most) / most)
        spread(planes, NAMING, 1.0 if state.setup == NAMING_KOMI else 0.0)
        spread(planes, CHOOSING, 1.0 if state.setup == CHOOSING_SIDE else 0.0)
    elif rules.pie and state.exchanged == 0 and state.empty_count >= rules.points - 1:
        spread(planes, SWAP_OPEN, 1.0)


@implements(list_inputs, RULES)
def list_inputs_kaomi(rules: Rules, state: Record, keys: Any, known: int, inputs: Any) -> int:
    """K1, K10: the stones of both, whose number says who is Black, and whether the swap is open.

    Komi (S2) is not seen: a network is for one komi.
    """
    points, own, count = int(rules.points), int(state.to_move), 0
    for square in range(points):
        code = int(state.cells[square])
        if code != EMPTY:
            inputs[count] = square if code == own else points + square
            count += 1
    if may_swap(rules, state):
        inputs[count] = 2 * points
        count += 1
    return count
