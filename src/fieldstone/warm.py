"""Compiling on first use, where it can be seen and stopped, before somebody waits for a move."""

import queue
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any

import numpy as np

from fieldstone.core.jit import cache_folder
from fieldstone.games import GAMES


def _marker(name: str) -> Path:
    """Return the file that says that a game's kernels lie in the cache; variants share their base game's."""
    return cache_folder() / f"{GAMES[name].folder}.ready"


def is_warm(name: str) -> bool:
    """Say whether the kernels of a game lie in the cache already."""
    return _marker(name).exists()


def _steps(name: str) -> Iterator[Callable[[], Any]]:
    """Yield what compiles one kernel after the other, the longest first."""
    from fieldstone.core import entries
    from fieldstone.core.rng import make_rng
    from fieldstone.game import load
    from fieldstone.perft import perft

    game = load(name)
    states = np.zeros(2, game.face.dtype)
    words = states.view(np.uint64).reshape(2, -1)
    rng = make_rng(1)
    yield lambda: entries.start_states(game.face.rules, states)
    yield lambda: entries.sample_playouts(game.face.rules, states, words, rng, 1)
    yield lambda: entries.sample_margins(game.face.rules, states, words, rng, np.zeros(1, dtype=np.int64))
    yield lambda: game.new_state().legal_moves()
    yield lambda: _play_and_undo(game)
    yield lambda: game.new_state().scores()
    yield lambda: perft(game.new_state(), 1)
    batch = game.new_batch(1)
    yield batch.legal_mask
    yield lambda: batch.random_actions(1)
    yield lambda: batch.play(batch.random_actions(1))
    yield lambda: batch.random_playouts(1)
    yield lambda: _read_back(game)
    yield lambda: _think(game)
    yield lambda: _analyse(game)


STEPS = 14


def _play_and_undo(game: Any) -> None:
    state = game.new_state()
    state.play(state.legal_moves()[0])
    state.undo()


def _read_back(game: Any) -> None:
    from fieldstone.core import entries
    from fieldstone.text import parse_position

    parse_position(game.new_state().to_text())
    states = np.zeros(1, game.face.dtype)
    entries.start_states(game.face.rules, states)
    entries.margin_of(game.face.rules, states)


def _think(game: Any) -> None:
    """Search with two simulations, play, and search in what is left of the tree."""
    from fieldstone.search.player import SearchPlayer

    player, state = SearchPlayer(simulations=2, seed=1), game.new_state()
    player.think(state)
    state.play(player.candidates()[0].move)
    player.think(state)


def _analyse(game: Any) -> None:
    """Analyse with two simulations: the owners of the points are expected by a kernel of their own."""
    from fieldstone.analysis.analysing import Limit, analyse

    analyse(game.new_state(), Limit(simulations=2), seed=1)


def _compile(name: str) -> None:
    """Compile the kernels of one game, printing a line after each: what the processes of `warm_up` do."""
    for number, step in enumerate(_steps(name), start=1):
        step()
        print(number, flush=True)  # noqa: T201
    _marker(name).touch()


def _watch(
    process: "subprocess.Popen[str]", name: str, steps: "queue.Queue[str | Exception]", complaints: IO[str]
) -> None:
    """Pass on each step of a compiling process; an error of it too."""
    with process:
        for _ in process.stdout or ():
            steps.put(name)
    if process.returncode != 0:
        complaints.seek(0)
        steps.put(RuntimeError(f"compiling {name} failed: {complaints.read().strip()[-2000:]}"))


def warm_up(names: Sequence[str], on_step: Callable[[str, int, int], None] | None = None, processes: int = 2) -> None:
    """Compile the kernels of some games into the cache, several games at a time; games that are there are left out.

    Parameters
    ----------
    names : games; a variant brings its base game along and the other way round
    on_step : is told the game, the steps done and all steps (over all games) after each kernel
    processes : at most this many at a time

    Raises
    ------
    KeyboardInterrupt
        Ctrl-C: what is compiled stays, and the next call goes on from there.
    RuntimeError
        A process failed; the text says how.
    """
    families = list({GAMES[name].folder: name for name in names if not is_warm(name)}.values())
    steps: queue.Queue[str | Exception] = queue.Queue()
    running: list[subprocess.Popen[str]] = []

    def compile_in_process(name: str) -> None:
        command = [sys.executable, "-m", "fieldstone.warm", name]
        try:
            with tempfile.TemporaryFile("w+") as complaints:
                process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=complaints, text=True)
                running.append(process)
                _watch(process, name, steps, complaints)
        except OSError as error:
            steps.put(RuntimeError(f"compiling {name} failed: {error}"))

    total = len(families) * STEPS
    with ThreadPoolExecutor(max(1, processes)) as pool:
        for name in families:
            pool.submit(compile_in_process, name)
        try:
            for done in range(1, total + 1):
                step = steps.get()
                if isinstance(step, Exception):
                    raise step
                if on_step is not None:
                    on_step(step, done, total)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in running:
                process.terminate()
            raise


if __name__ == "__main__":
    try:
        _compile(sys.argv[1])
    except KeyboardInterrupt:
        sys.exit(130)
