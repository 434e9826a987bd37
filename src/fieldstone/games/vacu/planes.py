"""What a network sees of Vacu and Convacu.

The draw by repetition (V9) is the one rule that asks for the history. Of it the planes show what the next move has to
know: where a stone would bring back a position for the second, or for the third time.
"""

from typing import Any

from fieldstone.core.dispatch import implements
from fieldstone.core.jit import jit
from fieldstone.core.kernels import Record, Rules, fill_planes, list_inputs
from fieldstone.core.record import BLACK, CHOOSING_SIDE, EMPTY, NAMING_KOMI, ONGOING, PLAYING, WHITE
from fieldstone.core.zobrist import SIDE_KEY
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
from fieldstone.games.vacu.rules import BORDER, BOTTOM, LEFT, RIGHT, RULES, TOP, has_one_liberty

Key = Any

REPETITION = (
    Plane("second_time", "1 where an own stone, if it is one's turn, brings a position back for the second time (V9)"),
    Plane("third_time", "1 where it brings one back once more, which ends the game as a draw (V9)"),
)
PLANES = {
    "vacu": (
        *FIRST,
        *REPETITION,
        TO_MOVE,
        Plane("passed", "1 if the move before was a pass (V7)", True),
        BLACK_PLANE,
        Plane("own_button", "1 if one has taken the button (V8)", True),
        Plane("opponent_button", "1 if the opponent has", True),
        *KOMI,
        *SETUP,
    ),
    "convacu": (
        *FIRST,
        *REPETITION,
        TO_MOVE,
        Plane("passed", "1 if the move before was a pass (C5)", True),
        Plane("own_edges", "1 on the edges to be joined (C1)"),
        Plane("opponent_edges", "1 on the opponent's; a corner lies on both"),
    ),
}
SECOND_TIME, THIRD_TIME, MOVES, PASSED = 3, 4, 5, 6
HOLDS_BLACK, OWN_BUTTON, OPPONENT_BUTTON, OWN_KOMI, OPPONENT_KOMI, NAMING, CHOOSING = range(7, 14)  # of Vacu
OWN_EDGES, OPPONENT_EDGES = 7, 8  # of Convacu
# Of a small network, for each point: stones; those of groups with one liberty, and with few pairs of a stone and an
# empty point beside it; where a stone takes the only liberty of a group; the opponent's likewise; and repetition.
STONES, ONE_LIBERTY, FEW, TAKEN, AGAIN, ONCE_MORE, SEEN = 0, 2, 4, 6, 8, 9, 10
FEWER = 5  # than so many pairs are few
# In Convacu also where a cheapest way to join the edges leads, the opponent's likewise, and beside the points what it
# costs: nothing for an own stone, more for one that is to be taken.
WAY, CONNECTING = SEEN, SEEN + 2
STEP, TAKE, OVER = 1, 1, 3  # an empty point; a stone of a group with one liberty; another one
DEAREST, NEVER = 9, 1000
# Lists of places that wait, a power of 2 above what a step can cost; and the border's first place.
HEADS, NOWHERE = 4, 0
# In Vacu also the empty points that one side's stones are nearer to, and beside the points by how many of these and of
# stones who is to move is ahead.
NEARER, AHEAD, MOST_AHEAD = SEEN, 4, 15
NOBODY, MINE, THEIRS, NO_POINT = 0, 1, 2, 4  # whose stones are nearest: bits, both where they are as near
INPUTS = {
    "vacu": Inputs(SEEN + 2, AHEAD + 2 * MOST_AHEAD + 1),
    "convacu": Inputs(2 * CONNECTING, 1 + 2 * (DEAREST + 1), sides=CONNECTING),
}
MARKS = 2048  # a power of 2: two keys of a game of some 100 plies seldom share a mark
TAKING = 256  # marks a point beside those


