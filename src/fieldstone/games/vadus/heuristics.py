"""What the search knows of Vadus beside its rules: how much a group may still become worth.

Random games say little here: they fill the board, and what decides in them are lone stones. A chain that will join two
far points of the rim is what a game is about, long before it does so.
"""

from typing import Any

from fieldstone.core.dispatch import implements
from fieldstone.core.jit import jit
from fieldstone.core.kernels import (
    Record,
    Rules,
    add_owners,
    add_score_parts,
    margin,
    move_evaluation,
    playout_action,
    prepare_move_evaluations,
    static_evaluation,
)
from fieldstone.core.maths import log
from fieldstone.core.record import BLACK, EMPTY, ONGOING, WHITE
from fieldstone.core.rng import Rng, random_below
from fieldstone.games.vadus.rules import BORDER, NO_BRIDGE, RULES, WORTHS, label_groups, measure_bridges

FAR = 1000  # steps to the rim from where there is no way
FIRST_WAY = 4  # steps to the rim, at least, that a single stone is taken to need
LONG_WAY = 20  # steps to the rim that would never be made
LEAST_CHANCE = 0.1  # of getting to the rim by the shortest ways, however long they are
GROWTH = 0.7165313105737893  # exp(-1/3): how much less likely a point more is than the points before it
FAINT = 0.002  # a chance that is as good as none
LEAST_WORTH = -8  # of a player's best group; what is less is not told apart
UNBLOCKED = 100  # support that is never used up
JOINED = 2  # in `changed`: the stone that is being evaluated belongs to the group
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
def two_ends(rules: Rules, state: Record, first: int) -> int:
    """Return the fewest stones that connect two edge stones of a group by way of its stone at `first`, or NO_BRIDGE."""
    stride, cells, queue, steps = rules.stride, state.cells, state.queue, state.steps
    colour = cells[first]
    queue[0] = first
    steps[first] = 1
    count, done = 1, 0
    found, length = 0, -1
    while done < count and found < 2:
        place = int(queue[done])
        done += 1
        if state.source[place] == 0:
            found += 1
            length += int(steps[place])
        for beside in (place - stride, place - stride + 1, place - 1, place + 1, place + stride - 1, place + stride):
            if cells[beside] == colour and steps[beside] == 0:
                steps[beside] = steps[place] + 1
                queue[count] = beside
                count += 1
    for index in range(count):
        steps[queue[index]] = 0
    return length if found == 2 else NO_BRIDGE


@jit
def prospect(rules: Rules, state: Record, place: int, stones: int, edge_stones: int, bridge: int) -> tuple[int, int]:
    """Return what a group may become worth, and how many stones that still takes; -1 if it is sure.

    `place` is the first of its stones, `bridge` as in the state. A group that joins two points of the rim is worth what
    it is, and so is one that cannot reach the rim. A chain that reaches it by the shortest ways gets as much longer as
    they are long.
    """
    if edge_stones >= 2:
        return 2 * bridge - stones, -1
    one, _ = farthest(rules, state, place, FAR)
    if state.source[one] >= FAR:
        return -stones, -1
    if edge_stones == 1:
        one, _ = farthest(rules, state, place, 1)
    other, length = farthest(rules, state, one, FAR)
    ways = int(state.source[one] + state.source[other])
    if other == one:  # a single stone goes both ways, and from the rim not back to where it stands
        ways = max(ways, 2 * FIRST_WAY)
    return 2 * length - stones + ways, ways


@jit
def raise_hope(hope: Any, worth: int, reach: int) -> None:
    """Raise a player's chances of a group worth so much or more, by one that has a prospect.

    Its chain gets to the rim unless it is cut off, which is the likelier the more stones it takes. It may also wind on
    before it gets there, which is the less likely the longer it does. `hope` never grows from one worth to the next.
    """
    chance = 1.0 if reach < 0 else max(LEAST_CHANCE, 1.0 - reach / LONG_WAY)
    clean = max(-1, min(WORTHS - 1, worth - LEAST_WORTH))
    index = clean
    while index >= 0 and hope[index] < chance:
        hope[index] = chance
        index -= 1
    if reach >= 0:
        for more in range(clean + 1, WORTHS):
            chance *= GROWTH
            if chance < FAINT:
                break
            hope[more] = max(hope[more], chance)


