"""The compiled rules of Atari Go (A1-A6)."""

import numpy as np

from fieldstone.core.dispatch import implements
from fieldstone.core.jit import jit
from fieldstone.core.kernels import Record, Rules, arrange, fill_rules, is_legal, margin, play, start
from fieldstone.core.record import (
    BLACK,
    EMPTY,
    HEADER,
    ONGOING,
    OWN_ENDING,
    WHITE,
    Codes,
    Options,
    record_dtype,
)
from fieldstone.core.zobrist import SIDE_KEY, fill_zobrist

POINTS = 19 * 19  # of the largest board
SIDES = 4
NOWHERE = -1
CAPTURE, NO_MOVE = OWN_ENDING, OWN_ENDING + 1  # in the order of `endings` in the spec

# A position: what all games have, and what is on the board. There is room for the largest board.
STATE = record_dtype(
    [
        *HEADER,
        ("empty_count", np.int16),
        ("cells", np.int8, POINTS),
        ("seen", np.int8, POINTS),  # scratch: stones of the group that is looked at; 0 when nobody looks
        ("queue", np.int16, POINTS),  # scratch: likewise
    ]
)

# What never changes in a game. The first two fields are read by everybody.
RULES = record_dtype(
    [
        ("num_actions", np.int64),
        ("points", np.int64),
        ("neighbours", np.int16, (POINTS, SIDES)),  # NOWHERE beyond the edge
        ("zobrist", np.uint64, (2, POINTS)),  # by colour - 1
    ]
)


@implements(fill_rules, RULES)
def fill_rules_atari_go(rules: Rules, options: Options) -> None:
    """Of a board by its size."""
    size = int(options[1])
    rules.num_actions = rules.points = size * size
    for point in range(rules.points):
        row, column = point // size, point % size
        rules.neighbours[point, 0] = point - size if row > 0 else NOWHERE
        rules.neighbours[point, 1] = point - 1 if column > 0 else NOWHERE
        rules.neighbours[point, 2] = point + 1 if column < size - 1 else NOWHERE
        rules.neighbours[point, 3] = point + size if row < size - 1 else NOWHERE
    fill_zobrist(rules.zobrist)


@jit
def has_liberty(rules: Rules, state: Record, first: int, besides: int) -> bool:
    """A2: say whether the group of `first` has a liberty, `besides` not counted (NOWHERE: all count).

    The scratch fields are cleared again, so that equal positions are equal byte by byte.
    """
    state.queue[0], state.seen[first] = first, 1
    count, index, found = 1, 0, False
    while index < count and not found:
        for side in range(SIDES):
            beside = rules.neighbours[state.queue[index], side]
            if beside == NOWHERE:
                continue
            if state.cells[beside] == EMPTY:
                found = found or beside != besides
            elif state.cells[beside] == state.cells[first] and state.seen[beside] == 0:
                state.seen[beside] = 1
                state.queue[count] = beside
                count += 1
        index += 1
    for index in range(count):
        state.seen[state.queue[index]] = 0
        state.queue[index] = 0
    return found


@jit
def captures(rules: Rules, state: Record, action: int, colour: int) -> bool:
    """A4: say whether a stone of a colour on an empty point would capture."""
    for side in range(SIDES):
        beside = rules.neighbours[action, side]
        if beside != NOWHERE and state.cells[beside] == 3 - colour and not has_liberty(rules, state, beside, action):
            return True
    return False


@implements(is_legal, RULES)
def is_legal_atari_go(rules: Rules, state: Record, action: int) -> bool:
    """A3: an empty point; A5: where the new stone's group has a liberty; A4: or captures."""
    if state.cells[action] != EMPTY:
        return False
    for side in range(SIDES):
        beside = rules.neighbours[action, side]
        if beside != NOWHERE:
            if state.cells[beside] == EMPTY:
                return True
            if state.cells[beside] == state.to_move and has_liberty(rules, state, beside, action):
                return True
    return captures(rules, state, action, int(state.to_move))


@jit
def take_off(rules: Rules, state: Record, first: int) -> None:
    """A4: take the stones of a group off the board."""
    colour = state.cells[first]
    state.queue[0], state.cells[first] = first, EMPTY
    count, index = 1, 0
    while index < count:
        stone = state.queue[index]
        state.key ^= rules.zobrist[colour - 1, stone]
        for side in range(SIDES):
            beside = rules.neighbours[stone, side]
            if beside != NOWHERE and state.cells[beside] == colour:
                state.cells[beside] = EMPTY
                state.queue[count] = beside
                count += 1
        state.queue[index] = 0
        index += 1
    state.empty_count += count


@jit
def end(state: Record, over: int) -> None:
    """End the game: whoever moved last has won, by a capture (A4) or because the other cannot move (A6)."""
    state.over = over
    state.winner = 3 - state.to_move


@implements(start, RULES)
def start_atari_go(rules: Rules, state: Record) -> None:
    """A1: an empty board, Black first."""
    state.to_move = BLACK
    state.empty_count = rules.points


@implements(arrange, RULES)
def arrange_atari_go(rules: Rules, state: Record, codes: Codes) -> None:
    """Put stones on the empty board; `to_move` is set already."""
    if state.to_move == WHITE:
        state.key ^= SIDE_KEY
    for point in range(rules.points):
        state.cells[point] = codes[point]
        if codes[point] != EMPTY:
            state.key ^= rules.zobrist[codes[point] - 1, point]
            state.empty_count -= 1


@implements(play, RULES)
def play_atari_go(rules: Rules, state: Record, action: int) -> None:
    """A3: place a stone; A4: take off what it captures; A6: look whether the other player can move."""
    mover = state.to_move
    state.ply += 1
    state.cells[action] = mover
    state.key ^= rules.zobrist[mover - 1, action] ^ SIDE_KEY
    state.empty_count -= 1
    state.to_move = 3 - mover
    captured = False
    for side in range(SIDES):
        beside = rules.neighbours[action, side]
        if beside != NOWHERE and state.cells[beside] == 3 - mover and not has_liberty(rules, state, beside, NOWHERE):
            take_off(rules, state, beside)
            captured = True
    if captured:
        end(state, CAPTURE)
        return
    for point in range(rules.points):
        if is_legal(rules, state, point):
            return
    end(state, NO_MOVE)


@implements(margin, RULES)
def margin_atari_go(rules: Rules, state: Record) -> int:
    """Nothing is counted: 1 and -1 say who has won."""
    if state.over == ONGOING:
        return 0
    return 1 if state.winner == BLACK else -1
