"""The compiled functions that Python calls: they take arrays of records and cross the border once.

`advance` and `find_refusal` look whether a move is legal; the others want legal ones. `rules` is a (1,) array of the
game's rules record, `states` an (n,) array of its state record, `words` the same memory as (n, itemsize / 8) uint64,
for copying. An array costs 0.2 µs at the border, a single record five times as much.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from fieldstone.core.jit import jit
from fieldstone.core.kernels import (
    Record,
    Rules,
    add_score_parts,
    arrange,
    fill_codes,
    fill_mask,
    fill_planes,
    fill_rules,
    is_legal,
    margin,
    play,
    playout,
    random_action,
    repetition_counts,
    repetition_detail,
    start,
    turn_goes_on,
)
from fieldstone.core.mixing import int64
from fieldstone.core.positions import SETUP, hidden_endings, shown_ending, take_details, winner_after, write_details
from fieldstone.core.record import BLACK, NAMING_KOMI, ONGOING, PLAYING, REPETITION, WHITE, RecordArray, copy_words
from fieldstone.core.rng import Rng
from fieldstone.core.telling import (
    GROUP,
    NO_GROUP,
    OWNER,
    PART,
    count_parts,
    duty,
    reason,
    score_tells,
    stones_left,
    turn_reason,
    write_effects,
    write_scores,
)

Array = Any

PLAYED, GAME_OVER, UNKNOWN, ILLEGAL, REPEATED = range(5)
# Not the literal -1: a kernel that calls itself must do so with the types that it was called with. Otherwise there are
# two that call each other, and loaded from the cache such a pair may call into nothing.
NO_ACTION: Any = np.int64(-1)


@jit
def make_rules(rules: Array, options: Array) -> None:
    """Write what never changes in a game with some options to `rules`, (1,) of zeros."""
    fill_rules(rules[0], options)


def new_rules(dtype: np.dtype[np.void], options: Sequence[int]) -> RecordArray:
    """Return the (1,) rules record of a game with some options, see `fieldstone.core.kernels.fill_rules`."""
    rules = np.zeros(1, dtype)
    make_rules(rules, np.array(options, dtype=np.int64))
    return rules


@jit
def start_states(rules: Array, states: Array) -> None:
    """Set up the start position in records of zeros."""
    for index in range(len(states)):
        start(rules[0], states[index])


@jit
def set_up(rules: Array, states: Array, codes: Array, to_move: int, details: Array, numbers: Array) -> int:
    """Set up a position in `states[0]`, a record of zeros: `codes` on the board, the side to move, the details.

    Returns what is wrong with it, see `fieldstone.core.positions.take_details`.
    """
    start(rules[0], states[0])
    if details[SETUP] != NAMING_KOMI:
        states[0].setup = PLAYING  # the details say how far it has come
    states[0].to_move = to_move
    arrange(rules[0], states[0], codes)
    return take_details(rules[0], states[0], details, numbers)


@jit
def details_of(rules: Array, states: Array, details: Array) -> None:
    """Write what the text of `states[0]` adds to board and side to `details`, see `fieldstone.core.positions`."""
    write_details(rules[0], states[0], details)


@jit
def endings_of(rules: Array, states: Array, endings: Array) -> int:
    """Write to `endings` what may have ended the game in `states[0]`: what is to be seen, or all that is not.

    Returns how many, less than 0 where the position does not show that the game is over.
    """
    endings[0] = shown_ending(rules[0], states[0])
    if endings[0] != ONGOING:
        return 1
    return -hidden_endings(rules[0], states[0], endings)


@jit
def winner_of(rules: Array, states: Array, over: int) -> int:
    """Return who has won a game that ended so in `states[0]`."""
    return winner_after(rules[0], states[0], over)


@jit
def codes_of(rules: Array, states: Array, codes: Array) -> None:
    """Write what stands on each point of `states[0]` to `codes`, (points,) int8."""
    fill_codes(rules[0], states[0], codes)


@jit
def refusal(rules: Rules, state: Record, action: int) -> int:
    """Say why an action cannot be played: PLAYED (it can), GAME_OVER, UNKNOWN (no such action) or ILLEGAL."""
    if state.over != ONGOING:
        return GAME_OVER
    if action < 0 or action >= rules.num_actions:
        return UNKNOWN
    return PLAYED if is_legal(rules, state, action) else ILLEGAL


@jit
def play_with_history(rules: Rules, state: Record, keys: Array, known: int, action: int) -> None:
    """Play a legal action; V9: end the game as a draw if a board play repeats a position for the third time.

    `keys` holds the keys of the `known` positions that have stood on the table, and gets the new one.
    """
    play(rules, state, action)
    if repetition_counts(rules):
        if action < rules.points and state.over == ONGOING:
            seen, key = 0, state.key
            for index in range(known):
                seen += keys[index] == key
            if seen >= 2:
                state.over = REPETITION
                state.winner = 0
        keys[known] = state.key


@jit
def advance(rules: Array, states: Array, keys: Array, known: int, action: int) -> int:
    """Play one action in `states[0]` if it is legal.

    Returns PLAYED, REPEATED when the game ended by repetition, or what `refusal` says against it.
    """
    problem = refusal(rules[0], states[0], action)
    if problem != PLAYED:
        return problem
    play_with_history(rules[0], states[0], keys, known, action)
    return REPEATED if states[0].over == REPETITION else PLAYED


@jit
def replay(rules: Array, states: Array, keys: Array, actions: Array) -> None:
    """Play a list of legal actions in `states[0]`, `keys[0]` being the key of the position before them.

    A draw by repetition that is played on from was none: two positions shared a key.
    """
    for index in range(len(actions)):
        if states[0].over == REPETITION:
            states[0].over = ONGOING
        play_with_history(rules[0], states[0], keys, index + 1, actions[index])


@jit
def has_repeated(rules: Array, states: Array, keys: Array, actions: Array, codes: Array) -> bool:
    """V9: say whether `states[0]` has stood on the table three times, comparing whole positions and not their keys.

    `actions` have led there from `states[1]`, which is played on by them. `keys`, (2,) of zeros, and `codes`,
    (2, points) int8, are modified.
    """
    fill_codes(rules[0], states[0], codes[0])
    seen = int64(_is_same(rules[0], states, codes))
    for index in range(len(actions)):
        replay(rules, states[1:], keys, actions[index : index + 1])
        seen += _is_same(rules[0], states, codes)
    return seen >= 3


@jit
def _is_same(rules: Rules, states: Array, codes: Array) -> bool:
    """Say whether two positions are the same for V9; `codes[0]` says what stands in the first."""
    fill_codes(rules, states[1], codes[1])
    for point in range(rules.points):
        if codes[0, point] != codes[1, point]:
            return False
    detail = repetition_detail(rules, states[0])
    return states[0].to_move == states[1].to_move and detail == repetition_detail(rules, states[1])


@jit
def list_legal(rules: Array, states: Array, order: Array, found: Array) -> int:
    """Write the legal actions of `states[0]` to `found`, in the order of `order`; returns their number."""
    count = 0
    if states[0].over == ONGOING:
        for index in range(len(order)):
            found[count] = order[index]
            count += is_legal(rules[0], states[0], order[index])
    return count


@jit
def fill_masks(rules: Array, states: Array, masks: Array, first: int, last: int) -> None:
    """Write which actions are legal in `states[first:last]` to the same rows of `masks` (n, actions)."""
    for index in range(first, last):
        if states[index].over == ONGOING:
            fill_mask(rules[0], states[index], masks[index])
        else:
            for action in range(rules[0].num_actions):
                masks[index, action] = False


@jit
def see_many(rules: Array, states: Array, colours: Array, keys: Array, known: Array, planes: Array) -> None:
    """Write what a network sees of each state in the place of its colour to `planes` (n, planes, cells), float32.

    `keys[i, :known[i]]` are the keys of the positions that have stood on the table in game i, the present one last.
    """
    for index in range(len(states)):
        seen = planes[index]
        for plane in range(seen.shape[0]):
            for cell in range(seen.shape[1]):
                seen[plane, cell] = 0.0
        fill_planes(rules[0], states[index], int(colours[index]), keys[index], int(known[index]), seen)


@jit
def find_refusal(rules: Array, states: Array, actions: Array, first: int, last: int) -> int:
    """Return the first index from `first` to `last` - 1 whose game goes on but whose action is refused, else -1."""
    for index in range(first, last):
        if refusal(rules[0], states[index], actions[index]) > GAME_OVER:
            return index
    return -1


@jit
def play_many(rules: Array, states: Array, keys: Array, actions: Array, first: int, last: int) -> None:
    """Play a legal action in each of `states[first:last]` that goes on; `keys` is (n, plies + 1)."""
    for index in range(first, last):
        if states[index].over == ONGOING:
            known = states[index].ply + 1
            play_with_history(rules[0], states[index], keys[index], known, actions[index])


@jit
def draw_many(rules: Array, states: Array, actions: Array, rng: Rng, first: int, last: int) -> None:
    """Write a random legal action of each of `states[first:last]` to `actions`, -1 where the game is over."""
    for index in range(first, last):
        ongoing = states[index].over == ONGOING
        actions[index] = random_action(rules[0], states[index], rng) if ongoing else -1


@jit
def play_out_many(rules: Array, states: Array, rng: Rng, first: int, last: int) -> None:
    """Play random moves to the end in each of `states[first:last]`."""
    for index in range(first, last):
        playout(rules[0], states[index], rng)


@jit
def margin_of(rules: Array, states: Array) -> int:
    """Return the margin of `states[0]`, whose scratch fields are modified."""
    return margin(rules[0], states[0])


@jit
def sample_playouts(rules: Array, states: Array, words: Array, rng: Rng, count: int) -> tuple[int, int, int]:
    """Play out `states[0]` `count` times in `states[1]`; `states[0]` stays as it is.

    Returns (wins of Black, wins of White, plies played).
    """
    black, white, plies = 0, 0, 0
    for _ in range(count):
        copy_words(words[1], words[0])
        state = states[1]
        playout(rules[0], state, rng)
        black += state.winner == BLACK
        white += state.winner == WHITE
        plies += state.ply - states[0].ply
    return black, white, plies


@jit
def sample_margins(rules: Array, states: Array, words: Array, rng: Rng, margins: Array) -> None:
    """Play out `states[0]` in `states[1]` once for each entry of `margins`, and write the margin at the end there."""
    for index in range(len(margins)):
        copy_words(words[1], words[0])
        playout(rules[0], states[1], rng)
        margins[index] = margin(rules[0], states[1])


@jit
def count_turns(
    rules: Array, states: Array, words: Array, keys: Array, known: int, level: int, depth: int, first: int
) -> int:
    """Count the sequences of `depth` turns that begin in `states[level]`; `states` has room for two levels a turn.

    A turn of two stones counts once, whatever their order: while the second one is chosen `first` is the first stone's
    action, else -1. `keys[:known]` are the keys of the positions that have stood on the table (V9).
    """
    if depth == 0:
        return 1
    if states[level].over != ONGOING:
        return 0
    total = 0
    for action in range(first + 1, rules[0].num_actions):
        if is_legal(rules[0], states[level], action):
            copy_words(words[level + 1], words[level])
            play_with_history(rules[0], states[level + 1], keys, known, action)
            if turn_goes_on(rules[0], states[level + 1]):
                total += count_turns(rules, states, words, keys, known + 1, level + 1, depth, action)
            else:
                total += count_turns(rules, states, words, keys, known + 1, level + 1, depth - 1, NO_ACTION)
    return total


@jit
def list_effects(rules: Array, before: Array, after: Array, action: int, effects: Array) -> int:
    """Write what a legal placement did to `effects`, see `fieldstone.core.telling.write_effects`; returns the rows."""
    return write_effects(rules[0], before[0], after[0], action, effects)


@jit
def reason_of(rules: Array, states: Array, action: int, numbers: Array) -> int:
    """Return why an action is illegal in `states[0]`, see `fieldstone.core.telling.reason`."""
    return reason(rules[0], states[0], action, numbers)


@jit
def turn_reason_of(rules: Array, states: Array, numbers: Array) -> int:
    """Return why several moves are not one turn in `states[0]`, see `fieldstone.core.telling.turn_reason`."""
    return turn_reason(rules[0], states[0], numbers)


@jit
def scores_of(rules: Array, states: Array, values: Array, counts: Array) -> None:
    """Write both scores of `states[0]` to the rows of `values` (2, n), and their lengths to `counts`, (2,) int64."""
    for row in range(2):
        counts[row] = write_scores(rules[0], states[0], BLACK + row, values[row])


@jit
def parts_of(rules: Array, states: Array, points: Array, groups: Array, facts: Array, sums: Array) -> int:
    """Write what `states[0]` is made of, see `fieldstone.core.telling.count_parts`; returns the number of groups.

    `sums` is (2, 4) float64: what `add_score_parts` sums.
    """
    for point in range(points.shape[0]):
        points[point, OWNER], points[point, GROUP], points[point, PART] = 0, NO_GROUP, 0
    for row in range(2):
        for column in range(4):
            sums[row, column] = 0.0
    add_score_parts(rules[0], states[0], sums)
    return count_parts(rules[0], states[0], points, groups, facts)


@jit
def duty_of(rules: Array, states: Array, numbers: Array) -> int:
    """Return what the rules ask of the side to move in `states[0]`, see `fieldstone.core.telling.duty`."""
    return duty(rules[0], states[0], numbers)


@jit
def score_tells_of(rules: Array, states: Array) -> bool:
    """Say whether the score of `states[0]` says anything yet about how the game may end."""
    return score_tells(rules[0], states[0])


@jit
def turn_open_of(rules: Array, states: Array) -> bool:
    """Say whether the side to move in `states[0]` has begun its turn and goes on with it."""
    return turn_goes_on(rules[0], states[0])


@jit
def stones_left_of(rules: Array, states: Array) -> int:
    """Return how many stones the side to move in `states[0]` has still to place in its turn."""
    return stones_left(rules[0], states[0])
