"""Speed of Fieldstone: the same kinds of work as in `peers`, and how fast its commands start.

Fieldstone is imported inside the functions, so that a part that is missing or broken spoils one row
of the table and not the run.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import inspect
import itertools
import os
import random
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

CACHE_VARIABLE = "FIELDSTONE_CACHE_DIR"

# A prompt is a line that waits for an answer: text without an end of line, and one of these marks.
_PROMPT = re.compile(r"[^\n]*[>:?\]] ?\Z")
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_TIMEOUT_SECONDS = 600.0
_BURN_IN_PLIES = 300
_SECONDS_PER_SEARCH = 1.0
_PLAIN_MEGABYTES = 2000.0  # of addresses: memory is taken as the tree grows, some 400 MB in a second
_seeds = itertools.count(1)


def playouts(name: str, seconds: float, threads: int = 1, **options: Any) -> dict[str, Any]:
    """Measure random games of one of our games, played by its compiled rules.

    Parameters
    ----------
    name : str
        The game.
    seconds : float
        The time to measure for.
    threads : int
        How many threads play at the same time.
    **options : Any
        The options of the game, such as its size.

    Returns
    -------
    dict
        ``games_per_s`` and ``plies_per_s`` of all threads together, ``threads`` and ``plies_per_game``.
    """
    from fieldstone.bench import playout_speed

    said: dict[str, Any] = playout_speed(name, seconds, threads=threads, **options)
    return said


@functools.cache
def _recorded_games(name: str, size: int, plies: int = 20_000) -> list[list[Any]]:
    """Play random games and keep their moves, about `plies` of them, to be replayed."""
    import fieldstone

    game = fieldstone.load(name, size=size)
    rng = random.Random(size)
    games = []
    while plies > 0:
        state, moves = game.new_state(), []
        while state.outcome is None:
            moves.append(rng.choice(list(state.legal_moves())))
            state.play(moves[-1])
        games.append(moves)
        plies -= len(moves)
    return games


def play_plies_per_second(name: str, size: int, seconds: float) -> float:
    """Measure ``state.play(move)`` alone from Python, history kept, by replaying random games.

    Parameters
    ----------
    name : str
        The game.
    size : int
        The size of its board.
    seconds : float
        The time to measure for; the last game is replayed to its end.

    Returns
    -------
    float
        Plies per second, the making of a new state for each game included.
    """
    import fieldstone

    game = fieldstone.load(name, size=size)
    recorded = _recorded_games(name, size)
    played = plies = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        moves = recorded[played % len(recorded)]
        state = game.new_state()
        for move in moves:
            state.play(move)
        played += 1
        plies += len(moves)
    return plies / spent


def listed_plies_per_second(name: str, size: int, seconds: float) -> float:
    """Measure ``state.legal_moves()`` and ``state.play(move)`` from Python, as one asks a peer.

    Parameters
    ----------
    name : str
        The game.
    size : int
        The size of its board.
    seconds : float
        The time to measure for; the last game is played to its end.

    Returns
    -------
    float
        Plies per second, with the list made before every ply and a random move taken from it.
    """
    import fieldstone

    game = fieldstone.load(name, size=size)
    draw = random.Random(time.perf_counter_ns()).random
    plies = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        state = game.new_state()
        while state.outcome is None:
            moves = state.legal_moves()
            state.play(moves[int(draw() * len(moves))])
            plies += 1
    return plies / spent


def draw_from_mask(mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Draw one legal action for each game, all with the same chance, by NumPy alone.

    Parameters
    ----------
    mask : numpy.ndarray
        Booleans of shape (games, actions), at least one of them true in each row.
    rng : numpy.random.Generator
        The source of chance.

    Returns
    -------
    numpy.ndarray
        Actions of shape (games,), 64-bit integers.
    """
    counts = np.count_nonzero(mask, axis=1)
    ends = np.cumsum(counts)
    picked = ends - counts + (rng.random(len(mask)) * counts).astype(np.int64)
    actions: np.ndarray = np.flatnonzero(mask)[picked] % mask.shape[1]
    return actions


