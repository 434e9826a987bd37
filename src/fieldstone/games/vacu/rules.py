"""The compiled rules of Vacu and Convacu (V1-V11, C1-C5).

The board is a row of int8 with a border: point (column x, row y) stands at (y + 1) * stride + x + 1 with
stride = size + 1, so that the four neighbours are at fixed distances and one border column serves two rows.

Groups are circular lists of stones (`next`) that know their head (`head`). At the head stand the number of stones
and of *pseudo-liberties*: pairs (stone, adjacent empty point), with the sum of the points' indices and of their
squares. All of it changes by additions when stones come and go. A group has no liberty when the number is zero, and
exactly one liberty when all pairs name one point, that is when number x squares = sum x sum (Cauchy-Schwarz).
"""

import numpy as np

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
    repetition_counts,
    repetition_detail,
    start,
)
from fieldstone.core.record import (
    BLACK,
    CONNECTION,
    EMPTY,
    HEADER,
    LAST_GROUP,
    NAMING_KOMI,
    PLAYING,
    TWO_PASSES,
    WHITE,
    Codes,
    Mask,
    Options,
    record_dtype,
)
from fieldstone.core.rng import Rng, random_below
from fieldstone.core.zobrist import BUTTON_KEY, SIDE_KEY, fill_zobrist
from fieldstone.games.auction import AUCTION_RULES, auction_is_legal, auction_play, auction_random, number_actions

MAX_SIZE = 19
BORDER = 3
REACHED = 4  # an empty point already counted, while a score is taken
TOP, BOTTOM, LEFT, RIGHT = 1, 2, 4, 8
PLACES = (MAX_SIZE + 2) * (MAX_SIZE + 1) + 1
POINTS = MAX_SIZE * MAX_SIZE

STATE = record_dtype(
    [
        *HEADER,
        ("button", np.int8),  # who has taken it: BLACK, WHITE or 0 (V8)
        ("empty_count", np.int16),
        ("stones", np.int16, 3),  # stones on the board by colour; [0] unused
        ("cells", np.int8, PLACES),  # EMPTY, BLACK, WHITE, BORDER
        ("edges", np.uint8, PLACES),  # at a head: the edges that the group touches (C1)
        ("head", np.int16, PLACES),
        ("next", np.int16, PLACES),
        ("members", np.int16, PLACES),  # at a head: stones of the group
        ("liberties", np.int16, PLACES),  # at a head: pseudo-liberties
        ("liberty_sum", np.int32, PLACES),
        ("liberty_squares", np.int32, PLACES),
        ("empties", np.int16, POINTS),  # the empty points in no order
        ("where", np.int16, PLACES),  # their place in that list
        ("scratch", np.int16, POINTS),
    ]
)


# What never changes in a game of Vacu or Convacu; actions that the game does not have are -1.
RULES = record_dtype(
    [
        *AUCTION_RULES,
        ("side", np.int64),
        ("points", np.int64),
        ("stride", np.int64),
        ("komi", np.int64),
        ("connection", np.bool_),  # Convacu
        ("pass_action", np.int64),
        ("button_action", np.int64),
        ("place_of", np.int64, POINTS),  # action -> index in `cells`
        ("action_of", np.int64, PLACES),  # and back
        ("edges", np.uint8, PLACES),  # the edges that a place lies on
        ("zobrist", np.uint64, (2, PLACES)),  # by colour - 1
    ]
)


@implements(fill_rules, RULES)
def fill_rules_vacu(rules: Rules, options: Options) -> None:
    """Of Vacu by size, komi and setup (S1: 1 is an auction), or of Convacu by size."""
    size, connection = int(options[1]), options[0] == 1
    points, stride = size * size, size + 1
    rules.side, rules.points, rules.stride, rules.connection = size, points, stride, connection
    rules.komi = 0 if connection else options[2]
    rules.pass_action = points
    rules.button_action = -1 if connection else points + 1
    auction = not connection and options[3] == 1
    number_actions(rules, points + (1 if connection else 2), points + 1 if auction else 0, 1)  # S4
    for action in range(points):
        row, column = action // size, action % size
        place = (row + 1) * stride + column + 1
        rules.place_of[action], rules.action_of[place] = place, action
        rules.edges[place] = (
            (TOP if row == size - 1 else 0)
            + (BOTTOM if row == 0 else 0)
            + (LEFT if column == 0 else 0)
            + (RIGHT if column == size - 1 else 0)
        )
    fill_zobrist(rules.zobrist)


