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

OWNER, GROUP, PART = range(3)  # what `count_parts` says of a point
NO_GROUP = -1
JOINS, ENDS = 1, 2  # PART of a stone of a connection part, and of one of its two ends (W5)
COLOUR, WORTH, CANCELLED_BY, DECIDING = range(4)  # the first columns of groups that pair off


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

    `points` is a (points, 3) int64 array: OWNER, for whom a point counts beside its group (BLACK, WHITE or 0), as his
    territory or in one of the areas; GROUP, the place of its stone's group among the groups or NO_GROUP; and PART, in
    which area it counts, from 0, or JOINS or ENDS for a stone of its group's connection part (W5). It comes with 0,
    NO_GROUP and 0. `groups` is (n, columns) int64, `facts` (n,) int64.
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


@jit
def pair_off(groups: Any, count: int, all_of_them: bool) -> int:
    """Pair groups of equal worth and different colours, in their order; returns the first that is left, or NO_GROUP.

    They are sorted by worth, the highest first, and in the order of the board where it is equal. `all_of_them`: not
    only down to the first that is left; then all that are worth as much as that one decide, else it alone.
    """
    first = NO_GROUP
    for number in range(count):
        groups[number, CANCELLED_BY], groups[number, DECIDING] = NO_GROUP, 0
    for number in range(count):
        for other in range(number + 1, count):
            alike = groups[other, WORTH] == groups[number, WORTH] and groups[other, COLOUR] != groups[number, COLOUR]
            if alike and groups[number, CANCELLED_BY] == NO_GROUP and groups[other, CANCELLED_BY] == NO_GROUP:
                groups[number, CANCELLED_BY], groups[other, CANCELLED_BY] = other, number
        if groups[number, CANCELLED_BY] == NO_GROUP and (all_of_them or first == NO_GROUP):
            if first == NO_GROUP:
                first = number
            groups[number, DECIDING] = groups[number, WORTH] == groups[first, WORTH]
        if first != NO_GROUP and not all_of_them:
            return first
    return first


@jit
def place_for(groups: Any, count: int, worth: int, colour: int) -> int:
    """Return the place of a group among `count` sorted ones: by worth, of equal ones Black's first, then the last."""
    place = 0
    while place < count and (
        groups[place, WORTH] > worth or (groups[place, WORTH] == worth and groups[place, COLOUR] <= colour)
    ):
        place += 1
    return place


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
