"""The compiled rules of Iago and of free capture (I1-I10, F1).

A hex lies on three of the 27 lines of the board, and everything happens along lines. So a line is kept as three sets
of bits: discs that show black, that show white, and captives. Tables answer the rest:

* `ends`: for the place of the new disc and the set of discs to be enclosed, where the enclosing disc must stand;
* `between`: the discs between the new disc and those ends;
* `runs`: for a whole line, how many discs each blank place of it would capture, four bits a place.

With `runs` the number of captures at every hex is kept up to date for both colours line by line (I5 asks for the
most of them at every move), and only lines that have changed are looked up again.
"""

import numpy as np

from fieldstone.boards.hexagon import AXES, hexagon_point
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
from fieldstone.core.record import BLACK, EMPTY, HEADER, INNER_AREA_FULL, WHITE, Codes, Mask, Options, record_dtype
from fieldstone.core.rng import Rng, random_below
from fieldstone.core.zobrist import SIDE_KEY, fill_zobrist

SIZE = 5
POINTS = 61
INNER = 37
LINES = 27
LENGTH = 9  # of the longest line
SETS = 1 << LENGTH
CENTRE = 30
ALL_LINES = (1 << LINES) - 1
RED = 3  # the third kind of disc on a line
BLACK_CAPTIVE, WHITE_CAPTIVE = 3, 4  # in `cells`: a captive's code is its owner's plus 2

STATE = record_dtype(
    [
        *HEADER,
        ("most", np.int8),  # the most discs that the side to move can capture with one disc (I5)
        ("ties", np.int8),  # hexes where it captures that many
        ("empty_count", np.int8),
        ("inner_empty", np.int8),  # empty inner hexes, the centre included
        ("cells", np.int8, POINTS),  # EMPTY, BLACK, WHITE, BLACK_CAPTIVE, WHITE_CAPTIVE
        ("empties", np.int8, POINTS),  # the empty hexes in no order
        ("where", np.int8, POINTS),  # their place in that list
        ("captures", np.int8, (2, POINTS)),  # by colour - 1: discs captured from each hex, if it is empty
        ("lines", np.int16, (4, LINES)),  # discs that show BLACK, WHITE, RED on each line; [0] unused
        ("runs", np.uint64, (2, LINES)),  # by colour - 1: captures along each line, four bits a place
    ]
)

RULES = record_dtype(
    [
        ("num_actions", np.int64),
        ("points", np.int64),
        ("free", np.bool_),  # free capture (F1)
        ("outer", np.uint8, POINTS),
        ("key_hex", np.uint8, POINTS),  # outer hexes and the centre
        ("cell_of", np.int64, POINTS),  # the hex's cell in a plane (what a network sees)
        ("line_of", np.int8, (POINTS, 3)),
        ("place_of", np.int8, (POINTS, 3)),  # the hex's place on each of its lines
        ("line_bits", np.int64, POINTS),  # a bit for each of its lines
        ("length", np.int8, LINES),
        ("hexes", np.int8, (LINES, LENGTH)),
        ("key_places", np.int16, LINES),  # places of the line in the outer area or on the centre
        ("ends", np.int16, (LENGTH, SETS)),
        ("between", np.int16, (LENGTH, SETS)),
        ("ternary", np.int16, SETS),  # the digits of the set read in base three
        ("runs", np.uint64, 3**LENGTH),  # by ternary of the mover's discs + 2 x ternary of the enemy's
        ("zobrist", np.uint64, (4, POINTS)),  # by code - 1
    ]
)


