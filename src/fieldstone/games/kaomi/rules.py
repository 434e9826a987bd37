"""The compiled rules of Kaomi and Squared (K1-K10, Q1-Q3).

Rows and columns do not influence each other (K7), and how the stones of a line move depends only on where stones are,
not on their colours. So a table made once says, for each occupation of a line (a bit a square) and each square of the
new stone, how many stones move away on either side. Those stones are a train: they stand next to the new stone one
after the other, across the edge too (K4), and either all of them move one square or none does.
"""

import numpy as np

from fieldstone.core.dispatch import implements
from fieldstone.core.jit import jit
from fieldstone.core.kernels import (
    Record,
    Rules,
    arrange,
    fill_mask,
    fill_rules,
    is_legal,
    margin,
    play,
    playout_cap,
    random_action,
    start,
)
from fieldstone.core.record import (
    BLACK,
    BOARD_FULL,
    EMPTY,
    HEADER,
    NAMING_KOMI,
    PLAYING,
    WHITE,
    Codes,
    Mask,
    Options,
    RecordArray,
    record_dtype,
)
from fieldstone.core.rng import Rng, random_below
from fieldstone.core.zobrist import EXCHANGED_KEY, SIDE_KEY, fill_zobrist
from fieldstone.games.auction import AUCTION_RULES, auction_is_legal, auction_play, auction_random, number_actions

MAX_SIZE = 13
POINTS = MAX_SIZE * MAX_SIZE
LEFT_SHIFT = 4  # a push is (stones moving right) + (stones moving left) x 16

STATE = record_dtype(
    [
        *HEADER,
        ("empty_count", np.int16),
        ("cells", np.int8, POINTS),
        ("row_stones", np.int16, MAX_SIZE),  # a bit a column where stones are
        ("column_stones", np.int16, MAX_SIZE),  # a bit a row where stones are
        ("empties", np.int16, POINTS),  # the empty squares in no order
        ("where", np.int16, POINTS),  # their place in that list
        ("seen", np.int8, POINTS),  # scratch: squares already counted
        ("queue", np.int16, POINTS),  # scratch: squares of the group being counted
        ("sizes", np.int16, POINTS + 1),  # scratch: groups of each size, Black's less White's
    ]
)

# What never changes in a game of Kaomi or Squared; actions that the game does not have are -1.
RULES = record_dtype(
    [
        *AUCTION_RULES,
        ("side", np.int64),
        ("points", np.int64),
        ("komi", np.int64),
        ("pie", np.bool_),
        ("squared", np.bool_),
        ("swap_action", np.int64),
        ("row_of", np.int8, POINTS),
        ("column_of", np.int8, POINTS),
        ("pushes", np.uint8, (MAX_SIZE, 1 << MAX_SIZE)),  # by square of the new stone and occupation of the line
        ("zobrist", np.uint64, (2, POINTS)),  # by colour - 1
    ]
)


@jit
def train_length(size: int, stones: int, at: int, step: int) -> int:
    """K2-K4: count the stones that a new stone at `at` would move in direction `step`; `size` if they never end.

    `size` means that the train goes round the whole line and would land on the new stone (K6).
    """
    length = 0
    square = at + step
    if square < 0 or square == size:
        return 0  # K2: nothing is adjacent on this side
    while stones >> square & 1:
        length += 1
        square = (square + step) % size  # K4: across the edge
        if square == at:
            return size
    return length


@jit
def push(size: int, stones: int, at: int) -> tuple[int, int, int, int]:
    """Judge one line of the board as it stood before the turn (K7).

    `stones` has a bit for each occupied square; `at` is the empty square of the new stone. Returns the stones that
    move right (toward higher numbers) and left, and the stones that would move right and left but go back (K5, K6).
    """
    right = train_length(size, stones, at, 1)
    left = train_length(size, stones, at, -1)
    if right == size or left == size:
        # K6: a stone lands on the new one; all that moved in the line go back: all stones of the trains.
        right_back = size - 1 - at if right == size else right
        left_back = at if left == size else left
        return 0, 0, right_back, left_back
    wraps_right = right > 0 and at + 1 + right >= size
    wraps_left = left > 0 and at - 1 - left < 0
    if right > 0 and left > 0 and (at + 1 + right) % size == (at - 1 - left) % size:
        # K5: both trains end on one square; the one that came across the edge moved toward the new stone.
        if wraps_right:
            return 0, left, right, 0
        if wraps_left:
            return right, 0, 0, left
    return right, left, 0, 0


