"""What bounds the kernels: the cycles of a ply in random games, taken apart.

Three runs of the same games: drawn move by move and played; replayed, many different games; one game replayed over and
over, so that every branch is foretold and all of it lies in the first cache. What is left in the last run is work; what
the second has more is branches guessed wrong and data fetched; what the first has more is the drawing of moves.

    python bench/bounds.py
"""

import argparse
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import fieldstone
from fieldstone.core.entries import sample_playouts, start_states
from fieldstone.core.jit import jit
from fieldstone.core.kernels import play, random_action
from fieldstone.core.record import ONGOING, copy_words
from fieldstone.core.rng import Rng, make_rng

GAMES = {"vacu": {"size": 9}, "convacu": {"size": 9}, "iago": {}, "kaomi": {"size": 7}, "vadus": {"size": 9}}
RECORDED = 2000
ROUNDS = 5


@jit
def record_games(rules: Any, states: Any, words: Any, rng: Rng, actions: Any, lengths: Any) -> None:
    """Play random games from `states[0]` and write their moves to the rows of `actions`."""
    for game in range(len(lengths)):
        copy_words(words[1], words[0])
        state = states[1]
        while state.over == ONGOING and state.ply < actions.shape[1]:
            action = random_action(rules[0], state, rng)
            actions[game, state.ply] = action
            play(rules[0], state, action)
        lengths[game] = state.ply


@jit
def replay_games(rules: Any, states: Any, words: Any, actions: Any, lengths: Any) -> int:
    """Play recorded games from `states[0]`; returns the plies."""
    plies = 0
    for game in range(len(lengths)):
        copy_words(words[1], words[0])
        for ply in range(lengths[game]):
            play(rules[0], states[1], actions[game, ply])
        plies += lengths[game]
    return plies


def fastest(run: Callable[[], int]) -> float:
    """Return the nanoseconds a ply takes in the fastest of some runs."""
    run()
    times = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        plies = run()
        times.append((time.perf_counter() - begin) / plies * 1e9)
    return min(times)


def clock() -> float:
    """Return the nominal clock in cycles a nanosecond, or nan where the machine does not say."""
    bogomips = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("bogomips")]
    return float(bogomips[0].split(":")[1]) / 2000 if bogomips else float("nan")


def cycles_of(name: str, options: dict[str, int]) -> tuple[float, float, float]:
    """Return the nanoseconds a ply takes drawn and played, replayed, and replayed from one game alone."""
    game = fieldstone.load(name, **options)
    rules, rng = game.adapter.rules, make_rng(1)
    states = np.zeros(2, dtype=game.adapter.dtype)
    words = states.view(np.uint64).reshape(2, -1)
    start_states(rules, states)
    actions = np.zeros((RECORDED, 4 * game.points + 20), dtype=np.int64)
    lengths = np.zeros(RECORDED, dtype=np.int64)
    record_games(rules, states, words, rng, actions, lengths)
    same = np.repeat(actions[:1], RECORDED, axis=0), np.repeat(lengths[:1], RECORDED)
    return (
        fastest(lambda: sample_playouts(rules, states, words, rng, RECORDED)[2]),
        fastest(lambda: replay_games(rules, states, words, actions, lengths)),
        fastest(lambda: replay_games(rules, states, words, *same)),
    )


def main() -> None:
    """Print a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", choices=GAMES, help="a game; may be repeated (all)")
    names = parser.parse_args().only or GAMES
    cycles = clock()
    print(f"Cycles a ply at {cycles:.1f} GHz, {os.cpu_count()} cores, one thread:\n")
    print("| game | in all | work | guesses and data | drawing moves |")
    print("|---|---|---|---|---|")
    for name in names:
        drawn, many, one = (nanoseconds * cycles for nanoseconds in cycles_of(name, GAMES[name]))
        print(f"| {name} | {drawn:.0f} | {one:.0f} | {many - one:.0f} | {drawn - many:.0f} |")


if __name__ == "__main__":
    main()
