"""The compiled rules of Vadus (W1-W6).

The board is a row of int8 with a border: the cell at axial (column, row) stands at (row + 1) * stride + column + 1 with
stride = 2 * size, so that the six neighbours are at fixed distances. Nothing but stones is kept while playing: the
groups and their values are found in one pass when they are asked for.
"""

import numpy as np

from fieldstone.boards.hexagon import hexagon_point
from fieldstone.core.dispatch import implements
from fieldstone.core.jit import jit
from fieldstone.core.kernels import (
    Record,
    Rules,
    arrange,
    ending_action,
    fill_mask,
    fill_rules,
    is_legal,
    margin,
    play,
    playout_cap,
    random_action,
    start,
    turn_goes_on,
)
from fieldstone.core.record import BLACK, EMPTY, HEADER, TWO_PASSES, WHITE, Codes, Mask, Options, record_dtype
from fieldstone.core.rng import Rng, random_below
from fieldstone.core.zobrist import PASS_KEY, SIDE_KEY, TURN_KEY, fill_zobrist

MAX_SIZE = 13
BORDER = 3
POINTS = 3 * MAX_SIZE * (MAX_SIZE - 1) + 1
PLACES = (2 * MAX_SIZE + 1) * 2 * MAX_SIZE + 1
RIM = 6 * (MAX_SIZE - 1)
NO_BRIDGE = 2 * POINTS  # the group has not two edge stones
WORTHS = 128  # what a best group may become worth, for the search
VALUES = 2 * POINTS + 1  # a group's value lies from -POINTS to POINTS

STATE = record_dtype(
    [
        *HEADER,
        ("left", np.int8),  # stones that the side to move still places in this turn (W2)
        ("empty_count", np.int16),
        ("cells", np.int8, PLACES),  # EMPTY, BLACK, WHITE, BORDER
        ("empties", np.int16, POINTS),  # the empty points in no order
        ("where", np.int16, PLACES),  # their place in that list
        # Scratch of the one pass that finds groups and values: by place
        ("label", np.uint16, PLACES),  # the group
        ("source", np.int16, PLACES),  # the edge stone that a search came from; -1 unreached
        ("steps", np.int16, PLACES),  # stones on the way from it, both ends included
        ("queue", np.uint16, POINTS),  # places reached, in the order of reaching
        # and by label; none of these is negative, and unsigned numbers need no look whether they count from the end
        ("meeting", np.uint16, (2, POINTS + 1)),  # pairs of labels that name one group
        ("same", np.uint16, POINTS + 1),  # a smaller label of the same group, or itself
        ("colour", np.int8, POINTS),
        ("stones", np.int16, POINTS),
        ("edge_stones", np.int16, POINTS),
        ("bridge", np.int16, POINTS),  # fewest stones that connect two of its edge stones, or NO_BRIDGE
        ("tally", np.int16, (2, VALUES)),  # groups of each value by colour - 1; index POINTS + value
        # and of what the search makes of the groups
        ("hope", np.float32, (2, WORTHS + 1)),  # chance that the best one gets worth so much, by colour - 1
        ("labels", np.int16),  # in use
        ("anchor", np.uint16, POINTS),  # by label: the first place of the group
        ("worth", np.int16, POINTS),  # what it may become worth,
        ("reach", np.int16, POINTS),  # stones that this still takes, or -1 if it is sure
        ("changed", np.int8, POINTS),  # whether a stone that is being evaluated changes that
        ("ways", np.int16, PLACES),  # by place: stones from it to the rim, before that stone
        ("support", np.int8, PLACES),  # its empty neighbours that are near enough to the rim for that; two are needed
        ("cut", np.int8, PLACES),  # how many of them the stone takes away
        ("blocked", np.uint16, POINTS),  # places that have not two left
    ]
)

RULES = record_dtype(
    [
        ("num_actions", np.int64),
        ("side", np.int64),
        ("points", np.int64),
        ("stride", np.int64),
        ("rim", np.int64),
        ("pass_action", np.int64),
        ("place_of", np.int64, POINTS),  # action -> index in `cells`
        ("action_of", np.int64, PLACES),  # and back
        ("cell_of", np.int64, POINTS),  # action -> cell in a plane (what a network sees)
        ("rim_places", np.int64, RIM),  # where edge stones stand (W4), round the board
        ("zobrist", np.uint64, (2, PLACES)),  # by colour - 1
    ]
)


@implements(fill_rules, RULES)
def fill_rules_vadus(rules: Rules, options: Options) -> None:
    """By size."""
    size = int(options[1])
    points, stride = 3 * size * (size - 1) + 1, 2 * size
    rules.side, rules.points, rules.stride = size, points, stride
    rules.pass_action, rules.num_actions = points, points + 1
    for row in range(2 * size - 1):
        for column in range(2 * size - 1):
            action = hexagon_point(size, column, row)
            if action >= 0:
                place = (row + 1) * stride + column + 1
                rules.place_of[action], rules.action_of[place] = place, action
                rules.cell_of[action] = row * (2 * size - 1) + column
    column, row, rim = size - 1, 0, 0
    for column_step, row_step in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)):
        for _ in range(size - 1):
            rules.rim_places[rim] = (row + 1) * stride + column + 1
            column, row, rim = column + column_step, row + row_step, rim + 1
    rules.rim = rim
    fill_zobrist(rules.zobrist)


