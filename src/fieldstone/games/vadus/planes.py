"""What a network sees of Vadus."""

from typing import Any

from fieldstone.core.dispatch import implements
from fieldstone.core.kernels import Record, Rules, fill_planes
from fieldstone.core.record import EMPTY
from fieldstone.games.planes import BOARD, FIRST, OPPONENT, OWN, TO_MOVE, Plane, spread
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