@jit
def fill_pushes(size: int, pushes: RecordArray) -> None:
    """Fill a (squares, occupations) table of pushes for lines of `size` squares."""
    for at in range(size):
        for stones in range(1 << size):
            right, left, _, _ = push(size, stones, at)
            pushes[at, stones] = right + (left << LEFT_SHIFT)


@implements(fill_rules, RULES)
def fill_rules_kaomi(rules: Rules, options: Options) -> None:
    """Of Kaomi by size and whether the pie rule holds, or of Squared by size, komi and setup (S1: 1 is an auction)."""
    size, squared = int(options[1]), options[0] == 1
    points = size * size
    rules.side, rules.points, rules.squared = size, points, squared
    rules.komi = options[2] if squared else 0
    rules.pie = not squared and options[2] == 1
    rules.swap_action = points if rules.pie else -1
    auction = squared and options[3] == 1
    komis = points * points // 2 + 1 if auction else 0  # S4: even values up to the square of the points
    number_actions(rules, points + (1 if rules.pie else 0), komis, 2)
    for square in range(points):
        rules.row_of[square], rules.column_of[square] = square // size, square % size
    fill_pushes(size, rules.pushes)
    fill_zobrist(rules.zobrist)


@implements(start, RULES)
def start_kaomi(rules: Rules, state: Record) -> None:
    """K1: an empty board, Black to play; Q2, S1: or komi to be named."""
    for square in range(rules.points):
        state.empties[square] = square
        state.where[square] = square
    state.empty_count = rules.points
    state.to_move = BLACK
    state.komi = rules.komi
    state.setup = NAMING_KOMI if rules.komi_count > 0 else PLAYING


@jit
def move_train(rules: Rules, state: Record, line: int, at: int, step: int, length: int, in_row: bool) -> None:
    """K2-K4: move the train of `length` stones beside square `at` of a row or column one square away."""
    size = rules.side
    scale, offset = (1, line * size) if in_row else (size, line)
    to = (at + step * (length + 1) + size) % size
    filled = offset + scale * to
    for _ in range(length):
        source = (to - step + size) % size
        target_square, source_square = offset + scale * to, offset + scale * source
        colour = state.cells[source_square]
        state.cells[target_square] = colour
        state.key ^= rules.zobrist[colour - 1, target_square] ^ rules.zobrist[colour - 1, source_square]
        to = source
    vacated = offset + scale * to
    state.cells[vacated] = EMPTY
    hole = state.where[filled]
    state.empties[hole] = vacated
    state.where[vacated] = hole
    for square in (filled, vacated):
        row, column = int(rules.row_of[square]), int(rules.column_of[square])
        state.row_stones[row] ^= 1 << column
        state.column_stones[column] ^= 1 << row


@jit
def push_line(rules: Rules, state: Record, line: int, at: int, stones: int, in_row: bool) -> None:
    """K2-K7 for one line through the new stone."""
    trains = int(rules.pushes[at, stones])
    if trains != 0:
        right, left = trains & 15, trains >> LEFT_SHIFT
        if right > 0:
            move_train(rules, state, line, at, 1, right, in_row)
        if left > 0:
            move_train(rules, state, line, at, -1, left, in_row)


@jit
def place_stone(rules: Rules, state: Record, square: int) -> None:
    """K2: push the line in both directions, then set the stone, which does not move (K6)."""
    colour = state.to_move
    row, column = int(rules.row_of[square]), int(rules.column_of[square])
    push_line(rules, state, row, column, int(state.row_stones[row]), True)
    push_line(rules, state, column, row, int(state.column_stones[column]), False)
    state.cells[square] = colour
    state.key ^= rules.zobrist[colour - 1, square]
    state.row_stones[row] |= 1 << column
    state.column_stones[column] |= 1 << row
    state.empty_count -= 1
    last, hole = state.empties[state.empty_count], state.where[square]
    state.empties[hole] = last
    state.where[last] = hole


@jit
def group_size(rules: Rules, state: Record, first: int) -> int:
    """Count the stones of the group at `first` and mark them in `seen`."""
    size, points = rules.side, rules.points
    cells, seen, queue = state.cells, state.seen, state.queue
    colour = cells[first]
    seen[first] = 1
    queue[0] = first
    count, done = 1, 0
    while done < count:
        square = int(queue[done])
        column = rules.column_of[square]
        done += 1
        for beside, exists in (
            (square - size, square >= size),
            (square - 1, column > 0),
            (square + 1, column < size - 1),
            (square + size, square < points - size),
        ):
            if exists and cells[beside] == colour and seen[beside] == 0:
                seen[beside] = 1
                queue[count] = beside
                count += 1
    return count