@implements(start, RULES)
def start_vadus(rules: Rules, state: Record) -> None:
    """W1: an empty board; W2: Black's first turn is one stone."""
    for place in range((2 * rules.side + 1) * rules.stride + 1):
        state.cells[place] = BORDER
    for action in range(rules.points):
        place = rules.place_of[action]
        state.cells[place] = EMPTY
        state.empties[action] = place
        state.where[place] = action
    state.empty_count = rules.points
    state.to_move = BLACK
    state.left = 1


@jit
def end_turn(state: Record) -> None:
    """W2: the other player's turn of two stones."""
    state.to_move = 3 - state.to_move
    state.left = 2


@implements(play, RULES)
def play_vadus(rules: Rules, state: Record, action: int) -> None:
    """W2: place one stone of the turn, or pass; W3: see whether that was the second pass."""
    state.ply += 1
    if action == rules.pass_action:
        state.passes += 1
        state.key ^= PASS_KEY ^ SIDE_KEY
        end_turn(state)
        if state.passes == 2:
            state.over = TWO_PASSES
            lead = margin(rules, state)
            state.winner = BLACK if lead > 0 else WHITE if lead < 0 else 0
        return
    place = rules.place_of[action]
    colour = state.to_move
    state.empty_count -= 1
    last, hole = state.empties[state.empty_count], state.where[place]
    state.empties[hole] = last
    state.where[last] = hole
    state.cells[place] = colour
    change = rules.zobrist[colour - 1, place] ^ TURN_KEY  # `left` goes from 1 to 2 or back
    if state.passes == 1:
        state.passes = 0
        change ^= PASS_KEY
    if state.left == 2:
        state.left = 1
    else:
        end_turn(state)
        change ^= SIDE_KEY
    state.key ^= change


@jit
def may_pass(state: Record) -> bool:
    """W2: instead of a turn of two stones, not after its first; Black may not pass the first turn."""
    return state.left == 2


@implements(is_legal, RULES)
def is_legal_vadus(rules: Rules, state: Record, action: int) -> bool:
    """W2: an empty point, or a pass."""
    if action == rules.pass_action:
        return may_pass(state)
    return state.cells[rules.place_of[action]] == EMPTY


@implements(fill_mask, RULES)
def fill_mask_vadus(rules: Rules, state: Record, mask: Mask) -> None:
    """As `is_legal`."""
    for action in range(rules.points):
        mask[action] = state.cells[rules.place_of[action]] == EMPTY
    mask[rules.pass_action] = may_pass(state)


@implements(random_action, RULES)
def random_action_vadus(rules: Rules, state: Record, rng: Rng) -> int:
    """Draw an empty point, or the pass where it is allowed; each is equally likely."""
    index = random_below(rng, int(state.empty_count) + may_pass(state))
    if index == state.empty_count:
        return rules.pass_action
    return rules.action_of[state.empties[index]]


@jit
def find_root(state: Record, label: int) -> int:
    """Return the smallest label that is known to name the same group."""
    while state.same[label] != label:
        label = int(state.same[label])
    return label


@jit
def label_groups(rules: Rules, state: Record) -> int:
    """W4: give the points of each group one label; returns the number of labels, some of them unused.

    Row by row from the bottom, a point takes the label of a neighbour of its colour among the three that come before
    it: left, below left, below right. The middle one touches both others, so only if it has another colour and both
    others have the point's own, two labels meet. Chosen by arithmetic instead of branches, which on a random board
    would be guessed wrong half of the time. Empty points are labelled along; whoever reads the labels skips them.
    """
    cells, label, same, stride = state.cells, state.label, state.same, rules.stride
    used, meetings = 0, 0
    for action in range(rules.points):
        place = rules.place_of[action]
        colour = cells[place]
        from_right = cells[place - stride + 1] == colour
        from_left = cells[place - 1] == colour
        from_middle = cells[place - stride] == colour
        # All three are read before any is chosen, and a meeting is written down in any case, so that neither needs a
        # branch.
        left, middle, right = label[place - 1], label[place - stride], label[place - stride + 1]
        own = right if from_right else used
        own = left if from_left else own
        own = middle if from_middle else own
        label[place] = own
        same[used] = used
        used += own == used
        state.meeting[0, meetings] = left
        state.meeting[1, meetings] = right
        meetings += int(from_left) & int(from_right) & int(not from_middle)
    for index in range(meetings):
        one, other = find_root(state, int(state.meeting[0, index])), find_root(state, int(state.meeting[1, index]))
        same[max(one, other)] = min(one, other)
    for number in range(used):
        same[number] = same[same[number]]
        state.stones[number] = 0
        state.edge_stones[number] = 0
        state.bridge[number] = NO_BRIDGE
    for action in range(rules.points):
        place = rules.place_of[action]
        label[place] = same[label[place]]
        state.stones[label[place]] += 1
        state.colour[label[place]] = cells[place]
    return used


