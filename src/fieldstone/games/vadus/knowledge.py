"""What the search knows of Vadus beside its rules: how much a group may still become worth.

Random games say little here: they fill the board, and what decides in them are lone stones. A chain that will join two
far points of the rim is what a game is about, long before it does so.
"""

import math
from typing import Any

from fieldstone.core.dispatch import implements
from fieldstone.core.jit import jit
from fieldstone.core.kernels import Record, Rules, add_owners, appraise_move, margin, playout_action, promise
from fieldstone.core.record import BLACK, EMPTY, ONGOING, WHITE
from fieldstone.core.rng import Rng, random_below
from fieldstone.games.vadus.rules import BORDER, RULES, WORTHS, label_groups, measure_bridges

FAR = 1000  # steps to the rim from where there is no way
FIRST_WAY = 4  # steps to the rim, at least, that a single stone is taken to need
LONG_WAY = 20  # steps to the rim that would never be made
LEAST_CHANCE = 0.1  # of getting to the rim by the shortest ways, however long they are
GROWTH = math.exp(-1 / 3)  # how much less likely a point more is than the points before it
FAINT = 0.002  # a chance that is as good as none
LEAST_WORTH = -8  # of a player's best group; what is less is not told apart
ODDS = 10.0  # units of a promise: it has to be a whole number


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
def raise_hope(hope: Any, worth: int, chance: float) -> None:
    """Let a player hope for a group worth `worth` with a chance, and for more with less; see `hope_for`."""
    sure = max(0, min(WORTHS, worth - LEAST_WORTH + 1))
    for index in range(sure):
        hope[index] = max(hope[index], chance)
    chance *= GROWTH if chance < 1.0 else 0.0
    for index in range(sure, WORTHS):
        if chance < FAINT:
            break
        hope[index] = max(hope[index], chance)
        chance *= GROWTH


@jit
def hope_for(rules: Rules, state: Record, place: int, hope: Any) -> None:
    """Raise `hope`, a player's chances of a group worth so much or more, by the group of `place`.

    A group that joins two points of the rim is worth what it is, and so is one that cannot reach the rim. A chain that
    reaches it by the shortest ways gets as much longer as they are long, unless it is cut off, which is the likelier
    the longer they are. It may also wind on before it gets there, which is the less likely the longer it does.
    """
    group = state.label[place]
    stones = int(state.stones[group])
    if state.edge_stones[group] >= 2:
        raise_hope(hope, 2 * int(state.bridge[group]) - stones, 1.0)
        return
    one, _ = farthest(rules, state, place, FAR)
    if state.source[one] >= FAR:
        raise_hope(hope, -stones, 1.0)
        return
    if state.edge_stones[group] == 1:
        one, _ = farthest(rules, state, place, 1)
    other, length = farthest(rules, state, one, FAR)
    ways = int(state.source[one] + state.source[other])
    if other == one:  # a single stone goes both ways, and from the rim not back to where it stands
        ways = max(ways, 2 * FIRST_WAY)
    raise_hope(hope, 2 * length - stones + ways, max(LEAST_CHANCE, 1.0 - ways / LONG_WAY))


@jit
def black_wins(hope: Any) -> float:
    """Return the chance that Black's best group is worth more than White's; the same worth counts half (W6)."""
    black, white = hope[BLACK - 1], hope[WHITE - 1]
    chance = 0.0
    for index in range(WORTHS):
        chance += (black[index] - black[index + 1]) * (1.0 - 0.5 * (white[index] + white[index + 1]))
    return chance


@implements(promise, RULES)
def promise_vadus(rules: Rules, state: Record) -> int:
    """Return the log-odds that Black's best group will be worth more than White's, in units of 1 / ODDS."""
    if state.over != ONGOING:
        return margin(rules, state)
    label_groups(rules, state)
    measure_bridges(rules, state)
    measure_ways(rules, state)
    for index in range(WORTHS + 1):
        hope = 1.0 if index == 0 else 0.0
        state.hope[BLACK - 1, index] = hope
        state.hope[WHITE - 1, index] = hope
    for action in range(rules.points):
        place = rules.place_of[action]
        colour = state.cells[place]
        if colour != EMPTY and state.colour[state.label[place]] != EMPTY:
            hope_for(rules, state, place, state.hope[colour - 1])
            state.colour[state.label[place]] = EMPTY  # seen
    chance = max(FAINT, min(1.0 - FAINT, black_wins(state.hope)))
    return round(ODDS * math.log(chance / (1.0 - chance)))


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
