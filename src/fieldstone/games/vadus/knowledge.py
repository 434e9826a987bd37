"""What the search knows of Vadus beside its rules: how much a group may still become worth.

Random games say little here: they fill the board, and what decides in them are lone stones. A chain that will join two
far points of the rim is what a game is about, long before it does so.
"""

from typing import Any

from fieldstone.core.dispatch import implements
from fieldstone.core.jit import jit
from fieldstone.core.kernels import Record, Rules, add_owners, appraise_move, margin, playout_action, promise
from fieldstone.core.record import BLACK, EMPTY, ONGOING, WHITE
from fieldstone.core.rng import Rng, random_below
from fieldstone.games.vadus.rules import BORDER, RULES, label_groups, measure_bridges

FAR = 1000  # steps to the rim from where there is no way
FIRST_WAY = 4  # steps to the rim, at least, that a single stone is taken to need
NOTHING = -3  # what a player without a group has, a little worse than a lone stone


@jit
def measure_ways(rules: Rules, state: Record) -> None:
    """Write to `source` how many stones lead from each place over empty points to the rim, if the enemy interferes.

    Two-distance (J. van Rijswijck, "Search and evaluation in Hex", 2002): a place is one stone farther than the second
    nearest of its neighbours, since the enemy may take the nearest. A stone on the rim needs none, an empty point of
    the rim one. `steps` is left at zero.
    """
    stride, cells, queue, ways, seen = rules.stride, state.cells, state.queue, state.source, state.steps
    for action in range(rules.points):
        place = rules.place_of[action]
        ways[place], seen[place] = FAR, 0
    count, done = 0, 0
    for index in range(rules.rim):
        place = rules.rim_places[index]
        if cells[place] == EMPTY:
            ways[place] = 1
            queue[count] = place
            count += 1
        else:
            ways[place] = 0
    while done < count:
        place = int(queue[done])
        done += 1
        for beside in (place - stride, place - stride + 1, place - 1, place + 1, place + stride - 1, place + stride):
            if cells[beside] != BORDER and ways[beside] == FAR:
                seen[beside] += 1
                if seen[beside] == 2:
                    ways[beside] = ways[place]
                    if cells[beside] == EMPTY:
                        ways[beside] += 1
                        queue[count] = beside
                        count += 1
    for action in range(rules.points):
        seen[rules.place_of[action]] = 0


@jit
def farthest(rules: Rules, state: Record, first: int, limit: int) -> tuple[int, int]:
    """Return the stone of the group of `first` farthest from it with a way to the rim, and the stones on the way.

    Both ends are counted. `limit` bounds the way to the rim.
    """
    stride, cells, queue, steps, ways = rules.stride, state.cells, state.queue, state.steps, state.source
    colour = cells[first]
    queue[0] = first
    steps[first] = 1
    count, done = 1, 0
    best, length = first, 1
    while done < count:
        place = int(queue[done])
        done += 1
        if ways[place] < limit:
            best, length = place, int(steps[place])
        for beside in (place - stride, place - stride + 1, place - 1, place + 1, place + stride - 1, place + stride):
            if cells[beside] == colour and steps[beside] == 0:
                steps[beside] = steps[place] + 1
                queue[count] = beside
                count += 1
    for index in range(count):
        steps[queue[index]] = 0
    return best, length


@jit
def prospect(rules: Rules, state: Record, place: int) -> int:
    """Return twice what the group of `place` may become worth.

    A chain that reaches the rim by the shortest ways gets as much longer as they are long, unless it is cut off, which
    is the likelier the longer they are.
    """
    group = state.label[place]
    stones = int(state.stones[group])
    if state.edge_stones[group] >= 2:
        return 2 * (2 * int(state.bridge[group]) - stones)
    one, _ = farthest(rules, state, place, FAR)
    if state.source[one] >= FAR:
        return -2 * stones
    if state.edge_stones[group] == 1:
        one, _ = farthest(rules, state, place, 1)
    other, length = farthest(rules, state, one, FAR)
    ways = int(state.source[one] + state.source[other])
    if other == one:  # a single stone goes both ways, and from the rim not back to where it stands
        ways = max(ways, 2 * FIRST_WAY)
    clean = 2 * length - stones + ways
    return clean if clean <= 0 else 2 * clean * (20 - min(ways, 16)) // 20


@implements(promise, RULES)
def promise_vadus(rules: Rules, state: Record) -> int:
    """Return twice the difference of what the best groups may become worth."""
    if state.over != ONGOING:
        return margin(rules, state)
    label_groups(rules, state)
    measure_bridges(rules, state)
    measure_ways(rules, state)
    black, white = NOTHING, NOTHING
    for action in range(rules.points):
        place = rules.place_of[action]
        colour = state.cells[place]
        if colour != EMPTY and state.colour[state.label[place]] != EMPTY:
            worth = prospect(rules, state, place)
            state.colour[state.label[place]] = EMPTY  # seen
            if colour == BLACK:
                black = max(black, worth)
            else:
                white = max(white, worth)
    return max(-40, min(40, black - white))


@implements(appraise_move, RULES)
def appraise_move_vadus(rules: Rules, state: Record, action: int) -> int:
    """Return what the position with the stone promises."""
    if action == rules.pass_action:
        return promise(rules, state)
    place = rules.place_of[action]
    state.cells[place] = state.to_move
    found = promise(rules, state)
    state.cells[place] = EMPTY
    return found


@implements(playout_action, RULES)
def playout_action_vadus(rules: Rules, state: Record, rng: Rng) -> int:
    """Draw points until one prolongs a chain: beside one own stone, or between two that are not neighbours."""
    count = int(state.empty_count)
    if count == 0:
        return rules.pass_action
    stride, own, cells = rules.stride, state.to_move, state.cells
    place = int(state.empties[random_below(rng, count)])
    for _ in range(8):
        beside, joins = 0, 0
        last = cells[place + stride - 1] == own
        for at in (place - 1, place - stride, place - stride + 1, place + 1, place + stride, place + stride - 1):
            now = cells[at] == own
            beside += now
            joins += int(now) & int(not last)
            last = now
        if beside == joins and joins <= 2:
            return rules.action_of[place]
        place = int(state.empties[random_below(rng, count)])
    return rules.action_of[place]


@implements(add_owners, RULES)
def add_owners_vadus(rules: Rules, state: Record, owners: Any) -> None:
    """A point is whose stone stands on it."""
    for action in range(rules.points):
        colour = state.cells[rules.place_of[action]]
        owners[action] += int(colour == BLACK) - int(colour == WHITE)