@jit
def measure_bridges(rules: Rules, state: Record) -> None:
    """W5: find the fewest stones that connect two edge stones of each group, into `bridge` of its label.

    Neighbours on the rim need two stones, the fewest there can be. For groups without such a pair one breadth-first
    search starts from all edge stones at once: where the searches of two edge stones meet, the stones on both ways
    together connect the two.
    """
    cells, label = state.cells, state.label
    last = rules.rim_places[rules.rim - 1]
    for index in range(rules.rim):
        place = rules.rim_places[index]
        group = label[place]
        state.edge_stones[group] += 1
        state.bridge[group] = min(state.bridge[group], 2 if cells[place] == cells[last] else NO_BRIDGE)
        last = place
    count = 0
    for index in range(rules.rim):
        place = rules.rim_places[index]
        group = label[place]
        if (cells[place] != EMPTY) & (state.edge_stones[group] > 1) & (state.bridge[group] > 2):
            if count == 0:
                for action in range(rules.points):
                    state.source[rules.place_of[action]] = -1
            state.queue[count] = place
            state.source[place] = index
            state.steps[place] = 1
            count += 1
    if count > 0:
        search_bridges(rules, state, count)


@jit
def search_bridges(rules: Rules, state: Record, count: int) -> None:
    """Search from the first `count` places of `queue` at once; see `measure_bridges`."""
    stride, queue, steps, source = rules.stride, state.queue, state.steps, state.source
    done = 0
    while done < count:
        place = int(queue[done])
        done += 1
        colour, group = state.cells[place], state.label[place]
        for beside in (place - stride, place - stride + 1, place - 1, place + 1, place + stride - 1, place + stride):
            if state.cells[beside] == colour:
                if source[beside] < 0:
                    source[beside] = source[place]
                    steps[beside] = steps[place] + 1
                    queue[count] = beside
                    count += 1
                elif source[beside] != source[place]:
                    state.bridge[group] = min(state.bridge[group], steps[place] + steps[beside])


@jit
def tally_values(rules: Rules, state: Record) -> tuple[int, int]:
    """W4, W5: count the groups of each value in `tally`; returns the lowest and the highest value.

    The value is twice the stones of the connection part less all stones. Only scratch fields are modified.
    """
    labels = label_groups(rules, state)
    measure_bridges(rules, state)
    for value in range(POINTS - rules.points, POINTS + rules.points + 1):
        state.tally[0, value] = 0
        state.tally[1, value] = 0
    lowest, highest = POINTS, -POINTS
    for group in range(labels):
        if (state.same[group] == group) & (state.colour[group] != EMPTY):
            bridge = int(state.bridge[group])
            value = (2 * bridge if bridge < NO_BRIDGE else 0) - int(state.stones[group])
            state.tally[state.colour[group] - 1, POINTS + value] += 1
            lowest, highest = min(lowest, value), max(highest, value)
    return lowest, highest


@implements(margin, RULES)
def margin_vadus(rules: Rules, state: Record) -> int:
    """W6: twice the difference of the first values that differ; 1 where a player has no further group."""
    lowest, highest = tally_values(rules, state)
    for value in range(highest, lowest - 1, -1):
        black, white = state.tally[0, POINTS + value], state.tally[1, POINTS + value]
        if black != white:
            sign, other = (1, 1) if black > white else (-1, 0)
            for lower in range(value - 1, lowest - 1, -1):
                if state.tally[other, POINTS + lower] > 0:
                    return sign * 2 * (value - lower)
            return sign
    return 0


@implements(arrange, RULES)
def arrange_vadus(rules: Rules, state: Record, codes: Codes) -> None:
    """Put stones on the empty board, at the start of a turn of two stones."""
    state.empty_count = 0
    for action in range(rules.points):
        place, code = rules.place_of[action], int(codes[action])
        state.cells[place] = code
        if code == EMPTY:
            state.empties[state.empty_count] = place
            state.where[place] = state.empty_count
            state.empty_count += 1
        else:
            state.key ^= rules.zobrist[code - 1, place]
            state.left = 2
    if state.left == 2:
        state.key ^= TURN_KEY
    if state.to_move == WHITE:
        state.key ^= SIDE_KEY


@implements(ending_action, RULES)
def ending_action_vadus(rules: Rules, state: Record) -> int:
    """W3: the second pass in succession."""
    return rules.pass_action if state.passes == 1 else -1


@implements(turn_goes_on, RULES)
def turn_goes_on_vadus(rules: Rules, state: Record) -> bool:
    """W2: one stone of two stands; on an empty board Black's first turn begins, of a single stone."""
    return state.left == 1 and state.empty_count < rules.points


@implements(playout_cap, RULES)
def playout_cap_vadus(rules: Rules) -> int:
    """W2, W3: a stone, then two a turn until the board is full, a pass before each of these turns, two at the end."""
    return rules.points + (rules.points - 1) // 2 + 2