@jit
def clear_hope(state: Record) -> None:
    """Leave both players nothing but a worth that is not told apart from less."""
    for colour in range(2):
        state.hope[colour, 0] = 1.0
        for index in range(1, WORTHS + 1):
            state.hope[colour, index] = 0.0


@jit
def black_wins(hope: Any) -> float:
    """Return the chance that Black's best group is worth more than White's; the same worth counts half (W6)."""
    black, white = hope[BLACK - 1], hope[WHITE - 1]
    chance = 0.0
    for index in range(WORTHS):
        if black[index] == 0.0:
            break
        chance += (black[index] - black[index + 1]) * (1.0 - 0.5 * (white[index] + white[index + 1]))
    return chance


@jit
def log_odds(chance: float) -> int:
    """Return a chance as log-odds in units of 1 / ODDS."""
    chance = max(FAINT, min(1.0 - FAINT, chance))
    return round(ODDS * log(chance / (1.0 - chance)))


@implements(prepare_move_evaluations, RULES)
def prepare_move_evaluations_vadus(rules: Rules, state: Record) -> None:
    """Find what a stone may change."""
    survey(rules, state)
    measure_support(rules, state)


@jit
def survey(rules: Rules, state: Record) -> None:
    """Find the groups, the ways to the rim, and what each group may become."""
    labels = label_groups(rules, state)
    measure_bridges(rules, state)
    measure_ways(rules, state)
    state.labels = labels
    for action in range(rules.points - 1, -1, -1):
        place = rules.place_of[action]
        state.ways[place] = state.source[place]
        state.anchor[state.label[place]] = place
    for group in range(labels):
        if state.same[group] == group and state.colour[group] != EMPTY:
            measure_prospect(rules, state, group)


@jit
def measure_prospect(rules: Rules, state: Record, group: int) -> None:
    """Write what a group may become to `worth` and `reach`."""
    state.worth[group], state.reach[group] = prospect(
        rules,
        state,
        int(state.anchor[group]),
        int(state.stones[group]),
        int(state.edge_stones[group]),
        int(state.bridge[group]),
    )


@implements(static_evaluation, RULES)
def static_evaluation_vadus(rules: Rules, state: Record) -> int:
    """Return the log-odds that Black's best group will be worth more than White's, in units of 1 / ODDS."""
    if state.over != ONGOING:
        return margin(rules, state)
    survey(rules, state)
    return evaluation_of_groups(state)


@jit
def evaluation_of_groups(state: Record) -> int:
    """Return what a position promises that has been surveyed."""
    clear_hope(state)
    for group in range(state.labels):
        colour = state.colour[group]
        if state.same[group] == group and colour != EMPTY:
            raise_hope(state.hope[colour - 1], int(state.worth[group]), int(state.reach[group]))
    return log_odds(black_wins(state.hope))


@implements(move_evaluation, RULES)
def move_evaluation_vadus(rules: Rules, state: Record, action: int) -> int:
    """Return what the position with the stone, or after the pass, promises.

    A stone joins groups, and may block the ways of others: only those are looked at again.
    """
    if action == rules.pass_action:
        return evaluation_of_groups(state)
    place, own = rules.place_of[action], state.to_move
    state.cells[place] = own
    for group in range(state.labels):
        state.changed[group] = 0
    blocked = block_ways(rules, state, place)
    clear_hope(state)
    worth, reach = joined_prospect(rules, state, place)
    raise_hope(state.hope[own - 1], worth, reach)
    for group in range(state.labels):
        colour, changed = state.colour[group], state.changed[group]
        if state.same[group] == group and colour != EMPTY and changed != JOINED:
            worth, reach = int(state.worth[group]), int(state.reach[group])
            if changed and state.edge_stones[group] < 2:
                worth, reach = prospect(
                    rules, state, int(state.anchor[group]), int(state.stones[group]), int(state.edge_stones[group]), 0
                )
            raise_hope(state.hope[colour - 1], worth, reach)
    state.cells[place] = EMPTY
    state.source[place] = state.ways[place]
    for index in range(blocked):
        state.source[state.blocked[index]] = state.ways[state.blocked[index]]
    return log_odds(black_wins(state.hope))


