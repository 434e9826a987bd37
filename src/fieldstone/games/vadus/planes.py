"""What a network sees of Vadus."""

from typing import Any

from fieldstone.core.dispatch import implements
from fieldstone.core.kernels import Record, Rules, fill_planes, list_inputs, margin
from fieldstone.core.record import BLACK, EMPTY
from fieldstone.games.planes import BOARD, FIRST, OPPONENT, OWN, TO_MOVE, Inputs, Plane, spread
from fieldstone.games.vadus.rules import RULES

PLANES = {
    "vadus": (
        *FIRST,
        Plane("rim", "1 on the rim, where edge stones stand (W4)"),
        TO_MOVE,
        Plane(
            "last_stone",
            "1 if the turn ends with the next stone: its first stands, or it is the first of all (W2)",
            True,
        ),
        Plane("passed", "1 if the turn before was a pass (W3)", True),
    )
}
RIM, MOVES, LAST_STONE, PASSED = 3, 4, 5, 6
AHEAD = 8  # of a small network: so many values, or more, that the player to move is ahead or behind
INPUTS = {"vadus": Inputs(4, 2 + 2 * AHEAD + 1)}


@implements(fill_planes, RULES)
def fill_planes_vadus(rules: Rules, state: Record, colour: int, keys: Any, known: int, planes: Any) -> None:
    """W2, W3: the board, how far the turn has come, and a pass."""
    for action in range(rules.points):
        cell, code = rules.cell_of[action], state.cells[rules.place_of[action]]
        planes[BOARD, cell] = 1.0
        if code != EMPTY:
            planes[OWN if code == colour else OPPONENT, cell] = 1.0
    for index in range(rules.rim):
        planes[RIM, rules.cell_of[rules.action_of[rules.rim_places[index]]]] = 1.0
    spread(planes, MOVES, 1.0 if colour == state.to_move else 0.0)
    spread(planes, LAST_STONE, 1.0 if state.left == 1 else 0.0)
    spread(planes, PASSED, 1.0 if state.passes > 0 else 0.0)


@implements(list_inputs, RULES)
def list_inputs_vadus(rules: Rules, state: Record, keys: Any, known: int, inputs: Any) -> int:
    """W2, W3, W5, W6: the stones of both, those that connect edge stones once more, the turn, and who would win now.

    By how many values is told in steps, whole ones away from 0.
    """
    points, own, count = int(rules.points), int(state.to_move), 0
    lead = int(margin(rules, state))  # it finds the groups too
    lead = lead if own == BLACK else -lead
    steps = min((abs(lead) + 1) // 2, AHEAD)
    for action in range(points):
        place = int(rules.place_of[action])
        code = int(state.cells[place])
        if code != EMPTY:
            side = 0 if code == own else 1
            inputs[count] = side * points + action
            count += 1
            if state.edge_stones[state.label[place]] > 1:
                inputs[count] = (2 + side) * points + action
                count += 1
    beside = 4 * points
    if state.left == 1:
        inputs[count] = beside
        count += 1
    if state.passes > 0:
        inputs[count] = beside + 1
        count += 1
    inputs[count] = beside + 2 + AHEAD + (steps if lead > 0 else -steps)
    return count + 1