class _BatchLoop:
    """Random play in a batch that goes on from one measurement to the next, at mixed depths."""

    def __init__(self, name: str, size: int, n: int, threads: int) -> None:
        import fieldstone

        self.batch = fieldstone.load(name, size=size).new_batch(n, threads=threads)
        self.rng = np.random.default_rng(n)
        for ply in range(_BURN_IN_PLIES):
            self.step(from_mask=ply % 2 == 0)

    def step(self, from_mask: bool) -> None:
        """Play one ply in every game, and start again those that ended."""
        if from_mask:
            actions = draw_from_mask(self.batch.legal_mask(), self.rng)
        else:
            actions = self.batch.random_actions(int(self.rng.integers(2**31)))
        self.batch.play(actions)
        self.batch.reset(self.batch.terminal)


_batch_loop = functools.cache(_BatchLoop)


def batch_steps_per_second(name: str, size: int, n: int, threads: int, seconds: float, from_mask: bool = True) -> float:
    """Measure a batch of games in which random legal actions are played.

    Parameters
    ----------
    name : str
        The game.
    size : int
        The size of its board.
    n : int
        The number of games in the batch.
    threads : int
        The threads of the batch.
    seconds : float
        The time to measure for; the last step of the batch is finished.
    from_mask : bool
        Take the legal mask to Python and draw from it by NumPy, or let the batch draw.

    Returns
    -------
    float
        Games times steps per second.
    """
    loop = _batch_loop(name, size, n, threads)
    steps = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        loop.step(from_mask)
        steps += n
    return steps / spent


class _VectorEnvLoop:
    """Random play in our vector environment that goes on from one measurement to the next, at mixed depths."""

    def __init__(self, game: str, n: int, threads: int, observation: str) -> None:
        from fieldstone.interop.vector import GameVectorEnv

        self.env = GameVectorEnv(game, n, observation=observation, autoreset_mode="SameStep", threads=threads)
        self.rng = np.random.default_rng(n)
        self.infos = self.env.reset(seed=n)[1]
        for _ in range(_BURN_IN_PLIES):
            self.step()

    def step(self) -> None:
        """Play one ply in every game; those that end begin again within the step."""
        mask = self.infos["action_mask"].view(np.bool_)
        self.infos = self.env.step(draw_from_mask(mask, self.rng))[-1]


_vector_env_loop = functools.cache(_VectorEnvLoop)


def vector_env_steps_per_second(game: str, n: int, threads: int, seconds: float, observation: str = "cells") -> float:
    """Measure our vector environment, with actions that NumPy draws from its legal masks.

    Parameters
    ----------
    game : str
        The game with its options, as text.
    n : int
        The number of games.
    threads : int
        The threads of the environment.
    seconds : float
        The time to measure for; the last step of all games is finished.
    observation : str
        What it gives besides the masks: ``cells`` or ``planes``.

    Returns
    -------
    float
        Games times steps per second. Each step is a move: games that end begin again in the same step.
    """
    loop = _vector_env_loop(game, n, threads, observation)
    steps = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        loop.step()
        steps += n
    return steps / spent


def game_names() -> list[str]:
    """Name all our games."""
    import fieldstone

    return list(fieldstone.games())


def search_takes_threads() -> bool:
    """Tell whether our player can be told on how many threads to search."""
    from fieldstone.search.player import SearchPlayer

    return "threads" in inspect.signature(SearchPlayer).parameters


def search_has_levels() -> bool:
    """Tell whether there are players of a given level."""
    return importlib.util.find_spec("fieldstone.search.levels") is not None


def simulations_per_second(
    name: str, seconds: float, simulations: int | None = None, plain: bool = False, threads: int = 1, **options: Any
) -> float:
    """Measure our search from the start of a game, each time in a fresh tree.

    Parameters
    ----------
    name : str
        The game.
    seconds : float
        The time to measure for; the last search is finished.
    simulations : int, optional
        The simulations of one search; if left out each takes a second, however short `seconds` is.
    plain : bool
        Search by plain UCT, in a tree that has room for everything; otherwise as our player does by
        default.
    threads : int
        How many threads search the same tree.
    **options : Any
        The options of the game, such as its size.

    Returns
    -------
    float
        Simulations per second, the making of the tree included.
    """
    import fieldstone
    from fieldstone.games.tuning import PLAIN
    from fieldstone.search.player import SearchPlayer

    state = fieldstone.load(name, **options).new_state()
    how: dict[str, Any] = {"settings": PLAIN, "megabytes": _PLAIN_MEGABYTES} if plain else {}
    if search_takes_threads():
        how["threads"] = threads
    made, spent = 0, 0.0
    while spent < seconds:
        start = time.perf_counter()
        player = SearchPlayer(seconds=_SECONDS_PER_SEARCH, simulations=simulations, **how)
        made += player.think(state)
        spent += time.perf_counter() - start
    return made / spent