@jit
def fill_line_tables(rules: Rules) -> None:
    """I3: fill `ends`, `between`, `ternary` and `runs` of a rules record for lines of nine places."""
    for place in range(LENGTH):
        for enclosed in range(SETS):
            ends = 0
            for step in (1, -1):
                at = place + step
                while 0 <= at < LENGTH and enclosed >> at & 1:
                    at += step
                if 0 <= at < LENGTH and at != place + step:
                    ends |= 1 << at
            rules.ends[place, enclosed] = ends
            between = 0
            for end in range(LENGTH):
                if enclosed >> end & 1:  # here the set is one of ends
                    for at in range(min(place, end) + 1, max(place, end)):
                        between |= 1 << at
            rules.between[place, enclosed] = between
    for discs in range(SETS):
        number = 0
        for place in range(LENGTH - 1, -1, -1):
            number = 3 * number + (discs >> place & 1)
        rules.ternary[discs] = number
    for own in range(SETS):
        for enemy in range(SETS):
            if own & enemy == 0:
                packed = np.uint64(0)
                for place in range(LENGTH):
                    if (own | enemy) >> place & 1 == 0:
                        count = 0
                        turned = rules.between[place, rules.ends[place, enemy] & own]
                        for at in range(LENGTH):
                            count += turned >> at & 1
                        packed |= np.uint64(count) << np.uint64(4 * place)
                rules.runs[rules.ternary[own] + 2 * rules.ternary[enemy]] = packed


@jit
def is_outer(column: int, row: int) -> bool:
    """I1: say whether a hex, by axial numbers, is one of the rim."""
    found = False
    for column_step, row_step in AXES:
        found = found or hexagon_point(SIZE, column - column_step, row - row_step) < 0
        found = found or hexagon_point(SIZE, column + column_step, row + row_step) < 0
    return found


@jit
def fill_line(rules: Rules, number: int, axis: int, column: int, row: int) -> None:
    """Write down the line that begins at axial (column, row) and runs along an axis of the board."""
    column_step, row_step = AXES[axis]
    place, point = 0, hexagon_point(SIZE, column, row)
    while point >= 0:
        rules.hexes[number, place] = point
        rules.line_of[point, axis], rules.place_of[point, axis] = number, place
        rules.line_bits[point] |= 1 << number
        rules.key_places[number] |= int(rules.key_hex[point]) << place
        place += 1
        point = hexagon_point(SIZE, column + place * column_step, row + place * row_step)
    rules.length[number] = place


@implements(fill_rules, RULES)
def fill_rules_iago(rules: Rules, options: Options) -> None:
    """Of Iago or of free capture: there are no options."""
    rules.num_actions = rules.points = POINTS
    rules.free = options[0] == 1
    for row in range(LENGTH):
        for column in range(LENGTH):
            point = hexagon_point(SIZE, column, row)
            if point >= 0:
                rules.cell_of[point] = row * LENGTH + column
                rules.outer[point] = is_outer(column, row)
                rules.key_hex[point] = is_outer(column, row) or point == CENTRE
    number = 0
    for axis in range(3):
        column_step, row_step = AXES[axis]
        for row in range(LENGTH):
            for column in range(LENGTH):
                before = hexagon_point(SIZE, column - column_step, row - row_step)
                if hexagon_point(SIZE, column, row) >= 0 and before < 0:
                    fill_line(rules, number, axis, column, row)
                    number += 1
    fill_line_tables(rules)
    fill_zobrist(rules.zobrist)


@implements(start, RULES)
def start_iago(rules: Rules, state: Record) -> None:
    """I1: an empty board, Black first."""
    for point in range(POINTS):
        state.empties[point] = point
        state.where[point] = point
    state.empty_count = POINTS
    state.inner_empty = INNER
    state.to_move = BLACK
    find_most(state)


@jit
def shown(code: int) -> int:
    """Return the kind that a disc shows: BLACK, WHITE or RED."""
    return min(code, RED)


@jit
def set_disc(rules: Rules, state: Record, point: int, code: int) -> None:
    """Put or turn a disc: `code` is what stands on the hex afterwards; not for emptying it."""
    before = state.cells[point]
    state.cells[point] = code
    state.key ^= rules.zobrist[code - 1, point]
    if before != EMPTY:
        state.key ^= rules.zobrist[before - 1, point]
    for axis in range(3):
        line, bit = rules.line_of[point, axis], 1 << int(rules.place_of[point, axis])
        if before != EMPTY:
            state.lines[shown(before), line] ^= bit
        state.lines[shown(code), line] |= bit