@jit
def group_key(rules: Rules, state: Record, head: int, colour: int) -> Key:
    """Return the key of a group's stones as if they had a colour."""
    key = rules.zobrist[colour - 1, head]
    place = int(state.next[head])
    while place != head:
        key ^= rules.zobrist[colour - 1, place]
        place = int(state.next[place])
    return key


@jit
def key_after(rules: Rules, state: Record, place: int, breathes: bool) -> tuple[Key, bool]:
    """V5, V7: return the key that a stone which takes something leads to, and whether that is the last enemy group.

    `breathes` says whether the placed stone's group has a liberty before anything is removed (V4).
    """
    cells, own = state.cells, state.to_move
    enemy = 3 - own
    near = (place - rules.stride, place - 1, place + 1, place + rules.stride)
    key = state.key ^ SIDE_KEY
    if breathes:
        key ^= rules.zobrist[own - 1, place]
    gone = 0
    for index in range(4):
        code, head = cells[near[index]], state.head[near[index]]
        met = code in (EMPTY, BORDER)
        for earlier in range(index):
            met |= cells[near[earlier]] == code and state.head[near[earlier]] == head
        if not met:
            if code == enemy and has_one_liberty(state, head):
                gone += state.members[head]
                key ^= group_key(rules, state, head, enemy)
                if not breathes:
                    key ^= group_key(rules, state, head, own)
            elif code == own and not breathes:
                key ^= group_key(rules, state, head, own)
    return key, gone > 0 and gone == state.stones[enemy] and not rules.connection


@jit
def breathes_at(rules: Rules, state: Record, place: int) -> bool:
    """V4: say whether the group of a stone on this empty point has a liberty before anything is removed."""
    cells = state.cells
    near = (place - rules.stride, place - 1, place + 1, place + rules.stride)
    for beside in near:
        if cells[beside] == EMPTY:
            return True
    breathes = False
    for beside in near:
        breathes |= cells[beside] == state.to_move and not has_one_liberty(state, state.head[beside])
    return breathes


