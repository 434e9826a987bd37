"""What a network sees of Iago and free capture."""

from typing import Any

from fieldstone.core.dispatch import implements
from fieldstone.core.kernels import Record, Rules, fill_planes, list_inputs
from fieldstone.core.record import EMPTY
from fieldstone.games.iago.rules import CENTRE, POINTS, RED, RULES
from fieldstone.games.planes import BOARD, FIRST, OPPONENT, OWN, TO_MOVE, Inputs, Plane, spread

_PLANES = (
    *FIRST,
    Plane("own_captives", "1 where an own disc lies red side up (I3)"),
    Plane("opponent_captives", "1 where one of the opponent's does"),
    Plane("outer", "1 on the outer area (I1)"),
    Plane("centre", "1 on the centre hex"),
    TO_MOVE,
)
PLANES = {"iago": _PLANES, "iago-free": _PLANES}
INPUTS = {"iago": Inputs(11), "iago-free": Inputs(4)}
CAPTIVES, OUTER, MIDDLE, MOVES = 2, 5, 6, 7  # captives stand as far behind the discs of their owner
CAPTURES, OBLIGED = 4, 10  # of a small network: hexes from which one captures, and those where one has to (I5)
MANY = 3  # captures by one disc: as many, or more


@implements(fill_planes, RULES)
def fill_planes_iago(rules: Rules, state: Record, colour: int, keys: Any, known: int, planes: Any) -> None:
    """I2: discs stay, so the board and the side to move are all there is."""
    for point in range(POINTS):
        cell, code = rules.cell_of[point], int(state.cells[point])
        planes[BOARD, cell] = 1.0
        planes[OUTER, cell] = rules.outer[point]
        if code != EMPTY:
            captive = code >= RED  # a captive's code is its owner's plus 2
            owner = code - 2 if captive else code
            planes[(OWN if owner == colour else OPPONENT) + (CAPTIVES if captive else 0), cell] = 1.0
    planes[MIDDLE, rules.cell_of[CENTRE]] = 1.0
    spread(planes, MOVES, 1.0 if colour == state.to_move else 0.0)


@implements(list_inputs, RULES)
def list_inputs_iago(rules: Rules, state: Record, keys: Any, known: int, inputs: Any) -> int:
    """I2, I3: the discs of both, and behind them those that are captives.

    Where captures are forced also the hexes on which either would capture one, two or more discs, and those on which
    the player to move has to (I5).
    """
    own, count = int(state.to_move), 0
    for point in range(POINTS):
        code = int(state.cells[point])
        if code != EMPTY:
            captive = code >= RED
            owner = code - 2 if captive else code
            inputs[count] = (0 if owner == own else POINTS) + (2 * POINTS if captive else 0) + point
            count += 1
    if not rules.free:
        for index in range(state.empty_count):
            point = int(state.empties[index])
            for side in range(2):
                number = int(state.captures[own - 1 if side == 0 else 2 - own, point])
                if number > 0:
                    inputs[count] = (CAPTURES + MANY * side + min(number, MANY) - 1) * POINTS + point
                    count += 1
                    if side == 0 and number == state.most:
                        inputs[count] = OBLIGED * POINTS + point
                        count += 1
    return count