@jit
def releasable(rules: Rules, state: Record, point: int, axis: int, line: int, place: int) -> int:
    """I3: the captives on one line that a disc of the side to move on `point` would release, a bit a place."""
    ends = rules.ends[place, state.lines[RED, line]] & state.lines[state.to_move, line]
    if not rules.key_hex[point]:
        ends &= rules.key_places[line]
    return rules.between[place, ends]


@jit
def releases(rules: Rules, state: Record, point: int) -> bool:
    """I3: say whether a disc of the side to move on `point` would release captives."""
    for axis in range(3):
        line, place = rules.line_of[point, axis], rules.place_of[point, axis]
        if releasable(rules, state, point, axis, line, place) != 0:
            return True
    return False


@jit
def refresh_captures(rules: Rules, state: Record, changed: int) -> None:
    """Look up the lines in `changed` (a bit a line) and bring the numbers of captures up to date."""
    for line in range(LINES):
        if changed >> line & 1:
            black = int(rules.ternary[state.lines[BLACK, line]])
            white = int(rules.ternary[state.lines[WHITE, line]])
            for colour in range(2):
                new = rules.runs[black + 2 * white if colour == 0 else white + 2 * black]
                old = state.runs[colour, line]
                if new != old:
                    state.runs[colour, line] = new
                    for place in range(rules.length[line]):
                        shift = np.uint64(4 * place)
                        gain = np.int64(new >> shift & np.uint64(15)) - np.int64(old >> shift & np.uint64(15))
                        state.captures[colour, rules.hexes[line, place]] += gain


@jit
def find_most(state: Record) -> None:
    """I5: find the most discs that the side to move can capture with one disc, and on how many hexes."""
    most, ties = 0, 0
    captures = state.captures[state.to_move - 1]
    for index in range(state.empty_count):
        number = captures[state.empties[index]]
        if number > most:
            most, ties = number, 1
        elif number == most:
            ties += 1
    state.most, state.ties = most, ties


@implements(play, RULES)
def play_iago(rules: Rules, state: Record, action: int) -> None:
    """I2-I4: place a disc and flip all lines at once; I8: see whether the inner area is full."""
    state.ply += 1
    mover = state.to_move
    changed = rules.line_bits[action]
    for axis in range(3):  # lines share only the new disc's hex, so one after the other is all at once (I4)
        line, place = int(rules.line_of[action, axis]), int(rules.place_of[action, axis])
        captured = rules.between[place, rules.ends[place, state.lines[3 - mover, line]] & state.lines[mover, line]]
        released = releasable(rules, state, action, axis, line, place)
        if (captured | released) != 0:
            for at in range(rules.length[line]):
                if (captured | released) >> at & 1:
                    point = int(rules.hexes[line, at])
                    turned = 2 if captured >> at & 1 else -2
                    set_disc(rules, state, point, state.cells[point] + turned)
                    changed |= rules.line_bits[point]
    set_disc(rules, state, action, mover)
    state.empty_count -= 1
    last, hole = state.empties[state.empty_count], state.where[action]
    state.empties[hole] = last
    state.where[last] = hole
    if not rules.outer[action]:
        state.inner_empty -= 1
    refresh_captures(rules, state, changed)
    state.to_move = 3 - mover
    state.key ^= SIDE_KEY
    if state.inner_empty == 0:
        state.over = INNER_AREA_FULL
        state.most = state.ties = 0
        state.winner = BLACK if margin(rules, state) > 0 else WHITE
    else:
        find_most(state)


