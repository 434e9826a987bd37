"""The loop over games of a batched environment: play, say how it ended, begin anew, look at what stands there.

The arrays have a row for each of n games, and threads share them out from `first` to `last` - 1:

- `states` (n,), records of the game, `words` the same memory as (n, itemsize / 8) uint64, and `fresh` one such row, the
  start position;
- `keys` (n, plies + 1) uint64: the positions that have stood on the table (V9); one column in games where none counts;
- `rngs` (n, 1) uint64: each game has random numbers of its own, and does not depend on how many others there are;
- `observations`: (n, points) int8, what stands on each point; or (n, planes, cells) float32, what a network sees in the
  place of the player to move; `finals` likewise, the last one of a game that begins anew at once;
- `masks` (n, actions) bool: the actions that the next step accepts;
- `reports` (n,) of REPORT.
"""

from typing import Any

import numpy as np

from fieldstone.core.entries import PLAYED, play_with_history, refusal
from fieldstone.core.jit import jit
from fieldstone.core.kernels import Record, Rules, fill_codes, fill_mask, fill_planes, playout_cap, random_action
from fieldstone.core.record import BLACK, ONGOING, copy_words, record_dtype
from fieldstone.core.rng import Rng

Array = Any

NEXT_STEP, SAME_STEP, DISABLED = range(3)

# What holds for all games of a batch.
TERMS = record_dtype(
    [
        ("mode", np.int64),  # NEXT_STEP, SAME_STEP or DISABLED: when a game that has ended begins anew
        ("max_plies", np.int64),  # a game of so many plies is cut off
        ("random_plies", np.int64),  # the random moves that a game begins with
    ]
)

# What a step says of each game. `done` is for the next step; the rest is shown, and may be written to by others.
REPORT = record_dtype(
    [
        ("rewards", np.float32, 2),  # of seats 1 and 2
        ("reward", np.float32),  # of the seat that has moved
        ("terminated", np.bool_),
        ("truncated", np.bool_),
        ("ending", np.int8),  # what ended the game, 0 where nothing did
        ("player", np.int8),  # the seat to move, counted from 0
        ("colour", np.int8),  # the colour to move: 0 for Black, 1 for White
        ("done", np.bool_),  # the game has ended and not begun anew
    ]
)


@jit
def longest_playout(rules: Array) -> int:
    """Return the number of plies after which a playout is called off, or that no game reaches."""
    return playout_cap(rules[0])


@jit
def seat_index(state: Record) -> int:
    """Return the seat to move, counted from 0."""
    return int((state.to_move - BLACK) ^ state.exchanged)


@jit
def result_of_first(state: Record) -> float:
    """Return 1 where seat 1 has won, -1 where seat 2 has, 0 for a draw or a game that goes on."""
    if state.winner == 0:
        return 0.0
    return 1.0 if (state.winner == BLACK) == (state.exchanged == 0) else -1.0


@jit
def begin(
    rules: Rules, states: Array, words: Array, fresh: Array, keys: Array, rng: Rng, index: int, plies: int
) -> None:
    """Begin a game anew with `plies` random moves; where they would end it, with one less, and so on."""
    state, left = states[index], plies
    while True:
        copy_words(words[index], fresh[0])
        keys[index, 0] = state.key
        for _ in range(left):
            if state.over == ONGOING:
                play_with_history(rules, state, keys[index], state.ply + 1, random_action(rules, state, rng))
        if state.over == ONGOING:
            return
        left -= 1


@jit
def observe(rules: Rules, state: Record, keys: Array, observation: Array) -> None:
    """Write what stands on each point, or the planes; which of them is settled when this is compiled."""
    if observation.ndim == 1:
        fill_codes(rules, state, observation)
    else:
        for plane in range(observation.shape[0]):
            for cell in range(observation.shape[1]):
                observation[plane, cell] = 0.0
        fill_planes(rules, state, int(state.to_move), keys, state.ply + 1, observation)


@jit
def reset_many(
    rules: Array,
    terms: Array,
    states: Array,
    words: Array,
    fresh: Array,
    keys: Array,
    rngs: Array,
    which: Array,
    observations: Array,
    masks: Array,
    reports: Array,
    first: int,
    last: int,
) -> None:
    """Begin anew in the games that `which` (n,) bool names, and say what stands there."""
    for index in range(first, last):
        if which[index]:
            state, report = states[index], reports[index]
            begin(rules[0], states, words, fresh, keys, rngs[index], index, terms[0].random_plies)
            for seat in range(2):
                report.rewards[seat] = 0.0
            report.reward = 0.0
            report.terminated, report.truncated, report.done = False, False, False
            report.ending = ONGOING
            report.player, report.colour = seat_index(state), state.to_move - BLACK
            observe(rules[0], state, keys[index], observations[index])
            fill_mask(rules[0], state, masks[index])


@jit
def find_unplayable(rules: Array, states: Array, actions: Array, reports: Array, first: int, last: int) -> int:
    """Return the first game that has not ended and whose action is not legal, else -1."""
    for index in range(first, last):
        if not reports[index].done and refusal(rules[0], states[index], actions[index]) != PLAYED:
            return index
    return -1


@jit
def step_many(
    rules: Array,
    terms: Array,
    states: Array,
    words: Array,
    fresh: Array,
    keys: Array,
    rngs: Array,
    actions: Array,
    observations: Array,
    finals: Array,
    masks: Array,
    reports: Array,
    first: int,
    last: int,
) -> None:
    """Play the legal action of each game, or begin anew where it has ended, and say what stands there.

    A game that ends begins anew at once (SAME_STEP; what stood there goes to `finals`), or with the next step, whose
    action is not looked at (NEXT_STEP), or not here (DISABLED; such a game must not be stepped).
    """
    mode, random_plies = terms[0].mode, terms[0].random_plies
    for index in range(first, last):
        state, report = states[index], reports[index]
        mover, result = 0, 0.0
        report.ending, report.truncated = ONGOING, False
        if report.done:
            begin(rules[0], states, words, fresh, keys, rngs[index], index, random_plies)
            report.done = False
        else:
            mover = seat_index(state)
            play_with_history(rules[0], state, keys[index], state.ply + 1, actions[index])
            result = result_of_first(state)
            report.ending = state.over
            report.truncated = state.over == ONGOING and state.ply >= terms[0].max_plies
            report.done = state.over != ONGOING or report.truncated
        report.terminated = report.ending != ONGOING
        report.rewards[0], report.rewards[1] = result, 0.0 - result
        report.reward = report.rewards[mover]
        if report.done and mode == SAME_STEP:
            observe(rules[0], state, keys[index], finals[index])
            begin(rules[0], states, words, fresh, keys, rngs[index], index, random_plies)
            report.done = False
        report.player, report.colour = seat_index(state), state.to_move - BLACK
        observe(rules[0], state, keys[index], observations[index])
        if report.done:
            for action in range(rules[0].num_actions):
                masks[index, action] = mode == NEXT_STEP
        else:
            fill_mask(rules[0], state, masks[index])


@jit
def draw_each(rules: Array, states: Array, rngs: Array, reports: Array, actions: Array, first: int, last: int) -> None:
    """Write a random legal action of each game to `actions`, each game drawing for itself; 0 where it has ended."""
    for index in range(first, last):
        if reports[index].done:
            actions[index] = 0
        else:
            actions[index] = random_action(rules[0], states[index], rngs[index])