@jit
def mark_taking(rules: Rules, state: Record, marks: Any) -> None:
    """V4, V5: mark in `marks` (points,) the empty points where a stone takes the last liberty of an enemy group."""
    enemy = 3 - state.to_move
    for action in range(rules.points):
        place = int(rules.place_of[action])
        if state.cells[place] == enemy and state.head[place] == place and state.liberties[place] > 0:
            if has_one_liberty(state, place):
                marks[rules.action_of[int(state.liberty_sum[place]) // int(state.liberties[place])]] |= TAKING


@jit
def mark_past(rules: Rules, state: Record, keys: Any, known: int) -> None:
    """V9: mark the positions that have stood on the table in `state.scratch`, and the points where a stone takes.

    Each leaves a bit of eight in a number, so that all of them are gone through only for a stone that meets one.
    """
    marks = state.scratch
    for number in range(marks.size):
        marks[number] = 0
    for past in range(known):
        mark = int(keys[past]) & (MARKS - 1)
        marks[mark >> 3] |= 1 << (mark & 7)
    mark_taking(rules, state, marks)


@jit
def times_before(rules: Rules, state: Record, keys: Any, known: int, place: int) -> int:
    """V9: return how often the position has stood that a stone on an empty point leads to, once `mark_past` has looked.

    0 as well where no stone may be placed, or where it ends the game (V7).
    """
    marks = state.scratch
    takes, ends = marks[rules.action_of[place]] & TAKING != 0, False
    if takes:
        key, ends = key_after(rules, state, place, breathes_at(rules, state, place))
    else:  # what it leads to is cheaper to know than whether it may be placed
        key = state.key ^ SIDE_KEY ^ rules.zobrist[state.to_move - 1, place]
    mark, seen = int(key) & (MARKS - 1), 0
    if marks[mark >> 3] & 1 << (mark & 7) and not ends and (takes or breathes_at(rules, state, place)):
        for past in range(known):
            seen += keys[past] == key
    return seen


@jit
def fill_repetition(rules: Rules, state: Record, keys: Any, known: int, planes: Any) -> None:
    """V9: look for what each legal stone leads to among the positions that have stood on the table."""
    mark_past(rules, state, keys, known)
    for index in range(state.empty_count):
        place = int(state.empties[index])
        seen = times_before(rules, state, keys, known, place)
        if seen > 0:
            planes[SECOND_TIME if seen == 1 else THIRD_TIME, rules.action_of[place]] = 1.0


@implements(fill_planes, RULES)
def fill_planes_vacu(rules: Rules, state: Record, colour: int, keys: Any, known: int, planes: Any) -> None:
    """V3, V6-V9, C1, C5, S1: the board, and what of the past still counts."""
    opponent, action = 3 - colour, 0
    for row in range(rules.side):
        first = (row + 1) * rules.stride + 1
        for place in range(first, first + rules.side):  # without a branch, so that points are written several at once
            code = state.cells[place]
            planes[BOARD, action] = 1.0
            planes[OWN, action] = 1.0 if code == colour else 0.0
            planes[OPPONENT, action] = 1.0 if code == opponent else 0.0
            action += 1
    if state.over == ONGOING and state.setup == PLAYING and colour == state.to_move:
        fill_repetition(rules, state, keys, known, planes)
    spread(planes, MOVES, 1.0 if colour == state.to_move else 0.0)
    spread(planes, PASSED, 1.0 if state.passes > 0 else 0.0)
    if rules.connection:
        fill_edges(rules, colour, planes)
        return
    spread(planes, HOLDS_BLACK, 1.0 if colour == BLACK else 0.0)
    spread(planes, OWN_BUTTON, 1.0 if state.button == colour else 0.0)
    spread(planes, OPPONENT_BUTTON, 1.0 if state.button == 3 - colour else 0.0)
    # V6: Black has at most all points and the button, so any komi above the number of points is worth the same.
    most = rules.points + 1
    spread(planes, OWN_KOMI if colour == WHITE else OPPONENT_KOMI, min(int(state.komi), most) / most)
    spread(planes, NAMING, 1.0 if state.setup == NAMING_KOMI else 0.0)
    spread(planes, CHOOSING, 1.0 if state.setup == CHOOSING_SIDE else 0.0)


@jit
def fill_edges(rules: Rules, colour: int, planes: Any) -> None:
    """C1: top and bottom are Black's, left and right White's."""
    black = OWN_EDGES if colour == BLACK else OPPONENT_EDGES
    white = OWN_EDGES + OPPONENT_EDGES - black
    for action in range(rules.points):
        edges = rules.edges[rules.place_of[action]]
        planes[black, action] = 1.0 if edges & (TOP | BOTTOM) else 0.0
        planes[white, action] = 1.0 if edges & (LEFT | RIGHT) else 0.0


@jit
def list_stones(rules: Rules, state: Record, first: int, inputs: Any) -> int:
    """V2: write the inputs of all stones, from number `first` on; returns how many."""
    points, own, count = int(rules.points), int(state.to_move), 0
    for action in range(points):
        place = int(rules.place_of[action])
        code = int(state.cells[place])
        if code != EMPTY:
            side, head = 0 if code == own else 1, int(state.head[place])
            inputs[count] = first + (STONES + side) * points + action
            count += 1
            if has_one_liberty(state, head):
                inputs[count] = first + (ONE_LIBERTY + side) * points + action
                count += 1
            elif state.liberties[head] < FEWER:
                inputs[count] = first + (FEW + side) * points + action
                count += 1
    return count


@jit
def list_takings(rules: Rules, state: Record, first: int, inputs: Any, listed: int) -> int:
    """V4, V5: add the points where either takes the only liberty of a group; returns how many inputs there are then."""
    points, own, count = int(rules.points), int(state.to_move), listed
    for action in range(points):
        head = int(rules.place_of[action])
        code = int(state.cells[head])
        if code != EMPTY and state.head[head] == head and has_one_liberty(state, head):
            point = int(rules.action_of[int(state.liberty_sum[head]) // int(state.liberties[head])])
            number = first + (TAKEN + (0 if code != own else 1)) * points + point
            new = True
            for earlier in range(listed, count):
                new &= inputs[earlier] != number
            if new:
                inputs[count] = number
                count += 1
    return count


@jit
def fill_costs(rules: Rules, state: Record, colour: int, costs: Any) -> None:
    """C1: write what it costs a colour to have its stone at each place; the border cannot be had."""
    for place in range(costs.size):
        code = int(state.cells[place])
        if code == BORDER:
            costs[place] = NEVER
        elif code == EMPTY:
            costs[place] = STEP
        elif code == colour:
            costs[place] = 0
        else:
            costs[place] = TAKE if has_one_liberty(state, state.head[place]) else OVER


@jit
def wait(waiting: Any, place: int, cost: int) -> None:
    """Put a place on the list of those whose way has a cost: `waiting` holds the heads, and who follows each place."""
    waiting[HEADS + place] = waiting[cost & HEADS - 1]
    waiting[cost & HEADS - 1] = place


@jit
def fill_ways(rules: Rules, costs: Any, begin: int, end: int, ways: Any, waiting: Any) -> int:
    """C1: write what the cheapest way from an edge to each place costs, with that place; returns that of one across.

    Places that cost the same wait in one list (Dial 1969): a step costs at most three, so that four lists do, and what
    leads to a place first is cheapest. No way is followed that costs more than one across.
    """
    stride, level, across = int(rules.stride), 0, False
    for head in range(HEADS):
        waiting[head] = NOWHERE
    for place in range(costs.size):
        ways[place] = NEVER
        if rules.edges[place] & begin:
            ways[place] = costs[place]
            wait(waiting, place, int(costs[place]))
    while not across:
        place = int(waiting[level & HEADS - 1])
        while place != NOWHERE:
            waiting[level & HEADS - 1] = waiting[HEADS + place]
            across |= rules.edges[place] & end != 0
            for beside in (place - stride, place - 1, place + 1, place + stride):
                if ways[beside] == NEVER and costs[beside] != NEVER:
                    ways[beside] = level + costs[beside]
                    wait(waiting, beside, level + int(costs[beside]))
            place = int(waiting[level & HEADS - 1])
        level += 1
    return level - 1


@jit
def trace_ways(rules: Rules, costs: Any, least: int, end: int, ways: Any, waiting: Any) -> None:
    """C1: follow all cheapest ways across back from where they end; what `ways` has there is complemented."""
    stride = int(rules.stride)
    waiting[0] = NOWHERE
    for place in range(costs.size):
        if rules.edges[place] & end and ways[place] == least:
            ways[place] = ~ways[place]
            wait(waiting, place, 0)
    place = int(waiting[0])
    while place != NOWHERE:
        waiting[0] = waiting[HEADS + place]
        before = ~ways[place] - costs[place]
        for beside in (place - stride, place - 1, place + 1, place + stride):
            if ways[beside] == before:
                ways[beside] = ~ways[beside]
                wait(waiting, beside, 0)
        place = int(waiting[0])


@jit
def list_ways(rules: Rules, state: Record, first: int, beside: int, inputs: Any, listed: int) -> int:
    """C1: add where the cheapest ways lead between both edges, and what they cost; returns how many inputs there are.

    The end of `inputs` is worked on.
    """
    places, count = (int(rules.side) + 2) * int(rules.stride) + 1, listed
    end = inputs.size
    costs, ways = inputs[end - places :], inputs[end - 2 * places : end - places]
    waiting = inputs[end - 3 * places - HEADS : end - 2 * places]
    for side in range(2):
        colour = int(state.to_move) if side == 0 else 3 - int(state.to_move)
        begin, over = (TOP, BOTTOM) if colour == BLACK else (LEFT, RIGHT)
        fill_costs(rules, state, colour, costs)
        least = fill_ways(rules, costs, begin, over, ways, waiting)
        trace_ways(rules, costs, least, over, ways, waiting)
        for index in range(state.empty_count):
            place = int(state.empties[index])
            if ways[place] < 0:
                inputs[count] = first + (WAY + side) * int(rules.points) + int(rules.action_of[place])
                count += 1
        inputs[count] = beside + side * (DEAREST + 1) + min(least, DEAREST)
        count += 1
    return count


@jit
def fill_nearest(rules: Rules, state: Record, nearest: Any, steps: Any, reached: Any) -> None:
    """V6: write whose stones are nearest to each place, over any points, and how many steps away; all are written to.

    Stones that the player to move may take at once count as if they were not there.
    """
    stride, own, last, first = int(rules.stride), int(state.to_move), 0, 0
    for place in range(nearest.size):
        code = int(state.cells[place])
        nearest[place], steps[place] = NO_POINT if code == BORDER else NOBODY, 0
        if code == own or (code == 3 - own and not has_one_liberty(state, state.head[place])):
            nearest[place] = MINE if code == own else THEIRS
            reached[last] = place
            last += 1
    while first < last:
        place = int(reached[first])
        first += 1
        for beside in (place - stride, place - 1, place + 1, place + stride):
            if nearest[beside] == NOBODY:
                nearest[beside], steps[beside] = nearest[place], steps[place] + 1
                reached[last] = beside
                last += 1
            elif steps[beside] == steps[place] + 1:
                nearest[beside] |= nearest[place]


@jit
def list_nearest(rules: Rules, state: Record, beside: int, inputs: Any, listed: int) -> int:
    """V6: add the points that are nearer to one side, and how far ahead that is; returns how many inputs there are.

    The end of `inputs` is worked on.
    """
    places, points, count = (int(rules.side) + 2) * int(rules.stride) + 1, int(rules.points), listed
    end, ahead = inputs.size, 0
    nearest, steps = inputs[end - places :], inputs[end - 2 * places : end - places]
    fill_nearest(rules, state, nearest, steps, inputs[end - 3 * places : end - 2 * places])
    for action in range(points):
        place = int(rules.place_of[action])
        if nearest[place] == MINE or nearest[place] == THEIRS:
            side = 0 if nearest[place] == MINE else 1
            ahead += 1 - 2 * side
            if steps[place] > 0:
                inputs[count] = (NEARER + side) * points + action
                count += 1
    inputs[count] = beside + MOST_AHEAD + min(max(ahead, -MOST_AHEAD), MOST_AHEAD)
    return count + 1


@implements(list_inputs, RULES)
def list_inputs_vacu(rules: Rules, state: Record, keys: Any, known: int, inputs: Any) -> int:
    """V3-V9, C1: stones, liberties, what a stone takes or brings back, a pass, the button, and who is Black.

    Komi (S2) is not seen: a network is for one komi. In Vacu it is seen what is nearer to whom (V6). In Convacu Black
    and White, whose edges differ, have inputs of their own, and ways between these are seen.
    """
    points, black = int(rules.points), state.to_move == BLACK
    first = CONNECTING * points if rules.connection and not black else 0
    count = list_takings(rules, state, first, inputs, list_stones(rules, state, first, inputs))
    if state.setup == PLAYING:
        mark_past(rules, state, keys, known)
        for index in range(state.empty_count):
            place = int(state.empties[index])
            seen = times_before(rules, state, keys, known, place)
            if seen > 0:
                inputs[count] = first + (AGAIN if seen == 1 else ONCE_MORE) * points + int(rules.action_of[place])
                count += 1
    beside = (2 * CONNECTING if rules.connection else SEEN + 2) * points
    if state.passes > 0:
        inputs[count] = beside
        count += 1
    if rules.connection:
        count = list_ways(rules, state, first, beside + 1, inputs, count)
    else:
        if state.button > 0:
            inputs[count] = beside + (1 if state.button == state.to_move else 2)
            count += 1
        if black:
            inputs[count] = beside + 3
            count += 1
        count = list_nearest(rules, state, beside + AHEAD, inputs, count)
    return count