def level_move_seconds(name: str, level: int) -> float:
    """Time the first move of a game by a player of a level, each time by another seed.

    Parameters
    ----------
    name : str
        The game, with its default options.
    level : int
        The level.

    Returns
    -------
    float
        Seconds of wall time, the making of the player included.
    """
    import fieldstone

    levels = importlib.import_module("fieldstone.search.levels")
    game = fieldstone.load(name)
    state = game.new_state()
    start = time.perf_counter()
    levels.level_player(game, level, next(_seeds)).choose(state)
    return time.perf_counter() - start


def command(*arguments: str) -> list[str]:
    """Give the command line that runs Fieldstone with the Python that runs this.

    Parameters
    ----------
    *arguments : str
        What follows the name of the program.

    Returns
    -------
    list of str
        The installed script where there is one, otherwise the module.
    """
    script = shutil.which("fieldstone", path=str(Path(sys.executable).parent))
    start = [script] if script else [sys.executable, "-m", "fieldstone.cli"]
    return [*start, *arguments]


def run_seconds(arguments: list[str], cache: Path | None = None) -> float:
    """Time a process from its start to its end.

    Parameters
    ----------
    arguments : list of str
        The command line.
    cache : Path, optional
        The folder for compiled code; the user's own if left out.

    Returns
    -------
    float
        Seconds of wall time.

    Raises
    ------
    RuntimeError
        If the command fails; the message ends with what it said last.
    """
    start = time.perf_counter()
    done = subprocess.run(
        arguments,
        env=_environment(cache),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=_TIMEOUT_SECONDS,
    )
    spent = time.perf_counter() - start
    if done.returncode:
        raise RuntimeError(_last_line(done.stderr or done.stdout, done.returncode))
    return spent


def prompt_seconds(arguments: list[str], answers: str, cache: Path | None = None) -> float:
    """Time a process from its start to its first prompt, its input fed from a pipe.

    Parameters
    ----------
    arguments : list of str
        The command line.
    answers : str
        All that is to be read from standard input.
    cache : Path, optional
        The folder for compiled code; the user's own if left out.

    Returns
    -------
    float
        Seconds of wall time until the output ended in a prompt: a line without an end, with
        one of ``> : ? ]`` last. Until the process ended if no such moment was caught.

    Raises
    ------
    RuntimeError
        If the command fails; the message ends with what it said last.
    """
    start = time.perf_counter()
    process = subprocess.Popen(
        arguments,
        env=_environment(cache),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with process:
        with contextlib.suppress(BrokenPipeError):  # it ended without reading: its status says why
            process.stdin.write(answers.encode())
            process.stdin.close()
        said, prompted = "", None
        for chunk in _chunks(process.stdout.fileno()):
            said += chunk
            if prompted is None and _PROMPT.search(_ESCAPES.sub("", said)):
                prompted = time.perf_counter() - start
        code = process.wait(_TIMEOUT_SECONDS)
        ended = time.perf_counter() - start
    if code:
        raise RuntimeError(_last_line(said, code))
    return ended if prompted is None else prompted


def _environment(cache: Path | None) -> dict[str, str]:
    return os.environ | ({CACHE_VARIABLE: str(cache)} if cache else {})


def _chunks(descriptor: int) -> Iterator[str]:
    """Give output as it comes, not as it fills a buffer."""
    while chunk := os.read(descriptor, 65536):
        yield chunk.decode(errors="replace")


def _last_line(said: str, code: int) -> str:
    lines = said.strip().splitlines()
    return f"exit status {code}: {lines[-1] if lines else 'no output'}"