@jit
def count_discs(rules: Rules, state: Record, colour: int, outer: bool) -> int:
    """Count the discs of a colour that show it, in the outer or the inner area."""
    count = 0
    for point in range(POINTS):
        count += state.cells[point] == colour and rules.outer[point] == outer
    return count


@jit
def score_of(rules: Rules, state: Record, colour: int) -> int:
    """I9: discs showing their colour in the inner area times those in the outer area; none counts as one."""
    inner = count_discs(rules, state, colour, False)
    outer = count_discs(rules, state, colour, True)
    return max(1, inner) * max(1, outer)


@implements(margin, RULES)
def margin_iago(rules: Rules, state: Record) -> int:
    """I9: twice the difference of the scores; I10: 1 for the owner of a centre disc that shows its colour."""
    lead = score_of(rules, state, BLACK) - score_of(rules, state, WHITE)
    if lead != 0:
        return 2 * lead
    centre = state.cells[CENTRE]
    if centre in (BLACK, WHITE_CAPTIVE):
        return 1
    if centre in (WHITE, BLACK_CAPTIVE):
        return -1
    return 0


@jit
def opens_key_hex(rules: Rules, state: Record, point: int) -> bool:
    """I6: an outer hex or the centre is open only to a disc that flips something."""
    return state.captures[state.to_move - 1, point] > 0 or releases(rules, state, point)


@jit
def centre_exception(rules: Rules, state: Record) -> bool:
    """I7: only the centre is left in the inner area, and the side to move has no legal hex in the outer area."""
    if state.inner_empty != 1 or state.cells[CENTRE] != EMPTY:
        return False
    for index in range(state.empty_count):
        point = int(state.empties[index])
        if point != CENTRE and opens_key_hex(rules, state, point):
            return False
    return True


@implements(is_legal, RULES)
def is_legal_iago(rules: Rules, state: Record, action: int) -> bool:
    """I5-I7; F1."""
    if state.cells[action] != EMPTY:
        return False
    if state.most > 0 and not rules.free:
        return state.captures[state.to_move - 1, action] == state.most  # I5
    if not rules.key_hex[action]:
        return True  # I6
    return opens_key_hex(rules, state, action) or (action == CENTRE and centre_exception(rules, state))


@implements(fill_mask, RULES)
def fill_mask_iago(rules: Rules, state: Record, mask: Mask) -> None:
    """As `is_legal`."""
    for hexagon in range(POINTS):
        mask[hexagon] = is_legal(rules, state, hexagon)


@implements(random_action, RULES)
def random_action_iago(rules: Rules, state: Record, rng: Rng) -> int:
    """Draw among the best captures (I5), or among the empty hexes until the draw is legal; all are equally likely."""
    if state.most > 0 and not rules.free:
        wanted = random_below(rng, int(state.ties))
        captures = state.captures[state.to_move - 1]
        for index in range(state.empty_count):
            point = state.empties[index]
            if captures[point] == state.most:
                if wanted == 0:
                    return int(point)
                wanted -= 1
    while True:
        point = int(state.empties[random_below(rng, int(state.empty_count))])
        if is_legal(rules, state, point):
            return point


@implements(arrange, RULES)
def arrange_iago(rules: Rules, state: Record, codes: Codes) -> None:
    """Put discs on the empty board; captives are BLACK_CAPTIVE and WHITE_CAPTIVE."""
    state.empty_count = 0
    for point in range(POINTS):
        code = int(codes[point])
        if code == EMPTY:
            state.empties[state.empty_count] = point
            state.where[point] = state.empty_count
            state.empty_count += 1
        else:
            set_disc(rules, state, point, code)
            if not rules.outer[point]:
                state.inner_empty -= 1
    if state.to_move == WHITE:
        state.key ^= SIDE_KEY
    refresh_captures(rules, state, ALL_LINES)
    find_most(state)


@implements(playout_cap, RULES)
def playout_cap_iago(rules: Rules) -> int:
    """I2: a game has at most one disc a hex."""
    return POINTS