@implements(start, RULES)
def start_vacu(rules: Rules, state: Record) -> None:
    """V1: an empty board, Black to play; S1: or komi to be named."""
    for place in range((rules.side + 2) * rules.stride + 1):
        state.cells[place] = BORDER
    for action in range(rules.points):
        place = rules.place_of[action]
        state.cells[place] = EMPTY
        state.empties[action] = place
        state.where[place] = action
    state.empty_count = rules.points
    state.to_move = BLACK
    state.komi = rules.komi
    state.setup = NAMING_KOMI if rules.komi_count > 0 else PLAYING


@jit
def has_one_liberty(state: Record, head: int) -> bool:
    """Say whether a group with pseudo-liberties has exactly one liberty."""
    total = int(state.liberty_sum[head])
    return int(state.liberties[head]) * int(state.liberty_squares[head]) == total * total


@jit
def may_place(rules: Rules, state: Record, place: int) -> bool:
    """V4, V5: say whether the side to move may place a stone on this empty point."""
    cells, stride = state.cells, rules.stride
    near = (place - stride, place - 1, place + 1, place + stride)
    for beside in near:
        if cells[beside] == EMPTY:
            return True  # V4: the stone itself has a liberty
    for beside in near:
        if cells[beside] != BORDER:
            # V4: a friend with another liberty; V5: an enemy group that has lost its only one.
            friend = cells[beside] == state.to_move
            if has_one_liberty(state, state.head[beside]) != friend:
                return True
    return False


@jit
def join(state: Record, kept: int, joined: int) -> int:
    """Make one group of two like-coloured ones; returns its head."""
    if state.members[kept] < state.members[joined]:
        kept, joined = joined, kept
    stone = joined
    while True:
        state.head[stone] = kept
        stone = int(state.next[stone])
        if stone == joined:
            break
    state.next[kept], state.next[joined] = state.next[joined], state.next[kept]
    state.members[kept] += state.members[joined]
    state.edges[kept] |= state.edges[joined]
    state.liberties[kept] += state.liberties[joined]
    state.liberty_sum[kept] += state.liberty_sum[joined]
    state.liberty_squares[kept] += state.liberty_squares[joined]
    return kept


@jit
def put_stone(rules: Rules, state: Record, place: int) -> int:
    """Put a stone of the side to move on an empty point; returns the head of its group."""
    cells, stride, colour = state.cells, rules.stride, state.to_move
    state.empty_count -= 1
    last, hole = state.empties[state.empty_count], state.where[place]
    state.empties[hole] = last
    state.where[last] = hole
    cells[place] = colour
    state.stones[colour] += 1
    state.key ^= rules.zobrist[colour - 1, place]
    count, total, squares = 0, 0, 0
    near = (place - stride, place - 1, place + 1, place + stride)
    for beside in near:
        if cells[beside] == EMPTY:
            count += 1
            total += beside
            squares += beside * beside
        elif cells[beside] != BORDER:
            head = state.head[beside]
            state.liberties[head] -= 1
            state.liberty_sum[head] -= place
            state.liberty_squares[head] -= place * place
    state.head[place] = place
    state.next[place] = place
    state.members[place] = 1
    state.edges[place] = rules.edges[place]
    state.liberties[place] = count
    state.liberty_sum[place] = total
    state.liberty_squares[place] = squares
    head = place
    for beside in near:
        if cells[beside] == colour and state.head[beside] != head:
            head = join(state, int(state.head[beside]), head)
    return head


@jit
def remove_group(rules: Rules, state: Record, head: int) -> None:
    """Take a group off the board; its points become liberties of the stones around."""
    cells, stride = state.cells, rules.stride
    colour = cells[head]
    state.stones[colour] -= state.members[head]
    place = head
    while True:
        cells[place] = EMPTY
        state.key ^= rules.zobrist[colour - 1, place]
        state.empties[state.empty_count] = place
        state.where[place] = state.empty_count
        state.empty_count += 1
        for beside in (place - stride, place - 1, place + 1, place + stride):
            if cells[beside] == BLACK or cells[beside] == WHITE:
                other = state.head[beside]
                state.liberties[other] += 1
                state.liberty_sum[other] += place
                state.liberty_squares[other] += place * place
        place = int(state.next[place])
        if place == head:
            break


@jit
def flip_group(rules: Rules, state: Record, head: int) -> int:
    """Turn a group into the colour of the side to move and join it to the groups it now touches; returns the head."""
    cells, stride, colour = state.cells, rules.stride, state.to_move
    state.stones[3 - colour] -= state.members[head]
    state.stones[colour] += state.members[head]
    place = head
    while True:
        cells[place] = colour
        state.key ^= rules.zobrist[0, place] ^ rules.zobrist[1, place]
        place = int(state.next[place])
        if place == head:
            break
    first = head
    while True:
        for beside in (place - stride, place - 1, place + 1, place + stride):
            if cells[beside] == colour and state.head[beside] != head:
                head = join(state, head, int(state.head[beside]))
        place = int(state.next[place])
        if place == first:
            break
    return head


