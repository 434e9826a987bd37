"""Counting turn sequences (perft): a sharp test of any set of rules, and a measure of a game's breadth."""

from collections.abc import Callable

import numpy as np

from fieldstone.core.entries import count_turns
from fieldstone.play.state import State


def perft(state: State, depth: int, on_turn: Callable[[str, int], None] | None = None) -> int:
    """Count the sequences of `depth` turns that can be played from `state`, which stays as it is.

    A turn of two stones counts once, whatever their order; a game that ends earlier has no sequence of that
    length. V9 counts, with the history of `state`.

    Parameters
    ----------
    state : the position to begin with
    depth : turns, 0 or more
    on_turn : is told each first turn, in the notation of the rules, and the sequences that begin with it

    Raises
    ------
    ValueError
        `depth` is negative.
    """
    if depth < 0:
        raise ValueError(f"the depth is a number of turns, 0 or more, not {depth}")
    if depth == 0:
        return 1
    total = 0
    for turn, after in _turns(state):
        count = _count(after, depth - 1)
        total += count
        if on_turn is not None:
            on_turn(turn, count)
    return total


def _turns(state: State) -> list[tuple[str, State]]:
    """Return the legal turns and the states after them; of two orders of the same stones only one."""
    turns = []
    for move in state.legal_moves():
        after = state.copy()
        after.play(move)
        if not after.turn_open:
            turns.append((move.text, after))
            continue
        for second in after.legal_moves():
            if second > move:
                whole = after.copy()
                whole.play(second)
                turns.append((f"{move},{second}", whole))
    return turns


def _count(state: State, depth: int) -> int:
    levels = 2 * depth + 1
    states = np.zeros(levels, dtype=state.game.adapter.dtype)
    states[0] = state.record
    words = states.view(np.uint64).reshape(levels, -1)
    past = state.keys
    keys = np.zeros(len(past) + levels, dtype=np.uint64)
    keys[: len(past)] = past
    return int(count_turns(state.game.adapter.rules, states, words, keys, len(past), 0, depth, -1))
