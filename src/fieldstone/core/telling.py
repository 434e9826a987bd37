"""What people are told of a position, as numbers: what a move did, why it is illegal, what a score is made of.

The kernels here write numbers to arrays; which sentence of the catalogues a code stands for, and what its numbers and
columns are called, is data in the game's `GameSpec`. So whatever runs the kernels tells the same, in any language.
`write_scores` and `count_parts` modify scratch fields of the position, the others nothing but what they write to.

No array needs more than `room` rows or entries. Bodies are in the game's module `telling`.
"""

from typing import Any

from fieldstone.core.dispatch import default, generic
from fieldstone.core.jit import jit
from fieldstone.core.kernels import Record, Rules

# What a move may do beside setting a stone, in the order of `EFFECTS` in `fieldstone.games.spec`.
REMOVED, FLIPPED, CAPTURED, RELEASED, PUSHED, RETURNED = range(6)
NOWHERE = -1  # where a stone goes that is not pushed

# Why a move is illegal: what several games say, in the order of `REASONS` in `fieldstone.games.spec`. What a game says
# for itself is numbered from OWN_REASON on, in the order of `reasons` in its spec.
NAME_KOMI, NAME_EVEN_KOMI, CHOOSE_SIDE, SETUP_OVER, NO_TURN = range(5)
OWN_REASON = 5

NO_DUTY = 0  # those that a game has are numbered from 1 on, in the order of `duties` in its spec

OWNER, GROUP, CONNECTION = range(3)  # what `count_parts` says of a point
NO_GROUP = -1


@jit
def room(points: int) -> int:
    """Return how many rows or entries an array needs that the kernels of this module write to, on so many points.

    Each point at most once, and eight numbers besides.
    """
    return points + 8


@generic
def write_effects(rules: Rules, before: Record, after: Record, action: int, effects: Any) -> int:
    """Write what a legal placement does beside setting a stone, from the positions before and after it.

    `effects` is an (n, 3) int64 array; a row is the kind (REMOVED and so on), the point, and where its stone goes, or
    NOWHERE. The rows of a kind are in the order in which they are told: but for what is pushed, that of the points. No
    point has two rows. Returns their number.
    """


@default(write_effects)
def write_effects_default(rules: Rules, before: Record, after: Record, action: int, effects: Any) -> int:
    """A stone is set, and nothing else happens."""
    return 0


@jit
def add_effect(effects: Any, count: int, kind: int, point: int, to: int) -> int:
    """Write the row with the number `count` of `effects`; returns the number of the next one."""
    effects[count, 0], effects[count, 1], effects[count, 2] = kind, point, to
    return count + 1


@generic
def reason(rules: Rules, state: Record, action: int, numbers: Any) -> int:
    """Return why an action is illegal in a game that goes on, and write what that speaks of to `numbers`, (n,) int64.

    A point is its number, a colour BLACK or WHITE, a list of points their number and then each of them.
    """


@generic
def turn_reason(rules: Rules, state: Record, numbers: Any) -> int:
    """Return why several moves, legal one after the other, are not one turn here; as `reason` does."""


@default(turn_reason)
def turn_reason_default(rules: Rules, state: Record, numbers: Any) -> int:
    """A turn is one move."""
    return NO_TURN


@generic
def write_scores(rules: Rules, state: Record, colour: int, values: Any) -> int:
    """Write the score of a colour, BLACK or WHITE, as if the game ended here, to `values`, (n,) float64.

    By the kind of the game's `ScoreStyle`: one number ("points", and "none", where it decides nothing); the sizes or
    values of its groups, highest first ("groups"); a product and its two factors ("product"). Returns how many.
    """


@generic
def count_parts(rules: Rules, state: Record, points: Any, groups: Any, facts: Any) -> int:
    """Write what the position is made of, as the game's `PartsStyle` names it; returns the number of groups.

    `points` is a (points, 3) int64 array: OWNER, whose territory a point is (BLACK, WHITE or 0), GROUP, the place of
    its stone's group among the groups or NO_GROUP, and CONNECTION, 1 for a stone of its group's connection part (W5).
    It comes with 0, NO_GROUP and 0. `groups` is (n, columns) int64, `facts` (n,) int64.
    """


@default(count_parts)
def count_parts_default(rules: Rules, state: Record, points: Any, groups: Any, facts: Any) -> int:
    """Nothing is told."""
    return 0


@jit
def make_way(points: Any, groups: Any, place: int, count: int) -> None:
    """Move the groups from `place` to `count` - 1 on by one, so that another one can stand there."""
    for number in range(count, place, -1):
        for column in range(groups.shape[1]):
            groups[number, column] = groups[number - 1, column]
    for point in range(points.shape[0]):
        if points[point, GROUP] >= place:
            points[point, GROUP] += 1


@generic
def score_tells(rules: Rules, state: Record) -> bool:
    """Say whether the score as it stands says anything yet about how the game may end."""


@default(score_tells)
def score_tells_default(rules: Rules, state: Record) -> bool:
    """It always does."""
    return True


@generic
def duty(rules: Rules, state: Record, numbers: Any) -> int:
    """Return what the rules ask of the side to move beyond moving, or NO_DUTY; write what it speaks of to `numbers`."""


@default(duty)
def duty_default(rules: Rules, state: Record, numbers: Any) -> int:
    """Nothing."""
    return NO_DUTY


@generic
def stones_left(rules: Rules, state: Record) -> int:
    """Return how many stones the side to move has still to place in its turn (W2)."""


@default(stones_left)
def stones_left_default(rules: Rules, state: Record) -> int:
    """A turn is one move."""
    return 1