@jit
def connects(state: Record, head: int) -> bool:
    """C1: say whether a group touches both edges of its colour: Black's top and bottom, White's left and right."""
    wanted = TOP | BOTTOM if state.cells[head] == BLACK else LEFT | RIGHT
    return state.edges[head] & wanted == wanted


@jit
def suppress_and_flip(rules: Rules, state: Record, place: int, head: int) -> bool:
    """V5: remove the placed stone's group and flip the enemy groups without liberties; returns whether one connects."""
    enemy, stride = 3 - state.to_move, rules.stride
    flipped = 0
    for beside in (place - stride, place - 1, place + 1, place + stride):
        if state.cells[beside] == enemy and state.liberties[state.head[beside]] == 0:
            other = state.head[beside]
            known = False
            for index in range(flipped):
                known |= state.scratch[index] == other
            if not known:
                state.scratch[flipped] = other
                flipped += 1
    remove_group(rules, state, head)
    connected = False
    for index in range(flipped):
        connected |= connects(state, flip_group(rules, state, int(state.scratch[index])))
    return connected


@jit
def place_stone(rules: Rules, state: Record, place: int) -> None:
    """V3-V5: place a stone; V7, C1: see whether that ends the game."""
    colour, stride = state.to_move, rules.stride
    enemy = 3 - colour
    before = state.stones[enemy]
    head = put_stone(rules, state, place)
    if state.liberties[head] > 0:  # V4
        for beside in (place - stride, place - 1, place + 1, place + stride):
            if state.cells[beside] == enemy and state.liberties[state.head[beside]] == 0:
                remove_group(rules, state, int(state.head[beside]))
        connected = connects(state, head)
    else:  # V5
        connected = suppress_and_flip(rules, state, place, head)
    state.passes = 0
    if rules.connection:
        if connected:
            state.over = CONNECTION
            state.winner = colour
    elif state.stones[enemy] == 0 and before > 0:
        state.over = LAST_GROUP
        decide_by_score(rules, state)


@jit
def territory(rules: Rules, state: Record, first: int) -> tuple[int, int]:
    """V2: count the empty points reachable from `first` and mark them REACHED; returns (points, owner or 0)."""
    cells, stride = state.cells, rules.stride
    cells[first] = REACHED
    state.scratch[0] = first
    count, touched, done = 1, 0, 0
    while done < count:
        place = int(state.scratch[done])
        done += 1
        for beside in (place - stride, place - 1, place + 1, place + stride):
            if cells[beside] == EMPTY:
                cells[beside] = REACHED
                state.scratch[count] = beside
                count += 1
            elif cells[beside] == BLACK or cells[beside] == WHITE:
                touched |= cells[beside]
    return count, touched if touched != (BLACK | WHITE) else 0


@implements(margin, RULES)
def margin_vacu(rules: Rules, state: Record) -> int:
    """V6: Black's score less White's, in half points."""
    lead = int(state.stones[BLACK]) - state.stones[WHITE] - state.komi
    for index in range(state.empty_count):
        place = int(state.empties[index])
        if state.cells[place] == EMPTY:
            points, owner = territory(rules, state, place)
            if owner == BLACK:
                lead += points
            elif owner == WHITE:
                lead -= points
    for index in range(state.empty_count):
        state.cells[state.empties[index]] = EMPTY
    lead *= 2
    if state.button == BLACK:
        lead += 1
    elif state.button == WHITE:
        lead -= 1
    return lead


@jit
def decide_by_score(rules: Rules, state: Record) -> None:
    """V7: the higher score wins; V10: equal scores are a draw."""
    lead = margin(rules, state)
    state.winner = BLACK if lead > 0 else WHITE if lead < 0 else 0


@implements(play, RULES)
def play_vacu(rules: Rules, state: Record, action: int) -> None:
    """V3: place a stone, take the button or pass; S1: or settle the setup."""
    state.ply += 1
    if action < rules.points:
        place_stone(rules, state, int(rules.place_of[action]))
    elif action == rules.pass_action:
        state.passes += 1
        if state.passes == 2:  # V7, C5
            state.over = TWO_PASSES
            if not rules.connection:
                decide_by_score(rules, state)
    elif action == rules.button_action:  # V8: neither a pass nor a board play
        state.button = state.to_move
        state.key ^= BUTTON_KEY
        state.passes = 0
    else:
        auction_play(rules, state, action)
        return
    state.to_move = 3 - state.to_move
    state.key ^= SIDE_KEY


@jit
def must_pass(rules: Rules, state: Record) -> bool:
    """C2: say whether the side to move has no other move."""
    for index in range(state.empty_count):  # noqa: SIM110 (generators do not compile)
        if may_place(rules, state, int(state.empties[index])):
            return False
    return True


