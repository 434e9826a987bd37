"""How fast random playouts run on this machine."""

import threading
import time
from typing import Any

import numpy as np

from fieldstone.core.entries import sample_playouts, start_states
from fieldstone.core.rng import make_rng
from fieldstone.play.game import Game, load

CHUNK = 500  # games between two looks at the clock: well under 0.1 s


def _play_for(game: Game, seconds: float, stream: int, results: list[tuple[int, int, float]]) -> None:
    states = np.zeros(2, dtype=game.adapter.dtype)
    start_states(game.adapter.rules, states)
    words = states.view(np.uint64).reshape(2, -1)
    rng = make_rng(1, stream)
    games, plies = 0, 0
    begin = time.perf_counter()
    while (spent := time.perf_counter() - begin) < seconds:
        plies += sample_playouts(game.adapter.rules, states, words, rng, CHUNK)[2]
        games += CHUNK
    results.append((games, plies, spent))


def playout_speed(name: str, seconds: float = 2.0, threads: int = 1, **options: Any) -> dict[str, float]:
    """Play random games from the start position for some seconds on each of some threads.

    Returns ``games_per_s`` and ``plies_per_s`` of all threads together, ``threads``, and ``plies_per_game``. Compiling
    is not counted. Raises OptionError as `fieldstone.load` does, ValueError when seconds or threads are not positive.
    """
    if seconds <= 0 or threads < 1:
        raise ValueError(f"seconds must be positive and threads at least 1, not {seconds} and {threads}")
    game = load(name, **options)
    _play_for(game, 0.01, 0, [])
    results: list[tuple[int, int, float]] = []
    workers = [threading.Thread(target=_play_for, args=(game, seconds, number, results)) for number in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    games = sum(result[0] / result[2] for result in results)
    plies = sum(result[1] / result[2] for result in results)
    return {"games_per_s": games, "plies_per_s": plies, "threads": threads, "plies_per_game": plies / games}