@jit
def tally_groups(rules: Rules, state: Record) -> int:
    """K8: count the groups of each size in `sizes`, Black's less White's, so that pairs of equal size cancel out.

    Returns the difference of the sums of squares of the sizes (Q1). Only scratch fields are modified.
    """
    for square in range(rules.points):
        state.seen[square] = 0
        state.sizes[square] = 0
    state.sizes[rules.points] = 0
    lead = 0
    for square in range(rules.points):
        if state.cells[square] != EMPTY and state.seen[square] == 0:
            size = group_size(rules, state, square)
            sign = 1 if state.cells[square] == BLACK else -1
            state.sizes[size] += sign
            lead += sign * size * size
    return lead


@implements(margin, RULES)
def margin_kaomi(rules: Rules, state: Record) -> int:
    """K8: twice the size of the biggest group left; K9: 1 against the last player; Q1: twice the difference."""
    lead = tally_groups(rules, state)
    if rules.squared:
        return 2 * (lead - int(state.komi))
    for size in range(rules.points, 0, -1):
        if state.sizes[size] != 0:
            return 2 * size if state.sizes[size] > 0 else -2 * size
    # K9: the side that is not to move has placed the last stone.
    return 1 if state.to_move == BLACK else -1


@implements(play, RULES)
def play_kaomi(rules: Rules, state: Record, action: int) -> None:
    """K2-K7: place a stone; K8: see whether the board is full; K10, S1: or swap, or settle the setup."""
    state.ply += 1
    if action == rules.swap_action:
        state.exchanged = 1  # the players exchange colours; it is White's turn again
        state.key ^= EXCHANGED_KEY
        return
    if action >= rules.points:
        auction_play(rules, state, action)
        return
    place_stone(rules, state, action)
    state.to_move = 3 - state.to_move
    state.key ^= SIDE_KEY
    if state.empty_count == 0:
        state.over = BOARD_FULL
        lead = margin(rules, state)
        state.winner = BLACK if lead > 0 else WHITE if lead < 0 else 0  # Q3


@jit
def may_swap(rules: Rules, state: Record) -> bool:
    """K10: on White's first turn, once."""
    return rules.pie and state.empty_count == rules.points - 1 and state.exchanged == 0


@implements(is_legal, RULES)
def is_legal_kaomi(rules: Rules, state: Record, action: int) -> bool:
    """K2: any empty square; K10; S1, S4."""
    if state.setup != PLAYING:
        return auction_is_legal(rules, state, action)
    if action < rules.points:
        return state.cells[action] == EMPTY
    return action == rules.swap_action and may_swap(rules, state)


@implements(fill_mask, RULES)
def fill_mask_kaomi(rules: Rules, state: Record, mask: Mask) -> None:
    """As `is_legal`."""
    playing = state.setup == PLAYING
    for square in range(rules.points):
        mask[square] = playing & (state.cells[square] == EMPTY)
    for action in range(rules.points, rules.num_actions):
        mask[action] = is_legal(rules, state, action)


@implements(random_action, RULES)
def random_action_kaomi(rules: Rules, state: Record, rng: Rng) -> int:
    """Draw an empty square, or the swap where it is open; each is equally likely."""
    if state.setup != PLAYING:
        return auction_random(rules, state, rng)
    index = random_below(rng, int(state.empty_count) + may_swap(rules, state))
    return rules.swap_action if index == state.empty_count else int(state.empties[index])


@implements(arrange, RULES)
def arrange_kaomi(rules: Rules, state: Record, codes: Codes) -> None:
    """Put stones on the empty board."""
    state.empty_count = 0
    for square in range(rules.points):
        code = int(codes[square])
        state.cells[square] = code
        if code == EMPTY:
            state.empties[state.empty_count] = square
            state.where[square] = state.empty_count
            state.empty_count += 1
        else:
            row, column = int(rules.row_of[square]), int(rules.column_of[square])
            state.row_stones[row] |= 1 << column
            state.column_stones[column] |= 1 << row
            state.key ^= rules.zobrist[code - 1, square]
    if state.to_move == WHITE:
        state.key ^= SIDE_KEY


@implements(playout_cap, RULES)
def playout_cap_kaomi(rules: Rules) -> int:
    """K8: a game has one placement a square; K10: one swap at most; S1: two moves of setup."""
    return rules.points + int(rules.pie) + (2 if rules.komi_count > 0 else 0)