@implements(is_legal, RULES)
def is_legal_vacu(rules: Rules, state: Record, action: int) -> bool:
    """V3, V4, V5, V8; C2; S1, S4."""
    if state.setup != PLAYING:
        return auction_is_legal(rules, state, action)
    if action < rules.points:
        place = int(rules.place_of[action])
        return state.cells[place] == EMPTY and may_place(rules, state, place)
    if action == rules.pass_action:
        if rules.connection:
            return must_pass(rules, state)
        return state.button != 0  # V8
    return action == rules.button_action and state.button == 0


@jit
def mark_breathing(rules: Rules, state: Record, mask: Mask) -> None:
    """Write for every point whether it and a point beside it are empty: without a branch, eight points at a time."""
    # Unsigned numbers need no look whether they count from the end.
    cells, one, side, stride = state.cells, np.uint64(1), np.uint64(rules.side), np.uint64(rules.stride)
    for row in range(side):
        first, place = row * side, (row + one) * stride + one
        for column in range(side):
            here = place + column
            beside = (cells[here - stride] == EMPTY) | (cells[here - one] == EMPTY)
            beside |= (cells[here + one] == EMPTY) | (cells[here + stride] == EMPTY)
            mask[first + column] = beside & (cells[here] == EMPTY)


@implements(fill_mask, RULES)
def fill_mask_vacu(rules: Rules, state: Record, mask: Mask) -> None:
    """As `is_legal`. On most empty points a liberty of the stone itself decides (V4)."""
    for action in range(rules.points, rules.num_actions):
        mask[action] = is_legal(rules, state, action)
    if state.setup == PLAYING:
        mark_breathing(rules, state, mask)
        for index in range(state.empty_count):
            place = int(state.empties[index])
            action = rules.action_of[place]
            if not mask[action]:
                mask[action] = may_place(rules, state, place)
    else:
        for action in range(rules.points):
            mask[action] = False


@implements(random_action, RULES)
def random_action_vacu(rules: Rules, state: Record, rng: Rng) -> int:
    """Draw among the empty points and the one word until the draw is legal: all legal moves are equally likely."""
    if state.setup != PLAYING:
        return auction_random(rules, state, rng)
    if rules.connection:
        return random_action_convacu(rules, state, rng)
    while True:
        index = random_below(rng, int(state.empty_count) + 1)
        if index == state.empty_count:
            return rules.button_action if state.button == 0 else rules.pass_action
        place = int(state.empties[index])
        if may_place(rules, state, place):
            return int(rules.action_of[place])


@jit
def random_action_convacu(rules: Rules, state: Record, rng: Rng) -> int:
    """The same without the word; C2: a pass when a whole look shows no legal point."""
    for _ in range(8):
        if state.empty_count > 0:
            place = int(state.empties[random_below(rng, int(state.empty_count))])
            if may_place(rules, state, place):
                return int(rules.action_of[place])
    legal = 0
    for index in range(state.empty_count):
        legal += may_place(rules, state, int(state.empties[index]))
    if legal == 0:
        return rules.pass_action
    wanted = random_below(rng, legal)
    for index in range(state.empty_count):
        place = int(state.empties[index])
        if may_place(rules, state, place):
            if wanted == 0:
                return int(rules.action_of[place])
            wanted -= 1
    return rules.pass_action


@implements(arrange, RULES)
def arrange_vacu(rules: Rules, state: Record, codes: Codes) -> None:
    """Put stones on the empty board; groups without liberties are left for the caller to find."""
    to_move = state.to_move
    for action in range(rules.points):
        if codes[action] != EMPTY:
            state.to_move = codes[action]
            put_stone(rules, state, int(rules.place_of[action]))
    state.to_move = to_move
    if to_move == WHITE:
        state.key ^= SIDE_KEY


@implements(ending_action, RULES)
def ending_action_vacu(rules: Rules, state: Record) -> int:
    """V7, C5: the second pass in succession, which in Convacu has to be forced (C2)."""
    return rules.pass_action if state.passes == 1 and is_legal(rules, state, rules.pass_action) else -1


@implements(repetition_counts, RULES)
def repetition_counts_vacu(rules: Rules) -> bool:
    """V9, C3."""
    return True


@implements(repetition_detail, RULES)
def repetition_detail_vacu(rules: Rules, state: Record) -> int:
    """V9: whether the button has been taken."""
    return 1 if state.button != 0 else 0


@implements(playout_cap, RULES)
def playout_cap_vacu(rules: Rules) -> int:
    """Random games that go on for four times the points of the board and twenty plies are called hopeless cycles."""
    return 4 * rules.points + 20