@jit
def measure_support(rules: Rules, state: Record) -> None:
    """Count for each place its `support`; those whose ways no stone changes get UNBLOCKED."""
    stride, cells, ways = rules.stride, state.cells, state.ways
    for action in range(rules.points):
        place = rules.place_of[action]
        limit = ways[place] - int(cells[place] == EMPTY)
        found = 0
        for beside in (place - stride, place - stride + 1, place - 1, place + 1, place + stride - 1, place + stride):
            found += int(cells[beside] == EMPTY) & int(ways[beside] <= limit)
        state.support[place] = found if ways[place] < FAR else UNBLOCKED
    for index in range(rules.rim):
        state.support[rules.rim_places[index]] = UNBLOCKED


@jit
def block_ways(rules: Rules, state: Record, place: int) -> int:
    """Bring `source` up to date with a new stone, and mark in `changed` what has other ways than before.

    Returns how many places there are in `blocked`. They are those that have lost too many of the neighbours that they
    had their ways by, directly or since those have lost theirs; their ways are found anew, until none
    gets shorter.
    """
    stride, cells, ways, source, blocked = rules.stride, state.cells, state.ways, state.source, state.blocked
    if ways[place] >= FAR:
        return 0
    source[place] = ways[place] - 1
    count, done, touched, at = 0, 0, 0, place
    while at >= 0:
        for beside in (at - stride, at - stride + 1, at - 1, at + 1, at + stride - 1, at + stride):
            if beside != place and cells[beside] != BORDER and ways[at] <= ways[beside] - int(cells[beside] == EMPTY):
                if state.cut[beside] == 0:
                    state.queue[touched] = beside
                    touched += 1
                state.cut[beside] += 1
                if state.support[beside] - state.cut[beside] == 1:
                    blocked[count] = beside
                    count += 1
        while done < count and cells[blocked[done]] != EMPTY:
            done += 1
        at = int(blocked[done]) if done < count else -1
        done += 1
    for index in range(touched):
        state.cut[state.queue[index]] = 0
    for index in range(count):
        source[blocked[index]] = FAR
    better = count > 0
    while better:
        better = False
        for index in range(count):
            at = int(blocked[index])
            way = second_nearest(rules, state, at)
            if way < source[at]:
                source[at] = way
                better = True
    for index in range(count):
        at = int(blocked[index])
        state.changed[state.label[at]] |= int(source[at] != ways[at])
    return count


@jit
def second_nearest(rules: Rules, state: Record, place: int) -> int:
    """Return the stones from a place that is not on the rim to it, by way of the second nearest of its neighbours."""
    stride, nearest, second = rules.stride, FAR, FAR
    for beside in (place - stride, place - stride + 1, place - 1, place + 1, place + stride - 1, place + stride):
        if state.cells[beside] == EMPTY:
            way = int(state.source[beside])
            second = min(second, max(nearest, way))
            nearest = min(nearest, way)
    return second if second >= FAR else second + int(state.cells[place] == EMPTY)


@jit
def joined_prospect(rules: Rules, state: Record, place: int) -> tuple[int, int]:
    """Return the `prospect` of the group of a new stone, and mark those that it joins as JOINED in `changed`."""
    stride, own = rules.stride, state.cells[place]
    first, stones, edge_stones, bridge = place, 1, int(state.source[place] == 0), NO_BRIDGE
    for beside in (place - stride, place - stride + 1, place - 1, place + 1, place + stride - 1, place + stride):
        group = state.label[beside]
        if state.cells[beside] == own and state.changed[group] != JOINED:
            state.changed[group] = JOINED
            first = min(first, int(state.anchor[group]))
            stones += int(state.stones[group])
            edge_stones += int(state.edge_stones[group])
            bridge = min(bridge, int(state.bridge[group]))
    if edge_stones >= 2:
        bridge = min(bridge, two_ends(rules, state, place))
    return prospect(rules, state, first, stones, edge_stones, bridge)


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


@implements(add_score_parts, RULES)
def add_score_parts_vadus(rules: Rules, state: Record, sums: Any) -> None:
    """Nothing: the groups of a board that has been filled at random tell nothing of those that players make."""
